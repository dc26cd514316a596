// The start page: a project is opened, or a game begun, and the studio comes in its place.
import { make, say } from "./dom.js";
import { send } from "./store.js";
import { leave } from "./leave.js";

const field = (id) => document.getElementById(id);
const [name, newFolder, folder] = ["name", "new-folder", "folder"].map(field);
let at = "";
let separator = "/";
let follows = true; // the folder of a new game is named after it until somebody types another

async function show(where, input = folder) {
  tell(input, "");
  const answer = await fetch(`choices?${new URLSearchParams({ at: where })}`);
  const said = await answer.json();
  if (!answer.ok) return tell(input, said.refused);
  at = said.at;
  separator = at.includes("\\") ? "\\" : "/";
  folder.value = at;
  nameFolder();
  const parts = at.split(separator).filter(Boolean);
  field("way").replaceChildren(...["", ...parts].map((part, index) => {
    const path = parts.slice(0, index).join(separator);
    return way(part || separator, separator === "/" ? `/${path}` : `${path}\\`);
  }));
  const rows = said.folders.map((one) => make("li", {}, way(one.name, inside(one.name), one.project), one.project ? make("button", { type: "button", class: "main", "aria-label": `Open ${one.name}`, onclick: () => choose({ do: "open", folder: inside(one.name) }, folder) }, "Open") : null));
  field("folders").replaceChildren(...rows, ...(rows.length ? [] : [make("li", { class: "empty" }, "no folders in it")]));
  say(said.games.length ? `this folder has ${said.games.join(", ")}` : "");
  return said;
}

function inside(name) {
  return at.endsWith(separator) ? at + name : at + separator + name;
}

function way(text, path, project = false) {
  return make("button", { type: "button", class: project ? "project" : "", onclick: () => show(path) }, text);
}

function nameFolder() {
  const id = name.value.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  if (follows) newFolder.value = inside(id || "my-game");
}

function tell(input, why) {
  field(`${input.id}-trouble`).textContent = why;
  input.toggleAttribute("aria-invalid", Boolean(why));
  if (why) input.focus();
}

async function choose(words, input) {
  for (const one of [name, newFolder, folder]) tell(one, "");
  const answer = await send("edit", words);
  const said = await answer.json();
  if (!answer.ok) return tell(said.field === "name" ? name : input, said.refused);
  leave(said.token, "Opening the studio ...");
}

function starter(one, index) {
  return make("label", { class: "starter" },
    make("input", { type: "radio", name: "like", value: one.id, checked: index === 0 }),
    make("span", { class: "picture" }, make("img", { alt: "", hidden: true })),
    make("b", {}, one.name), make("span", { class: "players" }, `${one.players} players`), make("span", {}, one.summary));
}

field("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!name.value.trim()) return tell(name, "write a name for the game");
  const like = new FormData(event.target).get("like");
  choose({ do: "begin", name: name.value, folder: newFolder.value, like }, newFolder);
});
field("open").addEventListener("submit", (event) => {
  event.preventDefault();
  choose({ do: "open", folder: folder.value }, folder);
});
folder.addEventListener("change", () => show(folder.value));
name.addEventListener("input", nameFolder);
newFolder.addEventListener("input", () => { follows = !newFolder.value; });
field("quit").addEventListener("click", async () => {
  await send("edit", { do: "quit" });
  leave("", "trilith has ended; this tab can be closed.");
});

const said = await show("");
field("starters").append(...said.starters.map(starter));
field("opened").append(...(said.opened.some((one) => one.games.length) ? [make("h3", {}, "Opened before")] : []), ...said.opened.filter((one) => one.games.length).map((one) =>
  make("button", { type: "button", class: "opened", onclick: () => choose({ do: "open", folder: one.folder }, folder) }, make("b", {}, one.folder.split(separator).pop()), " ", make("small", {}, one.games.join(", ")), make("span", {}, one.folder))));

// One after the other, as they are drawn: a browser has few lines, and a click wants one.
for (const one of said.starters) {
  const picture = document.querySelector(`.starter:has([value="${one.id}"]) img`);
  picture.src = `starter/${one.id}.png`;
  await picture.decode().then(() => { picture.hidden = false; }, () => {});
}
