// The selection as form fields.

import { button, element } from "../base/elements.js";
import { fill } from "../base/text.js";
import { checkField, group, numberField, refresh, row, textField } from "./fields.js";
import { normal } from "./names.js";
import { isDesk } from "./pieces.js";

/** The value that all desks have; null: only some have it. */
const common = (desks, value) => (desks.every((it) => value(it) === value(desks[0])) ? value(desks[0]) : null);

export class Inspector {
  #shown = "";
  #rows = { rows: 1, count: 6, pattern: "" };

  /** @param leave deselects all pieces */
  constructor(root, model, actions, server, words, leave) {
    Object.assign(this, { root, model, actions, server, words, leave });
  }

  /** @param problems by the pieces' keys */
  show(problems) {
    const pieces = this.model.chosenPieces;
    const [heading, ...fields] = pieces.length === 0 ? this.#floor() : pieces.length === 1 ? this.#one(pieces[0]) : this.#several(pieces);
    const wrong = pieces.map((it) => problems.get(it.key)).filter(Boolean).slice(0, 5);
    const head = element("div", { class: "choice" }, heading,
      ...wrong.map(({ kind, values }) => element("p", { class: "problem small" }, fill(this.words[kind], values))));
    const body = element("div", { class: "fields" }, ...fields);
    const shown = pieces.map((it) => it.key).join() || `floor ${Boolean(this.model.floor.picture)}`;
    if (shown === this.#shown) {
      this.root.firstElementChild.replaceWith(head);
      refresh(this.root, body);
    } else {
      this.#shown = shown;
      const hasFocus = this.root.contains(document.activeElement);
      this.root.replaceChildren(head, body);
      this.root.scrollTop = 0;
      // Without its field, the focus would fall out of the editor.
      if (hasFocus) (this.actions.view.element(pieces[0]?.key) ?? this.actions.view.stage).focus();
    }
  }

  #heading(text) { return element("h2", {}, text); }

  #floor() {
    const { words, model, actions } = this;
    const { width, height, picture } = model.floor;
    const length = { min: 100, max: 100000 };
    return [
      this.#heading(words.theFloor),
      element("div", { class: "pair" },
        numberField(words.width, width, (width) => actions.setFloor({ width }), { ...length, "data-field": "floor-width" }),
        numberField(words.height, height, (height) => actions.setFloor({ height }), { ...length, "data-field": "floor-height" })),
      element("p", { class: "small name-hint" }, words.unit),
      group(words.picture, ...this.#picture(picture)),
      this.#adding(),
    ];
  }

  #picture(picture) {
    const { words, actions, server } = this;
    const input = element("input", {
      type: "file", accept: ".png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml", "data-field": "picture",
      onchange: () => input.files[0] && server.upload(input.files[0]),
    });
    const label = element("label", {}, picture ? words.replacePicture : words.choosePicture, input);
    return picture ? [label, row(button(words.removePicture, () => actions.setFloor({ picture: null }, "pictureRemoved")))] : [label];
  }

  /** The form for rows of desks. The drawing shows them before they are added. */
  #adding() {
    const { words, actions } = this;
    const made = this.#rows;
    const wrong = element("p", { class: "problem small", role: "alert", hidden: true });
    const plan = () => actions.view.plan(actions.plannedDesks(made).desks ?? []);
    const number = (name, max) =>
      numberField(words[name], made[name], (value) => { made[name] = value; }, { min: 1, max, "data-field": `new-${name}` });
    const add = () => {
      const why = actions.addDesks(made);
      wrong.textContent = why ?? "";
      wrong.hidden = !why;
      if (!why) made.pattern = "";
    };
    const form = group(words.addDesks,
      element("div", { class: "pair" }, number("rows", 50), number("count", 200)),
      textField(words.names, made.pattern, (text) => { made.pattern = text; }, { placeholder: actions.nextRowName(), maxlength: 64, "data-field": "new-names" }),
      wrong, row(button(words.add, add, { "data-field": "new-add", onpointerenter: plan })));
    form.addEventListener("focusin", plan);
    form.addEventListener("change", plan);
    form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) actions.view.plan([]); });
    form.addEventListener("pointerleave", () => { if (!form.contains(document.activeElement)) actions.view.plan([]); });
    return form;
  }

  #one(piece) {
    const { words, actions } = this;
    const set = (name) => (value) => actions.set([piece.key], { [name]: value });
    const box = [["x", {}], ["y", {}], ["width", { min: 1 }], ["height", { min: 1 }]].map(([name, limits]) =>
      numberField(words[name], piece[name], set(name), { ...limits, "data-field": name }));
    const name = textField(words.name, piece.name, (text) => set("name")(isDesk(piece) ? normal(text) : text.trim()),
      { maxlength: 64, "data-field": "name", ...(isDesk(piece) && { "aria-describedby": "name-hint" }) });
    const hint = isDesk(piece) ? [element("p", { class: "small name-hint", id: "name-hint" }, words.nameHint)] : [];
    const [heading, pair] = [this.#heading(piece.name || words.unnamed), element("div", { class: "pair" }, ...box)];
    return isDesk(piece)
      ? [heading, name, ...hint, ...this.#service([piece]), pair,
          numberField(words.rotation, piece.rotation, (degrees) => set("rotation")(((degrees % 360) + 360) % 360),
            { "data-field": "rotation" }), ...this.#equipment([piece]), this.#acts([piece])]
      : [heading, name, pair, this.#adding(), this.#acts([piece])];
  }

  #several(pieces) {
    const { words, actions } = this;
    const desks = pieces.filter(isDesk);
    const edges = ["left", "center", "right", "top", "middle", "bottom"];
    return [
      this.#heading(fill(words.several, { count: pieces.length })),
      group(words.align, row(...edges.map((edge) => button(words[edge], () => actions.align(edge), { "data-field": edge })))),
      group(words.distribute, row(
        button(words.across, () => actions.distribute(true), { "data-field": "across", disabled: pieces.length < 3 }),
        button(words.down, () => actions.distribute(false), { "data-field": "down", disabled: pieces.length < 3 }))),
      ...(desks.length > 0 ? [this.#renaming(desks.length), ...this.#service(desks), ...this.#equipment(desks)] : []),
      this.#acts(pieces),
    ];
  }

  #renaming(count) {
    const { words, actions } = this;
    const wrong = element("p", { class: "problem small", role: "alert", hidden: true });
    const field = textField(fill(words.renameSeveral, { count }), "", () => {}, {
      placeholder: "6F-A1…A12", maxlength: 64, "data-field": "pattern",
      onkeydown: (event) => { if (event.key === "Enter" && !event.isComposing) rename(); },
    });
    const rename = () => {
      const why = actions.rename(field.querySelector("input").value);
      wrong.textContent = why ?? "";
      wrong.hidden = !why;
    };
    return group(words.rename, field, wrong, row(button(words.renameAll, rename, { "data-field": "rename" })));
  }

  /** A desk is out of service if it has a reason. */
  #service(desks) {
    const { words, actions } = this;
    const set = (note) => actions.set(desks.map((it) => it.key), { note });
    const isOut = common(desks, (it) => it.note !== "");
    const why = common(desks, (it) => it.note) ?? "";
    return [
      checkField(words.outOfService, isOut, (isOut) => set(isOut ? words.noReason : ""), { "data-field": "out" }),
      textField(words.reason, why === words.noReason ? "" : why, (note) => set(note.trim() || words.noReason),
        { maxlength: 200, placeholder: words.noReason, disabled: isOut === false, "data-field": "note" }),
    ];
  }

  #equipment(desks) {
    const { words, actions } = this;
    return ["monitor", "adjustable"].map((name) => checkField(words[name], common(desks, (it) => it[name]),
      (value) => actions.set(desks.map((it) => it.key), { [name]: value }), { "data-field": name }));
  }

  #acts(pieces) {
    const { words, actions } = this;
    return element("div", { class: "row tight acts" },
      button(words.turn, () => actions.turn(90), { "data-field": "turn" }),
      button(words.duplicate, () => actions.duplicate(), { "data-field": "duplicate" }),
      button(words.deselect, this.leave, { "data-field": "deselect" }),
      button(words.remove, () => actions.remove(), { class: "quiet danger", "data-field": "remove" }));
  }
}
