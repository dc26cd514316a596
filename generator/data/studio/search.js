// Which components a search finds: words anywhere, or field:value, each of which has to fit.

export function matcher(query) {
  const words = query.toLowerCase().match(/[^\s"]+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
  const tests = words.map(test);
  return (card, findings) => tests.every((one) => one(card, findings));
}

function test(word) {
  const parts = /^([\w.]+)[:=]"?([^"]*)"?$/.exec(word);
  if (!parts) {
    const plain = word.replaceAll('"', "");
    return (card) => text(card).includes(plain);
  }
  const [, key, value] = parts;
  if (key === "is") return (card, findings) => fits(card, findings, value);
  return (card) => values(card, key).some((one) => one.includes(value));
}

function fits(card, findings, value) {
  if (value === "stale") return Boolean(card.stale);
  return findings.some((one) => one.severity === value || value === "found");
}

function values(card, key) {
  const own = { id: card.id, name: card.name, set: card.set, copies: card.copies, players: card.players, text: card.text };
  const found = Object.entries({ ...own, ...card.fields })
    .filter(([name]) => name === key || name.startsWith(`${key}.`))
    .map(([, value]) => String(value).toLowerCase());
  return found;
}

function text(card) {
  card.whole ??= [card.id, card.name, card.set, card.text, ...Object.values(card.fields)].join(" ").toLowerCase();
  return card.whole;
}

export function grouping(card, key, sets) {
  if (key === "set") return sets.find((one) => one.id === card.set)?.name ?? card.set;
  return values(card, key).join(", ") || `no ${key}`;
}
