// A game that was played at a table, taken down in a form; each answer is kept as it is given.
import { card, listen, query, send, state } from "./store.js";
import { make, say } from "./dom.js";

const PAUSE_MS = 700;
const NUMBERS = new Set(["players", "bots", "minutes", "began", "score"]);
const LONG = new Set(["remark", "remarks"]);
const prints = make("select", { id: "playtest-print", onchange: () => tell({ print: prints.value }) });
const told = make("p", { class: "told", role: "status" });
const subjects = make("datalist", { id: "playtest-subjects" });
const questions = make("div", { class: "questions" });
const remarks = make("section", { class: "remarks" });
const form = make("form", { class: "playtest", "aria-label": "A game that was played", onsubmit: (event) => {
  event.preventDefault();
  tell({ end: "write" });
} }, questions, make("p", { class: "tools" },
  make("button", { type: "submit", class: "main" }, "Write the game down"),
  make("button", { type: "button", "data-do": "drop", onclick: askToDrop }, "Begin anew")));
const element = make("div", {},
  make("p", { class: "bar" }, make("label", {}, "Print ", prints), make("small", {}, "the code on the sheets; without one it is the game as it is now. No names, please: seats will do.")),
  told, subjects, form, remarks);
let shown = "";    // names of the questions that are on the page
let game = "";
let unsent = {};   // answers that the server has not kept yet
let line = Promise.resolve();
let timer = 0;
let onGo = () => {};

export const playtests = { name: "Playtests", key: "8", element, open: () => tell() };

export function setUp(go) {
  onGo = go;
}

listen((keys) => {
  if (!element.isConnected) return;
  if (keys.has("game") && state.game?.id !== game) tell();
});

// Tell the server what is new, one time after the other, and show what it asks then.
function tell(words = {}) {
  clearTimeout(timer);
  line = line.then(async () => {
    if (!state.game) return;
    const asked = state.game.id;
    if (asked !== game) {
      shown = "";
      unsent = {};
    }
    const sent = { ...unsent };
    try {
      const answer = await send(`edit?${query()}`, { do: "playtest", ...sent, ...words });
      const said = answer.status === 200 || answer.status === 409 ? await answer.json() : { refused: (await answer.text()).trim() };
      if (said.refused) return fail(said.refused);
      for (const [name, text] of Object.entries(sent)) if (unsent[name] === text) delete unsent[name];
      game = asked;
      draw(said, Boolean(words.end));
    } catch {
      fail("The studio does not answer. What you typed stays here, and is kept once it does.");
    }
  });
}

function fail(text) {
  told.textContent = text;
  told.classList.add("trouble");
  say(text);
}

function draw(said, isEnd) {
  told.classList.toggle("trouble", said.said.startsWith("not"));
  told.textContent = said.said || (said.rows.some((row) => row.text) ? "What you type is kept until the game is written down." : "");
  if (said.said) say(said.said);
  prints.replaceChildren(make("option", { value: "" }, "none"), ...said.prints.map(([code, date]) => make("option", { value: code }, `${code} of ${date}`)));
  prints.value = said.print;
  const names = JSON.stringify([said.print, said.rows.map((row) => row.name)]);
  const isNew = names !== shown || (isEnd && !said.said.startsWith("not"));
  if (isNew) layOut(said);
  shown = names;
  for (const row of said.rows) {
    const trouble = form.querySelector(`[data-name="${CSS.escape(row.name)}"] .trouble`);
    trouble.textContent = row.wrong;
    for (const control of trouble.parentElement.querySelectorAll("input, textarea")) {
      if (row.wrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }
  if (isEnd) form.querySelector("[aria-invalid]")?.focus();
  remarks.replaceChildren(...(said.remarks.length ? [make("h2", {}, "Open remarks ", make("small", {}, String(said.remarks.length)))] : []),
    make("ul", {}, ...said.remarks.map(remark)));
}

function remark(one) {
  const name = card(one.card)?.name;
  const on = name ? make("button", { type: "button", class: "card-link", onclick: () => onGo(one.card) }, name) : one.card || one.rule || "the game";
  return make("li", {}, on, `: ${one.words} `, make("small", {}, one.name));
}

// The questions, in groups of whom they are about; the focus stays where it was.
function layOut(said) {
  const focus = document.activeElement?.closest?.(".question")?.dataset.name;
  subjects.replaceChildren(...said.subjects.map((one) => make("option", { value: one })));
  const groups = new Map();
  for (const row of said.rows) {
    const who = row.who || "The game";
    if (!groups.has(who)) groups.set(who, []);
    groups.get(who).push(question({ ...row, text: unsent[row.name] ?? row.text }));
  }
  questions.replaceChildren(...[...groups].map(([who, rows]) => make("fieldset", {}, make("legend", {}, who[0].toUpperCase() + who.slice(1)), ...rows)));
  if (!focus) return;
  const again = form.querySelector(`[data-name="${CSS.escape(focus)}"]`);
  (again?.querySelector(":checked") ?? again?.querySelector("input, textarea"))?.focus();
}

function question(row) {
  const label = row.asks[0].toUpperCase() + row.asks.slice(1);
  const id = `q-${row.name.replaceAll(" ", "-")}`;
  const trouble = make("span", { class: "trouble", id: `${id}-trouble`, role: "alert" });
  const inside = row.answers.length ? choices(row, id) : [written(row, id)];
  const isGroup = row.answers.length > 0;
  return make(isGroup ? "div" : "label", { class: `question ${row.number ? "of-remark" : ""}`, "data-name": row.name, ...(isGroup ? { role: "group", "aria-labelledby": `${id}-label` } : {}) },
    make("span", { class: "asks", id: `${id}-label` }, label, row.hint ? make("small", {}, row.hint.replace("Enter: ", "empty: ")) : null),
    make("span", { class: "given" }, ...inside), trouble);
}

function written(row, id) {
  const control = make(LONG.has(row.key) ? "textarea" : "input", {
    id, "aria-describedby": `${id}-trouble`, autocomplete: "off", rows: LONG.has(row.key) ? "2" : null,
    inputmode: NUMBERS.has(row.key) ? "numeric" : null, list: row.key === "on" ? "playtest-subjects" : null,
    size: NUMBERS.has(row.key) ? "6" : row.key === "date" ? "12" : null,
    oninput: () => {
      unsent[row.name] = control.value;
      clearTimeout(timer);
      timer = setTimeout(tell, PAUSE_MS);
    },
    onchange: () => tell(),
  });
  control.value = row.text;
  return control;
}

// Answers of which one is chosen, or several; what is chosen is told by their words.
function choices(row, id) {
  const chosen = [row.value ?? []].flat().map((one) => (one === true ? "yes" : one === false ? "no" : one));
  const all = row.many ? row.answers : [...row.answers, ""];
  const boxes = all.map((one, at) => {
    const box = make("input", { type: row.many ? "checkbox" : "radio", name: id, value: /[,;]/.test(one) && row.many ? String(at + 1) : one, onchange: () => {
      unsent[row.name] = boxes.filter((each) => each.checked).map((each) => each.value).join(", ");
      tell();
    } });
    box.checked = one ? chosen.includes(one) : !chosen.length;
    return box;
  });
  return boxes.map((box, at) => make("label", { class: "choice" }, box, " ", all[at] || "not said"));
}

function askToDrop() {
  const dialog = make("dialog", { "aria-labelledby": "drop-title", onclose: () => dialog.remove() }, make("h2", { id: "drop-title" }, "Begin anew?"),
    make("p", {}, "What is typed of this game and not written down goes."),
    make("button", { type: "button", "data-keep": "drop", onclick: () => {
      dialog.close();
      unsent = {};
      tell({ end: "drop" });
    } }, "Begin anew"), make("button", { type: "button", onclick: () => dialog.close() }, "Go on with it"));
  document.body.append(dialog);
  dialog.showModal();
}
