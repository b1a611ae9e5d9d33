// The drawing in the page. Only changed pieces are updated.

import { setAttributes as set, shape } from "../base/elements.js";
import { fill } from "../base/text.js";
import { isDesk, usual } from "./pieces.js";

const fontSize = (letters, width) => Math.min(24, Math.max(8, (1.2 * width) / Math.max(letters, 4)));

/** The shapes of the chair are for desks of the usual height. */
function chair({ height }, side) {
  const [href, direction] = side === "above" ? ["#chair-above", -1] : ["#chair", 1];
  return {
    class: "chair", href, transform: `translate(0 ${(direction * (height - usual.height)) / 2})`,
    visibility: side ? "visible" : "hidden",
  };
}

export class View {
  #shown = new Map();
  #planned = [];
  /** Of the chairs, by the desks' keys. */
  #sides = new Map();
  /** Pixels per drawing unit; null: fit the floor into its stage. */
  #scale = null;

  /** @param onFloor called with the floor that is shown, including the desks that can be added */
  constructor(stage, svg, model, state, onFloor) {
    Object.assign(this, { stage, svg, model, words: state.words, pictures: state.pictures, onFloor });
    this.ground = shape("rect", { class: "floor-ground", rx: 10 });
    this.picture = shape("image", { preserveAspectRatio: "xMidYMid meet" });
    this.grid = shape("rect", { class: "editor-grid" });
    this.pieces = shape("g");
    this.planned = shape("g", { class: "planned", "aria-hidden": true });
    this.frame = shape("rect", { class: "marquee", visibility: "hidden" });
    svg.append(this.ground, this.picture, this.grid, this.pieces, this.planned, this.frame);
    new ResizeObserver(() => this.#measure()).observe(stage);
  }

  get scale() { return this.svg.getBoundingClientRect().width / this.model.floor.width || 1; }

  /** The position of a pointer in the drawing. */
  place(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / this.scale, (event.clientY - box.top) / this.scale];
  }

  /** The centre of the visible part, in the drawing. */
  get middle() {
    const box = this.stage.getBoundingClientRect();
    const [x, y] = this.place({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
    return [Math.min(Math.max(x, 0), this.model.floor.width), Math.min(Math.max(y, 0), this.model.floor.height)];
  }

  /** Zooms in (1), out (-1), or to the whole floor (0). */
  zoom(direction) {
    this.#scale = direction === 0 ? null : Math.min(4, Math.max(0.05, this.scale * 1.4 ** direction));
    this.#measure();
  }

  #measure() {
    const { width, height } = this.model.floor;
    // Leave pixels for the outline, or the stage would scroll.
    const fitting = Math.min((this.stage.clientWidth - 34) / width, (this.stage.clientHeight - 34) / height);
    const scale = this.#scale ?? Math.max(fitting, 0.05);
    set(this.svg, { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale });
  }

  /** @param problems by the pieces' keys */
  show(problems) {
    const { floor, chosen } = this.model;
    for (const element of [this.ground, this.picture, this.grid]) set(element, { width: floor.width, height: floor.height });
    if (floor.picture) set(this.picture, { href: this.pictures + floor.picture });
    else this.picture.removeAttribute("href");
    this.#measure();
    this.plan([]);
    const there = new Set(floor.pieces.map((it) => it.key));
    for (const [key, { element }] of this.#shown) {
      if (there.has(key)) continue;
      element.remove();
      this.#shown.delete(key);
    }
    let before = null;
    for (const piece of floor.pieces) {
      const element = this.#element(piece);
      this.#draw(element, piece, chosen.has(piece.key), problems.get(piece.key));
      const place = before ? before.nextSibling : this.pieces.firstChild;
      if (element !== place) this.pieces.insertBefore(element, place);
      before = element;
    }
  }

  element(key) { return this.#shown.get(key)?.element; }

  #element(piece) {
    const known = this.#shown.get(piece.key);
    if (known) return known.element;
    const element = shape("g", { class: `piece ${piece.kind}`, tabindex: 0, role: "button", "data-key": piece.key });
    element.append(shape("use"), shape("rect", { class: "shape", rx: isDesk(piece) ? 7 : 4 }), shape("text"), shape("rect", { class: "handle" }));
    this.#shown.set(piece.key, { element, piece: null });
    return element;
  }

  #draw(element, piece, isChosen, problem) {
    const shown = this.#shown.get(piece.key);
    const isAlone = isChosen && this.model.chosen.size === 1;
    const key = `${isChosen} ${isAlone} ${problem?.kind} ${JSON.stringify(problem?.values)}`;
    if (shown.piece === piece && shown.rest === key) return;
    Object.assign(shown, { piece, rest: key });
    const { x, y, width, height, rotation, name } = piece;
    const [seat, rect, text, handle] = element.children;
    set(element, {
      transform: `translate(${x + width / 2} ${y + height / 2}) rotate(${rotation})`, "aria-pressed": isChosen,
      "aria-label": this.label(piece, problem), "data-state": piece.note ? "closed" : "free",
    });
    element.toggleAttribute("data-wrong", Boolean(problem));
    set(seat, chair(piece, this.#sides.get(piece.key)));
    set(rect, { x: -width / 2, y: -height / 2, width, height });
    text.textContent = problem ? `⚠ ${name}` : name;
    // The sign is as wide as two letters.
    set(text, { transform: `rotate(${-rotation})`, "font-size": fontSize(name.length + (problem ? 3 : 0), width) });
    set(handle, { x: width / 2 - 9, y: height / 2 - 9, width: 18, height: 18, visibility: isAlone && !piece.rotation ? "visible" : "hidden" });
  }

  /** The label of a piece for screen readers. */
  label(piece, problem) {
    const parts = [fill(this.words[piece.kind], { name: piece.name, x: piece.x, y: piece.y })];
    if (piece.note) parts.push(fill(this.words.closed, { why: piece.note }));
    if (problem) parts.push(fill(this.words[problem.kind], problem.values));
    return parts.join(". ");
  }

  /** Shows the selected pieces at their position during a drag. */
  preview(dx, dy) {
    for (const { x, y, width, height, rotation, key } of this.model.chosenPieces) {
      set(this.element(key), { transform: `translate(${x + dx + width / 2} ${y + dy + height / 2}) rotate(${rotation})` });
    }
  }

  /** Shows desks that can be added, until the next change. */
  plan(desks) {
    this.#planned = desks;
    this.#drawPlanned();
    const { floor } = this.model;
    this.onFloor(desks.length > 0 ? { ...floor, pieces: [...floor.pieces, ...desks] } : floor);
  }

  #drawPlanned() {
    this.planned.replaceChildren(...this.#planned.map((desk) => {
      const { x, y, width, height, name, key } = desk;
      const group = shape("g", { transform: `translate(${x + width / 2} ${y + height / 2})` });
      group.append(
        shape("use", chair(desk, this.#sides.get(key))),
        shape("rect", { class: "marquee", x: -width / 2, y: -height / 2, width, height, rx: 7 }),
        shape("text", { "font-size": fontSize(name.length, width) }, name));
      return group;
    }));
  }

  /** Draws the chairs. @param sides "above" or "below", by the desks' keys; without a key: no chair */
  seat(sides) {
    const before = this.#sides;
    this.#sides = sides;
    for (const [key, { element, piece }] of this.#shown) {
      if (before.get(key) !== sides.get(key)) set(element.firstChild, chair(piece, sides.get(key)));
    }
    this.#drawPlanned();
  }

  /** Shows the selection frame; null hides it. */
  marquee(box) {
    this.frame.setAttribute("visibility", box ? "visible" : "hidden");
    if (box) set(this.frame, box);
  }

  focus(key) { this.element(key)?.focus(); }
}
