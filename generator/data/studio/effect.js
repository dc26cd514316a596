// What a number does to the game while it is typed: a small sample, beside the one that is there.
import { ask, state } from "./store.js";
import { make } from "./dom.js";

const PAUSE_MS = 500;
const NAMES = {
  seats: (row) => `seat ${row.of} wins`,
  length: () => "rounds",
  piles: (row) => `${row.of} runs dry before the end`,
  ends: () => "games without an end",
};

export function effect(one, row, control) {
  const told = make("div", { class: "effect", role: "status", "aria-label": `What ${row.name} does to the game` });
  let timer = 0;
  let asked = 0;
  control.addEventListener("input", () => {
    clearTimeout(timer);
    const number = ++asked;
    told.replaceChildren();
    if (control.value === "" || control.value === row.text || !control.validity.valid) return;
    timer = setTimeout(async () => {
      told.replaceChildren(make("small", {}, "playing a few games"));
      let shown = [];
      try {
        shown = draw(await ask("effect", { id: one.id, field: row.name, to: control.value }), control.value);
      } catch (error) {
        if (state.game && !/nothing to play/.test(error.message)) shown = [make("small", {}, error.message)];
      }
      if (number !== asked || !told.isConnected) return;
      told.replaceChildren(...shown);
      told.scrollIntoView({ block: "nearest" });
    }, PAUSE_MS);
  });
  return told;
}

function draw({ games, table, before, rows }, to) {
  const moved = rows.filter((row) => row.low > 0 || row.high < 0);
  const shown = rows.filter((row) => row.before || row.now);
  const head = moved.length ? `With ${to} in the place of ${before}, as far as ${games} games show:` : `No difference seen in ${games} games.`;
  return [
    make("p", {}, make("b", {}, head)),
    make("table", {}, make("thead", {}, make("tr", {}, ...["", `${before}`, `${to}`, "moved by (interval)"].map((one) => make("th", { scope: "col" }, one)))),
      make("tbody", {}, ...shown.map((row) => make("tr", { class: moved.includes(row) ? "moved" : "" }, make("th", { scope: "row" }, NAMES[row.what](row)),
        ...[row.before, row.now].map((value) => make("td", {}, figure(row, value))),
        make("td", {}, `${signed(row, row.now - row.before)} (${signed(row, row.low)}\u00a0to\u00a0${signed(row, row.high)})`))))),
    make("small", {}, `A small sample: ${games} games of each, ${table}, who choose at random, on the same luck. Wins are those over an equal share. Nothing is written.`),
  ];
}

function figure(row, value) {
  if (row.what === "seats") return signed(row, value);
  return amount(row, value);
}

function amount(row, value) {
  return row.what === "length" ? value.toFixed(1) : `${(100 * value).toFixed(0)}\u00a0%`;
}

function signed(row, value) {
  const text = amount(row, Math.abs(value));
  return /[1-9]/.test(text) ? `${value < 0 ? "−" : "+"}${text}` : text;
}
