// Free places for new pieces.

import { bounds, isDesk, usual } from "./pieces.js";

const margin = 40;

const meet = (a, { left, top, right, bottom }, across = 0, down = 0) =>
  a.x < right + across && a.x + a.width > left - across && a.y < bottom + down && a.y + a.height > top - down;

const contains = (outer, inner) =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;

const whole = ({ width, height }) => ({ left: 0, top: 0, right: width, bottom: height });

/** Searching in steps keeps it fast on large floors. */
const step = ({ width, height }) => Math.max(20, Math.round(Math.max(width, height) / 600) * 10);

/** The desks in a room or area. */
export const desksIn = (room, desks) => desks.filter((it) => contains(bounds([room]), bounds([it])));

/** The smallest room around pieces; undefined: none. */
export function roomAround(pieces, floor) {
  const inner = bounds(pieces);
  const rooms = floor.pieces.filter((it) => it.kind === "room" && !pieces.includes(it) && contains(bounds([it]), inner));
  return rooms.sort((a, b) => a.width * a.height - b.width * b.height)[0];
}

/** The desks in a row with one of them, from left to right: level with it, and each at most its width from those before. */
export function rowOf(desk, desks) {
  const { top, bottom } = bounds([desk]);
  const level = desks.map((it) => ({ it, ...bounds([it]) }))
    .filter((box) => box.it === desk || (box.top < bottom && box.bottom > top));
  let row = [], end = -Infinity;
  for (const { it, left, right } of level.sort((a, b) => a.left - b.left)) {
    if (left - end > desk.width) {
      if (row.includes(desk)) break;
      row = [];
    }
    row.push(it);
    end = Math.max(end, right);
  }
  return row;
}

/**
 * Whether a box of desks fits: with room for chairs, across no wall, and in the room, or else outside of all rooms.
 * @param options room: undefined: none. walls: see walls.js. chairs: the free depth below the box
 * @returns a function of the box and of a `top` above it, from which no wall may be in the way
 */
function fitting(floor, { room, walls, chairs = 0 }) {
  const desks = floor.pieces.filter(isDesk).map((it) => bounds([it]));
  const around = room ? bounds([room]) : whole(floor);
  const rooms = floor.pieces.filter((it) => it.kind === "room").map((it) => bounds([it])).filter((it) => !contains(it, around));
  return (box, top = box.y) => {
    const { x, y, width, height } = box;
    const space = { x, y: top, width, height: y + height + chairs - top };
    return contains(around, { left: x, top: y, right: x + width, bottom: y + height + chairs })
      && !desks.some((desk) => meet(box, desk, usual.gap, usual.chair)) && !rooms.some((it) => meet(space, it)) && !walls.cross(space);
  };
}

/**
 * @param size of the box
 * @param options as for `fitting`
 * @param near the places to try first
 * @returns undefined: no place is free
 */
export function freePlace(floor, size, options, near = []) {
  const fits = fitting(floor, options);
  const isFree = (place) => fits({ ...size, ...place });
  const { left, top, right, bottom } = options.room ? bounds([options.room]) : whole(floor);
  const [edge, by] = [options.room ? usual.gap : margin, step(floor)];
  const scanned = () => {
    for (let y = Math.round(top + edge); y + size.height <= bottom; y += by) {
      for (let x = Math.round(left + edge); x + size.width <= right; x += by) if (isFree({ x, y })) return { x, y };
    }
    return undefined;
  };
  return near.find(isFree) ?? scanned();
}

/**
 * The first free place below a row, at its left edge or as little left of it as the walls need.
 * @param size, options as for `freePlace`
 * @param grid the distance of its grid lines
 * @returns undefined: no place is free
 */
export function placeBelow(row, floor, size, options, grid) {
  const fits = fitting(floor, options);
  const { left, bottom } = bounds(row);
  const by = step(floor);
  for (let y = Math.ceil((bottom + usual.aisle) / grid) * grid; y + size.height <= floor.height; y += by) {
    for (let x = Math.round(left); x >= 0; x -= by) if (fits({ ...size, x, y }, bottom)) return { x, y };
  }
  return undefined;
}
