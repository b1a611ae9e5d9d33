// Form fields made by the script.

import { element } from "../base/elements.js";

/** @param onChange called with the new text when the field loses the focus */
export function textField(label, value, onChange, attributes = {}) {
  const input = element("input", { type: "text", autocomplete: "off", ...attributes, onchange: () => onChange(input.value) });
  input.defaultValue = input.value = value;
  return element("label", {}, label, input);
}

/** @param onChange called with valid integers only */
export function numberField(label, value, onChange, attributes = {}) {
  const input = element("input", {
    type: "number", inputmode: "numeric", step: 1, min: -100000, max: 100000, ...attributes,
    onchange: () => {
      const number = Math.round(input.valueAsNumber);
      if (!Number.isFinite(number)) {
        input.value = value;
        return;
      }
      const nearest = Math.min(Number(input.max), Math.max(Number(input.min), number));
      input.value = nearest;
      onChange(nearest);
    },
  });
  input.defaultValue = input.value = value;
  return element("label", {}, label, input);
}

export function checkField(label, value, onChange, attributes = {}) {
  const input = element("input", { type: "checkbox", ...attributes, onchange: () => onChange(input.checked) });
  input.checked = value === true;
  input.indeterminate = value === null;
  return element("label", { class: "check" }, input, label);
}

/**
 * Updates fields from newly made ones. Replacing a field would lose the focus, or the click on a button beside it.
 */
export function refresh(root, fresh) {
  const now = new Map([...root.querySelectorAll("[data-field]")].map((it) => [it.dataset.field, it]));
  for (const made of fresh.querySelectorAll("[data-field]")) {
    const old = now.get(made.dataset.field);
    if (!old) continue;
    old.disabled = made.disabled;
    if (made.type === "file" || !made.matches("input")) continue;
    if (made.placeholder) old.placeholder = made.placeholder;
    // A field with the focus keeps its text, unless its value changed.
    if (old !== document.activeElement || old.defaultValue !== made.defaultValue) old.value = made.value;
    old.defaultValue = made.defaultValue;
    old.checked = made.checked;
    old.indeterminate = made.indeterminate;
    const [words, others] = [old, made].map((it) => [...it.closest("label").childNodes].filter((node) => !node.matches?.("input")));
    words.forEach((node, index) => { node.textContent = others[index].textContent; });
  }
}

export const group = (legend, ...children) =>
  element("fieldset", { class: "choice" }, element("legend", {}, legend), ...children);

export const row = (...children) => element("div", { class: "row tight" }, ...children);
