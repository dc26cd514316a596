// The grid of all faces, grouped and filtered; only what changed is touched.
import { cards, card, findingsOf, listen, look, state } from "./store.js";
import { frame, show } from "./picture.js";
import { make } from "./dom.js";
import { grouping, matcher } from "./search.js";

const tiles = new Map();
const visible = new Set();
const grid = make("div", { class: "grid" });
const options = { query: "", group: "set", width: 180 };
let shown = [];
let selected = "";
let onSelect = () => {};

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target.dataset.id);
    else visible.delete(target.dataset.id);
    if (isIntersecting) paint(target.dataset.id);
  }
  tell();
}, { rootMargin: "200px" });

export const faces = {
  name: "Faces",
  key: "1",
  element: grid,
  open() {
    arrange();
  },
};

export function setUp(select) {
  onSelect = select;
  listen((keys) => {
    if ([...keys].some((key) => key === "sets" || key === "game")) arrange();
    let fresh = false;
    for (const key of keys) {
      if (!key.startsWith("card/")) continue;
      const id = key.slice(5);
      if (tiles.has(id) && card(id)) renew(id);
      else fresh = true;
    }
    if (fresh || keys.has("findings")) arrange();
  });
}

export function change(more) {
  Object.assign(options, more);
  for (const tile of tiles.values()) tile.remove();
  if ("width" in more) tiles.clear();
  arrange();
}

export function select(id, { focus = true } = {}) {
  tiles.get(selected)?.setAttribute("aria-pressed", "false");
  selected = id;
  const tile = tiles.get(id);
  tile?.setAttribute("aria-pressed", "true");
  if (tile && focus) {
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: "nearest" });
  }
  tellNow();
  onSelect(id);
  if (tile && focus) requestAnimationFrame(() => tile.scrollIntoView({ block: "nearest" }));
}

export function selection() {
  return selected;
}

// Move the selection by so many tiles, or by rows.
export function step(across, down = 0) {
  if (!shown.length) return;
  const at = shown.indexOf(selected);
  if (at < 0) return select(shown[0]);
  if (!down) return select(shown[Math.max(0, Math.min(shown.length - 1, at + across))]);
  const here = tiles.get(selected).getBoundingClientRect();
  const rows = shown.map((id) => [id, tiles.get(id).getBoundingClientRect()]);
  const beyond = rows.filter(([, box]) => (down > 0 ? box.top > here.top + 4 : box.top < here.top - 4));
  if (!beyond.length) return;
  const line = down > 0 ? Math.min(...beyond.map(([, box]) => box.top)) : Math.max(...beyond.map(([, box]) => box.top));
  const near = beyond.filter(([, box]) => Math.abs(box.top - line) < 4);
  near.sort(([, a], [, b]) => Math.abs(a.left - here.left) - Math.abs(b.left - here.left));
  select(near[0][0]);
}

// The next component with a finding, in the order of the grid.
export function nextFinding() {
  const at = shown.indexOf(selected);
  const around = [...shown.slice(at + 1), ...shown.slice(0, at + 1)];
  const found = around.find((id) => findingsOf(id).length);
  if (found) select(found);
}

function arrange() {
  const sets = state.sets ?? [];
  const there = sets.flatMap((one) => one.ids).filter((id) => card(id));
  const fits = matcher(options.query);
  shown = there.filter((id) => fits(card(id), findingsOf(id)));
  const groups = new Map();
  for (const id of shown) {
    const name = grouping(card(id), options.group, sets);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(id);
  }
  const scroll = window.scrollY;
  const focused = document.activeElement?.dataset?.id;
  const sections = [...groups].map(([name, ids]) => section(name, ids, sets));
  if (!sections.length) sections.push(make("p", { class: "empty" }, empty(there.length)));
  const moved = !same(sections);
  if (moved) grid.replaceChildren(...sections);
  for (const id of [...tiles.keys()]) if (!card(id)) forget(id);
  for (const id of shown) renew(id);
  if (focused && tiles.has(focused)) tiles.get(focused).focus({ preventScroll: true });
  if (moved) window.scrollTo(0, scroll);
}

// The sections that stand there, if they hold the same tiles already: then nothing moves.
function same(sections) {
  const now = [...grid.children];
  if (now.length !== sections.length) return false;
  return now.every((one, index) => one.dataset.ids && one.dataset.ids === sections[index].dataset.ids && one.dataset.head === sections[index].dataset.head && one.isConnected && one.querySelectorAll(".tile").length === one.dataset.ids.split(" ").length);
}

function empty(there) {
  if (there) return "Nothing fits this search.";
  if (state.game && !state.game.readable) return "The game cannot be read; the findings say why.";
  return "Nothing is laid out yet.";
}

function section(name, ids, sets) {
  const lost = sets.find((one) => one.name === name)?.lost;
  const copies = ids.reduce((sum, id) => sum + card(id).copies, 0);
  const told = `${ids.length} faces, ${copies} pieces${lost ? "; its file cannot be read now" : ""}`;
  const head = make("h2", {}, name, " ", make("small", {}, told));
  const standing = [...grid.children].find((one) => one.dataset.ids === ids.join(" ") && one.dataset.head === `${name} ${told}`);
  if (standing && standing.querySelectorAll(".tile").length === ids.length) return standing;
  const list = make("div", { class: "tiles", role: "group", "aria-label": name }, ...ids.map(tile));
  return make("section", { "data-ids": ids.join(" "), "data-head": `${name} ${told}` }, head, list);
}

function tile(id) {
  if (tiles.has(id)) return tiles.get(id);
  const element = make("button", {
    type: "button", class: "tile", "data-id": id, "aria-pressed": String(id === selected),
    onclick: () => select(id), ondblclick: () => select(id),
  });
  tiles.set(id, element);
  observer.observe(element);
  return element;
}

function forget(id) {
  observer.unobserve(tiles.get(id));
  tiles.get(id).remove();
  tiles.delete(id);
  visible.delete(id);
}

function renew(id) {
  const element = tiles.get(id);
  const one = card(id);
  if (!element || !one) return;
  const found = findingsOf(id);
  const worst = found[0]?.severity ?? "";
  const label = `${one.name}, ${one.copies} of it${found.length ? `, ${found.length} findings, the worst: ${worst}` : ""}${one.stale ? ", as it was before the mistake" : ""}`;
  element.setAttribute("aria-label", label);
  element.classList.toggle("stale", Boolean(one.stale));
  element.dataset.worst = worst;
  const caption = make("span", { class: "caption" }, one.name, one.copies > 1 ? make("small", {}, ` ×${one.copies}`) : null);
  const badge = found.length ? make("span", { class: `badge ${worst}`, title: found[0].message }, String(found.length)) : null;
  const told = JSON.stringify([one.name, one.copies, found.length, worst, found[0]?.message]);
  if (element.dataset.told !== told) {
    element.dataset.told = told;
    element.querySelectorAll(".caption, .badge").forEach((part) => part.remove());
    element.append(caption, ...(badge ? [badge] : []));
  }
  if (one.w) {
    const width = widthOf(one);
    element.style.width = `${width}px`;
    element.style.minHeight = `${(width * one.h) / one.w}px`;
  }
  if (visible.has(id)) paint(id);
}

function widthOf(one) {
  return Math.min(options.width * Math.max(1, (one.w ?? 63) / 63.5), options.width * 2.2);
}

function paint(id) {
  const element = tiles.get(id);
  const one = card(id);
  if (!element || !one || !element.isConnected) return;
  const width = widthOf(one);
  const shape = [one.w, one.h, one.shape, width].join();
  let box = element.querySelector(".frame");
  if (!box || element.dataset.shape !== shape) {
    element.dataset.shape = shape;
    box?.remove();
    element.prepend(frame(one, "front", width));
  } else show(box, one, "front", width, false);
}

let waiting = 0;
function tell() {
  clearTimeout(waiting);
  waiting = setTimeout(tellNow, 60);
}

function tellNow() {
  clearTimeout(waiting);
  const seen = shown.filter((id) => visible.has(id) && id !== selected);
  look({ ids: selected ? [selected, ...seen] : seen });
}

export function fieldNames() {
  const names = new Set();
  for (const one of cards()) for (const key of Object.keys(one.fields)) names.add(key.split(".")[0]);
  return [...names].sort();
}
