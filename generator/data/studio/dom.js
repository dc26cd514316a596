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

export function copyButton(text, label = `Copy ${text}`, shown = "copy") {
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
  } }, shown);
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export function place(text) {
  return make("span", { class: "place" }, make("code", {}, text), copyButton(text));
}

// Ask in a dialog, and tell which of the choices (a name and a label each) was taken; none: "none".
export function decide(title, told, choices) {
  return new Promise((done) => {
    const buttons = choices.map(([name, label]) => make("button", { type: "button", "data-keep": name, onclick: () => dialog.close(name) }, label));
    const dialog = make("dialog", { class: "ask", "aria-labelledby": "ask-title", onclose: () => {
      dialog.remove();
      done(dialog.returnValue || "none");
    } }, make("h2", { id: "ask-title" }, title), ...told, ...buttons);
    document.body.append(dialog);
    dialog.showModal();
  });
}

// What a file has and what somebody wrote, beside one another.
export function sides(theirs, mine, at = "", name = "Yours") {
  const side = (title, text, ...more) => make("div", {}, make("b", {}, title), ...more, make("pre", {}, text || "(nothing)"));
  return make("div", { class: "sides" }, side("In the file ", theirs, at ? place(at) : null), side(name, mine));
}
