// All actions on the floor, for every kind of input, and the texts that describe them.

import { fill } from "../base/text.js";
import { expanded, next, nextRow } from "./names.js";
import { freePlace, rowSizes } from "./places.js";
import { aligned, bounds, copied, distributed, inReadingOrder, isDesk, moved, piece, snapped, turned, usual } from "./pieces.js";

export class Actions {
  grid = 10;
  snaps = true;

  constructor(model, view, walls, state, say) {
    Object.assign(this, { model, view, walls, state, words: state.words, say });
  }

  get step() { return this.snaps ? this.grid : 1; }
  get taken() { return new Set([...this.model.desks.map((it) => it.name), ...Object.keys(this.state.elsewhere)]); }

  /** Names pieces, such as "6F-A1" or "3 desks". */
  named(pieces) {
    return pieces.length === 1 ? pieces[0].name : fill(this.words.several, { count: pieces.length });
  }

  #said(word, values) {
    const text = fill(this.words[word], values);
    this.say(text);
    return text;
  }

  undo() {
    const what = this.model.undo();
    this.#said(what ? "undone" : "nothingToUndo", { what });
  }

  redo() {
    const what = this.model.redo();
    this.#said(what ? "redone" : "nothingToRedo", { what });
  }

  /** Moves a position onto the grid and into the drawing. */
  fit(x, y, { width, height }) {
    const floor = this.model.floor;
    const within = (place, size, all) => Math.round(Math.max(0, Math.min(snapped(place, this.step), all - size)));
    return { x: within(x, width, floor.width), y: within(y, height, floor.height) };
  }

  /** The name of the next desk: after the last one. */
  nextName() {
    const last = this.model.desks.at(-1)?.name ?? [this.state.prefix, "A0"].filter(Boolean).join("-");
    return next(last, this.taken);
  }

  /** The first name of the next row of desks. */
  nextRowName() {
    const last = this.model.desks.at(-1)?.name;
    return last ? nextRow(last, this.taken) : this.nextName();
  }

  /** @param place the centre; default: beside the selection or the last desk, or a free place */
  addDesk(place) {
    const like = this.model.chosenPieces.filter(isDesk).at(-1);
    const size = like ? { width: like.width, height: like.height } : usual;
    const at = place ? this.fit(place[0] - size.width / 2, place[1] - size.height / 2, size) : this.#free(size, like);
    const desk = piece("desk", { name: this.nextName(), x: at.x, y: at.y, width: size.width, height: size.height });
    this.model.add(this.#said("added", { name: desk.name, x: desk.x, y: desk.y }), [desk]);
    return desk;
  }

  /** A free place for a desk: right of `like` or the last desk first, then below all desks. */
  #free(size, like) {
    const beside = like ?? this.model.desks.at(-1);
    const near = [...(beside ? [{ x: beside.x + beside.width + usual.gap, y: beside.y }] : []), ...this.#below(this.model.desks)];
    return freePlace(this.model.floor, [size], near, this.walls) ?? this.fit(...this.view.middle, size);
  }

  /** The place below pieces, with room for chairs; none without pieces. */
  #below(pieces) {
    if (pieces.length === 0) return [];
    const { left, bottom } = bounds(pieces);
    return [{ x: Math.round(left), y: Math.ceil((bottom + usual.aisle) / this.step) * this.step }];
  }

  /** The place right of pieces; none without pieces. */
  #right(pieces) {
    if (pieces.length === 0) return [];
    const { right, top } = bounds(pieces);
    return [{ x: Math.ceil((right + usual.gap) / this.step) * this.step, y: Math.round(top) }];
  }

  /**
   * Adds a row of desks below the selection or all desks, or right of them if it is vertical. Without room for one line, it has
   * several.
   * @returns the text of an error; undefined: done
   */
  addRow({ count, pattern, isDown, gap }) {
    const names = this.#names(pattern || this.nextRowName(), count);
    if (typeof names === "string") return names;
    const { model } = this;
    const chosen = model.chosenPieces.filter(isDesk);
    const { width, height } = chosen.at(-1) ?? usual;
    const beside = (pieces) => (isDown ? this.#right(pieces) : this.#below(pieces));
    const sizes = rowSizes({ count, width, height, gap, isDown });
    const start = freePlace(model.floor, sizes, [...beside(chosen), ...beside(model.desks)], this.walls)
      ?? { ...sizes[0], ...this.fit(...this.view.middle, usual) };
    const desks = names.map((name, index) => {
      const [place, line] = [index % start.columns, Math.floor(index / start.columns)];
      const [across, down] = isDown ? [line * (width + usual.gap), place * (height + gap)] : [place * (width + gap), line * (height + usual.aisle)];
      return piece("desk", { name, width, height, x: start.x + across, y: start.y + down });
    });
    model.add(this.#said("rowAdded", { count, first: names[0], last: names.at(-1) }), desks);
    return undefined;
  }

  #names(pattern, count) {
    const result = expanded(pattern, count);
    if (!result) return fill(this.words.badPattern, { pattern });
    if (result.meant !== null && result.meant !== count) return fill(this.words.otherCount, { meant: result.meant, count });
    return result.names;
  }

  /** @param box the place; default: the centre of the visible part */
  addRoom(kind, box) {
    const size = box ?? { width: 240, height: 160 };
    const [x, y] = this.view.middle;
    const names = new Set(this.model.floor.pieces.map((it) => it.name));
    let number = 1;
    while (names.has(fill(this.words[`${kind}Name`], { number }))) number += 1;
    const room = piece(kind, {
      name: fill(this.words[`${kind}Name`], { number }), width: size.width, height: size.height,
      ...(box ? { x: box.x, y: box.y } : this.fit(x - size.width / 2, y - size.height / 2, size)),
    });
    this.model.add(this.#said("added", { name: room.name, x: room.x, y: room.y }), [room]);
    return room;
  }

  remove() {
    const pieces = this.model.chosenPieces;
    if (pieces.length > 0) this.model.remove(this.#said("removed", { names: this.named(pieces) }));
  }

  duplicate() {
    const pieces = this.model.chosenPieces;
    if (pieces.length === 0) return;
    const taken = new Set([...this.taken, ...this.model.floor.pieces.map((it) => it.name)]);
    const { left, top, width, height } = bounds(pieces);
    const [below] = this.#below(pieces);
    const place = freePlace(this.model.floor, [{ width, height }], [below, ...this.#right(pieces)], this.walls) ?? below;
    const [dx, dy] = [Math.round(place.x - left), Math.round(place.y - top)];
    const copies = pieces.map((it) => {
      const name = next(it.name, taken);
      taken.add(name);
      return copied(it, { name, x: it.x + dx, y: it.y + dy });
    });
    this.model.add(this.#said("duplicated", { names: this.named(copies) }), copies);
  }

  /** Moves the selection so that its first piece is on the grid. */
  drag(dx, dy) {
    const pieces = this.model.chosenPieces;
    const [x, y] = this.dragged(dx, dy);
    if (x === 0 && y === 0) return;
    this.#move(pieces.map((it) => moved(it, x, y)));
  }

  dragged(dx, dy) {
    const [first] = this.model.chosenPieces;
    return [snapped(first.x + dx, this.step) - first.x, snapped(first.y + dy, this.step) - first.y].map(Math.round);
  }

  /** Moves the selection by steps of the grid, or by single units. */
  nudge(across, down, isFine) {
    const step = isFine ? 1 : this.grid;
    const pieces = this.model.chosenPieces;
    if (pieces.length > 0) this.#move(pieces.map((it) => moved(it, across * step, down * step)), "nudge");
  }

  #move(pieces, merge) {
    const word = pieces.length === 1 ? "movedTo" : "moved";
    this.model.replace(this.#said(word, { names: this.named(pieces), x: pieces[0].x, y: pieces[0].y }), pieces, merge);
  }

  resize(key, width, height) {
    const it = this.model.find(key);
    const size = { width: Math.max(10, Math.round(snapped(width, this.step))), height: Math.max(10, Math.round(snapped(height, this.step))) };
    this.model.replace(this.#said("resized", { names: it.name, ...size }), [{ ...it, ...size }]);
  }

  align(edge) { this.#arrange("alignedAll", 2, (pieces) => aligned(pieces, edge)); }
  distribute(isAcross) { this.#arrange("distributedAll", 3, (pieces) => distributed(pieces, isAcross)); }
  turn(degrees) { this.#arrange("turned", 1, (pieces) => turned(pieces, degrees)); }

  #arrange(word, least, arrange) {
    const pieces = this.model.chosenPieces;
    if (pieces.length >= least) this.model.replace(this.#said(word, { names: this.named(pieces) }), arrange(pieces));
  }

  /** Renames the selected desks by a pattern, row by row. @returns the text of an error; undefined: done */
  rename(pattern) {
    const desks = inReadingOrder(this.model.chosenPieces.filter(isDesk));
    const names = this.#names(pattern, desks.length);
    if (typeof names === "string") return names;
    const renamed = desks.map((it, index) => ({ ...it, name: names[index] }));
    this.model.replace(this.#said("renamed", { first: names[0], last: names.at(-1) }), renamed);
    return undefined;
  }

  /** Sets a property of pieces. */
  set(keys, values) {
    const pieces = keys.map((key) => ({ ...this.model.find(key), ...values }));
    this.model.replace(this.#said("changed", { names: this.named(pieces) }), pieces);
  }

  setFloor(values, word = "floorChanged") {
    this.model.change(this.#said(word, values), { ...this.model.floor, ...values });
  }
}
