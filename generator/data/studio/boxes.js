// Boxes of a face layout, moved and resized where they are seen; numbers alone are written.
import { decide, make, place, say } from "./dom.js";
import { postCells } from "./edit.js";

const STEP_MM = 0.5;
const LEAST_MM = 0.5;
const SLACK_MM = 0.04;  // less is no change, as numbers are written to a tenth
const NEAR_PX = { mouse: 7, pen: 10, touch: 18 };  // of an edge, which is then what moves
const ACROSS = { start: "x", size: "w", far: "right", middle: "cx" };
const DOWN = { start: "y", size: "h", far: "bottom", middle: "cy" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WHOLE = { across: "", down: "" };
let held = null;  // the box that is being moved: what it is, and where it would lie

// Why a box did not go along, in the numbers that it would take.
export const fixed = make("div", { class: "fixed-edges", role: "status" });

// Whether a box of a card is being moved, so that its face must not be drawn anew.
export function isHeld(id) {
  return held?.layer.one.id === id;
}

// A box over a face of `one`; `put` lays an element where a box lies, `draw` draws the face anew.
export function boxOver(one, side, box, put, draw) {
  const name = make("b", {});
  const element = make("span", { class: "box", role: "button", tabindex: "0", "aria-roledescription": "box of the layout", "data-box": box.name, "data-side": side, title: titleOf(box) }, name);
  const layer = { one, box, element, put, name, draw };
  tell(layer, box);
  element.addEventListener("pointerdown", (event) => take(event, layer));
  element.addEventListener("pointermove", (event) => drag(event, layer));
  element.addEventListener("pointerup", () => held?.layer === layer && held.from && drop());
  element.addEventListener("pointercancel", () => held?.layer === layer && giveBack());
  element.addEventListener("keydown", (event) => press(event, layer));
  element.addEventListener("blur", () => {
    if (held?.layer !== layer || held.isAsked) return;
    if (held.from) giveBack();
    else drop();
  });
  return element;
}

function titleOf(box) {
  const edges = Object.entries(box.moves).map(([edge, at]) => `${edge}: ${box.lengths[edge]}  ${at}`).join("\n");
  return `${box.name}\n${edges || box.place}`;
}

function tell({ name, element, box }, now) {
  const told = `x ${mm(now.x)}  y ${mm(now.y)}  ${mm(now.w)} × ${mm(now.h)} mm`;
  name.textContent = now === box ? box.name : told;
  name.hidden = false;
  element.setAttribute("aria-label", `${box.name}: ${told}`);
}

// Put the numbers above a box, or in it, where the face does not cut them off.
function inside({ element, name }) {
  const edge = element.parentElement.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const { width, height } = name.getBoundingClientRect();
  const left = Math.max(edge.left, Math.min(own.left, edge.right - width));
  const top = own.top - height < edge.top ? Math.max(own.top, edge.top) : own.top - height;
  name.style.left = `${left - own.left}px`;
  name.style.top = `${Math.min(top, edge.bottom - height) - own.top}px`;
}

function mm(value) {
  return String(Math.round(value * 10) / 10);
}

function take(event, layer) {
  if (event.button || (event.pointerType === "touch" && document.activeElement !== layer.element)) return;
  if (held) giveBack();
  layer.element.focus({ preventScroll: true });
  layer.element.setPointerCapture(event.pointerId);
  explain([]);
  held = { layer, now: layer.box, edges: edgesAt(event, layer), from: [event.clientX, event.clientY], scale: scaleOf(layer) };
  event.preventDefault();
}

// Pixels to a millimetre.
function scaleOf({ element, one }) {
  const over = element.parentElement;
  return over.getBoundingClientRect().width / Number(over.dataset.wide || one.w);
}

// Which edges a pointer takes hold of; none of them, where it moves the whole box.
function edgesAt(event, { element, box }) {
  const spot = element.getBoundingClientRect();
  const near = (at, start, end, size) => {
    const reach = Math.min(NEAR_PX[event.pointerType] ?? NEAR_PX.mouse, (end - start) / 4);
    return !size ? "" : at > end - reach ? "far" : at < start + reach ? "start" : "";
  };
  return { across: near(event.clientX, spot.left, spot.right, box.w), down: near(event.clientY, spot.top, spot.bottom, box.h) };
}

function drag(event, layer) {
  if (held?.layer !== layer || !held.from) {
    layer.element.style.cursor = cursor(edgesAt(event, layer), layer);
    return;
  }
  const [right, down] = [event.clientX - held.from[0], event.clientY - held.from[1]].map((one) => one / held.scale);
  if (held.now === layer.box && Math.hypot(right, down) * held.scale < 3) return;
  show(layer.box, held.edges, right, down);
}

function cursor(edges, layer) {
  const free = (right, down) => changesOf(layer, moved(layer.box, edges, right, down)).blocked.length === 0;
  if (isWhole(edges)) return free(1, 0) || free(0, 1) ? "move" : "not-allowed";
  if (!edges.down) return free(1, 0) ? "ew-resize" : "not-allowed";
  if (!edges.across) return free(0, 1) ? "ns-resize" : "not-allowed";
  return edges.across === edges.down ? "nwse-resize" : "nesw-resize";
}

// Where a box lies that was moved, or of which edges were, by so many millimetres.
function moved(box, edges, right, down) {
  const now = { ...box };
  for (const [{ start, size }, edge, by] of [[ACROSS, edges.across, right], [DOWN, edges.down, down]]) {
    if (!by || (!edge && !isWhole(edges))) continue;
    if (edge === "far") now[size] = tenth(Math.max(LEAST_MM, box[size] + by));
    else now[start] = tenth(edge ? Math.min(box[start] + by, box[start] + box[size] - LEAST_MM) : box[start] + by);
    if (edge === "start") now[size] = tenth(box[size] + box[start] - now[start]);
  }
  return now;
}

function tenth(value) {
  return Math.round(value * 10) / 10;
}

// Show a box where it would lie; along an axis that does not stand as numbers it stays.
function show(box, edges, right, down) {
  const { layer } = held;
  const stays = [];
  const go = (by, axis) => {
    const { blocked } = changesOf(layer, moved(layer.box, edges, ...axis(Math.sign(by))));
    if (by && blocked.length) stays.push(...blocked);
    return blocked.length ? 0 : by;
  };
  const across = go(right, (one) => [one, 0]);
  held.now = moved(box, edges, across, go(down, (one) => [0, one]));
  layer.put(layer.element, held.now.x, held.now.y, held.now.w, held.now.h);
  layer.element.classList.add("moving");
  tell(layer, held.now);
  inside(layer);
  say(layer.element.getAttribute("aria-label"));
  explain(stays);
}

function explain(stays) {
  const told = stays.map(({ box, edge }) => make("p", { class: "hint" }, make("b", {}, edge), ` of ${box.name} stays: it is `, make("code", {}, box.lengths[edge]), ", no number. ", place(box.moves[edge])));
  if (fixed.textContent !== told.map((one) => one.textContent).join("")) fixed.replaceChildren(...told);
}

function isWhole(edges) {
  return !edges.across && !edges.down;
}

// The numbers that say where a box lies, as they would be, and lengths that are none.
function changesOf({ one, box }, now) {
  const cells = [];
  const blocked = [];
  for (const [axis, whole] of [[ACROSS, one.w], [DOWN, one.h]]) {
    const { start, size, far, middle } = axis;
    const isMoved = Math.abs(now[start] - box[start]) > SLACK_MM;
    const isResized = Math.abs(now[size] - box[size]) > SLACK_MM;
    if (!isMoved && !isResized) continue;
    const edges = Object.values(axis).filter((edge) => edge in box.lengths);
    if (isResized && edges.length < 2 && !edges.includes(size)) edges.push(size);
    if (isMoved && edges.length < 2 && !edges.some((edge) => edge !== size)) edges.push(start);
    const at = (edge, where) => ({ [start]: where[start], [size]: where[size], [far]: whole - where[start] - where[size], [middle]: where[start] + where[size] / 2 })[edge];
    for (const edge of edges) {
      if (Math.abs(at(edge, now) - at(edge, box)) <= SLACK_MM) continue;
      const text = box.lengths[edge] ?? "";
      if (text && Number.isNaN(Number(text))) blocked.push({ box, edge });
      else cells.push([`/boxes/${box.name}`, edge, box.stated.includes(edge) ? text : "", String(tenth(at(edge, now)))]);
    }
  }
  return { cells, blocked };
}

function giveBack() {
  const { layer } = held;
  held = null;
  layer.put(layer.element, layer.box.x, layer.box.y, layer.box.w, layer.box.h);
  layer.element.classList.remove("moving");
  tell(layer, layer.box);
}

// Write the numbers of the box that is held, into a layout of the project alone.
async function drop() {
  const { layer, now } = held;
  const { box } = layer;
  const { cells } = changesOf(layer, now);
  held.from = null;
  if (!cells.length) return giveBack();
  held.isAsked = true;
  if (!box.is_there && (await askForFile(box, cells)) !== "mine") return giveBack();
  say("saving");
  const answer = await postCells({ file: box.file }, cells);
  if (answer.refused) {
    giveBack();
    const why = (answer.wrong ?? []).map(([, edge, each]) => make("p", {}, `${edge}: ${each}`));
    await decide("The box stays where it was", [make("p", {}, answer.refused), ...why], [["none", "Close"]]);
    return;
  }
  held = null;
  say(answer.said);
  layer.draw();
}

function askForFile(box, cells) {
  const lines = [`kind: face_layout`, `boxes:`, `  ${box.name}: {${cells.map(([, edge, , to]) => `${edge}: ${to}`).join(", ")}}`];
  return decide(`Where ${box.name} lies is trilith's own`, [
    make("p", {}, ...cells.map(([, edge]) => make("span", { class: "edge" }, make("b", {}, edge), " ", place(box.moves[edge] ?? box.place)))),
    make("p", {}, "A layout of this project may state what differs:"), make("b", {}, box.file), make("pre", {}, lines.join("\n"))],
  [["mine", `Write ${box.file}`], ["none", "Leave the box where it was"]]);
}

function press(event, layer) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isMine = held?.layer === layer;
  if (event.key in ARROWS) {
    const [right, down] = ARROWS[event.key].map((one) => one * STEP_MM);
    const edges = event.shiftKey ? { across: "far", down: "far" } : WHOLE;
    if (!isMine) held = { layer, now: layer.box };
    if (!held.from) show(held.now, edges, right, down);
  } else if (event.key === "Escape" && isMine) giveBack();
  else if (event.key === "Enter" && isMine) drop();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
