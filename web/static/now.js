// Keeps a list up to date: after a change the page, or the part of it that `data-list` names, is asked for again, at most once in
// three seconds, and its list is taken.

import { clock, fill } from "./map/plan.js";
import { follow } from "./map/stream.js";
import "./print.js";

const banner = document.getElementById("banner");
const pause = 3000;
let timer = 0, isRunning = false, upToDateAt = new Date();

async function refresh() {
  timer = 0;
  if (isRunning) return later();
  isRunning = true;
  try {
    const answer = await fetch(document.body.dataset.list ?? location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    // Whoever was signed out meanwhile is led to another page, which has no list.
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const list = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list");
    // Nothing is taken away under whoever stands on a link of it.
    const old = document.getElementById("list");
    const place = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    old.replaceWith(list);
    if (place) list.querySelector(`a[href="${CSS.escape(place)}"]`)?.focus();
    upToDateAt = new Date();
    banner.hidden = true;
  } catch {
    outOfDate();
    later();
  } finally {
    isRunning = false;
  }
}

const later = () => (timer ||= setTimeout(refresh, pause));

function outOfDate() {
  if (!banner.hidden) return;
  const time = clock(document.getElementById("list").dataset.timeZone, true);
  banner.textContent = fill(banner.dataset.lost, { time: time(upToDateAt) });
  banner.hidden = false;
}

follow(document.body.dataset.stream, {
  snapshot: later,
  message: later,
  beat() { if (banner.hidden) upToDateAt = new Date(); },
  stale: outOfDate,
}, outOfDate, outOfDate);

