// How much of the floor is in sight. The drawing fits its stage by itself; what is done here comes on top of that, so that a
// page whose script has not run looks the same.

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Pixels of a unit of the drawing from which a desk has room for a name, for its id, and for anything to be made out on it. */
const near = 0.82, middle = 0.45, far = 0.17;
/** The same, beyond which nothing more is to be seen. */
const closest = 3;
const step = 1.5;
/** Pixels that a finger may move and still have tapped. */
const slop = 6;

export class Zoom {
  #k = 1;
  #x = 0;
  #y = 0;
  #pointers = new Map();
  #gesture = null;
  /** Where the plan is on its way to. */
  #goal = null;
  #frame = 0;
  #settling = 0;
  #lastTap = null;

  /** @param isFixed whether nobody may move it, as on a wall. */
  constructor(stage, svg, isFixed = false) {
    this.stage = stage;
    this.svg = svg;
    new ResizeObserver(() => this.#measure()).observe(stage);
    this.#measure();
    if (isFixed) return;
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => this.#up(event));
    // Where there is more of the floor than is in sight, a finger moves the floor and not the page.
    stage.addEventListener("touchmove", (event) => this.#k > 1 && event.cancelable && event.preventDefault(), { passive: false });
    // The click that ends a drag is none.
    stage.addEventListener("click", (event) => this.#hasDragged && event.stopPropagation(), { capture: true });
    svg.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #hasDragged = false;

  /** Larger (1), smaller (-1), or the whole floor (0). */
  by(direction) {
    if (direction === 0) this.#glide(1, 0, 0);
    else this.#around(this.#size.width / 2, this.#size.height / 2, (this.#goal?.[0] ?? this.#k) * step ** direction, true);
  }

  /** Brings a desk into the middle, large enough to be read. */
  centre(desk) {
    const k = Math.min(this.#largest, Math.max(this.#k, (near * 1.15) / this.#scale));
    const [x, y] = this.#place(desk);
    this.#glide(k, this.#size.width / 2 - x * k, this.#size.height / 2 - y * k);
  }

  /** Brings a desk into sight, with as little movement as it takes. */
  reveal(desk) {
    if (this.#k === 1) return;
    const [x, y] = this.#place(desk);
    const [left, top] = [x * this.#k + this.#x, y * this.#k + this.#y];
    const [marginX, marginY] = [desk.width * this.#scale * this.#k, desk.height * this.#scale * this.#k];
    const clamp = (value, margin, size) => Math.min(Math.max(value, margin), Math.max(margin, size - margin));
    const [toX, toY] = [clamp(left, marginX, this.#size.width), clamp(top, marginY, this.#size.height)];
    if (toX !== left || toY !== top) this.#glide(this.#k, this.#x + toX - left, this.#y + toY - top);
  }

  get #largest() { return Math.max(1, closest / this.#scale); }

  /** Where a desk's middle is on the stage while the whole floor is in sight. */
  #place(desk) { 
    return [this.#left + (desk.x - this.#origin.x) * this.#scale, this.#top + (desk.y - this.#origin.y) * this.#scale];
  }

  /** To be called when the drawing has another size. What is in sight stays there as far as it can. */
  fit() { this.#measure(); }

  #scale = 1;
  #left = 0;
  #top = 0;
  #size = { width: 1, height: 1 };
  #origin = { x: 0, y: 0 };

  #measure() {
    const box = this.svg.viewBox.baseVal;
    this.#size = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    this.#scale = Math.min(this.#size.width / box.width, this.#size.height / box.height) || 1;
    this.#left = (this.#size.width - box.width * this.#scale) / 2;
    this.#top = (this.#size.height - box.height * this.#scale) / 2;
    this.#origin = { x: box.x, y: box.y };
    this.#apply(this.#k, this.#x, this.#y);
    this.#showDetail();
  }

  /** Larger or smaller around a point of the stage that stays where it is. */
  #around(x, y, wanted, glides = false) {
    const k = Math.min(this.#largest, Math.max(1, wanted));
    // Who touches a button twice goes on from where the first touch leads.
    const [fromK, fromX, fromY] = (glides && this.#goal) || [this.#k, this.#x, this.#y];
    const target = [k, x - ((x - fromX) / fromK) * k, y - ((y - fromY) / fromK) * k];
    if (glides) this.#glide(...target);
    else this.#set(...target);
  }

  /** What fingers and wheels do ends what was under way. */
  #set(k, x, y) {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
    this.#apply(k, x, y);
  }

  #apply(k, x, y) {
    const keep = (position, inset, size) => {
      // The floor does not leave the stage, and lies in its middle where it is smaller.
      const [length, start] = [(size - 2 * inset) * k, position + inset * k];
      const kept = length <= size ? (size - length) / 2 : Math.min(0, Math.max(size - length, start));
      return kept - inset * k;
    };
    this.#k = k;
    this.#x = keep(x, this.#left, this.#size.width);
    this.#y = keep(y, this.#top, this.#size.height);
    this.svg.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${k})`;
    this.stage.toggleAttribute("data-zoomed", k > 1);
    this.#settle();
  }

  /** What is too small to be made out is not drawn at all. */
  #showDetail() {
    const scale = this.#scale * this.#k;
    const level = scale >= near ? "near" : scale >= middle ? "middle" : scale >= far ? "far" : "tiny";
    if (this.svg.dataset.zoom !== level) this.svg.dataset.zoom = level;
  }

  /** While it moves, the browser moves a picture of it; at rest it is drawn sharp again. */
  #settle() {
    if (!this.#settling) this.stage.toggleAttribute("data-moving", true);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = 0;
      this.#showDetail();
      this.stage.toggleAttribute("data-moving", false);
    }, 160);
  }

  #glide(k, x, y) {
    cancelAnimationFrame(this.#frame);
    if (still.matches) return this.#set(k, x, y);
    this.#goal = [k, x, y];
    this.#settle();
    const from = [this.#k, this.#x, this.#y], start = performance.now();
    const go = (now) => {
      const t = Math.min(1, Math.max(0, (now - start) / 260)), ease = 1 - (1 - t) ** 3;
      this.#apply(...[k, x, y].map((value, index) => from[index] + (value - from[index]) * ease));
      if (t < 1) this.#frame = requestAnimationFrame(go);
      else this.#goal = null;
    };
    this.#frame = requestAnimationFrame(go);
  }

  #at(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #wheel(event) {
    // With the whole floor in sight, the page goes on downwards.
    if (this.#k === 1 && event.deltaY > 0 && !event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = this.#at(event);
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.#around(x, y, this.#k * Math.exp(-Math.max(-200, Math.min(200, pixels)) * (event.ctrlKey ? 0.01 : 0.0022)));
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest("button, dialog")) return;
    this.#pointers.set(event.pointerId, this.#at(event));
    if (this.#pointers.size === 1) this.#hasDragged = false;
    this.#begin();
  }

  /** A gesture begins anew with every finger that comes or goes. */
  #begin() {
    const points = [...this.#pointers.values()];
    if (points.length === 0) return (this.#gesture = null);
    const [a, b = a] = points;
    this.#gesture = {
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.hypot(a.x - b.x, a.y - b.y), count: points.length,
      k: this.#k, x: this.#x, y: this.#y, isMoving: points.length > 1,
    };
  }

  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    this.#pointers.set(event.pointerId, this.#at(event));
    const gesture = this.#gesture, points = [...this.#pointers.values()];
    const [a, b = a] = points;
    const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    if (!gesture.isMoving) {
      if (Math.hypot(now.x - gesture.middle.x, now.y - gesture.middle.y) < slop || this.#k === 1) return;
      gesture.isMoving = true;
    }
    if (!this.#hasDragged) {
      this.#hasDragged = true;
      for (const id of this.#pointers.keys()) this.stage.setPointerCapture(id);
      this.stage.toggleAttribute("data-dragging", true);
    }
    const wanted = gesture.count > 1 ? (gesture.k * Math.hypot(a.x - b.x, a.y - b.y)) / Math.max(1, gesture.distance) : gesture.k;
    const k = Math.min(this.#largest, Math.max(1, wanted));
    this.#set(
      k, now.x - ((gesture.middle.x - gesture.x) / gesture.k) * k, now.y - ((gesture.middle.y - gesture.y) / gesture.k) * k);
  }

  #up(event) {
    const point = this.#pointers.get(event.pointerId);
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#begin();
    if (this.#pointers.size === 0) this.stage.toggleAttribute("data-dragging", false);
    if (event.type === "pointerup" && !this.#hasDragged) this.#tap(point, event.timeStamp);
  }

  /** The second tap on one place zooms in, or out again. */
  #tap(point, time) {
    const last = this.#lastTap;
    this.#lastTap = { point, time };
    if (!last || time - last.time > 350 || Math.hypot(point.x - last.point.x, point.y - last.point.y) > 30) return;
    this.#lastTap = null;
    if (this.#k > 1.01) this.by(0);
    else this.#around(point.x, point.y, Math.max(2.2, (near * 1.1) / this.#scale), true);
  }
}
