// The card with the details of one desk, beside the desk. It follows the changes of the desk.

import { fill } from "../base/text.js";

/** Pixels between the card and its desk, and the edges of the window. */
const gap = 8;
/** Pixels at the right of the plan that belong to the zoom buttons. */
const buttons = 60;

export class Details {
  #desk = null;
  #cameByKey = false;
  /** The person whose team the card shows or has requested; null: no named person; undefined: the card is closed. */
  #person;

  /** @param query the query string that selects the shown office; empty for the own office. */
  constructor(dialog, plan, words, query) {
    this.dialog = dialog;
    this.plan = plan;
    this.words = words;
    this.query = query;
    dialog.querySelector("button").addEventListener("click", () => this.close());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.dialog.open && !event.defaultPrevented && !event.target.closest?.(".bar")) {
        event.preventDefault();
        this.close();
      }
    });
    plan.onReplaced(() => this.#follow());
    plan.onDrawn((desks) => this.dialog.open && desks.includes(this.#desk) && this.#write());
  }

  /** @param byKey whether the focus moves into the card, and back to the desk when the card closes. */
  open(desk, byKey) {
    this.#unmark();
    this.#desk = desk;
    this.#cameByKey = byKey;
    desk.element.setAttribute("data-open", "");
    // `show()` would move the focus into the card, which disturbs mouse and touch.
    this.dialog.open = true;
    this.#write();
    if (byKey) this.dialog.querySelector("button").focus();
  }

  close() {
    const wasInside = this.dialog.contains(document.activeElement);
    this.dialog.close();
    this.#unmark();
    this.#person = undefined;
    if (wasInside || this.#cameByKey) this.#desk?.element.focus({ preventScroll: true });
  }

  /** Puts the card beside its desk: right, left, below or above, where there is room. On phones, map.css places it. */
  place() {
    if (!this.dialog.open || getComputedStyle(this.dialog).position === "fixed") return;
    const desk = this.#desk.element.querySelector(".top").getBoundingClientRect();
    const plan = this.dialog.parentElement.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.dialog;
    const [left, top] = [Math.max(gap, plan.left), Math.max(gap, plan.top)];
    const [right, bottom] = [Math.min(innerWidth - gap, plan.right - buttons) - width, innerHeight - gap - height];
    const within = (value, least, most) => Math.max(least, Math.min(value, most));
    const x = within(desk.left + (desk.width - width) / 2, left, right), y = within(desk.top, top, bottom);
    const places = [[desk.right + gap, y], [desk.left - gap - width, y], [x, desk.bottom + gap], [x, desk.top - gap - height]];
    const place = places.find(([x, y]) => x >= left && x <= right && y >= top && y <= bottom) ?? [x, y];
    this.dialog.style.setProperty("--left", `${place[0] - plan.left}px`);
    this.dialog.style.setProperty("--top", `${place[1] - plan.top}px`);
  }

  /** Follows the desk of the same id into a new drawing. */
  #follow() {
    if (!this.dialog.open) return;
    this.#desk = this.plan.desks.get(this.#desk.id) ?? null;
    if (!this.#desk) return this.close();
    this.#desk.element.setAttribute("data-open", "");
    this.#write();
  }

  #unmark() { this.#desk?.element.removeAttribute("data-open"); }

  #write() {
    const { id, state, holder } = this.#desk;
    const time = holder?.since ? this.plan.since(new Date(holder.since)) : undefined;
    this.dialog.querySelector(".desk-name").textContent = id;
    this.dialog.querySelector("h2").textContent = fill(this.words.title[state], { name: holder?.name ?? holder?.lines?.[0] ?? this.words.nameHidden });
    this.dialog.querySelector(".has").textContent = this.plan.equipment(this.#desk).join(" · ");
    this.dialog.querySelector(".since").textContent = fill(
      (time && this.words.detailSince[state]) ?? this.words.detail[state], { time });
    this.dialog.querySelector(".here").textContent = holder?.hereSince
      ? fill(this.words.hereSince, { time: this.plan.since(new Date(holder.hereSince)) }) : "";
    const inList = this.dialog.querySelector(".in-list"), link = inList.querySelector("a");
    inList.hidden = !holder?.name;
    if (holder?.name) {
      const address = new URL(link.href);
      address.searchParams.set("find", holder.name);
      link.href = address;
    }
    this.#showTeam(holder?.name ? holder.id : null);
    this.place();
  }

  /**
   * Requests the team, which the stream does not send.
   * @param person the person's id; null: no person, or one without a visible name.
   */
  async #showTeam(person) {
    if (person === this.#person) return;
    this.#person = person;
    const line = this.dialog.querySelector(".team");
    // An empty line keeps its place until the answer arrives.
    line.textContent = person === null ? "" : "\u00a0";
    if (person === null) return;
    let team;
    try {
      const answer = await fetch(`/api/whereabouts?person=${person}${this.query && "&" + this.query}`);
      if (answer.ok) team = (await answer.json()).people[0]?.team;
    } catch { /* Without an answer, the card shows no team. */ }
    if (person !== this.#person) return;
    line.textContent = team ? fill(this.words.team, { team }) : "";
    this.place();
  }
}
