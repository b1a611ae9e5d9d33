// Free places for new pieces.

import { bounds, isDesk, usual } from "./pieces.js";

const margin = 40;

const meet = (a, { left, top, right, bottom }, across = 0, down = 0) =>
  a.x < right + across && a.x + a.width > left - across && a.y < bottom + down && a.y + a.height > top - down;

/**
 * A free place for a box: with room for chairs, outside of rooms and without crossing a wall if there is such a place, otherwise
 * any place without a desk.
 * @param sizes the possible sizes, the best first
 * @param near the places to try first, for each size
 * @param walls see walls.js
 * @returns the box; null: no size has room
 */
export function freePlace({ width, height, pieces }, sizes, near, walls) {
  const desks = pieces.filter(isDesk).map((it) => bounds([it]));
  const rooms = pieces.filter((it) => it.kind === "room").map((it) => bounds([it]));
  const isInside = (box) => box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  const rules = [
    (box) => !desks.some((desk) => meet(box, desk, usual.gap, usual.chair)) && !rooms.some((room) => meet(box, room)) && !walls.cross(box),
    (box) => !desks.some((desk) => meet(box, desk)),
  ];
  const step = Math.max(20, Math.round(Math.max(width, height) / 600) * 10);
  for (const isFree of rules) {
    for (const size of sizes) {
      const fits = (place) => isInside({ ...size, ...place }) && isFree({ ...size, ...place });
      const place = near.find(fits) ?? scanned(width - size.width, height - size.height, step, fits);
      if (place) return { ...size, ...place };
    }
  }
  return null;
}

/** The first place that fits, row by row. */
function scanned(right, bottom, step, fits) {
  for (let y = margin; y <= bottom; y += step) {
    for (let x = margin; x <= right; x += step) if (fits({ x, y })) return { x, y };
  }
  return undefined;
}

/**
 * The sizes of a row of desks: in one line, or else in several.
 * @returns [{columns, width, height}], with the number of desks in a line
 */
export function rowSizes({ count, width, height, gap, isDown }) {
  const length = (number, size, gap) => number * size + (number - 1) * gap;
  const sizes = [];
  for (let lines = 1; lines <= Math.min(count, 8); lines++) {
    const columns = Math.ceil(count / lines);
    if (sizes.at(-1)?.columns === columns || Math.ceil(count / columns) !== lines) continue;
    sizes.push(isDown
      ? { columns, width: length(lines, width, usual.gap), height: length(columns, height, gap) }
      : { columns, width: length(columns, width, gap), height: length(lines, height, usual.aisle) });
  }
  return sizes;
}
