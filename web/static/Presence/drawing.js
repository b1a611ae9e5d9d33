// Notices that somebody has drawn a floor of this office anew, and fetches what it looks like now. The page stays as it is.

import { parse, request } from "../base/page.js";

/** Milliseconds over which all who have the map open ask one after the other. */
const spread = 3000;
const again = 15_000;

/**
 * @param drawing with which this page was made, in the stream's word for it.
 * @param replace called with the page as the server makes it now.
 * @param gone called where this floor is no more.
 * @returns what the stream's word is told to.
 */
export function useDrawing(drawing, replace, gone) {
  let wanted = drawing, timer = 0;

  // Nobody sees a page in the background: it asks when somebody comes back to it.
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
      // An office without any floor has another page.
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
