// Tells a screen reader what changed, politely: at most once in five seconds, and what happened meanwhile together.

const pause = 5000;
/** Above this many changes they are told in sum. */
const most = 3;

export class Announcer {
  #changed = new Set();
  #said = -Infinity;
  #timer = 0;

  /** @param sum what is said of many changes; called with how many. */
  constructor(element, sum) {
    this.element = element;
    this.sum = sum;
  }

  changed(desks) {
    for (const desk of desks) this.#changed.add(desk);
    this.#timer ||= setTimeout(() => this.#tell(), Math.max(300, this.#said + pause - performance.now()));
  }

  /** What somebody just asked for is said at once. */
  say(text) { this.element.textContent = text; }

  #tell() {
    this.#timer = 0;
    this.#said = performance.now();
    const desks = [...this.#changed];
    this.#changed.clear();
    this.say(desks.length > most ? this.sum(desks.length) : desks.map((desk) => desk.label).join(". "));
  }
}
