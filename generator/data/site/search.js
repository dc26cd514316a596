// Finds components as one types: by words, anywhere in names, texts and fields, and by filters.
// The page is whole without it; this only hides what is not asked for.
"use strict";
(() => {
  const index = JSON.parse(document.getElementById("index").textContent);
  const said = index.words; // sentences in the language of the page
  const finder = document.getElementById("finder");
  const count = document.getElementById("count");
  const results = document.getElementById("results");
  const items = Array.from(results.querySelectorAll("li"));
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const cards = index.cards.map((card) => ({ ...card, text: fold(card.text) }));
  const numbers = new Map(items.map((item, at) => [item, at]));
  const boxes = Array.from(results.querySelectorAll(".group, .chapter")).map((box) => ({
    box,
    items: Array.from(box.querySelectorAll("li"), (item) => numbers.get(item)),
  }));
  const lists = items.map((item) => item.parentElement);
  const held = new Map(lists.map((list) => [list, Array.from(list.children)]));
  const shown = new Array(cards.length).fill(true);
  const more = document.getElementById("more");
  const STEP = 120; // tiles that are laid out at once: thousands would hold up the typing
  let limit = STEP;

  const asked = () => {
    const tests = [];
    for (const word of fold(finder.elements.q.value).split(/\s+/)) {
      if (word) tests.push((card) => card.text.includes(word));
    }
    index.filters.forEach((filter) => {
      const field = finder.elements[filter.key];
      if (!field.value.trim()) return;
      if (filter.text) {
        const part = fold(field.value.trim());
        tests.push((card) => (card.said[filter.key] || []).some((value) => fold(value).includes(part)));
      } else {
        const value = field.selectedIndex - 1;
        tests.push((card) => (card.has[filter.key] || []).includes(value));
      }
    });
    return tests;
  };

  const search = () => {
    const tests = asked();
    const changed = new Set();
    let found = 0;
    let pieces = 0;
    cards.forEach((card, at) => {
      const fits = tests.every((test) => test(card));
      if (fits) {
        found += 1;
        pieces += card.copies;
      }
      const seen = fits && found <= limit;
      if (seen !== shown[at]) {
        shown[at] = seen;
        changed.add(lists[at]);
      }
    });
    // Tiles are taken out, not hidden: among thousands of hidden ones each is found slowly.
    for (const list of changed) list.replaceChildren(...held.get(list).filter((item) => shown[numbers.get(item)]));
    more.hidden = found <= limit;
    more.textContent = counted(said.more, found - limit);
    for (const { box, items: inside } of boxes) box.hidden = !inside.some((at) => shown[at]);
    count.textContent = told(found, pieces, tests.length > 0);
    offer();
  };

  const told = (found, pieces, some) => {
    if (!found) return said.none;
    const parts = { components: counted(said.components, found), pieces: counted(said.pieces, pieces) };
    return filled(some ? said.found : said.all, parts);
  };

  const filled = (sentence, parts) => sentence.replace(/\{(\w+)\}/g, (mark, name) => parts[name] ?? mark);
  const counted = (forms, number) => {
    const form = said.form[number < 200 ? number : 100 + (number % 100)];
    return filled(forms[form] ?? forms[0], { number });
  };

  // Filters that fit nothing of the chosen chapter are put away.
  const offer = () => {
    const chapter = finder.elements.chapter ? finder.elements.chapter.selectedIndex - 1 : -1;
    for (const filter of index.filters) {
      const field = finder.elements[filter.key];
      const away = chapter >= 0 && filter.chapters && !filter.chapters.includes(chapter);
      field.closest(".choice").hidden = away && !field.value;
    }
  };

  const remember = () => {
    const words = new URLSearchParams();
    for (const [key, value] of new FormData(finder)) if (value) words.set(key, value);
    const link = `${words}` ? `#${words}` : location.pathname + location.search;
    try {
      history.replaceState(null, "", link);
    } catch {
      // some browsers keep the address of a file as it is
    }
  };

  const recall = () => {
    if (!location.hash.includes("=")) return;
    for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = finder.elements[key];
      if (field) field.value = value;
      if (field && field.selectedIndex < 0) field.value = "";
      const folded = field && field.closest("details");
      if (folded) folded.open = true;
    }
  };

  // Arrow keys go from tile to tile, up and down to the nearest of the next row.
  const walk = (event) => {
    const links = Array.from(results.querySelectorAll("li > a"));
    const at = links.indexOf(document.activeElement);
    if (at < 0) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = step ? links[at + step] : aside(links, at, { ArrowDown: 1, ArrowUp: -1 }[event.key]);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  const aside = (links, at, way) => {
    if (!way) return null;
    const from = links[at].getBoundingClientRect();
    let row = null;
    let best = null;
    let least = Infinity;
    for (let next = at + way; links[next]; next += way) {
      const box = links[next].getBoundingClientRect();
      if (Math.abs(box.top - from.top) < 4) continue;
      if (row === null) row = box.top;
      if (Math.abs(box.top - row) > 4) break;
      const off = Math.abs(box.left - from.left);
      if (off < least) [least, best] = [off, links[next]];
    }
    return best;
  };

  let later = 0;
  const show = (most) => {
    limit = most;
    search();
  };

  // A link to a chapter that is not laid out yet, from here or from the page of a card.
  const reach = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target || !results.contains(target) || !target.hidden) return;
    show(Infinity);
    target.scrollIntoView();
  };

  const changed = () => {
    show(STEP);
    clearTimeout(later);
    later = setTimeout(remember, 300);
  };
  finder.addEventListener("input", changed);
  finder.addEventListener("change", changed);
  finder.addEventListener("reset", () => setTimeout(() => { show(STEP); remember(); }));
  more.addEventListener("click", () => {
    const last = items.findLast((item, at) => shown[at]);
    show(limit + STEP);
    const next = items.find((item, at) => shown[at] && at > numbers.get(last));
    if (next) next.firstElementChild.focus();
  });
  addEventListener("beforeprint", () => show(Infinity));
  finder.addEventListener("submit", (event) => event.preventDefault());
  results.addEventListener("keydown", walk);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    finder.elements.q.focus();
  });
  addEventListener("hashchange", () => { recall(); search(); reach(); });

  finder.hidden = false;
  recall();
  search();
  reach();
})();
