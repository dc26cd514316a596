// A table after set-up: every zone with what lies in it, for each number of players, by seed.
import { ask, card, listen, state } from "./store.js";
import { make, say } from "./dom.js";
import { frame } from "./picture.js";

const CARD_PX = 84;
const BROAD_PX = 300;
const chosen = { players: "", bots: "", seed: 1, under: false };
const choice = make("span", { role: "group", "aria-label": "Players" });
const seed = make("input", { id: "seed", type: "number", min: 0, max: 999999999, value: 1, onchange: () => deal(seed.valueAsNumber || 0) });
const another = make("button", { type: "button", onclick: () => nextSeed() }, "Another ", make("kbd", {}, "r"));
const under = make("button", { type: "button", "aria-pressed": "false", onclick: () => lookUnder() }, "Look under what lies face down ", make("kbd", {}, "u"));
const told = make("p", { class: "told", role: "status" });
const groups = make("div", { class: "table" });
const element = make("div", {}, make("p", { class: "bar" }, choice, make("label", {}, "Seed ", seed), another, under), told, groups);
let made = "";
let asking = 0;
let last = null;
let onGo = () => {};

export const tables = { name: "Tables", key: "4", element, open: renew };

export function setUp(go) {
  onGo = go;
}

export function nextSeed() {
  deal(chosen.seed + 1);
}

export function lookUnder() {
  chosen.under = !chosen.under;
  under.setAttribute("aria-pressed", String(chosen.under));
  if (last) draw(last);
}

export function nextTable(step = 1) {
  const buttons = [...choice.children];
  const at = buttons.findIndex((one) => one.getAttribute("aria-pressed") === "true");
  buttons[(at + step + buttons.length) % buttons.length]?.click();
}

listen((keys) => {
  if (keys.has("game") && state.game?.id !== last?.game) Object.assign(chosen, { players: "", bots: "" });
  if ((keys.has("stamp") || keys.has("game")) && element.isConnected) renew();
});

function deal(number) {
  chosen.seed = number;
  seed.value = String(number);
  renew();
}

async function renew() {
  const wanted = [state.game?.id, state.stamp, chosen.players, chosen.bots, chosen.seed].join();
  if (!state.stamp || wanted === made) return;
  const number = ++asking;
  try {
    const answer = await ask("tables", { players: chosen.players, bots: chosen.bots, seed: chosen.seed });
    if (number !== asking) return;
    made = wanted;
    last = { ...answer, game: state.game.id };
    draw(last);
    say(`${nameOf(answer)}, seed ${answer.seed}`);
  } catch (error) {
    if (number === asking) told.textContent = error.message;
  }
}

function nameOf(answer) {
  return answer.tables.find((one) => one.players === answer.players && one.bots === answer.bots).name;
}

function draw(answer) {
  choice.replaceChildren(...answer.tables.map((one) => make("button", {
    type: "button", "aria-pressed": String(one.players === answer.players && one.bots === answer.bots),
    onclick: () => {
      Object.assign(chosen, { players: one.players, bots: one.bots });
      renew();
    },
  }, one.name)));
  told.replaceChildren(...answer.problems.flatMap((one) => [make("span", { class: "warn" }, one.message), " ", make("code", {}, one.at), " "]));
  groups.replaceChildren(...answer.groups.filter((one) => one.zones.length).map(group));
}

function group({ name, zones }) {
  return make("section", {}, make("h2", {}, name), make("div", { class: "zones" }, ...zones.map(zone)));
}

function zone({ name, faces, stacks }) {
  const count = stacks.reduce((sum, one) => sum + one.count, 0);
  const hidden = faces === "down" && !chosen.under && count > 0;
  const seen = { down: "face down", owner: "its owner sees it", up: "" }[faces];
  const shown = hidden ? backs(stacks) : stacks;
  const words = [count === 1 ? "1 piece" : `${count} pieces`, count ? seen : ""].filter(Boolean).join(", ");
  const pictures = count ? make("div", { class: "stacks" }, ...shown.map((one) => stack(one, hidden))) : make("p", { class: "empty" }, "empty");
  return make("section", { class: "zone" }, make("h3", {}, name, " ", make("small", {}, words)), pictures);
}

// Piles whose backs look the same are one pile: nobody sees where one kind begins.
function backs(stacks) {
  const found = new Map();
  for (const one of stacks) {
    const key = card(one.id)?.back ?? "";
    const there = found.get(key);
    if (there) there.count += one.count;
    else found.set(key, { ...one, name: "face down" });
  }
  return [...found.values()];
}

function stack({ id, name, count }, hidden) {
  const one = card(id);
  const side = hidden && one?.back ? "back" : "front";
  const told = count > 1 ? `${count} × ${name}` : name;
  const width = one?.w ? Math.min(BROAD_PX, (CARD_PX * one.w) / 63.5) : CARD_PX;
  const picture = one?.front ? frame(one, side, Math.max(26, width)) : make("span", { class: "blankpiece" }, name);
  const several = count > 1 ? make("b", { class: "times" }, `×${count}`) : null;
  return make("button", {
    type: "button", class: count > 1 ? "stack several" : "stack", title: told, "aria-label": told, onclick: () => onGo(id),
  }, picture, several);
}
