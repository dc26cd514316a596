// What the server last said, and the line to it. Parts listen by the first word of a key.

export const state = {};
const listeners = [];
let socket = null;
let looked = "";
let wanted = { game: "", ink: "normal", ids: [] }; // and the language, once one is chosen
let draft = null; // the faces of a card of which a field is being typed
let wait = 250;
const LONGEST_MS = 4000;

export function listen(listener) {
  listeners.push(listener);
}

export function cards() {
  return Object.keys(state).filter((key) => key.startsWith("card/")).map((key) => card(key.slice(5)));
}

export function card(id) {
  const told = state[`card/${id}`];
  return told && draft?.id === id ? { ...told, ...draft.faces } : told;
}

// The boxes of the layouts of a card by side, in millimetres from the top left of its trim.
export function boxesOf(one) {
  return state[`boxes/${one.set}`] ?? {};
}

// Show a card with other faces, those of what is being typed; with none as the server has it.
export function showDraft(id, faces) {
  if (!faces && draft?.id !== id) return;
  draft = faces && { id, faces };
  for (const listener of listeners) listener(new Set([`card/${id}`]));
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
    take(Object.fromEntries(Object.keys(state).filter((key) => key.startsWith("job/")).map((key) => [key, null])));
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
  if (keys.includes(`card/${draft?.id}`)) draft = null;
  if ("" in patch) {
    for (const key of Object.keys(state).filter((one) => !one.startsWith("job/"))) {
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

// The words of an address for what the page shows.
export function query(words = {}) {
  const { id = "", ink = "normal", language = "" } = state.game ?? {};
  return new URLSearchParams({ ...words, game: id, ink, language });
}

export async function ask(what, words = {}) {
  const answer = await fetch(`view/${what}?${query(words)}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}
