// The floor that is being drawn, which of it is chosen, and what was done, so that it can be undone.

import { isDesk, read, write } from "./pieces.js";

export class Model {
  #past = [];
  #future = [];
  #listeners = [];
  /** What the last step was, where more of the same is no further step. */
  #last = null;
  chosen = new Set();

  constructor(drawing) {
    this.floor = read(drawing);
    this.kept = this.floor;
  }

  /** Calls `listener` after each change of the floor or of what is chosen. */
  onChange(listener) { this.#listeners.push(listener); }

  get document() { return write(this.floor); }
  get desks() { return this.floor.pieces.filter(isDesk); }
  get chosenPieces() { return this.floor.pieces.filter((it) => this.chosen.has(it.key)); }
  get isKept() { return this.floor === this.kept; }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  find(key) { return this.floor.pieces.find((it) => it.key === key); }

  /** Says that the server has `floor` now. */
  keep(floor) {
    this.kept = floor;
    this.#tell();
  }

  choose(keys) {
    this.chosen = new Set(keys);
    this.#last = null;
    this.#tell();
  }

  toggle(key) {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(key)) chosen.add(key);
    this.choose(chosen);
  }

  /**
   * Makes another floor of this one.
   * @param what what it does, in words
   * @param merge steps of the same name that follow one another, with the same pieces chosen, are one to undo
   */
  change(what, floor, merge = null) {
    if (merge === null || merge !== this.#last) this.#past.push({ floor: this.floor, what });
    this.#last = merge;
    this.#future = [];
    this.#show(floor);
  }

  /** Replaces some pieces by others with the same keys. */
  replace(what, pieces, merge = null) {
    const by = new Map(pieces.map((it) => [it.key, it]));
    this.change(what, { ...this.floor, pieces: this.floor.pieces.map((it) => by.get(it.key) ?? it) }, merge);
  }

  /** Adds pieces, and chooses them. */
  add(what, pieces) {
    this.chosen = new Set(pieces.map((it) => it.key));
    this.change(what, { ...this.floor, pieces: [...this.floor.pieces, ...pieces] });
  }

  remove(what) {
    this.change(what, { ...this.floor, pieces: this.floor.pieces.filter((it) => !this.chosen.has(it.key)) });
  }

  /** @returns what was undone, in words; undefined where nothing was */
  undo() { return this.#step(this.#past, this.#future); }
  redo() { return this.#step(this.#future, this.#past); }

  #step(from, to) {
    const step = from.pop();
    if (!step) return undefined;
    to.push({ floor: this.floor, what: step.what });
    this.#last = null;
    this.#show(step.floor);
    return step.what;
  }

  #show(floor) {
    this.floor = floor;
    const there = new Set(floor.pieces.map((it) => it.key));
    this.chosen = new Set([...this.chosen].filter((key) => there.has(key)));
    this.#tell();
  }

  #tell() { for (const listener of this.#listeners) listener(); }
}
