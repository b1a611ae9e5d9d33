// The drawn desks. Changes are collected and drawn before the next frame; unchanged desks are not touched.

import { shape } from "../base/elements.js";
import { fill } from "../base/text.js";

export class Plan {
  /** The desks by id. `x` and `y` are the centre in the drawing. */
  desks = new Map();
  #waiting = new Map();
  #onDrawn = [];
  #onReplaced = [];

  /** @param time formats the time on a desk. @param since formats the time in a sentence. */
  constructor(svg, words, time, since = time) {
    this.svg = svg;
    this.words = words;
    this.time = time;
    this.since = since;
    this.#read();
  }

  #read() {
    this.desks.clear();
    for (const element of this.svg.querySelectorAll(".desk")) {
      const [x, y] = element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      const top = element.querySelector(".top");
      this.desks.set(element.dataset.desk, {
        id: element.dataset.desk, element, x, y, width: Number(top.getAttribute("width")),
        height: Number(top.getAttribute("height")), holder: null, isClosed: "closed" in element.dataset,
        state: element.dataset.state, label: element.getAttribute("aria-label"),
        // Contains the reason, which the stream does not send.
        closedLabel: element.dataset.state === "closed" ? element.getAttribute("aria-label") : null,
        isNamed: false,
        has: (element.dataset.has ?? "").split(" ").filter(Boolean),
      });
    }
  }

  /** Replaces the drawing of the floor. */
  replace(drawn) {
    this.svg.setAttribute("viewBox", drawn.getAttribute("viewBox"));
    this.svg.classList.toggle("wide", drawn.classList.contains("wide"));
    this.svg.replaceChildren(...drawn.childNodes);
    this.#waiting.clear();
    this.#read();
    for (const listener of this.#onReplaced) listener();
  }

  /** Calls `listener` when the drawing, and thus every desk object, was replaced. */
  onReplaced(listener) { this.#onReplaced.push(listener); }

  /** Calls `listener` with the changed desks after each drawing. */
  onDrawn(listener) { this.#onDrawn.push(listener); }

  /** @param holder the person at the desk; null: the desk is free. */
  show(id, holder) {
    if (!this.desks.has(id)) return;
    if (this.#waiting.size === 0) requestAnimationFrame(() => this.#draw());
    this.#waiting.set(id, holder);
  }

  /** The equipment of a desk as texts. */
  equipment(desk) { return desk.has.map((name) => this.words.has[name]); }

  /** The label of a desk for screen readers, as FloorPlan.swift makes it for the page. */
  label(desk, holder, state) {
    if (state === "closed" && desk.closedLabel) return desk.closedLabel;
    const time = holder?.since ? this.since(new Date(holder.since)) : undefined;
    const kind = time ? state + "Since" : state;
    const words = (holder && !holder.name && this.words.unnamed) || this.words;
    return fill(words[kind], { desk: desk.id, name: holder?.name, time });
  }

  /** Writes the texts on a desk. Without the script a desk shows initials only, because it cannot be enlarged. */
  #write(desk, holder, lines) {
    const words = desk.element.querySelector(".words");
    const id = words.firstElementChild;
    id.setAttribute("y", lines.length ? -23 : 7);
    while (words.lastElementChild !== id) words.lastElementChild.remove();
    if (!holder) return;
    const time = lines.length && holder.since ? this.time(new Date(holder.since)) : "";
    for (const [name, y, text] of [
      ["initials", 18, holder.initials], ["first", lines.length > 1 ? 0 : 9, lines[0]], ["second", 17, lines[1]], ["time", 33, time],
    ]) {
      if (text) words.append(shape("text", { class: name, y, "data-letters": text.length }, text));
    }
    if (holder.state === "pause") words.append(shape("path", { class: "bars", d: "M-47 24v11M-39 24v11" }));
  }

  #draw() {
    const drawn = [];
    for (const [id, holder] of this.#waiting) {
      const desk = this.desks.get(id);
      const state = holder?.state ?? (desk.isClosed ? "closed" : "free");
      const label = this.label(desk, holder, state);
      desk.holder = holder ?? null;
      const lines = holder?.lines ?? [];
      const isSame = desk.state === state && desk.label === label;
      if (isSame && desk.isNamed === lines.length > 0) continue;
      desk.isNamed = lines.length > 0;
      desk.state = state;
      desk.label = label;
      desk.element.dataset.state = state;
      desk.element.setAttribute("aria-label", label);
      desk.element.toggleAttribute("data-mine", Boolean(holder?.isMine));
      desk.element.ariaCurrent = holder?.isOwn ? "location" : null;
      this.#write(desk, holder, lines);
      if (!isSame) drawn.push(desk);
    }
    this.#waiting.clear();
    if (drawn.length) for (const listener of this.#onDrawn) listener(drawn);
  }
}
