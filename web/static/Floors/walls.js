// The dark lines of the plan, so that new pieces are placed between them.

/** The size of a cell in drawing units, at least; and the number of cells along the longer side, at most. */
const [finest, most] = [1, 1600];
/** The brightness, from 0 to 255, below which a cell is part of a line. */
const bright = 190;

export class Walls {
  #plan = null;
  #read = "";

  /** Reads the plan if another one, or another size, is shown. Until it is read, there are no walls. */
  async update(href, width, height) {
    const wanted = `${href} ${width} ${height}`;
    if (wanted === this.#read) return;
    this.#read = wanted;
    this.#plan = null;
    if (!href) return;
    const image = new Image();
    image.src = href;
    try {
      await image.decode();
      if (wanted === this.#read) this.#plan = plan(image, width, height);
    } catch {
      // A plan that the browser cannot show, or does not let scripts read, has no walls.
    }
  }

  /** Whether a line of the plan crosses a box. */
  cross({ x, y, width, height }) {
    if (!this.#plan) return false;
    const { cell, columns, rows, sums } = this.#plan;
    const within = (place, end) => Math.min(Math.max(place, 0), end);
    const [left, right] = [within(Math.floor(x / cell), columns), within(Math.ceil((x + width) / cell), columns)];
    const [top, bottom] = [within(Math.floor(y / cell), rows), within(Math.ceil((y + height) / cell), rows)];
    const sum = (column, row) => sums[row * (columns + 1) + column];
    return sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top) > 0;
  }
}

/** The number of dark cells above and left of each corner of a cell. The picture is fitted as in the drawing. */
function plan(image, width, height) {
  const cell = Math.max(finest, Math.max(width, height) / most);
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, rows];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, columns, rows);
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight) / cell;
  const [wide, high] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context.drawImage(image, (width / cell - wide) / 2, (height / cell - high) / 2, wide, high);
  const { data } = context.getImageData(0, 0, columns, rows);
  const sums = new Int32Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let dark = 0;
    for (let column = 0; column < columns; column++) {
      const at = (row * columns + column) * 4;
      if ((data[at] + data[at + 1] + data[at + 2]) / 3 < bright) dark += 1;
      sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + dark;
    }
  }
  return { cell, columns, rows, sums };
}
