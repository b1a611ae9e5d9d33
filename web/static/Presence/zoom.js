// Zoom and pan of the plan. The drawing fits its stage without a script; zooming transforms it on top of that.

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Pixels per drawing unit from which a desk has room for names, for its id, and for any detail. */
const near = 0.82, middle = 0.5, far = 0.17;
/** The maximum pixels per drawing unit. */
const closest = 3;
/**
 * Pixels that each side of a desk has at least, as a target for fingers (WCAG 2.2, 2.5.8: 24). Slightly more, because the stage
 * is measured in whole pixels. A large floor exceeds its stage.
 */
const target = 24.1;
const step = 1.5;
/** Pixels that a pointer may move during a tap. */
const slop = 6;

export class Zoom {
  #k = 1;
  #x = 0;
  #y = 0;
  #pointers = new Map();
  #gesture = null;
  /** The end of the running animation. */
  #goal = null;
  #frame = 0;
  #settling = 0;
  #lastTap = null;

  /** Called when the plan has stopped moving. */
  onSettled = () => {};

  /** @param isFixed true for a wall display, which has no input and shows the whole floor. */
  constructor(stage, svg, isFixed = false) {
    this.stage = stage;
    this.svg = svg;
    this.isFixed = isFixed;
    new ResizeObserver(() => this.#measure()).observe(stage);
    this.#measure();
    if (isFixed) return;
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => this.#up(event));
    // Where the plan exceeds its stage, a finger moves the plan instead of the page.
    stage.addEventListener("touchmove", (event) => {
      const isTaller = this.#k * (this.#size.height - 2 * this.#top) > this.#size.height + 1;
      if (this.#k > 1 && (this.#k > this.#least || isTaller || event.touches.length > 1) && event.cancelable) event.preventDefault();
    }, { passive: false });
    // The end of a drag is not a click.
    stage.addEventListener("click", (event) => this.#hasDragged && event.stopPropagation(), { capture: true });
    svg.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #hasDragged = false;

  /** Zooms in (1), out (-1), or to the whole floor (0), as far as desks stay large enough. */
  by(direction) {
    const k = direction === 0 ? this.#least : (this.#goal?.[0] ?? this.#k) * step ** direction;
    this.#around(this.#size.width / 2, this.#size.height / 2, k, true);
  }

  /** Centres a desk at a legible size. */
  centre(desk) {
    const k = Math.min(this.#largest, Math.max(this.#k, (near * 1.15) / this.#scale));
    const [x, y] = this.#place(desk);
    this.#glide(k, this.#size.width / 2 - x * k, this.#size.height / 2 - y * k);
  }

  /** Moves a desk into view, by the smallest distance. */
  reveal(desk) {
    if (this.#k === 1) return;
    const [x, y] = this.#place(desk);
    const [left, top] = [x * this.#k + this.#x, y * this.#k + this.#y];
    const [marginX, marginY] = [desk.width * this.#scale * this.#k, desk.height * this.#scale * this.#k];
    const clamp = (value, margin, size) => Math.min(Math.max(value, margin), Math.max(margin, size - margin));
    const [toX, toY] = [clamp(left, marginX, this.#size.width), clamp(top, marginY, this.#size.height)];
    if (toX !== left || toY !== top) this.#glide(this.#k, this.#x + toX - left, this.#y + toY - top);
  }

  get #largest() { return Math.max(this.#least, closest / this.#scale); }

  /** The centre of a desk on the stage, at zoom 1. */
  #place(desk) { 
    return [this.#left + (desk.x - this.#origin.x) * this.#scale, this.#top + (desk.y - this.#origin.y) * this.#scale];
  }

  /** Measures a drawing of another size. The visible part stays visible as far as possible. */
  fit() { this.#measure(); }

  /** Pixels per drawing unit at zoom 1, at which the whole floor fits the stage. */
  #scale = 1;
  /** The smallest zoom: 1, or more where desks would be smaller than a target. */
  #least = 1;
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
    const wasLeast = this.#k === this.#least;
    this.#least = this.#smallestZoom();
    this.#apply(wasLeast ? this.#least : this.#k, this.#x, this.#y);
    this.#showDetail();
  }

  #smallestZoom() {
    if (this.isFixed) return 1;
    const sides = [...this.svg.querySelectorAll(".desk .top")].flatMap((top) => [
      Number(top.getAttribute("width")), Number(top.getAttribute("height")),
    ]);
    return Math.max(1, Math.min(closest, target / Math.min(...sides)) / this.#scale);
  }

  /** Zooms around a fixed point of the stage. */
  #around(x, y, wanted, glides = false) {
    const k = Math.min(this.#largest, Math.max(this.#least, wanted));
    // A second press continues from the end of the first animation.
    const [fromK, fromX, fromY] = (glides && this.#goal) || [this.#k, this.#x, this.#y];
    const target = [k, x - ((x - fromX) / fromK) * k, y - ((y - fromY) / fromK) * k];
    if (glides) this.#glide(...target);
    else this.#set(...target);
  }

  /** Direct input ends a running animation. */
  #set(k, x, y) {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
    this.#apply(k, x, y);
  }

  #apply(k, x, y) {
    const keep = (position, inset, size) => {
      // The floor stays within the stage, centred if it is smaller.
      const [length, start] = [(size - 2 * inset) * k, position + inset * k];
      const kept = length <= size ? (size - length) / 2 : Math.min(0, Math.max(size - length, start));
      return kept - inset * k;
    };
    // The last step of an animation is inexact.
    if (k < this.#least * 1.0001) k = this.#least;
    this.#k = k;
    this.#x = keep(x, this.#left, this.#size.width);
    this.#y = keep(y, this.#top, this.#size.height);
    this.svg.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${k})`;
    this.stage.toggleAttribute("data-zoomed", k > 1);
    this.#settle();
  }

  /** Selects the level of detail, which map.css draws. */
  #showDetail() {
    const scale = this.#scale * this.#k;
    const level = scale >= near ? "near" : scale >= middle ? "middle" : scale >= far ? "far" : "tiny";
    if (this.svg.dataset.zoom !== level) this.svg.dataset.zoom = level;
  }

  /** While the plan moves, the browser moves a bitmap of it; then it draws the plan sharply again. */
  #settle() {
    if (!this.#settling) this.stage.toggleAttribute("data-moving", true);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = 0;
      // A busy machine draws the next step of an animation later than this.
      if (this.#goal) return this.#settle();
      this.#showDetail();
      this.stage.toggleAttribute("data-moving", false);
      this.onSettled();
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
    // At the smallest zoom, scrolling down scrolls the page.
    if (this.#k === this.#least && event.deltaY > 0 && !event.ctrlKey) return;
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

  /** Each finger that joins or leaves starts a new gesture. */
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
    const k = Math.min(this.#largest, Math.max(this.#least, wanted));
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

  /** A double tap zooms in, or out again. */
  #tap(point, time) {
    const last = this.#lastTap;
    this.#lastTap = { point, time };
    if (!last || time - last.time > 350 || Math.hypot(point.x - last.point.x, point.y - last.point.y) > 30) return;
    this.#lastTap = null;
    if (this.#k > this.#least * 1.01) this.by(0);
    else this.#around(point.x, point.y, Math.max(2.2, (near * 1.1) / this.#scale), true);
  }
}
