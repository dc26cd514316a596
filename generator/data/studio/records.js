// All records of a set as a table: a row a record, a column a field, changed where they stand.
import { card, findingsOf, listen, query, state } from "./store.js";
import { decide, make, place, say } from "./dom.js";
import { selection } from "./faces.js";
import { matcher } from "./search.js";
import * as edit from "./edit.js";

const NARROWEST = 6;
const WIDEST = 34;
const search = document.getElementById("search");
const choice = make("select", { onchange: () => turnTo(choice.value) });
const DEEDS = [
  ["copy", "Add a copy", () => act({ do: "copy" })],
  ["new", "New", () => act({ do: "new" })],
  ["delete", "Delete", () => act({ do: "delete", stamp: rowHere().stamp })],
  ["up", "Up Alt+↑", () => move(-1)],
  ["down", "Down Alt+↓", () => move(1)],
];
const buttons = DEEDS.map(([name, label, deed]) => make("button", { type: "button", "data-do": name, onclick: deed }, ...label.split(/(?=Alt)/).map((part, index) => (index ? make("kbd", {}, part) : part))));
const tools = make("p", { class: "bar" }, make("label", {}, "Set ", choice), make("span", { role: "group", "aria-label": "The record that is chosen" }, ...buttons));
const about = make("div", { class: "about" });
const trouble = make("div", { class: "trouble refused", role: "alert" });
const grid = make("div", { role: "grid", class: "records" });
const box = make("div", { class: "scroll" }, grid);
const element = make("div", { class: "of-set" }, tools, about, trouble, box);
const lines = new Map(); // the rows that stand there, by id
let set = "";
let table = null;        // what the server last said of the set
let round = 0;           // counts what was asked for
let asking = 0;          // how much of it is on its way
let rows = [];           // its records that fit the search
let at = { id: "", field: "" };
let widths = [];         // of its columns, in characters
let index = 0;           // its row
let chosen = null;       // its cell
let last = "";           // the key that ended an editor
let wrong = new Map();   // what was refused of a paste: why, by record and field
let turn = Promise.resolve();
let fresh = "";          // a record that is opened once it is there
let opens = "";          // a cell that a click opens, as it was chosen before

export const records = { name: "Records", key: "7", element, open: start };

export function setUp() {
  listen((keys) => {
    if (keys.has("game") || keys.has("sets")) tellSets();
    if (!element.isConnected) return;
    if (keys.has("stamp") || keys.has("sets")) load();
    else if (keys.has("findings")) draw();
  });
  search.addEventListener("input", () => element.isConnected && draw());
}

// Choose a record, once it is there.
export function select(id) {
  at = { ...at, id };
  if (card(id) && card(id).set !== set) turnTo(card(id).set);
  else if (table?.rows.some((row) => row.id === id)) choose(id, at.field);
  else load();
}

function start() {
  if (card(selection())) select(selection());
  else load();
}

function tellSets() {
  const sets = state.sets ?? [];
  if (!sets.some((one) => one.id === set)) turnTo(sets.toSorted((a, b) => b.ids.length - a.ids.length)[0]?.id ?? "");
  choice.replaceChildren(...sets.map((one) => make("option", { value: one.id }, one.name)));
  choice.value = set;
}

function turnTo(id) {
  set = choice.value = id;
  table = null;
  forget();
  lines.clear();
  if (element.isConnected) load();
}

async function load() {
  if (!set) return;
  const number = ++round;
  asking += 1;
  try {
    const answer = await fetch(`record?${query({ set })}`);
    const told = await answer.json();
    if (number !== round) return;
    if (!answer.ok) return about.replaceChildren(make("p", { class: "warn" }, told.refused));
    table = told;
  } catch {
    return;
  } finally {
    asking -= 1;
  }
  draw();
}

// Show what was changed here; what was asked for before may not know it, and is asked for again.
function redraw() {
  draw();
  if (asking) load();
}

function draw() {
  if (!table) return;
  const fits = matcher(search.value);
  rows = table.rows.filter((row) => !card(row.id) || fits(card(row.id), findingsOf(row.id)));
  const held = grid.contains(document.activeElement);
  const names = table.fields.map((one) => one.name);
  if (names.join() !== grid.dataset.names) lines.clear();
  grid.dataset.names = names.join();
  widths = names.map((name, number) => Math.max(NARROWEST, Math.min(WIDEST, rows.reduce((most, row) => Math.max(most, row.cells[number].length), name.length + 1))));
  const [first, ...others] = widths.map((one) => `${one + 2}ch`);
  grid.style.setProperty("--first", first);
  grid.style.setProperty("--columns", others.join(" "));
  const head = make("div", { role: "row", class: "head", "aria-rowindex": "1" }, ...table.fields.map((one) => make("div", { role: "columnheader", class: one.kind, title: one.about || null }, one.name)));
  const shown = rows.map(line);
  const now = [...grid.children].slice(1);
  if (now.length && now.length === shown.length && now.every((one, number) => one === shown[number])) grid.firstChild.replaceWith(head);
  else grid.replaceChildren(head, ...shown);
  grid.setAttribute("aria-label", state.sets?.find((one) => one.id === set)?.name ?? set);
  grid.setAttribute("aria-rowcount", String(rows.length + 1));
  grid.setAttribute("aria-colcount", String(names.length));
  const id = rowHere()?.id ?? rows[Math.min(index, rows.length - 1)]?.id ?? "";
  choose(id, names.includes(at.field) ? at.field : names[0], held && !grid.contains(document.activeElement));
  if (!fresh || at.id !== fresh) return;
  fresh = "";
  choose(at.id, at.field);
  open();
}

// The row of a record; what stands there already is kept, so that nothing loses the focus.
function line(row, number) {
  const made = lines.get(row.id) ?? make("div", { role: "row", "data-id": row.id }, ...table.fields.map((field, at) => make("div", { role: at ? "gridcell" : "rowheader", tabindex: "-1", "aria-colindex": String(at + 1), "data-field": field.name })));
  lines.set(row.id, made);
  made.setAttribute("aria-rowindex", String(number + 2));
  const found = faults(row);
  const refused = table.fields.map((field) => wrong.get(`${row.id} ${field.name}`));
  const told = JSON.stringify([row.cells, row.why, card(row.id)?.text, [...found], refused, widths]);
  if (made.dataset.told === told) return made;
  made.dataset.told = told;
  table.fields.forEach((field, at) => tellCell(made.children[at], row, field, at, found.get(field.name), refused[at]));
  return made;
}

function tellCell(cell, row, field, number, found = [], refused = "") {
  const shown = shownIn(row, field, number);
  const why = whyNot(row, field);
  const worst = refused ? "error" : found[0]?.severity ?? "";
  cell.dataset.worst = worst;
  cell.className = `${field.kind}${row.cells[number] ? "" : " made"}${why ? " fixed" : ""}`;
  cell.textContent = shown;
  cell.title = [refused, ...found.map((one) => `${one.severity}: ${one.message}`), why, shown.length > widths[number] ? shown : ""].filter(Boolean).join("\n");
  cell.setAttribute("aria-readonly", String(Boolean(why)));
  cell.setAttribute("aria-invalid", String(worst === "error"));
}

function shownIn(row, field, number) {
  if (row.cells[number]) return row.cells[number];
  if (field.name === "copies") return "1";
  return field.name === "text" ? card(row.id)?.text ?? "" : "";
}

function whyNot(row, field) {
  const isMade = field.name === "text" && !row.cells[numberOf("text")] && card(row.id)?.text;
  return row.why || field.why || (isMade ? "it is made from the effects: change those" : "");
}

function rowHere() {
  return rows.find((one) => one.id === at.id);
}

function numberOf(name) {
  return table.fields.findIndex((one) => one.name === name);
}

// What was found of a record, by the field which it names as missing, or the last that begins before it.
function faults(row) {
  const found = new Map();
  for (const one of findingsOf(row.id)) {
    const number = table.fields.findIndex((field, index) => !row.cells[index] && one.message.includes(`'${field.name}'`));
    const spot = one.at.startsWith(table.file) ? one.at.slice(table.file.length) : "";
    const starts = row.at.slice(1).filter((start) => start && (start === spot || (spot[0] === ":" && order(start, spot) <= 0)));
    const last = row.at.slice(1).indexOf(starts.toSorted(order).at(-1));
    const { name } = table.fields[Math.max(0, number < 0 ? last : number)];
    found.set(name, [...found.get(name) ?? [], one]);
  }
  return found;
}

// Which of two places comes first, each with line and column as `:3:14`.
function order(one, other) {
  const [[, line, column], [, below, beyond]] = [one.split(":"), other.split(":")];
  return line - below || column - beyond;
}

function cellOf({ id, field }) {
  return lines.get(id)?.querySelector(`[data-field="${CSS.escape(field)}"]`);
}

function choose(id, field, focus = true) {
  if (chosen) chosen.tabIndex = -1;
  chosen?.removeAttribute("aria-selected");
  at = { id, field };
  index = Math.max(0, rows.findIndex((one) => one.id === id));
  const cell = chosen = cellOf(at);
  if (!cell) return about.replaceChildren(make("p", {}, "Nothing fits this search."));
  cell.tabIndex = 0;
  cell.setAttribute("aria-selected", "true");
  if (focus) {
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  tell();
}

// What is to be known of the cell that is chosen.
function tell() {
  const row = rowHere();
  const number = numberOf(at.field);
  const field = table.fields[number];
  const why = whyNot(row, field);
  const spot = row.at[number + 1] || row.at[0];
  const range = field.least !== null && field.most !== null ? ` ${field.least} to ${field.most}.` : "";
  const found = [wrong.get(`${row.id} ${field.name}`), ...(faults(row).get(field.name) ?? []).map((one) => `${one.severity}: ${one.message}. ${one.hint}`)].filter(Boolean);
  about.replaceChildren(
    make("p", {}, make("b", {}, field.name), ` of ${row.id}. ${why ? `Not to be changed here: ${why}` : `${field.about}${range}`} `, place(/^[:!]/.test(spot) ? table.file + spot : spot)),
    ...found.map((one) => make("p", { class: "error" }, one)));
}

// Go so many rows down and columns across, as far as there are some.
function go(down, across) {
  const within = (number, many) => Math.max(0, Math.min(many - 1, number));
  const row = rows[within(rows.findIndex((one) => one.id === at.id) + down, rows.length)];
  const field = table.fields[within(numberOf(at.field) + across, table.fields.length)];
  if (row && field) choose(row.id, field.name);
}

// Open the cell that is chosen; what is typed takes the place of what stands there.
async function open(typed = "") {
  const row = rowHere();
  const number = numberOf(at.field);
  const field = table.fields[number];
  const why = whyNot(row, field);
  if (why) return say(`${field.name}: ${why}`);
  const cell = chosen;
  const one = { id: row.id, set, name: row.id };
  const home = at;
  const editor = await edit.openOver(one, { ...field, text: row.cells[number] }, cell, box, (focus, saved) => {
    const now = table.rows.find((each) => each.id === home.id) ?? row;
    if (saved !== undefined) now.cells[number] = saved;
    if (saved !== undefined && field.name === "id") {
      now.id = saved;
      if (at.id === home.id) at = { ...at, id: saved };
    }
    redraw();
    choose(at.id, at.field, focus);
    if (focus && last === "Enter") go(1, 0);
  });
  if (!editor) return;
  last = "";
  if (typed && editor.control.localName !== "select") editor.control.value = typed;
  editor.control.dispatchEvent(new Event("input"));
  editor.element.addEventListener("keydown", async (event) => {
    last = event.key;
    if (event.key !== "Tab") return;
    event.preventDefault();
    if (await edit.leave()) go(0, event.shiftKey ? -1 : 1);
  });
}

// Add a copy behind the chosen record, which is opened once it is there, or take that out.
async function act(words) {
  forget();
  const answer = await edit.post({ set, id: at.id, ...words });
  if (answer.refused) return refuse(answer.refused);
  say(answer.said);
  fresh = answer.id;
  if (fresh) at = { id: fresh, field: "name" };
  load();
}

// One move after the other, each from where the one before has left the record.
function move(step) {
  turn = turn.then(() => moveNow(step));
}

async function moveNow(step) {
  forget();
  const { id } = at;
  const own = table.rows.filter((row) => !row.why).map((row) => row.id);
  const from = own.indexOf(id);
  if (search.value.trim()) return refuse("Clear the search first: records are moved among all of the set.");
  if (from < 0) return say(rowHere()?.why ?? "");
  if (!own[from + step]) return;
  const saw = own[from - 1] ?? "";
  own.splice(from + step, 0, ...own.splice(from, 1));
  const answer = await edit.post({ do: "change", set, id, field: "#", saw, to: own[from + step - 1] ?? "" });
  if (answer.refused) return refuse(answer.now === undefined ? answer.refused : "The order has been changed elsewhere; look at it again.");
  say(answer.said);
  const rank = new Map(own.map((one, number) => [one, number]));
  table.rows.sort((a, b) => (rank.get(a.id) ?? own.length) - (rank.get(b.id) ?? own.length));
  redraw();
}

// What a spreadsheet puts on the clipboard: cells with tabs, line ends or quotes stand in quotes.
export function parted(text) {
  const lines = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
  while (cell.lastIndex <= text.length) {
    const [whole, quoted = ""] = cell.exec(text);
    lines.at(-1).push(/[\t\r\n"]/.test(quoted) ? quoted.replaceAll('""', '"').replaceAll(/\r\n?/g, "\n") : whole);
    const end = /\t|\r\n|\r|\n|$/y;
    end.lastIndex = cell.lastIndex;
    const [sign] = end.exec(text);
    cell.lastIndex += sign.length || 1;
    if (sign && sign !== "\t") lines.push([]);
  }
  return lines.at(-1).join("") || lines.length === 1 ? lines : lines.slice(0, -1);
}

// Fill cells from the chosen one on with what was copied elsewhere: all of it, or nothing.
async function paste(text) {
  forget();
  const copied = parted(text);
  const top = rows.findIndex((one) => one.id === at.id);
  const left = numberOf(at.field);
  const high = copied.length;
  const wide = Math.max(...copied.map((one) => one.length));
  const room = rows.length - top;
  if (left + wide > table.fields.length || (high > room && search.value.trim())) {
    return refuse(`Nothing is written: what you paste has ${high} rows and ${wide} columns, and from here the table has ${room} and ${table.fields.length - left}.`);
  }
  const below = copied.splice(room);
  const more = below.length ? await askForMore(below.length) : "";
  if (more === "none") return say("nothing is written");
  const cells = [];
  const fixed = [];
  copied.forEach((line, down) => line.forEach((to, across) => {
    const [row, field, saw] = [rows[top + down], table.fields[left + across], rows[top + down].cells[left + across]];
    const why = whyNot(row, field);
    if (to === saw || (why && to === shownIn(row, field, left + across))) return;
    if (why) fixed.push([row.id, field.name, why]);
    else cells.push([row.id, field.name, saw, to]);
  }));
  if (fixed.length) return refuse("", fixed);
  say("saving");
  const own = table.rows.filter((row) => !row.why);
  const texts = (line) => Object.fromEntries(line.map((to, across) => [table.fields[left + across], to]).filter(([field, to]) => to && !field.why).map(([field, to]) => [field.name, to]));
  const added = more === "mine" ? { rows: JSON.stringify(below.map(texts)), behind: own.at(-1)?.id ?? "" } : {};
  const answer = await edit.postCells({ set, ...added }, cells);
  if (answer.refused) return refuse(answer.refused, answer.wrong);
  say(answer.said);
  await load();
}

function askForMore(number) {
  const many = `${number} ${number === 1 ? "record" : "records"}`;
  return decide("More rows than there are", [make("p", {}, `What you paste goes on below the table. What the schema requires of new records and the paste does not have is filled in.`)],
    [["mine", `Add ${many}`], ["file", "Fill only the rows that there are"], ["none", "Write nothing"]]);
}

// Say why nothing was pasted, and mark the cells that are wrong.
function refuse(why, cells = []) {
  wrong = new Map(cells.map(([id, field, each]) => [`${id} ${field}`, each]));
  const many = cells.length === 1 ? "1 cell is wrong" : `${cells.length} cells are wrong`;
  const list = cells.map(([id, field, each]) => make("li", {}, lines.has(id) ? make("button", { type: "button", class: "card-link", onclick: () => choose(id, field) }, `${id} ${field}`) : `${id} ${field}`, ` ${each}`));
  const told = cells.length ? `Nothing is written: ${many}.` : why;
  say(told);
  trouble.replaceChildren(make("p", {}, told), make("ul", {}, ...list));
  draw();
}

function forget() {
  fresh = "";
  wrong.clear();
  trouble.replaceChildren();
}

box.addEventListener("paste", (event) => {
  if (event.target.closest(".editor")) return;
  event.preventDefault();
  paste(event.clipboardData.getData("text/plain"));
});

const MOST = 1e6;
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [0, -MOST], End: [0, MOST], PageUp: [-10, 0], PageDown: [10, 0],
};

grid.addEventListener("keydown", (event) => {
  const isWhole = event.ctrlKey || event.metaKey;
  if (!cellOf(at) || !grid.contains(event.target)) return;
  if (event.altKey && event.key in MOVES && !MOVES[event.key][1]) move(MOVES[event.key][0]);
  else if (event.altKey) return;
  else if (event.key in MOVES) {
    const [down, across] = MOVES[event.key];
    const far = isWhole ? MOST : 1;
    go(isWhole && Math.abs(across) === MOST ? across : down * far, across * far);
  } else if (event.key === "Escape" && trouble.hasChildNodes()) {
    forget();
    draw();
  } else if (event.key === "Enter" || event.key === "F2" || event.key === " ") open();
  else if (event.key.length === 1 && !isWhole) open(event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
});

grid.addEventListener("focusin", (event) => {
  const cell = event.target.closest("[data-field]");
  if (cell) choose(cell.parentElement.dataset.id, cell.dataset.field, false);
});

grid.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest("[data-field]");
  opens = cell?.getAttribute("aria-selected") === "true" && cell === document.activeElement ? cell.dataset.field : "";
});

grid.addEventListener("click", (event) => {
  if (opens && event.target.closest("[data-field]")?.dataset.field === opens) open();
});
