// The studio's page: views in a row, one face at its side, and the line to the server.
import { connect, listen, look, state } from "./store.js";
import * as grid from "./faces.js";
import * as detail from "./detail.js";
import * as found from "./findings.js";
import * as set from "./tables.js";
import * as differing from "./changes.js";
import * as played from "./piles.js";
import * as written from "./records.js";
import * as noted from "./playtests.js";
import { jobs } from "./jobs.js";
import { sheets } from "./sheets.js";
import { theme } from "./theme.js";
import { step } from "./edit.js";
import * as leaving from "./leave.js";
import * as keys from "./keys.js";
import { make, say } from "./dom.js";

const VIEWS = [grid.faces, found.findings, sheets, set.tables, differing.changes, played.piles, written.records, noted.playtests, jobs, theme];
const main = document.getElementById("main");
const search = document.getElementById("search");
const group = document.getElementById("group");
const ink = document.getElementById("ink");
const language = document.getElementById("language");
const size = document.getElementById("size");
const game = document.getElementById("game");
const lost = document.getElementById("lost");
let view = null;

function open(next) {
  view = next;
  main.replaceChildren(next.element);
  tellStatus();
  for (const button of document.querySelectorAll("#views button")) {
    const here = button.dataset.name === next.name;
    if (here) {
      button.setAttribute("aria-current", "page");
      // not scrollIntoView, from where newer browsers would go on with the Tab key
      const row = button.parentElement;
      row.scrollLeft = button.offsetLeft - row.offsetLeft - (row.clientWidth - button.offsetWidth) / 2;
    } else button.removeAttribute("aria-current");
  }
  remember();
  next.open();
}

function remember() {
  const words = [view.name.toLowerCase(), grid.selection()].filter(Boolean);
  history.replaceState(null, "", `#${words.map(encodeURIComponent).join("/")}`);
}

function go(id) {
  if (view !== grid.faces) open(grid.faces);
  grid.select(id);
}

grid.setUp((id) => {
  detail.open(id);
  remember();
});
detail.setUp(() => close(), (id) => (view === written.records ? written.select(id) : go(id)));
found.setUp(go);
set.setUp(go);
differing.setUp(go);
played.setUp(go);
written.setUp();
noted.setUp(go);
leaving.setUp(document.querySelector("#menu div"));

function close() {
  if (detail.isOpen()) {
    const last = grid.selection();
    grid.select("");
    document.querySelector(`.tile[data-id="${CSS.escape(last)}"]`)?.focus();
  }
}

function cycleInk() {
  ink.selectedIndex = (ink.selectedIndex + 1) % ink.options.length;
  look({ ink: ink.value });
}

keys.setUp([
  ...VIEWS.map((one) => [[one.key], `the view ${one.name}`, () => open(one)]),
  [["/"], "search and filter", () => search.focus()],
  [["ArrowLeft", "ArrowRight"], "the face before or after", (key) => grid.step(key === "ArrowLeft" ? -1 : 1)],
  [["ArrowUp", "ArrowDown"], "the face above or below", (key) => grid.step(0, key === "ArrowUp" ? -1 : 1)],
  [["n"], "the next face with a finding", () => grid.nextFinding()],
  [["b"], "what is cut off (bleed)", () => detail.toggle("bleed")],
  [["t"], "the trim line", () => detail.toggle("trim")],
  [["s"], "the safe line", () => detail.toggle("safe")],
  [["x"], "the boxes of the layout, with what moves them", () => detail.toggle("boxes")],
  [["k"], "front and back together", () => detail.toggle("back")],
  [["i"], "ink: normal, grey, low", cycleInk],
  [["r"], "a table: another seed", () => view === set.tables && set.nextSeed()],
  [["p"], "a table: the next number of players", () => view === set.tables && set.nextTable()],
  [["u"], "a table: look under what lies face down", () => view === set.tables && set.lookUnder()],
  [["+", "-"], "larger and smaller faces", (key) => resize(Number(size.value) + (key === "+" ? 20 : -20))],
  [["Ctrl+Z"], "undo an edit of a field", () => step("undo")],
  [["Ctrl+Shift+Z"], "redo it", () => step("redo")],
  [["Alt+↑", "Alt+↓"], "records: move one in its file", () => false],
  [["Escape"], "close what is open, leave the search", escape],
  [["?"], "these keys", () => document.getElementById("help").showModal()],
]);

function escape() {
  if (document.activeElement === search) {
    search.blur();
    return;
  }
  close();
}

function resize(value) {
  size.value = String(value);
  grid.change({ width: Number(size.value) });
}

search.addEventListener("input", () => grid.change({ query: search.value }));
search.form.addEventListener("submit", (event) => event.preventDefault());
group.addEventListener("change", () => grid.change({ group: group.value }));
ink.addEventListener("change", () => look({ ink: ink.value }));
size.addEventListener("input", () => grid.change({ width: Number(size.value) }));
game.addEventListener("change", () => {
  grid.select("");
  look({ game: game.value, ids: [], language: "" });
});
language.addEventListener("change", () => look({ language: language.value }));

const STATUS = {
  drawing: "drawing",
  checking: "drawn; checking",
  ready: "up to date",
  restarting: "what draws has died and is started again",
};

listen((changed) => {
  if (changed.has("game") && state.game) about();
  if (changed.has("sets") || [...changed].some((key) => key.startsWith("card/"))) groups();
  if (changed.has("status") || changed.has("findings")) tellStatus();
});

function about() {
  document.title = `${state.game.name} - studio`;
  document.getElementById("game-name").textContent = state.game.name;
  ink.value = state.game.ink;
  document.body.dataset.ink = state.game.ink;
  document.body.classList.toggle("unreadable", !state.game.readable);
  const games = state.game.games.includes(state.game.id) ? state.game.games : [...state.game.games, state.game.id];
  const named = games.map((one) => [one, one === state.game.id ? state.game.name : one]);
  if (named.join() !== [...game.options].map((one) => [one.value, one.text]).join()) game.replaceChildren(...named.map(([value, text]) => make("option", { value }, text)));
  game.value = state.game.id;
  const languages = ["", ...state.game.languages];
  language.hidden = languages.length < 2;
  if (languages.join() !== [...language.options].map((one) => one.value).join()) language.replaceChildren(...languages.map((one) => make("option", { value: one }, one || "as written")));
  language.value = state.game.language;
}

function groups() {
  const names = ["set", "players", ...grid.fieldNames()];
  if (names.join() === [...group.options].map((one) => one.value).join()) return;
  const before = group.value || "set";
  group.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
  group.value = names.includes(before) ? before : "set";
}

function tellStatus() {
  const number = found.count();
  const lost = state.game && !state.game.readable;
  say(`${lost ? "the game cannot be read: what you see is how it was" : STATUS[state.status] ?? ""}${number ? `; ${number} findings` : ""}`);
  document.body.dataset.status = state.status ?? "";
  const button = document.querySelector('#views button[data-name="Findings"]');
  if (button) button.dataset.count = number || "";
}

if (window.innerWidth < 500) resize(150);

const head = document.querySelector("body > header");
new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${head.offsetHeight}px`)).observe(head);

document.getElementById("views").append(...VIEWS.map((one) =>
  make("button", { type: "button", "data-name": one.name, onclick: () => open(one) }, one.name, " ", make("kbd", {}, one.key))));

const [start, id] = location.hash.slice(1).split("/").map(decodeURIComponent);
open(VIEWS.find((one) => one.name.toLowerCase() === start) ?? VIEWS[0]);
if (id) grid.select(id, { focus: false });

connect((isThere) => {
  if (document.body.classList.contains("left")) return;
  lost.hidden = isThere;
  lost.textContent = isThere ? "" : "The studio does not answer. What you see is how it was; it comes back by itself when `trilith studio` runs again.";
  document.body.classList.toggle("off", !isThere);
});
