// The taps that are kept on this phone, as a list below the card: what waits, and what became of what was sent.

import { button, element } from "../base/elements.js";
import { clock, fill } from "../base/text.js";
import * as store from "./store.js";
import { channelName, waits } from "./send.js";

/** By the phone's clock, to the minute. */
export const time = clock();

export class KeptList {
  /** Sent taps that were shown: they are forgotten as soon as they are, and stay on the page. */
  #shown = new Map();
  #channel = new BroadcastChannel(channelName);

  /** @param words of the page. @param signIn where to sign in. */
  constructor(section, words, signIn) {
    Object.assign(this, { section, words, signIn });
    [this.count, this.list, this.again] = ["kept-count", "kept-list", "kept-again"].map((id) => document.getElementById(id));
    // Only what is looked at may take a tap that was sent off the list. Whatever comes into sight sends, and is told then.
    this.#channel.onmessage = () => { if (document.visibilityState === "visible") this.changed(); };
  }

  /** Called when something became of a tap, also by another page or by the worker. */
  changed = () => this.draw();
  /** Called when a tap is to be sent that waited for a touch. */
  confirmed = () => {};

  async draw() {
    const kept = await store.all();
    for (const tap of kept.filter((tap) => tap.state === "recorded")) {
      this.#shown.set(tap.id, tap);
      await store.remove(tap.id);
    }
    const waiting = kept.filter(waits);
    const taps = [...this.#shown.values(), ...kept.filter((tap) => tap.state !== "recorded")];
    this.section.hidden = taps.length === 0;
    this.again.hidden = this.count.hidden = waiting.length === 0;
    this.count.textContent =
      waiting.length === 1 ? this.words.waitsOne : fill(this.words.waitsSeveral, { count: waiting.length });
    this.list.replaceChildren(...taps.map((tap) => this.#item(tap)));
    return taps;
  }

  /** What is said of a tap: such as "Start at 6F-A3". */
  what({ event, desk }) {
    const verb = this.words[event] ?? event;
    return desk ? fill(this.words.atDesk, { verb, desk }) : verb;
  }

  #item(tap) {
    const name = fill(this.words.atTime, { what: this.what(tap), time: time(new Date(tap.at)) });
    const item = element("li", { "data-state": tap.state }, element("strong", {}, name), element("p", {}, this.#says(tap)));
    const ways = element("p", { class: "row" });
    if (tap.state === "signIn") ways.append(element("a", { href: this.signIn }, this.words.signInNow));
    if (tap.reason === "not_now") ways.append(element("a", { href: askAddress(tap) }, this.words.ask));
    if (tap.state === "confirm") ways.append(this.#confirm(tap, name));
    if (tap.state !== "recorded" && tap.state !== "waiting") ways.append(this.#remove(tap, name));
    if (ways.childElementCount) item.append(ways);
    return item;
  }

  #says(tap) {
    if (tap.state === "waiting" && tap.why === "foreign") return this.words.foreign;
    return fill(this.words[tap.state], { sentence: tap.sentence ?? "" });
  }

  #remove(tap, name) {
    return button(this.words.forget, async () => {
      await store.remove(tap.id);
      await this.changed();
    }, { "aria-label": `${this.words.forget}: ${name}` });
  }

  /** A touch takes the place of the word. */
  #confirm({ k, ...tap }, name) {
    return button(this.words.record, async () => {
      await store.change({ ...tap, state: "waiting" });
      await this.confirmed();
    }, { "aria-label": `${this.words.record}: ${name}` });
  }
}

/** Where a correction is asked for, with what is known filled in. */
function askAddress(tap) {
  const query = new URLSearchParams({ at: tap.at, kind: tap.event });
  if (tap.desk) query.set("desk", tap.desk);
  return `/me/ask?${query}`;
}
