// Making elements, and saying things to people who hear the page.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function copyButton(text, label = `Copy ${text}`) {
  return make("button", { type: "button", class: "copy", "aria-label": label, title: label, onclick: async (event) => {
    event.stopPropagation();
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      say(`copied ${text}`);
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 900);
    } catch {
      say("the browser does not let this page copy");
    }
  } }, "copy");
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export function place(text) {
  return make("span", { class: "place" }, make("code", {}, text), copyButton(text));
}
