// While the code for another device is shown: says when a device has used it, and shows the present devices.

import { element } from "../base/elements.js";
import { oneAtATime, parse, request } from "../base/page.js";

const { devices, minutes, used } = document.querySelector("[data-used]").dataset;
const end = Date.now() + Number(minutes) * 60_000;
/** The addresses that sign the devices out. */
const addresses = (page) => [...page.querySelectorAll(".devices form")].map((form) => form.getAttribute("action"));
const known = new Set(addresses(document));

function show(page) {
  const main = page.querySelector("main");
  document.querySelector("main").replaceWith(document.adoptNode(main));
  // Screen readers announce only a change of a status.
  const status = element("p", { class: "as-it-is", role: "status" });
  main.querySelector(".sheet-head").after(status);
  setTimeout(() => { status.textContent = used; }, 200);
}

const look = oneAtATime(async () => {
  if (document.visibilityState !== "visible") return;
  const answer = await request(devices);
  // This browser was signed out.
  if (answer.redirected || answer.status === 401) return stop();
  const page = answer.ok && (await parse(answer));
  const isUsed = page && !addresses(page).every((address) => known.has(address));
  // Also after the end: a tab that was hidden looks once more.
  if (isUsed || Date.now() > end) stop();
  if (isUsed) show(page);
});

const timer = setInterval(look, 3000);
document.addEventListener("visibilitychange", look);
function stop() {
  clearInterval(timer);
  document.removeEventListener("visibilitychange", look);
}
