// The edited floor, the selection, and the undo steps.

import { isDesk, read, write } from "./pieces.js";

export class Model {
  #past = [];
  #future = [];
  #listeners = [];
  /** The last step, if further changes of its kind merge into it. */
  #last = null;
  chosen = new Set();

  constructor(drawing) {
    this.floor = read(drawing);
    this.kept = this.floor;
  }

  /** Calls `listener` after each change of the floor or the selection. */
  onChange(listener) { this.#listeners.push(listener); }

  get document() { return write(this.floor); }
  get desks() { return this.floor.pieces.filter(isDesk); }
  get chosenPieces() { return this.floor.pieces.filter((it) => this.chosen.has(it.key)); }
  get isKept() { return this.floor === this.kept; }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  find(key) { return this.floor.pieces.find((it) => it.key === key); }

  /** Marks `floor` as saved. */
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
   * Changes the floor.
   * @param what the text that describes the change
   * @param merge consecutive steps of this name with the same selection are one undo step
   */
  change(what, floor, merge = null) {
    if (merge === null || merge !== this.#last) this.#past.push({ floor: this.floor, what });
    this.#last = merge;
    this.#future = [];
    this.#show(floor);
  }

  /** Replaces pieces by others with the same keys. */
  replace(what, pieces, merge = null) {
    const by = new Map(pieces.map((it) => [it.key, it]));
    this.change(what, { ...this.floor, pieces: this.floor.pieces.map((it) => by.get(it.key) ?? it) }, merge);
  }

  /** Adds pieces and selects them. */
  add(what, pieces) {
    this.chosen = new Set(pieces.map((it) => it.key));
    this.change(what, { ...this.floor, pieces: [...this.floor.pieces, ...pieces] });
  }

  remove(what) {
    this.change(what, { ...this.floor, pieces: this.floor.pieces.filter((it) => !this.chosen.has(it.key)) });
  }

  /** @returns the text of the undone step; undefined: none */
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
