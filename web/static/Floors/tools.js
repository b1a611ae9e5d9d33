// Pointer input on the drawing: select, drag, select by frame, draw rooms.

/** Pixels that a pointer may move during a click. */
const slop = 4;

export class Tools {
  /** select, desk, room or area */
  tool = "select";
  #gesture = null;
  /** Pieces that stay selected while the keyboard focus moves on. */
  #pinned = new Set();

  constructor(view, model, actions, onTool) {
    Object.assign(this, { view, model, actions, onTool });
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
    svg.addEventListener("focusin", (event) => this.#focused(event));
  }

  use(tool) {
    this.tool = tool;
    this.view.stage.dataset.tool = tool;
    this.onTool(tool);
  }

  #piece(event) {
    const element = event.target.closest?.("[data-key]");
    return element ? this.model.find(Number(element.dataset.key)) : null;
  }

  /** Focus by keyboard selects a piece. Pointers select it themselves. */
  #focused(event) {
    const piece = this.#piece(event);
    if (piece && !this.#gesture && !this.model.chosen.has(piece.key)) {
      this.model.choose([...this.#pinned, piece.key]);
    }
  }

  /** Toggles a piece in the kept selection. */
  pin(key) {
    if (!this.#pinned.delete(key)) this.#pinned.add(key);
    this.model.choose(this.#pinned.has(key) ? [...this.#pinned] : [...this.#pinned].filter((other) => other !== key));
  }

  unpin() { this.#pinned.clear(); }

  /** Deselects all pieces and returns to the tool that selects. */
  leave() {
    this.use("select");
    this.unpin();
    this.model.choose([]);
    this.view.stage.focus();
  }

  #down(event) {
    if (event.button !== 0) return;
    this.unpin();
    const piece = this.#piece(event);
    const from = this.view.place(event);
    const start = { from, x: event.clientX, y: event.clientY, hasMoved: false, adds: event.shiftKey || event.ctrlKey || event.metaKey };
    if (this.tool !== "select") this.#gesture = { ...start, kind: this.tool };
    else if (event.target.classList.contains("handle")) this.#gesture = { ...start, kind: "resize", piece };
    else this.#gesture = { ...start, kind: piece ? "drag" : "frame", piece };
    if (this.#gesture.kind === "drag") {
      if (start.adds) this.model.toggle(piece.key);
      else if (!this.model.chosen.has(piece.key)) this.model.choose([piece.key]);
    }
    this.view.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    (piece ? this.view.element(piece.key) : this.view.stage).focus({ preventScroll: true });
  }

  #move(event) {
    const gesture = this.#gesture;
    if (!gesture) return;
    if (!gesture.hasMoved && Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < slop) return;
    gesture.hasMoved = true;
    const [x, y] = this.view.place(event);
    const [dx, dy] = [x - gesture.from[0], y - gesture.from[1]];
    if (gesture.kind === "drag" && this.model.chosen.size > 0) this.view.preview(...this.actions.dragged(dx, dy));
    else if (["frame", "room", "area"].includes(gesture.kind)) this.view.marquee(this.#box(gesture, [x, y]));
    else if (gesture.kind === "resize") {
      const { x: left, y: top, width, height } = gesture.piece;
      this.view.marquee({ x: left, y: top, width: Math.max(10, width + dx), height: Math.max(10, height + dy) });
    }
  }

  #box({ from, kind }, to) {
    const round = (length) => (kind === "frame" ? length : Math.round(length / this.actions.step) * this.actions.step);
    const [x1, x2] = [from[0], to[0]].map(round).sort((a, b) => a - b);
    const [y1, y2] = [from[1], to[1]].map(round).sort((a, b) => a - b);
    return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  }

  #up(event) {
    const gesture = this.#gesture;
    if (!gesture) return;
    const to = this.view.place(event);
    const [dx, dy] = [to[0] - gesture.from[0], to[1] - gesture.from[1]];
    this.#end();
    const box = this.#box(gesture, to);
    if (gesture.kind === "desk") {
      this.view.focus(this.actions.addDesk(to).key);
    } else if (gesture.kind === "room" || gesture.kind === "area") {
      const isDrawn = gesture.hasMoved && box.width >= 10 && box.height >= 10;
      const room = this.actions.addRoom(gesture.kind, isDrawn ? box : undefined);
      this.use("select");
      this.view.focus(room.key);
    } else if (gesture.kind === "frame") {
      this.#choose(gesture, box);
    } else if (gesture.hasMoved && gesture.kind === "drag" && this.model.chosen.size > 0) {
      this.actions.drag(dx, dy);
    } else if (gesture.hasMoved && gesture.kind === "resize") {
      this.actions.resize(gesture.piece.key, gesture.piece.width + dx, gesture.piece.height + dy);
    } else if (gesture.kind === "drag" && !gesture.adds) {
      this.model.choose([gesture.piece.key]);
    }
  }

  /** The pieces within a frame; none after a mere click. */
  #choose(gesture, box) {
    const inside = this.model.floor.pieces.filter((it) =>
      it.x >= box.x && it.y >= box.y && it.x + it.width <= box.x + box.width && it.y + it.height <= box.y + box.height);
    const keys = gesture.hasMoved ? inside.map((it) => it.key) : [];
    this.model.choose(gesture.adds ? [...this.model.chosen, ...keys] : keys);
  }

  #end() {
    this.#gesture = null;
    this.view.marquee(null);
  }
}
