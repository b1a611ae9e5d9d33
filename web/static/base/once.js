// Asks before the page is left while it shows links or a key that are shown only once, until they are copied or printed, or a
// form of the page withdraws them.
import { askBeforeLeaving } from "./leaving.js";

const shown = document.querySelector("[data-once]");

if (shown) {
  const stop = askBeforeLeaving();
  addEventListener("afterprint", stop);
  document.addEventListener("copy", stop);
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-withdraws]") && !event.defaultPrevented) stop();
  });
  for (const button of shown.querySelectorAll("[data-copy]")) button.addEventListener("click", stop);
}
