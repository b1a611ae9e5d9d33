// Loads the new drawing when a floor of this office was changed, without reloading the page.

import { parse, request } from "../base/page.js";

/** Milliseconds over which the requests of all open maps are spread. */
const spread = 3000;
const again = 15_000;

/**
 * @param drawing the version of the drawing in this page, as the stream names it.
 * @param replace called with the current page.
 * @param gone called if the floor no longer exists.
 * @returns a function to call with each version from the stream.
 */
export function useDrawing(drawing, replace, gone) {
  let wanted = drawing, timer = 0;

  // A page in the background waits until it is visible.
  function soon(wait = Math.random() * spread) {
    clearTimeout(timer);
    if (wanted !== drawing && !document.hidden) timer = setTimeout(ask, wait);
  }

  async function ask() {
    const asked = wanted;
    try {
      const answer = await request(location.href);
      if (answer.status === 404) return gone();
      if (!answer.ok || answer.redirected) return soon(again);
      const page = await parse(answer);
      // An office without floors has another page.
      if (!page.getElementById("map")) return gone();
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
