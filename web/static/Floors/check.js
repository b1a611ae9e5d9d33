// The errors of a floor that the browser can find before the server does.

import { corners, isDesk } from "./pieces.js";
import { isName } from "./names.js";

/** Desks that touch do not overlap. */
const tolerance = 0.5;

const shadow = (points, [ax, ay]) => {
  const places = points.map(([x, y]) => x * ax + y * ay);
  return [Math.min(...places), Math.max(...places)];
};

function axes(points) {
  return [[0, 1], [1, 2]].map(([from, to]) => {
    const [x, y] = [points[to][0] - points[from][0], points[to][1] - points[from][1]];
    const length = Math.hypot(x, y) || 1;
    return [x / length, y / length];
  });
}

/** Separating axis theorem: two rectangles are apart if their projections on an edge of one of them are. */
function overlap(a, b) {
  const radius = (it) => Math.hypot(it.width, it.height) / 2;
  const middle = (it) => [it.x + it.width / 2, it.y + it.height / 2];
  const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
  if (Math.hypot(ax - bx, ay - by) >= radius(a) + radius(b)) return false;
  const [mine, theirs] = [corners(a), corners(b)];
  return [...axes(mine), ...axes(theirs)].every((axis) => {
    const [[a1, a2], [b1, b2]] = [shadow(mine, axis), shadow(theirs, axis)];
    return Math.min(a2, b2) - Math.max(a1, b1) > tolerance;
  });
}

/** The problems by the pieces' keys. Each is {kind, values} for a text of the page. */
export function problems({ width, height, pieces }, elsewhere) {
  const found = new Map();
  const note = (piece, kind, values = {}) => {
    if (!found.has(piece.key)) found.set(piece.key, { kind, values: { desk: piece.name, ...values } });
  };
  const desks = pieces.filter(isDesk);
  const names = new Map();
  for (const piece of pieces) {
    const isOutside = corners(piece).some(([x, y]) =>
      x < -tolerance || y < -tolerance || x > width + tolerance || y > height + tolerance);
    if (isOutside) note(piece, "outside");
    const group = isDesk(piece) ? "desk" : "room";
    const first = names.get(`${group} ${piece.name}`);
    if (first) for (const each of [first, piece]) note(each, "twice");
    names.set(`${group} ${piece.name}`, piece);
    if (isDesk(piece) ? !isName(piece.name) : !piece.name.trim()) note(piece, "badName");
    if (isDesk(piece) && elsewhere[piece.name]) note(piece, "elsewhere", { floor: elsewhere[piece.name] });
  }
  desks.forEach((desk, index) => {
    for (const other of desks.slice(index + 1)) {
      if (!overlap(desk, other)) continue;
      note(desk, "overlap", { other: other.name });
      note(other, "overlap", { other: desk.name });
    }
  });
  return found;
}
