// The sheets of a game as they would be printed now; made again as the game changes.
import { ask, listen, state } from "./store.js";
import { make, say } from "./dom.js";

const pages = make("div", { class: "sheets" });
const paper = make("select", { id: "paper", onchange: () => renew() });
const told = make("p", { class: "told", role: "status" });
const element = make("div", {}, make("p", { class: "bar" }, make("label", {}, "Paper ", paper), " ", told), pages);
let made = "";
let asking = 0;

export const sheets = { name: "Sheets", key: "3", element, open: renew };

listen((keys) => (keys.has("stamp") || keys.has("game")) && element.isConnected && renew());

async function renew() {
  const wanted = [state.game?.id, state.game?.ink, state.stamp, paper.value].join();
  if (!state.stamp || wanted === made) return;
  const number = ++asking;
  told.textContent = "The sheets are being made; what you see is how they were.";
  try {
    const answer = await ask("sheets", { paper: paper.value || "a4" });
    if (number !== asking) return;
    made = wanted;
    draw(answer);
  } catch (error) {
    if (number === asking) told.textContent = error.message;
  }
}

function draw({ files, papers, findings }) {
  if (!paper.options.length) paper.replaceChildren(...papers.map((name) => make("option", { value: name }, name)));
  paper.value ||= "a4";
  const count = files.reduce((sum, one) => sum + one.pages.length, 0);
  told.textContent = findings || `${count} pages in ${files.length} files`;
  say(`${count} pages`);
  pages.replaceChildren(...files.map(({ file, pages: list }) => make("section", {},
    make("h2", {}, file, " ", make("small", {}, `${list.length} ${list.length === 1 ? "page" : "pages"}`)),
    make("div", { class: "tiles" }, ...list.map((page, at) => picture(file, page, at))))));
}

// A page of a PDF file: a picture that becomes larger at a click.
export function picture(file, page, at) {
  const image = make("img", { src: `shown/${page.name}.png`, alt: `${file}, page ${at + 1}`, loading: "lazy", class: "sheet" });
  image.style.aspectRatio = `${page.w} / ${page.h}`;
  const large = make("button", { type: "button", class: "page", title: "larger", "aria-label": `${file}, page ${at + 1}, larger`, onclick: () => large.classList.toggle("large") }, image);
  return large;
}
