// What is different from the last print or from a revision, as it was and as it is.
import { ask, card, listen, query, send, state } from "./store.js";
import { make, say } from "./dom.js";
import { frame, outline } from "./picture.js";

const WIDTH_PX = 170;
const DPI = 100;
const since = make("input", { id: "since", type: "text", value: "", placeholder: "the last print", size: 16, spellcheck: "false", autocomplete: "off", list: "versions", onchange: () => renew(true) });
const versions = make("datalist", { id: "versions" });
const told = make("p", { class: "told", role: "status" });
const written = make("section", { class: "written" });
const list = make("div", { class: "changes" });
const element = make("div", {},
  make("p", { class: "bar" }, make("label", {}, "Since ", since), versions, make("small", {}, "a commit, tag or branch; empty is the last print that was marked: trilith print --mark-printed")),
  written, told, list);
let made = "";
let asking = 0;
let onGo = () => {};

export const changes = { name: "Changes", key: "5", element, open: () => renew() };

export function setUp(go) {
  onGo = go;
}

listen((keys) => (keys.has("stamp") || keys.has("game")) && element.isConnected && renew());

async function renew() {
  if (state.game) tellWritten(await commit());
  const wanted = [state.game?.id, state.stamp, since.value.trim()].join();
  if (!state.stamp || wanted === made) return;
  const number = ++asking;
  told.textContent = "Looking for differences";
  try {
    const answer = await ask("changes", { since: since.value.trim() || "print", dpi: DPI });
    if (number !== asking) return;
    made = wanted;
    draw(answer);
  } catch (error) {
    if (number !== asking) return;
    list.replaceChildren();
    told.textContent = error.message;
  }
}

// What edits of this page wrote and no commit has; the message is offered, and can be another.
async function commit(message = "") {
  try {
    const answer = await send(`edit?${query()}`, { do: "commit", message });
    return answer.status === 200 || answer.status === 409 ? await answer.json() : { refused: (await answer.text()).trim() };
  } catch {
    return { refused: "The studio does not answer." };
  }
}

function tellWritten(said) {
  const lines = said.lines ?? [];
  const news = JSON.stringify([lines, said.refused]);
  if (news === written.dataset.news) return; // what is being typed stays
  written.dataset.news = news;
  const head = make("h2", {}, "Written here, and not committed ", make("small", {}, String(lines.length)));
  const shown = make("ul", {}, ...lines.map((line) => make("li", {}, line)));
  if (said.refused) return written.replaceChildren(...(lines.length ? [head, shown, make("p", { class: "hint" }, said.refused)] : []));
  if (!lines.length) return written.replaceChildren();
  const message = make("textarea", { rows: String(Math.min(8, said.message.split("\n").length)), "aria-label": "Message of the commit" });
  message.value = said.message;
  const trouble = make("p", { class: "trouble", role: "alert" });
  const button = make("button", { type: "submit" }, "Commit these changes");
  written.replaceChildren(head, make("form", { onsubmit: async (event) => {
    event.preventDefault();
    button.disabled = true;
    const answer = await commit(message.value.trim() || said.message);
    button.disabled = false;
    if (answer.refused) return trouble.replaceChildren(answer.refused);
    tellWritten(answer);
    say(answer.commit ? `committed as ${answer.commit}` : "there was nothing to commit any more");
    made = "";
    renew();
  } }, message, trouble, button));
}

function draw({ since: held, summary, sections, commit, wanting, before = {}, earlier = [] }) {
  versions.replaceChildren(...earlier.map(([id, date, subject]) => make("option", { value: id }, `${date} ${subject}`)));
  const number = sections.reduce((sum, one) => sum + one.entries.length, 0);
  const words = number ? `${number} ${number === 1 ? "component is" : "components are"} different` : "Nothing is different";
  told.textContent = `${words} since ${held}${commit ? ` (${commit})` : ""}${summary ? `: ${summary}` : ""}`;
  list.replaceChildren(...(wanting ? [make("p", { class: "hint" }, wanting)] : []), ...sections.map((one) => make("section", {},
    make("h2", {}, one.heading, " ", make("small", {}, String(one.entries.length))),
    ...one.entries.map((entry) => row(entry, one.key, before[entry.id])))));
}

function row(entry, key, before) {
  const now = card(entry.id);
  const name = entry.name ?? now?.name ?? entry.id;
  const pictures = make("div", { class: "beside" });
  if (before) pictures.append(figure(picture(before, name), "before"));
  if (key !== "removed" && now?.front) pictures.append(figure(frame(now, "front", WIDTH_PX), "now"));
  const title = key === "removed" ? make("h3", {}, name) : make("h3", {}, make("button", { type: "button", class: "card-link", onclick: () => onGo(entry.id) }, name));
  const words = (entry.changes ?? []).flatMap((one) => [make("dt", {}, one.label), make("dd", {}, ...one.runs.map(run))]);
  return make("article", { class: "change" }, pictures, make("div", {}, title, make("small", {}, entry.set_name ?? ""), make("dl", {}, ...words)));
}

function run({ kind, text }) {
  if (kind === "gone") return make("del", {}, text);
  if (kind === "new") return make("ins", {}, text);
  return text;
}

function figure(content, caption) {
  return make("figure", {}, content, make("figcaption", {}, caption));
}

// A face as it was, which the page has as a picture alone; its bleed is cut off.
function picture(before, name) {
  const box = make("span", { class: "frame cut" });
  box.style.width = `${WIDTH_PX}px`;
  box.style.aspectRatio = `${before.w} / ${before.h}`;
  box.style.clipPath = outline(before);
  const image = make("img", { src: `shown/${before.name}.png`, alt: `${name}, before` });
  image.style.width = `${(100 * (before.w + 2 * before.bleed)) / before.w}%`;
  image.style.left = `${(-100 * before.bleed) / before.w}%`;
  image.style.top = `${(-100 * before.bleed) / before.h}%`;
  box.append(image);
  return box;
}
