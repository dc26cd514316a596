// Piles and cards of a table, from games that are played in the background: few first, then more.
import { ask, card, listen, state } from "./store.js";
import { make, say } from "./dom.js";

const STEPS = [20, 100, 400];
const chosen = { players: "", bots: "", policy: "random" };
const choice = make("span", { role: "group", "aria-label": "Players" });
const policy = make("select", { id: "policy", onchange: () => {
  chosen.policy = policy.value;
  renew();
} }, make("option", { value: "random" }, "random"), make("option", { value: "greedy" }, "greedy"));
const told = make("p", { class: "told", role: "status" });
const figures = make("div", { class: "figures" });
const element = make("div", {}, make("p", { class: "bar" }, choice, make("label", {}, "Players that choose ", policy)), told, figures);
let made = "";
let asking = 0;
let onGo = () => {};

export const piles = { name: "Piles", key: "6", element, open: renew };

export function setUp(go) {
  onGo = go;
}

listen((keys) => {
  if (keys.has("game")) Object.assign(chosen, { players: "", bots: "" });
  if ((keys.has("stamp") || keys.has("game")) && element.isConnected) renew();
});

async function renew() {
  const wanted = [state.game?.id, state.stamp, chosen.players, chosen.bots, chosen.policy].join();
  if (!state.stamp || wanted === made) return;
  const number = ++asking;
  told.textContent = figures.children.length ? "Playing again; what you see is how it was." : "Playing";
  try {
    for (const games of STEPS) {
      const answer = await ask("piles", { ...chosen, games });
      if (number !== asking || !element.isConnected) return;
      draw(answer);
      if (!answer.played) break;
    }
    made = wanted;
    say(told.textContent);
  } catch (error) {
    if (number !== asking) return;
    figures.replaceChildren();
    told.textContent = error.message;
  }
}

function draw(answer) {
  choice.replaceChildren(...answer.tables.map((one) => make("button", {
    type: "button", "aria-pressed": String(one.players === answer.players && one.bots === answer.bots),
    onclick: () => {
      Object.assign(chosen, { players: one.players, bots: one.bots });
      renew();
    },
  }, one.name)));
  if (!answer.played) {
    told.textContent = "This game is not played; the data declare how piles are drawn from.";
    figures.replaceChildren(table("Piles", ["Pile", "Pieces", "Worst case"], answer.piles.map((one) => [one.name, String(one.size), `${one.can_run_out ? "can run out" : "never runs out"}: ${one.sum}`])));
    return;
  }
  const length = answer.rounds || answer.turns;
  const turns = length ? `, ${length.min} to ${length.max} ${answer.rounds ? "rounds" : "turns"} (median ${length.p50})` : "";
  const stalled = answer.stalled ? `; ${answer.stalled} did not end` : "";
  told.textContent = `${answer.games} games${turns}${stalled}`;
  const wins = answer.wins.map((one) => [`Seat ${one.seat}`, bar(one.rate, `${percent(one.rate)} (${percent(one.low)} to ${percent(one.high)})${answer.shared.rate ? `, alone ${percent(one.alone)}` : ""}`)]);
  figures.replaceChildren(
    table("Wins", ["Seat", "Share of games"], wins),
    table("Piles", ["Pile", "Pieces", "Ran out", "First on turn", "Least left"], answer.piles.map(pile)),
    ...cards(answer),
  );
}

function pile(one) {
  const rate = one.exhausted_rate;
  const first = one.first_exhausted_turn;
  return [one.name, String(one.size), bar(rate, `${percent(rate)} (${percent(one.low)} to ${percent(one.high)})`, rate > 0 ? "out" : ""), first ? `${first.p50} (${first.min} to ${first.max})` : "", String(one.least_left)];
}

function cards({ cards: found, games }) {
  const rows = Object.entries(found).sort(([, a], [, b]) => b.played - a.played || b.drawn - a.drawn);
  if (!rows.length) return [];
  const most = Math.max(1, ...rows.map(([, one]) => one.drawn)) / games;
  return [table("Cards", ["Card", "Drawn in a game", "Played", "Held or lost unplayed"], rows.map(([id, one]) => [
    make("button", { type: "button", class: "card-link", onclick: () => onGo(id) }, card(id)?.name ?? id),
    bar(one.drawn / games / most, (one.drawn / games).toFixed(2)),
    bar(one.played / games / most, (one.played / games).toFixed(2)),
    bar(one.dead / games / most, (one.dead / games).toFixed(2), "out"),
  ]))];
}

function table(caption, heads, rows) {
  return make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)))),
    make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((one) => make("td", {}, one))))));
}

function bar(share, words, kind = "") {
  const fill = make("i", { class: `fill ${kind}` });
  fill.style.width = `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%`;
  return make("span", { class: "amount" }, make("span", { class: "track", "aria-hidden": "true" }, fill), make("span", {}, words));
}

function percent(rate) {
  return `${(100 * rate).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)} %`;
}
