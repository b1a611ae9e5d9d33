// The plan is one tab stop. Arrow keys move to the nearest desk in their direction.

import { shape } from "../base/elements.js";

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest desk in a direction. Distance sideways counts twice. */
export function nearest(desks, from, [dx, dy]) {
  let best = null, least = Infinity;
  for (const desk of desks) {
    const [x, y] = [desk.x - from.x, desk.y - from.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    if (ahead < 1 || aside > ahead * 3) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [desk, cost];
  }
  return best;
}

/** @param open called with the desk whose details to open. */
export function useKeyboard(plan, zoom, open) {
  let all, entrance;

  function begin() {
    all = [...plan.desks.values()];
    entrance = all.find((desk) => desk.element.hasAttribute("tabindex")) ?? all[0];
    for (const desk of all) desk.element.setAttribute("role", "button");
  }

  begin();
  plan.onReplaced(begin);

  function go(desk, takesFocus = true) {
    if (!desk) return;
    entrance?.element.removeAttribute("tabindex");
    desk.element.setAttribute("tabindex", "0");
    entrance = desk;
    // The mark of a search ends at the next desk.
    if (!("found" in desk.element.dataset)) plan.svg.querySelector("[data-found]")?.removeAttribute("data-found");
    if (takesFocus) desk.element.focus({ preventScroll: true });
    zoom.reveal(desk);
  }

  const deskOf = (event) => plan.desks.get(event.target.closest?.(".desk")?.dataset.desk);

  plan.svg.addEventListener("click", (event) => {
    const desk = deskOf(event);
    if (!desk) return;
    // Focusing forces a layout, so it comes last, and a finger does without it.
    open(desk, false);
    go(desk, event.pointerType !== "touch");
  });
  plan.svg.addEventListener("keydown", (event) => {
    const desk = deskOf(event);
    if (!desk || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in directions) go(nearest(all, desk, directions[event.key]));
    else if (event.key === "Home") go(all[0]);
    else if (event.key === "End") go(all.at(-1));
    else if (event.key === "Enter" || event.key === " ") open(desk, true);
    else if (event.key === "+" || event.key === "=") zoom.by(1);
    else if (event.key === "-") zoom.by(-1);
    else if (event.key === "0") zoom.by(0);
    else return;
    event.preventDefault();
  });
  plan.svg.parentElement.addEventListener("focusin", (event) => {
    const desk = deskOf(event);
    if (desk && desk.element.matches(":focus-visible")) zoom.reveal(desk);
  });
  // The tooltip with the whole label is made on demand.
  plan.svg.addEventListener("pointerover", (event) => {
    const desk = deskOf(event);
    if (!desk || event.pointerType !== "mouse") return;
    let title = desk.element.querySelector("title");
    if (!title) title = desk.element.appendChild(shape("title"));
    const text = [desk.label, ...plan.equipment(desk)].join("\n");
    if (title.textContent !== text) title.textContent = text;
  });
  return go;
}
