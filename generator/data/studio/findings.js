// What was found, the worst first, each with its place and a button that copies it.
import { listen, state } from "./store.js";
import { make, place, say } from "./dom.js";
import { post } from "./edit.js";

const list = make("div", { class: "all-findings" });
let onGo = () => {};

export const findings = {
  name: "Findings",
  key: "2",
  element: list,
  open: draw,
};

export function setUp(go) {
  onGo = go;
  listen((keys) => keys.has("findings") && list.isConnected && draw());
}

export function count() {
  const found = state.findings ?? [];
  return found.filter((one) => one.severity !== "note").length;
}

function draw() {
  const found = state.findings ?? [];
  if (!found.length) return list.replaceChildren(make("p", { class: "empty" }, "Nothing is wrong."));
  list.replaceChildren(make("ul", { class: "findings" }, ...found.map((one) => findingItem(one, true))));
}

export function findingItem(one, withCards = false) {
  const shown = withCards ? one.cards.map((id) => make("button", { type: "button", class: "card-link", onclick: () => onGo(id) }, id)) : [];
  return make("li", { class: one.severity },
    make("p", {}, make("b", { class: "severity" }, one.severity), " ", one.message, " ", make("small", { title: `trilith explain ${one.code}` }, one.code)),
    one.hint ? make("p", { class: "hint" }, one.hint) : null,
    place(one.at), one.mend ? mendButton(one) : null, ...shown);
}

// Write the word that was meant where the finding has the other.
function mendButton({ at, mend: [old, word] }) {
  const button = make("button", { type: "button", class: "mend", "aria-label": `Write ${word} for ${old} at ${at}`, onclick: async () => {
    button.disabled = true;
    const answer = await post({ do: "mend", at, old, new: word });
    say(answer.refused ?? answer.said);
    if (!answer.refused) return;
    button.replaceWith(make("span", { class: "warn", role: "alert" }, answer.refused));
  } }, `Write ${word}`);
  return button;
}
