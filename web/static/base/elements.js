// HTML and SVG elements made by scripts. Text goes in as text and values, never as markup.

/** @param attributes a value that is a function listens to the event of its name, such as `onclick`; a Boolean toggles. */
export function element(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export const button = (label, onClick, attributes = {}) =>
  element("button", { type: "button", class: "quiet", ...attributes, onclick: onClick }, label);

export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

export function shape(kind, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  setAttributes(made, attributes);
  made.textContent = text;
  return made;
}
