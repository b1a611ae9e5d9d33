// The pieces of a floor (desks, rooms and areas) as immutable values, and pure functions on them.
//
// A piece has a key besides its name, because during editing two desks can have the same name.

/** gap: between desks side by side. chair: the depth that a chair needs, from the server. aisle: between rows of desks. */
export const usual = { width: 112, height: 84, gap: 14, chair: 0, aisle: 64 };
let lastKey = 0;

export const isDesk = (piece) => piece.kind === "desk";

/** @param kind desk, room or area */
export const piece = (kind, values) => ({
  key: ++lastKey, kind, name: "", x: 0, y: 0, width: usual.width, height: usual.height, rotation: 0, note: "", monitor: false,
  adjustable: false, ...values,
});

/** A copy with a new key. */
export const copied = (it, values) => ({ ...it, ...values, key: ++lastKey });

/** Reads the pieces from the document that the server stores. */
export function read(drawing) {
  const rooms = drawing.rooms.map((room) => piece(room.area ? "area" : "room", {
    name: room.name, x: room.x, y: room.y, width: room.width, height: room.height,
  }));
  const desks = drawing.desks.map((desk) => piece("desk", {
    name: desk.id, x: desk.x, y: desk.y, width: desk.width, height: desk.height, rotation: desk.rotation,
    note: desk.out_of_service ?? "", monitor: desk.monitor, adjustable: desk.height_adjustable,
  }));
  return { width: drawing.width, height: drawing.height, picture: drawing.picture ?? null, pieces: [...rooms, ...desks] };
}

/**
 * The keys of the published desks, by their published names. A draft knows desks by name only: a desk that has another name in the
 * draft is found at its place. Without a key: the draft does not have the desk.
 */
export function keysOfPublished(published, desks) {
  const place = ({ x, y, width, height, rotation }) => [x, y, width, height, rotation].join();
  const names = new Set(published.map((it) => it.id));
  const byName = new Map(desks.map((it) => [it.name, it.key]));
  const unpublished = new Map(desks.filter((it) => !names.has(it.name)).map((it) => [place(it), it.key]));
  return new Map(published.map((it) => [it.id, byName.get(it.id) ?? unpublished.get(place(it))]));
}

/** Writes the document of a floor. */
export function write({ width, height, picture, pieces }) {
  const box = ({ x, y, width, height }) => ({ x, y, width, height });
  return {
    width, height, picture,
    rooms: pieces.filter((it) => !isDesk(it)).map((it) => ({ name: it.name, ...box(it), area: it.kind === "area" })),
    desks: pieces.filter(isDesk).map((it) => ({
      id: it.name, ...box(it), rotation: it.rotation, out_of_service: it.note || null, monitor: it.monitor,
      height_adjustable: it.adjustable,
    })),
  };
}

/** The corners of a piece, rotated about its centre. */
export function corners({ x, y, width, height, rotation }) {
  const angle = (rotation * Math.PI) / 180, sine = Math.sin(angle), cosine = Math.cos(angle);
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([across, down]) => {
    const dx = (across * width) / 2, dy = (down * height) / 2;
    return [x + width / 2 + dx * cosine - dy * sine, y + height / 2 + dx * sine + dy * cosine];
  });
}

/** The bounding box of pieces. */
export function bounds(pieces) {
  const points = pieces.flatMap(corners);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

export const snapped = (length, grid) => Math.round(length / grid) * grid;

export const moved = (piece, dx, dy) => ({ ...piece, x: piece.x + dx, y: piece.y + dy });

/** @param edge left, center, right, top, middle or bottom */
export function aligned(pieces, edge) {
  const all = bounds(pieces);
  return pieces.map((piece) => {
    const own = bounds([piece]);
    const dx = { left: all.left - own.left, right: all.right - own.right, center: (all.left + all.right - own.left - own.right) / 2 };
    const dy = { top: all.top - own.top, bottom: all.bottom - own.bottom, middle: (all.top + all.bottom - own.top - own.bottom) / 2 };
    return moved(piece, Math.round(dx[edge] ?? 0), Math.round(dy[edge] ?? 0));
  });
}

/** Makes all gaps equal. The first and the last piece stay in place. */
export function distributed(pieces, isAcross) {
  const [from, to, size] = isAcross ? ["left", "right", "width"] : ["top", "bottom", "height"];
  const order = pieces.map((piece) => ({ piece, box: bounds([piece]) })).sort((a, b) => a.box[from] - b.box[from]);
  const room = order.at(-1).box[to] - order[0].box[from] - order.reduce((sum, { box }) => sum + box[size], 0);
  const gap = room / (order.length - 1);
  let place = order[0].box[from];
  const result = new Map();
  for (const { piece, box } of order) {
    const step = Math.round(place - box[from]);
    result.set(piece.key, isAcross ? moved(piece, step, 0) : moved(piece, 0, step));
    place += box[size] + gap;
  }
  return pieces.map((piece) => result.get(piece.key));
}

/** Rotates pieces about their common centre. Rooms stay upright: only quarter turns swap their width and height. */
export function turned(pieces, degrees) {
  const all = bounds(pieces);
  const [cx, cy] = [(all.left + all.right) / 2, (all.top + all.bottom) / 2];
  const angle = (degrees * Math.PI) / 180, sine = Math.sin(angle), cosine = Math.cos(angle);
  return pieces.map((it) => {
    const [dx, dy] = [it.x + it.width / 2 - cx, it.y + it.height / 2 - cy];
    const [x, y] = [cx + dx * cosine - dy * sine, cy + dx * sine + dy * cosine];
    const isLying = !isDesk(it) && Math.abs(degrees) % 180 === 90;
    const [width, height] = isLying ? [it.height, it.width] : [it.width, it.height];
    const rotation = isDesk(it) ? (((it.rotation + degrees) % 360) + 360) % 360 : 0;
    return { ...it, width, height, rotation, x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
  });
}

/** Row by row, from left to right: the order of names. */
export function inReadingOrder(pieces) {
  const middle = (it) => it.y + it.height / 2;
  const rows = [];
  for (const it of [...pieces].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    if (row && middle(it) - middle(row[0]) < it.height / 2) row.push(it);
    else rows.push([it]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x));
}
