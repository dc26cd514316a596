// The keyboard: one table, from which the help is made as well.
import { make } from "./dom.js";

export function setUp(table) {
  const help = document.getElementById("help");
  const rows = table.map(([keys, told]) => make("tr", {}, make("th", { scope: "row" }, ...keys.flatMap((key, at) => [at ? " " : "", make("kbd", {}, shownKey(key))])), make("td", {}, told)));
  const close = make("button", { type: "button", onclick: () => help.close() }, "Close ", make("kbd", {}, "Esc"));
  help.replaceChildren(make("h2", { id: "help-title" }, "Keys"), make("table", {}, ...rows), close);
  document.getElementById("help-button").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const typing = event.target.matches("input:not([type=range]), textarea");
    if (typing && event.key !== "Escape") return;
    if (event.target.matches("select, input") && event.key !== "Escape" && event.key.startsWith("Arrow")) return;
    const row = table.find(([keys]) => keys.includes(event.key));
    if (!row) return;
    const [, , act] = row;
    if (act(event.key) !== false) event.preventDefault();
  });
}

function shownKey(key) {
  return { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" }[key] ?? key;
}
