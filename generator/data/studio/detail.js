// One component large: front and back, what is cut off, safe lines, boxes, and its findings.
import { boxesOf, card, findingsOf, listen, state } from "./store.js";
import { frame, show } from "./picture.js";
import { make, place } from "./dom.js";
import { findingItem } from "./findings.js";
import { boxOver, fixed, isHeld } from "./boxes.js";
import * as edit from "./edit.js";

const panel = document.getElementById("detail");
const toggles = { bleed: false, trim: false, safe: false, boxes: false, back: true };
const KEYS = { bleed: "b", trim: "t", safe: "s", boxes: "x", back: "k" };
const NAMES = { bleed: "Bleed", trim: "Trim line", safe: "Safe line", boxes: "Boxes", back: "Back" };
const SAFE_MM = 3;
let current = "";
let onClose = () => {};
let onGo = () => {};

export function setUp(close, go) {
  onClose = close;
  onGo = go;
  edit.setUp({ redraw: () => current && draw(), go, close });
  listen((keys) => {
    if (current && (keys.has(`card/${current}`) || keys.has(`boxes/${card(current)?.set}`) || keys.has("findings") || keys.has("sets") || keys.has("game"))) draw();
  });
  window.addEventListener("resize", () => current && draw());
}

export async function open(id) {
  const stays = edit.openFor();
  if (stays && stays !== id && !(await edit.leave())) {
    onGo(stays);
    return edit.focus();
  }
  current = id;
  panel.hidden = !id;
  document.body.classList.toggle("with-detail", Boolean(id));
  draw();
}

export function isOpen() {
  return Boolean(current);
}

export function toggle(name) {
  if (!(name in toggles)) return;
  toggles[name] = !toggles[name];
  draw();
}

function draw() {
  const one = card(current);
  if (edit.openFor() === current && current) return one && renew(panel.querySelector(".faces"), one);
  if (one && isHeld(current)) return renew(panel.querySelector(".faces"), one);
  if (!one) return panel.replaceChildren(make("p", { class: "empty" }, current ? "It is not there any more." : ""));
  const held = panel.contains(document.activeElement) ? document.activeElement.dataset : {};
  const head = make("header", {},
    make("h2", {}, one.name),
    make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => onClose() }, "×"));
  const faces = picture(one);
  const old = panel.querySelector(".faces");
  const kept = old && old.dataset.shape === faces.dataset.shape ? old : null;
  if (kept) renew(kept, one);
  panel.replaceChildren(head, bar(), kept ?? faces, ...about(one));
  if (held.box) panel.querySelector(`.box[data-side="${held.side}"][data-box="${CSS.escape(held.box)}"]`)?.focus({ preventScroll: true });
  if (held.field) panel.querySelector(`.value[data-field="${CSS.escape(held.field)}"]`)?.focus({ preventScroll: true });
  if (!kept) faces.querySelectorAll(".lines").forEach(spread);
}

// Put the names of boxes where none lies on another; one without room is left to the list below.
function spread(over) {
  const edge = over.getBoundingClientRect();
  const taken = [];
  for (const name of over.querySelectorAll(".box b")) {
    const own = name.parentElement.getBoundingClientRect();
    const { width: wide, height: high } = name.getBoundingClientRect();
    const inside = (at, from, to) => Math.max(from, Math.min(at, to));
    const spots = [own.top, own.bottom - high, own.top - high, own.bottom].flatMap((y) => [own.left, own.right - wide].map((x) => [
      inside(x, edge.left, edge.right - wide), inside(y, edge.top, edge.bottom - high)]));
    const free = spots.find(([x, y]) => !taken.some(([left, top, w, h]) => x < left + w && left < x + wide && y < top + h && top < y + high));
    name.hidden = !free;
    if (!free) continue;
    taken.push([...free, wide, high]);
    name.style.left = `${free[0] - own.left}px`;
    name.style.top = `${free[1] - own.top}px`;
  }
}

function bar() {
  const buttons = Object.entries(NAMES).map(([name, label]) =>
    make("button", { type: "button", "aria-pressed": String(toggles[name]), onclick: () => toggle(name) }, label, " ", make("kbd", {}, KEYS[name])));
  return make("div", { class: "toggles", role: "toolbar", "aria-label": "What is shown on the face" }, ...buttons);
}

function width(one) {
  const room = panel.clientWidth - 32;
  const sides = toggles.back && one.back ? 2 : 1;
  const ratio = (one.h ?? 1) / (one.w ?? 1);
  const high = Math.max(220, window.innerHeight * 0.62);
  return Math.max(80, Math.min(room / sides - 10, high / ratio, 900));
}

function picture(one) {
  const wide = width(one);
  const sides = toggles.back && one.back ? ["front", "back"] : ["front"];
  const box = make("div", { class: "faces" });
  box.dataset.shape = JSON.stringify([current, sides, wide, one.w, one.h, toggles, layout(one)]);
  for (const side of sides) {
    const inner = one.front ? frame(one, side, wide, { bleed: toggles.bleed }) : make("p", { class: "empty" }, "It has no face yet.");
    if (one.front) inner.append(lines(one, side), edit.spots(one, side, toggles.bleed));
    box.append(make("figure", { "data-side": side }, inner, make("figcaption", {}, side)));
  }
  return box;
}

function renew(box, one) {
  const wide = width(one);
  for (const figure of box.children) {
    const inner = figure.querySelector(".frame");
    if (!inner) continue;
    show(inner, one, figure.dataset.side, wide, toggles.bleed);
    inner.querySelector(".spots")?.replaceWith(edit.spots(one, figure.dataset.side, toggles.bleed));
  }
}

function layout(one) {
  return toggles.boxes ? boxesOf(one) : {};
}

// Lines over a face, in millimetres from the top left of its trim.
function lines(one, side) {
  const margin = toggles.bleed ? one.bleed : 0;
  const wide = one.w + 2 * margin;
  const high = one.h + 2 * margin;
  const over = make("span", { class: "lines", "data-wide": String(wide) });
  const put = (element, x, y, w, h) => {
    element.style.left = `${(100 * (x + margin)) / wide}%`;
    element.style.top = `${(100 * (y + margin)) / high}%`;
    element.style.width = `${(100 * w) / wide}%`;
    element.style.height = `${(100 * h) / high}%`;
  };
  const add = (element, ...at) => {
    put(element, ...at);
    over.append(element);
  };
  if (toggles.trim) add(make("span", { class: "trim", title: "trim" }), 0, 0, one.w, one.h);
  if (toggles.safe) add(make("span", { class: "safe", title: `safe: ${SAFE_MM} mm inside` }), SAFE_MM, SAFE_MM, one.w - 2 * SAFE_MM, one.h - 2 * SAFE_MM);
  for (const box of (layout(one)[side] ?? []).toSorted((a, b) => b.w * b.h - a.w * a.h)) add(boxOver(one, side, box, put, draw), box.x, box.y, box.w, box.h);
  return over;
}

function about(one) {
  const found = findingsOf(one.id);
  const parts = toggles.boxes ? [fixed] : [];
  if (one.stale) parts.push(make("p", { class: "warn" }, "This is how it looked before the mistake."));
  if (found.length) parts.push(make("h3", {}, "Findings"), make("ul", { class: "findings" }, ...found.map((each) => findingItem(each))));
  const said = state.game?.remarks?.[one.id] ?? [];
  if (said.length) parts.push(make("h3", {}, "Said at the table"), make("ul", { class: "said" }, ...said.map((each) => make("li", {}, each))));
  parts.push(make("h3", {}, "Record"), place(one.place), edit.fields(one));
  const boxes = Object.entries(layout(one)).filter(([, list]) => list.length);
  for (const [side, list] of boxes) {
    parts.push(make("h3", {}, `Boxes of the ${side}`), make("dl", { class: "boxes" }, ...list.flatMap((box) => {
      const edges = Object.entries(box.moves).map(([edge, at]) => make("span", { class: "edge" }, make("b", {}, edge), ` ${box.lengths[edge]} `, place(at)));
      return [make("dt", {}, box.name), make("dd", {}, `${mm(box.x)}, ${mm(box.y)}; ${mm(box.w)} × ${mm(box.h)} mm`, ...edges)];
    })));
  }
  return parts;
}

function mm(value) {
  return String(Math.round(value * 100) / 100);
}
