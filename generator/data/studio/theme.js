// The look of a game: colours of its theme, how well texts are read on them, and its fonts.
import { ask, listen, state } from "./store.js";
import { decide, make, place, say } from "./dom.js";
import { postCells } from "./edit.js";

const WEIGHTS = { 200: "extralight", 300: "light", 400: "regular", 600: "semibold", 700: "bold", 900: "black" };
const FONT_KEYS = ["family", "weight", "slant", "file"];
const STYLES = ["bold", "italic", "bold_italic"];
const pairs = make("div", { class: "pairs", role: "status" });
const colours = make("div", { class: "colours" });
const fonts = make("div", { class: "fonts" });
const trouble = make("div", { class: "trouble refused", role: "alert" });
const element = make("div", { class: "look" }, trouble,
  make("section", {}, make("h2", {}, "Colours"), colours),
  make("section", {}, make("h2", {}, "What is read on what"), pairs),
  make("section", {}, make("h2", {}, "Fonts"), fonts));
const rows = new Map();  // of colours and fonts that stand there, so that nothing typed is lost
let drawn = "";  // whose rows stand there
let made = "";
let round = 0;

export const theme = { name: "Look", key: "0", element, open: renew };

listen((keys) => {
  if ((keys.has("stamp") || keys.has("game")) && element.isConnected) renew();
});

async function renew() {
  const wanted = [state.game?.id, state.game?.ink, state.stamp].join();
  if (!state.stamp || wanted === made) return;
  const number = ++round;
  if (!pairs.children.length) pairs.textContent = "Looking beneath the texts.";
  try {
    const told = await ask("look");
    if (number !== round) return;
    drawColours(told.colours);
    drawFonts(told);
    const { pairs: found } = await ask("contrasts");
    if (number !== round) return;
    drawPairs(found);
    made = wanted;
  } catch (error) {
    if (number === round) pairs.textContent = error.message;
  }
}

// The same colours are told where they stand: a field that moves loses what is selected in it.
function drawColours(listed) {
  const spots = listed.map(spotOf).join();
  if (spots === drawn) return listed.forEach(colourRow);
  drawn = spots;
  const tables = Map.groupBy(listed, (one) => one.table.split("/")[1]);
  const before = new Set([...colours.querySelectorAll("details[open]")].map((one) => one.dataset.table));
  const held = document.activeElement;
  colours.replaceChildren(...[...tables].map(([name, ones], index) => make("details", { "data-table": name, "aria-label": name, open: before.size ? before.has(name) : index === 0 },
    make("summary", {}, `${name} `, make("small", {}, `${ones.length} ${ones.length === 1 ? "colour" : "colours"}`)),
    make("ul", {}, ...ones.map(colourRow)))));
  if (colours.contains(held)) held.focus({ preventScroll: true });
}

function nameOf(one) {
  return [...one.table.split("/").slice(2), one.key].join(" ");
}

function spotOf(one) {
  return `${one.table}/${one.key}`;
}

// A colour as a swatch and as a text, either of which changes it.
function colourRow(one) {
  const spot = spotOf(one);
  const row = rows.get(spot) ?? newColour(spot);
  row.tell(one);
  return row.element;
}

function newColour(spot) {
  const name = make("b", {});
  const swatch = make("input", { type: "color" });
  const text = make("input", { type: "text", class: "hex", spellcheck: "false", autocomplete: "off", maxlength: "7" });
  const about = make("span", { class: "about-colour" });
  const row = { element: make("li", { "data-spot": spot }, swatch, name, text, about), one: null, isSaving: false };
  row.tell = (one) => {
    const isTyped = row.one && document.activeElement === text && text.value !== row.one.value;
    row.one = one;
    name.textContent = nameOf(one);
    swatch.value = full(one.value);
    if (!isTyped) text.value = one.value;
    for (const [control, what] of [[swatch, "swatch"], [text, "#rrggbb"]]) {
      control.setAttribute("aria-label", `${one.table.slice(1).replaceAll("/", " ")} ${one.key}: ${what}`);
      control.disabled = Boolean(one.why);
    }
    about.replaceChildren(place(one.at), one.why ? make("small", {}, one.why) : one.is_stated ? "" : make("small", {}, `taken over; a change goes into ${one.file}`));
  };
  const save = (value) => change(row, value.trim());
  swatch.addEventListener("change", () => save(swatch.value));
  text.addEventListener("change", () => save(text.value));
  text.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") text.value = row.one.value;
    if (event.key !== "Enter") return;
    event.preventDefault();
    save(text.value);
  });
  rows.set(spot, row);
  return row;
}

// A colour with six digits, as a swatch wants it.
function full(value) {
  return value.length === 4 ? `#${[...value.slice(1)].map((digit) => digit + digit).join("")}` : value;
}

async function change(row, value) {
  const { one } = row;
  if (value.toLowerCase() === one.value.toLowerCase()) return row.tell(one);
  if (row.isSaving) return;
  row.isSaving = true;
  const isWritten = await write(one, [[one.table, one.key, one.is_stated ? one.value : "", value]]);
  row.isSaving = false;
  if (isWritten) row.tell({ ...one, value, is_stated: true, is_there: true });
  else row.tell(one);
}

// Write values into the project's theme, which is asked about where there is none; tells whether.
async function write(one, cells) {
  const told = cells.map(([table, key, , to]) => make("p", {}, make("b", {}, `${table.slice(1)} ${key}`), ` ${to || "(nothing)"}`));
  if (!one.is_there) {
    const chosen = await decide("The project has no theme of its own yet", [make("p", {}, "A theme states only what differs from trilith's own: "), make("b", {}, one.file), ...told], [["mine", `Write ${one.file}`], ["none", "Leave it"]]);
    if (chosen !== "mine") return false;
  }
  say("saving");
  const answer = await postCells({ file: one.file }, cells);
  const why = answer.wrong?.map(([table, key, each]) => `${table.slice(1)} ${key}: ${each}`) ?? [];
  trouble.replaceChildren(...(answer.refused ? [answer.refused, ...why] : []).map((each) => make("p", {}, each)));
  say(answer.refused ?? answer.said);
  return !answer.refused;
}

function drawPairs(found) {
  if (!found.length) return pairs.replaceChildren("No face has a text.");
  const many = found.filter((one) => one.ratio < one.least).length;
  const head = ["Text", "on", "Contrast", "Needed", "In"].map((one) => make("th", { scope: "col" }, one));
  const line = (one) => {
    const sample = make("span", { class: "read" }, "Aa 12");
    sample.style.color = one.text;
    sample.style.background = one.ground;
    const isFaint = one.ratio < one.least;
    const needed = `${one.least} : 1${one.least < 4.5 ? " for large letters" : ""}`;
    return make("tr", { class: isFaint ? "faint" : null }, make("td", {}, sample, ` ${one.text_role || one.text}`), make("td", {}, one.ground_role || `${one.ground}, no colour of the theme`),
      make("td", { class: "number" }, `${Math.floor(one.ratio * 10) / 10} : 1`), make("td", {}, isFaint ? make("b", { class: "error" }, `too faint, ${needed}`) : `✓ ${needed}`), make("td", {}, one.sets.join(", ")));
  };
  pairs.replaceChildren(make("p", {}, many ? `${many} of ${found.length} pairs are too faint.` : `All ${found.length} pairs can be read.`),
    make("div", { class: "scroll-across", tabindex: "0", role: "region", "aria-label": "What is read on what" }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...found.map(line)))));
}

function sample(name, label) {
  return name ? make("img", { class: "sample", src: `shown/${name}.png`, alt: `letters in ${label}` }) : make("small", {}, "cannot be opened");
}

function nameOfFont({ family, weight, slant }) {
  return [family, WEIGHTS[weight] ?? weight, slant].filter(Boolean).join(" ");
}

function drawFonts({ fonts: roles, known }) {
  const held = document.activeElement?.dataset?.role;
  const labels = known.map(nameOfFont);
  const line = (one) => {
    const weight = Object.entries(WEIGHTS).find(([, name]) => name === (one.wanted.weight ?? "regular"))?.[0] ?? one.wanted.weight;
    const now = nameOfFont({ family: one.wanted.family, weight, slant: one.wanted.slant === "italic" ? "italic" : "" });
    const choice = make("select", { "aria-label": `Font of ${one.key}`, "data-role": one.key, disabled: Boolean(one.why), onchange: () => setFont(one, known[labels.indexOf(choice.value)], roles) },
      ...(labels.includes(now) ? labels : [now, ...labels]).map((label) => make("option", { value: label }, label)));
    choice.value = now;
    return make("li", {}, make("b", {}, one.key), choice, sample(one.sample, now), place(one.at), one.why ? make("small", {}, one.why) : null);
  };
  const all = make("details", { "aria-label": "All fonts" }, make("summary", {}, "All fonts that a theme may name ", make("small", {}, String(known.length))),
    make("ul", {}, ...known.map((one, at) => make("li", {}, make("b", {}, labels[at]), sample(one.sample, labels[at])))),
    make("p", { class: "hint" }, "A font of your own is a file in templates/fonts, named by `file` in the theme."));
  fonts.replaceChildren(make("ul", {}, ...roles.map(line)), all);
  if (held) fonts.querySelector(`[data-role="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

// Give a role another font; a file that names a role of its own names its bold and italic as well.
async function setFont(one, font, roles) {
  const saw = (each, key) => String(each.stated[key] ?? "");
  const slant = font.slant || (one.wanted.slant ? "normal" : "");
  const to = { family: font.family, weight: WEIGHTS[font.weight] ?? String(font.weight), slant, file: "" };
  const styles = STYLES.map((style) => (one.key === "body" ? style : `${one.key}_${style}`));
  const isNamed = Object.keys(one.stated).length > 0;
  const others = isNamed ? [] : roles.filter((each) => styles.includes(each.key));
  const cells = [[one, to], ...others.map((each) => [each, each.wanted])].flatMap(([each, wanted]) =>
    FONT_KEYS.map((key) => [each.table + "/" + each.key, key, saw(each, key), String(wanted[key] ?? "")]));
  if (!(await write(one, cells.filter(([, , before, after]) => before !== after)))) {
    made = "";
    renew();
  }
}
