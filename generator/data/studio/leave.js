// From one page of trilith to another, which answers at the same address under its own token.
import { make, say } from "./dom.js";
import { send } from "./store.js";

const PAUSE_MS = 100;

export async function leave(token, told) {
  document.body.classList.add("left");
  const line = document.getElementById("lost");
  line.hidden = false;
  line.className = "told";
  line.textContent = told;
  say("");
  if (!token) return;
  const there = () => fetch(`/${token}/`).then((answer) => answer.ok, () => false);
  while (!(await there())) await new Promise((done) => setTimeout(done, PAUSE_MS));
  location.replace(`/${token}/`);
}

// The menu of the studio: to the start page, or to the end.
export function setUp(menu) {
  const go = (what, told) => async () => {
    const answer = await send("edit", { do: what });
    leave(what === "quit" ? "" : (await answer.json()).token, told);
  };
  menu.append(
    make("button", { type: "button", onclick: go("another", "Closing the project ...") }, "Another project…"),
    make("button", { type: "button", onclick: go("quit", "trilith has ended; this tab can be closed.") }, "Quit"));
}
