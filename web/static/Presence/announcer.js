// Announces changes to screen readers: at most once in five seconds, all changes since then together.

const pause = 5000;
/** More changes than this are announced as a summary. */
const most = 3;

export class Announcer {
  #changed = new Set();
  #said = -Infinity;
  #timer = 0;

  /** @param sum makes the summary from the number of changes. */
  constructor(element, sum) {
    this.element = element;
    this.sum = sum;
  }

  changed(desks) {
    for (const desk of desks) this.#changed.add(desk);
    this.#timer ||= setTimeout(() => this.#tell(), Math.max(300, this.#said + pause - performance.now()));
  }

  /** Announces the result of an action at once. */
  say(text) { this.element.textContent = text; }

  #tell() {
    this.#timer = 0;
    this.#said = performance.now();
    const desks = [...this.#changed];
    this.#changed.clear();
    this.say(desks.length > most ? this.sum(desks.length) : desks.map((desk) => desk.label).join(". "));
  }
}
