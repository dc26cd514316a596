// The picture of a face: the pixels that a print of it has, cut by the page and never drawn here.
import { make } from "./dom.js";
import { query } from "./store.js";

const STEPS = [40, 60, 80, 100, 125, 150, 200, 250, 300, 400, 600];
const MM_PER_INCH = 25.4;

// A frame for a face of `card`, `width` CSS pixels wide; `bleed` shows what is cut off as well.
export function frame(card, side, width, { bleed = false } = {}) {
  const box = make("span", { class: "frame" });
  const wide = card.w + (bleed ? 2 * card.bleed : 0);
  const high = card.h + (bleed ? 2 * card.bleed : 0);
  box.style.width = `${width}px`;
  box.style.aspectRatio = `${wide} / ${high}`;
  box.classList.toggle("cut", !bleed);
  if (!bleed) box.style.clipPath = outline(card);
  show(box, card, side, width, bleed);
  return box;
}

// The shape of a face, to be cut out.
export function outline(card) {
  if (card.shape === "round") return "ellipse(50% 50%)";
  if (card.outline?.length) return `polygon(${card.outline.map(([x, y]) => `${(100 * x) / card.w}% ${(100 * y) / card.h}%`).join(",")})`;
  if (card.shape === "hex") return "polygon(25% 0,75% 0,100% 50%,75% 100%,25% 100%,0 50%)";
  return card.corner ? `inset(0 round ${(100 * card.corner) / card.w}% / ${(100 * card.corner) / card.h}%)` : "none";
}

// Put the face of `card` into a frame; the one that is there stays until the new one is decoded.
export async function show(box, card, side, width, bleed) {
  const key = card[side];
  if (!key) {
    box.replaceChildren(make("span", { class: "blank" }, side === "back" ? "no back" : "no face yet"));
    return;
  }
  const dpi = resolution(width, card, bleed);
  const words = query({ id: card.id });
  const source = `face/${key}-${card.ink}-${dpi}.png?${words}`;
  if (box.dataset.source === source) return;
  box.dataset.source = source;
  const image = new Image();
  image.alt = "";
  image.dataset.key = key;
  const wide = card.w + (bleed ? 2 * card.bleed : 0);
  const high = card.h + (bleed ? 2 * card.bleed : 0);
  const margin = bleed ? 0 : card.bleed;
  image.style.width = `${(100 * (card.w + 2 * card.bleed)) / wide}%`;
  image.style.left = `${(-100 * margin) / wide}%`;
  image.style.top = `${(-100 * margin) / high}%`;
  image.src = source;
  try {
    await image.decode();
  } catch {
    if (box.dataset.source === source) delete box.dataset.source;
    return;
  }
  if (box.dataset.source !== source) return;
  box.querySelector("img, .blank")?.remove();
  box.prepend(image);
}

function resolution(width, card, bleed) {
  const millimetres = card.w + (bleed ? 2 * card.bleed : 0);
  const needed = (width * (window.devicePixelRatio || 1) * MM_PER_INCH) / millimetres;
  return STEPS.find((step) => step >= needed) ?? STEPS.at(-1);
}
