// The card beside the plan with the details of one desk. It follows the changes of the desk.

import { fill } from "../base/text.js";

export class Details {
  #desk = null;
  #cameByKey = false;

  constructor(dialog, plan, words) {
    this.dialog = dialog;
    this.plan = plan;
    this.words = words;
    dialog.querySelector("button").addEventListener("click", () => this.close());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.dialog.open) {
        event.preventDefault();
        this.close();
      }
    });
    plan.onReplaced(() => this.#follow());
    plan.onDrawn((desks) => this.dialog.open && desks.includes(this.#desk) && this.#write());
  }

  /** @param byKey whether the focus moves into the card, and back to the desk when the card closes. */
  open(desk, byKey) {
    // The card goes to the side where the desk is not. All layout is read before anything changes.
    const [box, around] = [desk.element.getBoundingClientRect(), this.dialog.parentElement.getBoundingClientRect()];
    this.#unmark();
    this.#desk = desk;
    this.#cameByKey = byKey;
    desk.element.setAttribute("data-open", "");
    this.#write();
    this.dialog.toggleAttribute("data-right", box.left + box.width / 2 < around.left + around.width / 2);
    // `show()` would move the focus into the card, which disturbs mouse and touch.
    this.dialog.open = true;
    if (byKey) this.dialog.querySelector("button").focus();
  }

  close() {
    const wasInside = this.dialog.contains(document.activeElement);
    this.dialog.close();
    this.#unmark();
    if (wasInside || this.#cameByKey) this.#desk?.element.focus({ preventScroll: true });
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
    const time = holder?.since ? this.plan.time(new Date(holder.since)) : undefined;
    this.dialog.querySelector(".desk-name").textContent = id;
    this.dialog.querySelector("h2").textContent = fill(this.words.title[state], { name: holder?.name ?? this.words.nameHidden });
    this.dialog.querySelector(".has").textContent = this.plan.equipment(this.#desk).join(" · ");
    this.dialog.querySelector(".since").textContent = fill(
      (time && this.words.detailSince[state]) ?? this.words.detail[state], { time });
  }
}
