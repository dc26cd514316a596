// What the server last said, and the line to it. Parts listen by the first word of a key.

export const state = {};
const listeners = [];
let socket = null;
let looked = "";
let wanted = { game: "", ink: "normal", ids: [] };
let wait = 250;
const LONGEST_MS = 4000;

export function listen(listener) {
  listeners.push(listener);
}

export function cards() {
  return Object.entries(state).filter(([key]) => key.startsWith("card/")).map(([, card]) => card);
}

export function card(id) {
  return state[`card/${id}`];
}

export function findingsOf(id) {
  return (state.findings ?? []).filter((one) => one.cards.includes(id));
}

export function look(change) {
  wanted = { ...wanted, ...change };
  tell();
}

function tell() {
  const said = JSON.stringify(wanted);
  if (socket?.readyState === WebSocket.OPEN && said !== looked) {
    looked = said;
    socket.send(said);
  }
}

export function connect(onLine) {
  const address = new URL("live", location.href);
  address.protocol = "ws:";
  address.hash = "";
  socket = new WebSocket(address);
  socket.onopen = () => {
    wait = 250;
    looked = "";
    onLine(true);
    tell();
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    onLine(false);
    setTimeout(() => connect(onLine), wait);
    wait = Math.min(LONGEST_MS, wait * 1.6);
  };
}

function take(patch) {
  const keys = Object.keys(patch);
  if ("" in patch) {
    for (const key of Object.keys(state)) {
      if (!(key in patch)) keys.push(key);
      delete state[key];
    }
  }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete state[key];
    else state[key] = value;
  }
  const changed = new Set(keys.filter((key) => key !== ""));
  for (const listener of listeners) listener(changed);
}

export function send(path, words) {
  return fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(words) });
}

export async function ask(what, words = {}) {
  const answer = await fetch(`view/${what}?${new URLSearchParams({ ...words, game: state.game?.id ?? "", ink: state.game?.ink ?? "normal" })}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}
