// All actions on the floor, for every kind of input, and the texts that describe them.

import { fill } from "../base/text.js";
import { expandedRows, next, nextRow } from "./names.js";
import { desksIn, freePlace, placeBelow, roomAround, rowOf } from "./places.js";
import { aligned, bounds, copied, distributed, inReadingOrder, isDesk, moved, piece, snapped, turned, usual } from "./pieces.js";

export class Actions {
  grid = 10;
  snaps = true;

  /** @param refuse shows why nothing was added */
  constructor(model, view, walls, state, say, refuse) {
    Object.assign(this, { model, view, walls, state, words: state.words, say, refuse });
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

  /**
   * @param place the centre; default: beside the selection or the last desk, or a free place
   * @returns undefined: no place is free
   */
  addDesk(place) {
    const like = this.model.chosenPieces.filter(isDesk).at(-1);
    const size = like ? { width: like.width, height: like.height } : usual;
    const at = place ? this.fit(place[0] - size.width / 2, place[1] - size.height / 2, size) : this.#free(size, like);
    if (!at) return this.refuse(this.words.noSpace);
    const desk = piece("desk", { name: this.nextName(), x: at.x, y: at.y, width: size.width, height: size.height });
    this.model.add(this.#said("added", { name: desk.name, x: desk.x, y: desk.y }), [desk]);
    return desk;
  }

  /** A free place for a desk: right of `like` or the last desk first, then below all desks. */
  #free(size, like) {
    const { model, walls } = this;
    const beside = like ?? model.desks.at(-1);
    if (!beside) return freePlace(model.floor, size, { walls });
    const near = [{ x: beside.x + beside.width + usual.gap, y: beside.y }, this.#below(model.desks)];
    return freePlace(model.floor, size, { room: roomAround([beside], model.floor), walls }, near)
      ?? freePlace(model.floor, size, { walls }, near);
  }

  /** The place below pieces, with room for chairs. */
  #below(pieces) {
    const { left, bottom } = bounds(pieces);
    return { x: Math.round(left), y: Math.ceil((bottom + usual.aisle) / this.step) * this.step };
  }

  /** The place right of pieces. */
  #right(pieces) {
    const { right, top } = bounds(pieces);
    return { x: Math.ceil((right + usual.gap) / this.step) * this.step, y: Math.round(top) };
  }

  /**
   * Rows of desks, which `addDesks` adds.
   * @param count the number of desks in a row
   * @param pattern of the names of the first row; empty: after the last desk
   * @returns {desks}, or {why}: the text of an error
   */
  plannedDesks({ rows, count, pattern }) {
    const names = this.#names(pattern || this.nextRowName(), rows, count);
    if (typeof names === "string") return { why: names };
    const across = usual.width + usual.gap, down = usual.height + usual.aisle;
    const size = { width: count * across - usual.gap, height: rows * down - usual.aisle };
    const place = this.#placeOfRows(size);
    if (!place) return { why: this.#whyNoPlace(size) };
    const desks = names.map((name, index) => piece("desk", {
      name, x: place.x + (index % count) * across, y: place.y + Math.floor(index / count) * down,
    }));
    return { desks };
  }

  /** Where rows go: the selected room or area, or else the room of the last desk; its desks, and the last one. */
  #spaceOfRows() {
    const { model } = this;
    const [chosen] = model.chosenPieces.filter((it) => !isDesk(it));
    const desks = chosen ? desksIn(chosen, model.desks) : model.desks;
    const last = desks.at(-1);
    return { chosen, desks, last, around: chosen ?? (last && roomAround([last], model.floor)) };
  }

  /**
   * In the selected room or area, or else below the row of the last desk, in its room.
   * @param more added to the height of the floor, and of the room or area
   */
  #placeOfRows(size, more = 0) {
    const { walls, step } = this;
    const { chosen, desks, last, around } = this.#spaceOfRows();
    const higher = (it) => ({ ...it, height: it.height + more });
    const room = around && higher(around);
    const pieces = this.model.floor.pieces.map((it) => (it === around ? room : it));
    const floor = { ...higher(this.model.floor), pieces };
    const options = { room, walls, chairs: usual.chair };
    const row = last && rowOf(last, around ? desksIn(around, desks) : desks);
    const below = row && placeBelow(row, floor, size, options, step);
    if (below || (row && !chosen)) return below;
    // Within a selected room or area, lines of the plan can be furniture.
    return freePlace(floor, size, options) ?? (chosen && freePlace(floor, size, { ...options, walls: { cross: () => false } }));
  }

  /** The text of the error that rows have no place, with the height that gives them one, if there is such a height. */
  #whyNoPlace(size) {
    const place = this.#placeOfRows(size, size.height + 4 * usual.aisle);
    if (!place) return this.words.noSpace;
    const { around } = this.#spaceOfRows();
    const height = Math.ceil(place.y + size.height + usual.chair - (around?.y ?? 0));
    if (height <= (around ?? this.model.floor).height) return this.words.noSpace;
    return fill(this.words.noHeight, { name: around?.name ?? this.state.name, height });
  }

  /** @returns the text of an error; undefined: done */
  addDesks(rows) {
    const { desks, why } = this.plannedDesks(rows);
    if (desks) this.model.add(this.#said("rowAdded", { count: desks.length, first: desks[0].name, last: desks.at(-1).name }), desks);
    return why;
  }

  /** @returns the text of an error, or the names */
  #names(pattern, rows, count) {
    const result = expandedRows(pattern, rows, count, this.taken);
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
    if (pieces.length === 0) return undefined;
    const taken = new Set([...this.taken, ...this.model.floor.pieces.map((it) => it.name)]);
    const { left, top, width, height } = bounds(pieces);
    const options = { room: roomAround(pieces, this.model.floor), walls: this.walls };
    const place = freePlace(this.model.floor, { width, height }, options, [this.#below(pieces), this.#right(pieces)]);
    if (!place) return this.refuse(this.words.noSpace);
    const [dx, dy] = [Math.round(place.x - left), Math.round(place.y - top)];
    const copies = pieces.map((it) => {
      const name = next(it.name, taken);
      taken.add(name);
      return copied(it, { name, x: it.x + dx, y: it.y + dy });
    });
    this.model.add(this.#said("duplicated", { names: this.named(copies) }), copies);
    return undefined;
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
    const names = this.#names(pattern, 1, desks.length);
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
