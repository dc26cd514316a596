// Commands of trilith, filled in and started here; what they say as they say it, and what they made.
import { ask, listen, send, state } from "./store.js";
import { make, place, say } from "./dom.js";
import { picture } from "./sheets.js";

const PAUSE_MS = 250;
const NARROW = 800;
const MOST = 12;   // files that are listed at once
const list = make("ul", { class: "commands" });
const chooser = make("details", { class: "chooser", "aria-label": "Commands", open: true }, make("summary", {}, "Commands"), list);
const line = make("p", { class: "line", role: "status", "aria-label": "What is said on the command line" });
const rows = make("div", { class: "rows" });
const about = make("p", { class: "help" });
const title = make("h2", { tabindex: "-1" });
const start = make("button", { type: "submit", class: "main" }, "Start");
const form = make("form", { class: "command", hidden: true, "aria-labelledby": "command-title", novalidate: true, oninput: () => {
  clearTimeout(timer);
  timer = setTimeout(tellLine, PAUSE_MS);
}, onsubmit: (event) => {
  event.preventDefault();
  begin();
} }, title, about, rows, make("div", { class: "go" }, line, start));
const running = make("div", { class: "jobs" });
const element = make("div", { class: "jobs-view" }, chooser, make("div", { class: "work" }, form, running));
title.id = "command-title";
let chosen = null;   // the form of the command that is chosen, as the server described it
let timer = 0;
let asked = 0;
let mine = "";       // the job that was started here and is to be seen
const shown = new Map();   // the jobs on the page, by their numbers

export const jobs = { name: "Commands", key: "9", element, open };

listen((keys) => {
  if (keys.has("game")) renewGame();
  const heard = [...keys].filter((key) => key.startsWith("job/"));
  if (heard.length) hear(heard);
});

async function open() {
  hear(Object.keys(state).filter((key) => key.startsWith("job/")));
  if (list.children.length) return;
  const { groups, refused } = await post({ do: "describe" });
  if (refused) return say(refused);
  list.replaceChildren(...groups.map(([group, commands]) => make("li", {}, make("h3", {}, group), make("ul", {}, ...commands.map(([name, summary]) =>
      make("li", {}, make("button", { type: "button", "data-command": name, onclick: () => choose(name) }, make("b", {}, name), " ", make("span", {}, summary.replaceAll("`", "")))))))));
}

async function choose(name) {
  const told = await post({ do: "describe", command: name });
  if (told.refused) return say(told.refused);
  chosen = { name, ...told };
  for (const button of list.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.command === name));
  if (window.innerWidth < NARROW) chooser.open = false;
  title.textContent = `trilith ${name}`;
  about.textContent = told.help.replace(/(\S)\n(?!\n|trilith )/g, "$1 ");
  const needed = told.rows.filter((row) => !isOption(row) || row.required);
  const others = told.rows.filter((row) => !needed.includes(row));
  rows.replaceChildren(...needed.map(field), others.length ? make("details", { "aria-label": "Options", open: window.innerWidth >= NARROW }, make("summary", {}, `Options (${others.length})`), ...others.map(field)) : "");
  form.hidden = false;
  renewGame();
  title.focus();
}

// The game that is shown stands where a command asks for one, until somebody types another.
function renewGame() {
  for (const control of rows.querySelectorAll("[data-game]")) {
    if (!control.value || control.value === control.dataset.game) control.value = state.game?.id ?? "";
    control.dataset.game = state.game?.id ?? "";
  }
  if (chosen) tellLine();
}

function field(row) {
  const id = `c-${row.name}`;
  const told = { id, name: row.name, "aria-describedby": `${id}-help`, required: row.required, "data-game": row.game };
  let control;
  if (row.kind === "flag") control = make("input", { ...told, type: "checkbox", value: "yes" });
  else if (row.choices.length && row.many) control = make("select", { ...told, multiple: true, size: row.choices.length }, ...row.choices.map((one) => make("option", {}, one)));
  else if (row.choices.length) {
    control = make("select", told, row.default ? "" : make("option", { value: "" }, "(nothing)"), ...row.choices.map((one) => make("option", {}, one)));
    control.value = row.default;
  } else if (row.many) control = make("textarea", { ...told, rows: "1", spellcheck: "false" });
  else control = make("input", { ...told, type: /^(int|float)/.test(row.kind) ? "number" : "text", min: row.min, max: row.max, step: row.kind.startsWith("int") ? 1 : "any", placeholder: row.default, autocomplete: "off", spellcheck: "false" });
  const more = row.many && !row.choices.length ? " One a line." : "";
  return make("div", { class: `row ${row.kind}` }, make("label", { for: id }, row.label), control, make("small", { id: `${id}-help` }, row.help + more));
}

function isOption(row) {
  return row.label.startsWith("-");
}

// The words of the command line; what is as it is anyway is left out.
function words() {
  const before = [chosen.name];
  const behind = [];
  for (const row of chosen.rows) {
    const control = form.elements[row.name];
    let values = [control.value];
    if (row.kind === "flag") values = control.checked ? ["yes"] : [];
    else if (control.multiple) values = [...control.selectedOptions].map((one) => one.value);
    else if (row.many) values = control.value.split("\n");
    values = values.map((one) => one.trim()).filter((one) => one && (row.many || one !== row.default));
    if (!isOption(row)) before.push(...values);
    else if (row.kind === "flag") behind.push(...values.map(() => row.label));
    else for (const one of values) behind.push(...(one.startsWith("-") ? [`${row.label}=${one}`] : [row.label, one]));
  }
  return [...before, ...behind];
}

async function post(words) {
  try {
    const answer = await send("edit", words);
    return answer.status === 200 || answer.status === 409 ? await answer.json() : { refused: (await answer.text()).trim() };
  } catch {
    return { refused: "The studio does not answer." };
  }
}

async function tellLine() {
  const number = ++asked;
  const answer = await post({ do: "say", line: words().join("\n") });
  if (number === asked) show(answer);
}

function show(answer) {
  line.classList.toggle("trouble", Boolean(answer.refused));
  line.replaceChildren(answer.refused ?? place(answer.said));
}

async function begin() {
  const answer = await post({ do: "start", line: words().join("\n") });
  show(answer);
  if (answer.refused) return;
  expect(answer.job);
  say(`started: ${title.textContent}`);
}

async function act(deed) {
  const answer = await post(deed);
  if (answer.refused) say(answer.refused);
  else if (deed.do === "go on") expect(answer.job);
}

function expect(number) {
  mine = number;
  if (shown.has(number)) lookAt(shown.get(number));
}

function hear(keys) {
  for (const number of keys.map((key) => key.slice(4)).toSorted((a, b) => a - b)) {
    const job = state[`job/${number}`];
    if (!job) {
      shown.get(number)?.element.remove();
      shown.delete(number);
      continue;
    }
    if (!shown.has(number)) {
      for (const other of shown.values()) other.element.open = false;
      shown.set(number, card(job));
      running.prepend(shown.get(number).element);
    }
    draw(shown.get(number), job);
    if (number === mine) lookAt(shown.get(number));
  }
}

// Show the job that was started here as it begins.
function lookAt(one) {
  mine = "";
  one.element.scrollIntoView({ block: "start" });
  (one.answer.hidden ? one.element.firstChild : one.input).focus({ preventScroll: true });
}

function card(job) {
  const whose = { job: job.number };
  const badge = make("span", { class: "state" });
  const screen = make("pre", { class: "screen", tabindex: "0", role: "log", "aria-live": "off", "aria-label": `What ${job.said} says` });
  const input = make("input", { type: "text", id: `answer-${job.number}`, autocomplete: "off", spellcheck: "false" });
  const answer = make("form", { class: "answer", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    act({ do: "answer", ...whose, text: input.value });
    input.value = "";
  } }, make("label", { for: input.id }, "Answer"), input, make("button", { type: "submit" }, "Send"));
  const stop = make("button", { type: "button", "data-do": "stop", onclick: () => act({ do: "stop", ...whose }) }, "Stop");
  const onward = make("button", { type: "button", "data-do": "go on", onclick: () => act({ do: "go on", ...whose }) }, "Go on");
  const files = make("ul", { class: "made" });
  const tools = make("p", { class: "tools" }, stop, onward);
  const element = make("details", { class: "job", "aria-label": job.said, open: true, "data-job": whose.job }, make("summary", {}, make("code", {}, job.said), " ", badge), screen, answer, tools, files);
  return { element, badge, screen, answer, input, stop, onward, files, written: screen.appendChild(new Text()) };
}

function draw(one, job) {
  const isEnd = one.screen.scrollTop + one.screen.clientHeight >= one.screen.scrollHeight - 4;
  const before = one.badge.dataset.state;
  const text = job.text.replace(/\r$/, "");
  if (text.startsWith(one.written.data)) one.written.appendData(text.slice(one.written.length));
  else one.written.data = text;
  if (isEnd) one.screen.scrollTop = one.screen.scrollHeight;
  if (document.activeElement === one.input) one.answer.scrollIntoView({ block: "nearest" });
  one.badge.textContent = job.state === "failed" ? `ended with status ${job.status}` : job.state;
  one.badge.dataset.state = job.state;
  const runs = job.state === "running";
  one.stop.hidden = !runs;
  one.onward.hidden = !job.onward;
  one.onward.title = job.onward;
  one.answer.hidden = !(runs && job.asks);
  const named = job.files.join("\n");
  if (one.files.dataset.named !== named) one.files.replaceChildren(...links(job.files));
  one.files.dataset.named = named;
  if (before === "running" && !runs) say(`${job.said}: ${one.badge.textContent}`);
}

// The files that a job made, those to be read first; of many most are folded away.
function links(names) {
  const first = (name) => !/\.(pdf|html)$/.test(name);
  const all = names.toSorted((a, b) => first(a) - first(b)).map(link);
  if (all.length <= MOST) return all;
  return [...all.slice(0, MOST), make("li", {}, make("details", { "aria-label": "More files" }, make("summary", {}, `and ${all.length - MOST} more`), make("ul", { class: "made" }, ...all.slice(MOST))))];
}

function link(name) {
  const href = `output/${name.split("/").map(encodeURIComponent).join("/")}`;
  return make("li", {}, make("a", { href, target: "_blank", rel: "noopener" }, name), name.endsWith(".pdf") ? shownPages(name) : "");
}

// The pages of a PDF file, made into pictures once they are wanted.
function shownPages(name) {
  const tiles = make("div", { class: "tiles" });
  return make("details", { class: "pages", "aria-label": `Pages of ${name}`, ontoggle: async (event) => {
    if (!event.target.open || tiles.children.length) return;
    tiles.textContent = "The pages are being drawn.";
    try {
      const { pages } = await ask("pages", { file: name });
      tiles.replaceChildren(...pages.map((page, at) => picture(name, page, at)));
    } catch (error) {
      tiles.textContent = error.message;
    }
  } }, make("summary", {}, "See its pages"), tiles);
}
