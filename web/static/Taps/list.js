// The list of stored taps below the card: waiting taps, and outcomes of sent ones.

import { button, element } from "../base/elements.js";
import { clock, fill } from "../base/text.js";
import * as store from "./store.js";
import { canAsk, channelName, isLate, isOver, waits } from "./send.js";

/** Formats a time in the phone's time zone. */
export const time = clock();

export class KeptList {
  /** Recorded and settled taps: removed from the store when first shown, and kept in this page. */
  #shown = new Map();
  #channel = new BroadcastChannel(channelName);

  /** @param words the page's texts. @param signIn the address of the sign-in page. */
  constructor(section, words, signIn) {
    Object.assign(this, { section, words, signIn });
    [this.count, this.list, this.again] = ["kept-count", "kept-list", "kept-again"].map((id) => document.getElementById(id));
    // A hidden page must not remove recorded taps from the store, or their outcome would never be seen.
    this.#channel.onmessage = () => { if (document.visibilityState === "visible") this.changed(); };
  }

  /** Called when a tap has a new outcome, also from another page or the worker. */
  changed = () => this.draw();
  /** Called when a tap is confirmed and can be sent. */
  confirmed = () => {};

  async draw() {
    const kept = await store.all();
    for (const tap of kept.filter(isOver)) {
      this.#shown.set(tap.id, tap);
      await store.remove(tap.id);
    }
    const waiting = kept.filter(waits);
    const taps = [...this.#shown.values(), ...kept.filter((tap) => !isOver(tap))];
    this.section.hidden = taps.length === 0;
    this.again.hidden = this.count.hidden = waiting.length === 0;
    this.count.textContent = fill(this.words.waits, { count: waiting.length });
    this.list.replaceChildren(...taps.map((tap) => this.#item(tap)));
    return taps;
  }

  /** The name of a tap, such as "Start at 6F-A3". */
  what({ event, desk }) {
    const verb = this.words[event] ?? event;
    return desk ? fill(this.words.atDesk, { verb, desk }) : verb;
  }

  #item(tap) {
    const name = fill(this.words.atTime, { what: this.what(tap), time: time(new Date(tap.at)) });
    const item = element("li", { "data-state": tap.state }, element("strong", {}, name), element("p", {}, this.#says(tap)));
    const ways = element("p", { class: "row" });
    if (tap.state === "signIn") ways.append(element("a", { href: this.signIn }, this.words.signInNow));
    if (canAsk(tap)) ways.append(element("a", { href: askAddress(tap) }, this.words.ask));
    if (tap.state === "confirm") ways.append(this.#confirm(tap, name));
    if (!isOver(tap) && tap.state !== "waiting") ways.append(this.#remove(tap, name));
    if (ways.childElementCount) item.append(ways);
    return item;
  }

  #says(tap) {
    if (tap.state === "settled" || (tap.state === "waiting" && tap.why === "full")) return tap.sentence;
    if (tap.state === "waiting" && tap.why === "foreign") return this.words.foreign;
    if (tap.state === "waiting" && isLate(tap)) return this.words.later;
    return fill(this.words[tap.state], { sentence: tap.sentence ?? "" });
  }

  #remove(tap, name) {
    return button(this.words.forget, async () => {
      await store.remove(tap.id);
      await this.changed();
    }, { "aria-label": `${this.words.forget}: ${name}` });
  }

  /** Confirming by touch replaces a wrong word. */
  #confirm({ k, ...tap }, name) {
    return button(this.words.record, async () => {
      await store.change({ ...tap, state: "waiting" });
      await this.confirmed();
    }, { "aria-label": `${this.words.record}: ${name}` });
  }
}

/** The address of a correction request filled in with the tap. Its id shows later that the request was sent. */
function askAddress(tap) {
  const query = new URLSearchParams({ id: tap.id, at: tap.at, kind: tap.event });
  if (tap.desk && tap.reason !== "unknown_desk") query.set("desk", tap.desk);
  return `/me/ask?${query}`;
}
