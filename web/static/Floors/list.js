// All desks as a table of fields, an alternative to the drawing. It is made only while it is open.

import { element } from "../base/elements.js";
import { checkField, numberField, refresh, textField } from "./fields.js";
import { normal } from "./names.js";

export class List {
  #drawn = null;
  #keys = "";

  constructor(details, model, actions, words) {
    Object.assign(this, { details, model, actions, words });
    this.body = element("tbody");
    const columns = ["name", "x", "y", "width", "height", "rotation", "outOfService", "monitor", "adjustable"];
    const table = element("table", { class: "rows desk-list" },
      element("caption", { class: "unseen" }, words.listOfDesks),
      element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, words[name])))), this.body);
    details.querySelector(".scroll").replaceChildren(table);
    details.addEventListener("toggle", () => this.show());
  }

  show() {
    if (!this.details.open || this.#drawn === this.model.floor.pieces) return;
    this.#drawn = this.model.floor.pieces;
    const rows = element("tbody", {}, ...this.model.desks.map((desk) => this.#row(desk)));
    const keys = this.model.desks.map((it) => it.key).join();
    if (keys === this.#keys) refresh(this.body, rows);
    else this.body.replaceChildren(...rows.children);
    this.#keys = keys;
  }

  #row(desk) {
    const { words, actions } = this;
    const set = (name) => (value) => actions.set([desk.key], { [name]: value });
    const cell = (name, make, value, change, attributes = {}) => {
      const label = element("span", { class: "unseen" }, `${desk.name} ${words[name]}`);
      return element("td", {}, make(label, value, change, { ...attributes, "data-field": `${desk.key}-${name}` }));
    };
    const numbers = ["x", "y", "width", "height", "rotation"].map((name) => cell(name, numberField, desk[name], set(name)));
    return element("tr", {},
      cell("name", textField, desk.name, (text) => set("name")(normal(text)), { maxlength: 64 }), ...numbers,
      cell("outOfService", textField, desk.note, (text) => set("note")(text.trim()), { maxlength: 200 }),
      cell("monitor", checkField, desk.monitor, set("monitor")), cell("adjustable", checkField, desk.adjustable, set("adjustable")));
  }
}
