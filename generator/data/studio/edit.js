// Fields of a card, changed where they are seen: on its face, and in a list beside it.
import { ask, boxesOf, card, listen, query, send, showDraft, state } from "./store.js";
import { copyButton, decide, make, place, say, sides } from "./dom.js";
import { effect } from "./effect.js";

const HINT = "Enter saves, Esc takes back";
const HINT_OF_LINES = "Enter saves, Shift+Enter begins a line, Esc takes back";
const LONG = 32;
let record = null;   // what the server last said of the card that is shown
let asked = "";      // the card that it is asked for, as it was told
let editor = null;   // the form that is open
let coming = "";     // a card that is selected once it is there
let fresh = false;   // it was made just now: its name is opened
let pressed = false; // a pointer is down: what it will click must stay where it is
let isMore = false;  // fields without a value are shown
let redraw = () => {};
let go = () => {};
let close = () => {};

export function setUp(parts) {
  ({ redraw, go, close } = parts);
  listen((keys) => {
    if (keys.has("stamp") && record) load(record.id, true);
    if (coming && keys.has(`card/${coming}`) && card(coming)) {
      const id = coming;
      coming = "";
      go(id);
    }
  });
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(key === "z" || key === "y")) return;
    if (event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey ? "redo" : "undo");
  });
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { pressed = false; }, true);
  document.getElementById("undo").addEventListener("click", () => step("undo"));
  document.getElementById("redo").addEventListener("click", () => step("redo"));
}

// The card of which a field is open, if any.
export function openFor() {
  return editor?.id ?? "";
}

// Save the field that is open; tells whether that went well.
export async function leave() {
  await editor?.leave();
  focus();
  return !editor;
}

export function focus() {
  editor?.control.focus();
}

// What can be clicked on a face, in millimetres from the top left of its trim; small ones on top.
// Of boxes for the same field the largest counts: a layout has some that stand in for each other.
export function spots(one, side, bleed) {
  const margin = bleed ? one.bleed : 0;
  const wide = one.w + 2 * margin;
  const high = one.h + 2 * margin;
  const over = make("span", { class: "spots" });
  const boxes = boxesOf(one)[side] ?? [];
  const taken = new Set();
  for (const box of boxes.toSorted((a, b) => b.w * b.h - a.w * a.h)) {
    const field = fieldOf(one, box);
    if (!field || taken.has(field)) continue;
    taken.add(field);
    const spot = make("button", { type: "button", class: "spot", tabindex: "-1", title: field, "aria-label": `Change ${field} on the face`, "data-field": field, onclick: () => openAt(one, field, spot) });
    spot.style.left = `${(100 * (box.x + margin)) / wide}%`;
    spot.style.top = `${(100 * (box.y + margin)) / high}%`;
    spot.style.width = `${(100 * box.w) / wide}%`;
    spot.style.height = `${(100 * box.h) / high}%`;
    over.append(spot);
  }
  return over;
}

// The field that a box of the face shows: the first that its template puts there and the card has.
function fieldOf(one, box) {
  const own = { name: one.name, text: one.text, players: one.players === "*" ? "" : one.players, copies: one.copies, ...one.fields };
  const has = (field) => own[field] !== undefined && own[field] !== "" || Object.keys(own).some((key) => key.startsWith(`${field}.`));
  return [...box.fields, box.name].find(has);
}

// The list of fields beside the face.
export function fields(one) {
  load(one.id);
  const known = record?.id === one.id ? record : null;
  if (!known) return make("table", { class: "fields" }, ...Object.entries({ name: one.name, copies: one.copies, text: one.text, ...one.fields }).map(([name, value]) => line(name, String(value))));
  const told = known.fields.map((row) => field(one, row));
  const isFull = ([row]) => row.text || (row.name === "text" && one.text) || (row.name === "copies" && !row.why);
  const names = new Set(known.fields.map((row) => row.name.split(".")[0]));
  const made = Object.entries(one.fields).filter(([name]) => !names.has(name.split(".")[0])).map(([name, value]) => line(name, String(value)));
  const more = told.filter((pair) => !isFull(pair) && !pair[0].why).map(([, row]) => row);
  const tools = known.why ? make("p", { class: "hint" }, known.why) : make("p", { class: "tools" },
    make("button", { type: "button", "data-do": "copy", onclick: () => act({ do: "copy", ...whose(one) }) }, "Add a copy"),
    make("button", { type: "button", "data-do": "new", onclick: () => act({ do: "new", ...whose(one) }) }, "New"),
    make("button", { type: "button", "data-do": "delete", onclick: () => act({ do: "delete", stamp: known.stamp, ...whose(one) }) }, "Delete this card"));
  return make("div", { class: "fields" },
    make("table", {}, ...told.filter(isFull).map(([, row]) => row), ...made),
    more.length ? make("details", { open: isMore, ontoggle: (event) => { isMore = event.target.open; } }, make("summary", {}, "More fields"), make("table", {}, ...more)) : null,
    tools);
}

// Open a field of a card over a cell of another view, which hears whether it is to be focused again
// and what was saved; nothing is told where another field has to be left first and cannot be.
export async function openOver(one, row, cell, box, ended) {
  if (!(await leave())) return null;
  editor = form(one, row, "", ended);
  lay(editor.element, cell, box);
  editor.control.focus();
  editor.control.select?.();
  editor.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  return editor;
}

function whose(one) {
  return { set: one.set, id: one.id };
}

// What a field of a card stands in: its record, or an entry of a translation.
function stands(one, row) {
  return row.file ? { file: row.file, id: row.id } : whose(one);
}

function line(name, ...inside) {
  return make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, ...inside));
}

function field(one, row) {
  const isMade = row.name === "text" && !row.text && one.text;
  const shown = row.text || (isMade ? one.text : "") || (row.name === "copies" ? String(one.copies) : "");
  const more = isMade ? make("small", {}, "made from its effects") : row.from ? make("small", {}, row.from) : null;
  if (row.why) return [row, line(row.name, make("span", { class: "told" }, shown), " ", more, shown ? place(row.place) : null)];
  const button = make("button", { type: "button", class: "value", title: row.place, "data-field": row.name, "aria-label": `Change ${row.name}: ${shown || "nothing"}` }, shown || "–");
  const made = line(row.name, button, " ", more);
  button.addEventListener("click", () => openAt(one, row.name, button));
  return [row, made];
}

async function load(id, again = false) {
  const one = card(id);
  const key = JSON.stringify(one);
  if (!one || (!again && asked === key)) return;
  asked = key;
  try {
    const answer = await fetch(`record?${query(whose(one))}`);
    const said = await answer.json();
    if (asked !== key) return;
    const before = JSON.stringify(record);
    record = answer.ok ? said : { id, fields: [], why: said.refused, stamp: "" };
    if (JSON.stringify(record) === before) return;
  } catch {
    asked = "";
    return;
  }
  redraw();
  if (!fresh || coming) return;
  fresh = false;
  document.querySelector("#detail .value[data-field=name]")?.click();
}

// Open a field over what was clicked; a text that is made opens what it is made from.
async function openAt(one, name, from) {
  const id = one.id;
  if (!(await leave())) return;
  if (record?.id !== id) await load(id, true);
  if (!from.isConnected) from = document.querySelector(`#detail .${from.className}[data-field="${CSS.escape(name)}"]`);
  if (!from) return;
  let row = record?.fields.find((each) => each.name === name) ?? record?.fields.find((each) => each.name === name.split(".")[0]);
  let note = "";
  if (!row) return say(record?.why || `${name} cannot be changed here`);
  if (name === "text" && !row.text && one.text) {
    note = "The text is made from these effects. ";
    row = record.fields.find((each) => each.name === "effects") ?? row;
  }
  if (row.why) return say(`${row.name}: ${row.why}: ${row.place}`);
  editor = form(one, row, note, (focus) => {
    redraw();
    if (focus) document.querySelector(`#detail .value[data-field="${CSS.escape(from.dataset.field)}"]`)?.focus();
  });
  const faces = from.closest(".faces");
  if (faces) lay(editor.element, from, faces);
  else from.closest("td").replaceChildren(editor.element);
  editor.control.focus();
  editor.control.select?.();
}

// Lay a form over a face or a table where it was clicked, inside the room that there is.
function lay(element, from, box) {
  const spot = from.getBoundingClientRect();
  const room = box.getBoundingClientRect();
  const wide = Math.min(box.clientWidth, Math.max(spot.width + 16, 260));
  element.classList.add("floating");
  element.style.width = `${wide}px`;
  element.style.left = `${box.scrollLeft + Math.max(0, Math.min(spot.left - room.left - 8, box.clientWidth - wide))}px`;
  element.style.top = `${box.scrollTop + Math.max(0, spot.top - room.top - 8)}px`;
  box.append(element);
}

function input(row) {
  const label = { "aria-label": row.name, name: row.name };
  if (row.kind === "choice") {
    const listed = row.choices.includes(row.text) ? ["", ...row.choices] : ["", row.text, ...row.choices].filter((one, at) => one || !at);
    const select = make("select", label, ...listed.map((one) => make("option", { value: one }, one || "(nothing)")));
    select.value = row.text;
    return select;
  }
  if (row.kind === "number") return make("input", { ...label, type: "number", min: row.least, max: row.most, step: row.step, value: row.text });
  const area = make("textarea", { ...label, rows: "1", spellcheck: row.kind === "text" && row.text.length > LONG ? "true" : "false" });
  area.value = row.text;
  if (row.kind === "yaml") area.classList.add("yaml");
  return area;
}

function form(one, row, note, ended) {
  const control = input(row);
  const trouble = make("div", { class: "trouble", role: "alert", id: "trouble" });
  const unfit = make("div", { class: "unfit", role: "status" });
  const range = row.least !== null && row.most !== null ? ` ${row.least} to ${row.most}.` : "";
  const about = make("small", { id: "about-field" }, `${note}${row.about}${range} `, make("span", { class: "keys" }, control.localName === "textarea" ? HINT_OF_LINES : HINT));
  const element = make("form", { class: "editor", "aria-label": `Change ${row.name} of ${one.name}` }, make("b", {}, row.name), control, about, unfit, trouble, row.kind === "number" ? effect(one, row, control) : "");
  control.setAttribute("aria-describedby", "about-field trouble");
  const known = state.sets?.find((set) => set.id === one.set)?.ids ?? [];
  let saw = row.text;
  let saving = null;
  let drawn = row.text; // what the face shows
  let drawing = false;
  const save = (focus) => (saving ??= trySave(focus).finally(() => { saving = null; }));
  const grow = () => {
    if (control.localName !== "textarea") return;
    control.style.height = "auto";
    control.style.height = `${control.scrollHeight + 2}px`;
  };

  function end(focus, saved) {
    editor = null;
    element.remove();
    if (saved === undefined) showDraft(one.id, null);
    ended(focus, saved);
  }

  // Show what is typed on the face, nothing written; one after the other, the last of them always.
  async function draw() {
    if (drawing || control.validity?.badInput) return;
    drawing = true;
    while (drawn !== control.value && editor?.element === element) {
      drawn = control.value;
      try {
        const faces = drawn === row.text ? null : await ask("draft", { ...whose(one), field: row.name, to: drawn, file: row.file ?? "" });
        if (editor?.element === element) showDraft(one.id, faces);
        unfit.textContent = "";
      } catch (error) {
        unfit.textContent = error.message;
      }
    }
    drawing = false;
  }

  function refuse(...told) {
    control.setAttribute("aria-invalid", "true");
    trouble.replaceChildren(...told);
    element.scrollIntoView({ block: "nearest" });
  }

  async function trySave(focus) {
    if (control.validity?.badInput) return refuse("Write a number.");
    if (pressed) await new Promise((done) => { document.addEventListener("pointerup", () => setTimeout(done), { once: true }); });
    if (control.value === saw) return end(focus);
    const to = control.value;
    say("saving");
    const answer = await post({ do: "change", field: row.name, saw, to, ...stands(one, row) });
    if (answer.now !== undefined) return clash(answer);
    if (answer.refused) return refuse(answer.refused);
    say(answer.said);
    if (!row.file && answer.id && answer.id !== one.id) coming = answer.id;
    if (record?.id === one.id) await load(one.id, true);
    end(focus, to);
  }

  // The file has another value by now, or the record is gone: both are shown, and the person chooses.
  function clash(answer) {
    const keep = make("button", { type: "button", "data-keep": "file", onclick: async () => {
      if (record?.id === one.id) await load(one.id, true);
      end(true, answer.why ? undefined : answer.now);
    } }, answer.why ? "Leave it" : "Keep the file's");
    const mine = (label, id, sees) => make("button", { type: "button", "data-keep": "mine", onclick: () => {
      one = { ...one, id };
      saw = sees;
      save(true);
    } }, label);
    const other = answer.why ? twin() : null;
    const copy = () => copyButton(control.value, "Copy mine", "Copy mine");
    const last = other ? mine(`Write mine into ${other.id}`, other.id, row.text) : answer.why ? copy() : mine("Write mine", one.id, answer.now);
    refuse(make("p", {}, `${answer.refused}.`), sides(answer.now, control.value, answer.at), keep, last);
  }

  // A record that was not there as the field was opened, and has the name of the one that is gone.
  function twin() {
    const now = state.sets?.find((set) => set.id === one.set)?.ids ?? [];
    return now.filter((id) => !known.includes(id)).map(card).find((each) => each?.name === one.name);
  }

  element.addEventListener("submit", (event) => {
    event.preventDefault();
    save(true);
  });
  element.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      end(true);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target === control) {
      event.preventDefault();
      save(true);
    }
  });
  element.addEventListener("focusout", (event) => {
    if (editor?.element === element && !element.contains(event.relatedTarget) && !trouble.hasChildNodes()) save(false);
  });
  control.addEventListener("input", () => {
    control.removeAttribute("aria-invalid");
    trouble.replaceChildren();
    grow();
    draw();
  });
  control.addEventListener("focus", grow, { once: true });
  return { id: one.id, element, control, leave: () => (trouble.hasChildNodes() ? null : save(false)) };
}

export async function post(words) {
  try {
    const answer = await send(`edit?${query()}`, words);
    if (answer.status === 200 || answer.status === 409) return await answer.json();
    return { refused: `Not saved: ${(await answer.text()).trim()}` };
  } catch {
    return { refused: "Not saved: the studio does not answer. Your text stays here." };
  }
}

// Write several values at once; those that are others by now are shown beside what was to be written,
// and the person chooses. What is told is the last answer.
export async function postCells(target, cells) {
  const answer = await post({ do: "paste", ...target, cells: JSON.stringify(cells) });
  const stale = (answer.wrong ?? []).filter(([, , , there]) => there?.now !== undefined);
  if (!stale.length || stale.length < answer.wrong.length) return answer;
  const find = ([id, field]) => stale.find((one) => one[0] === id && one[1] === field);
  const shown = stale.map(([id, field, why, there]) => make("section", {}, make("p", {}, make("b", {}, `${id} ${field}`), ` ${why}`), sides(there.now, cells.find((one) => one[0] === id && one[1] === field)[3], there.at)));
  const can = stale.some(([, , , there]) => !there.why);
  const rest = cells.filter((one) => !find(one));
  const choices = [["mine", "Write mine"], ["file", rest.length ? "Keep the file's, write the others" : "Keep the file's"], ["none", "Write nothing"]];
  const chosen = await decide("The file has changed meanwhile", shown, choices.filter(([name]) => (name === "mine" ? can : name === "file" ? rest.length : true)));
  if (chosen === "none") return answer;
  const fresh = (one) => [one[0], one[1], find(one)?.[3].now ?? one[2], one[3]];
  return postCells(target, chosen === "file" ? rest : cells.filter((one) => !find(one)?.[3].why).map(fresh));
}

async function act(words) {
  const answer = await post(words);
  say(answer.refused ?? answer.said);
  if (answer.refused) return;
  fresh = words.do === "new";
  if (words.do === "delete") close();
  else if (card(answer.id)) go(answer.id);
  else coming = answer.id;
}

// Take an edit back, or make it again; what has changed since is asked about.
export async function step(what, words = {}) {
  const answer = await post({ do: what, ...words });
  if (!answer.refused) {
    say(answer.said);
    if (answer.id && answer.id !== record?.id && card(answer.id)) go(answer.id);
    if (record) load(record.id, true);
    return;
  }
  say(answer.refused);
  const isThere = answer.now !== undefined;
  const told = isThere ? [sides(answer.now, answer.wanted, answer.at, `With ${what}`)] : [];
  const choices = [["file", "Leave it, and pass over this edit"], ["mine", `Change it, as ${what} would`], ["none", "Cancel"]];
  const chosen = await decide(`${what} stopped`, [make("p", {}, answer.refused), ...told], choices.filter(([name]) => name !== "mine" || isThere));
  if (chosen === "file") step(what, { skip: "yes" });
  if (chosen === "mine") step(what, { saw: answer.now });
}
