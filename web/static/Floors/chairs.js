// The sides on which the chairs stand. The server has the rule.

import { isDesk, write } from "./pieces.js";

/** Milliseconds after a request, in which further changes become one request. */
const pause = 200;
/** Milliseconds after which a request without a response fails, so that the next one is sent. */
const timeout = 10_000;

export class Chairs {
  #wanted = null;
  #asked = null;
  #isBusy = false;

  /** @param show called with the sides, "above" or "below", by the desks' keys; without a key: no chair */
  constructor(address, show) {
    Object.assign(this, { address, show });
  }

  /** Asks for the chairs of a floor: at once, or after the pause for the latest floor. */
  async update(floor) {
    this.#wanted = floor;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#asked !== this.#wanted) {
        this.#asked = this.#wanted;
        await this.#ask(this.#asked);
        await new Promise((resolve) => { setTimeout(resolve, pause); });
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #ask(floor) {
    let sides;
    try {
      const answer = await fetch(this.address, {
        method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ drawing: write(floor) }), signal: AbortSignal.timeout(timeout),
      });
      if (!answer.ok) return;
      ({ sides } = await answer.json());
    } catch {
      // The chairs stay as they are until the next change.
      return;
    }
    const desks = floor.pieces.filter(isDesk);
    this.show(new Map(desks.map((it, index) => [it.key, sides[index]]).filter(([, side]) => side)));
  }
}
