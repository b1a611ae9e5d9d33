// Loads the new drawing when a floor of this office was changed, without reloading the page.

import { parse, request } from "../base/page.js";

/** Milliseconds over which the requests of all open maps are spread. */
const spread = 3000;
const again = 15_000;

/**
 * @param drawing the version of the drawing in this page, as the stream names it.
 * @param floorID the id of the floor, which stays when the floor is renamed.
 * @param firstFloor the address of the map of the first floor.
 * @param replace called with the current page.
 * @returns a function to call with each version from the stream.
 */
export function useDrawing(drawing, floorID, firstFloor, replace) {
  let wanted = drawing, timer = 0;

  // A page in the background waits until it is visible.
  function soon(wait = Math.random() * spread) {
    clearTimeout(timer);
    if (wanted !== drawing && !document.hidden) timer = setTimeout(ask, wait);
  }

  async function ask() {
    const asked = wanted;
    try {
      let answer = await request(location.href);
      // No floor has the name in the address any more. The map of the first floor has the tabs of all floors.
      const isGone = answer.status === 404;
      if (isGone) answer = await request(firstFloor);
      if (!answer.ok || answer.redirected) return soon(again);
      const page = await parse(answer);
      if (isGone || page.body.dataset.floorId !== floorID) {
        // The floor has another address, or was removed.
        return location.replace(page.querySelector(`[data-floor-tab][data-floor-id="${floorID}"]`)?.getAttribute("href") ?? firstFloor);
      }
      replace(page);
      drawing = asked;
      soon();
    } catch {
      soon(again);
    }
  }

  document.addEventListener("visibilitychange", () => soon());
  return (seen) => {
    wanted = seen;
    soon();
  };
}
