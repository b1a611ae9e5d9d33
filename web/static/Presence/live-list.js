// Keeps the list of a page up to date: after a change, at most once in three seconds, it requests the page, or the part of it at
// the address in `data-list`, and takes over its list, or only the elements with `data-live` if the list has any.

import { parse, request } from "../base/page.js";
import "../base/print.js";
import { clock } from "../base/text.js";
import { StaleBanner } from "./stale-banner.js";
import { follow } from "./stream.js";

const list = () => document.getElementById("list");
const bannerElement = document.getElementById("banner");
const banner = new StaleBanner(
  bannerElement, { lost: bannerElement.dataset.lost }, (time) => clock(list().dataset.timeZone, true)(time));
const refreshInterval = 3000;
let timer = 0, isRunning = false;

async function refresh() {
  timer = 0;
  if (isRunning) return later();
  isRunning = true;
  try {
    const answer = await request(document.body.dataset.list ?? location.href);
    // A browser that was signed out meanwhile is redirected to a page without the list.
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const fresh = (await parse(answer)).getElementById("list");
    const live = fresh.querySelectorAll("[data-live]");
    for (const part of live.length ? live : [fresh]) replace(document.getElementById(part.id), part);
    banner.hide();
  } catch {
    outOfDate();
    later();
  } finally {
    isRunning = false;
  }
}

// An element that the page lacks is left out, such as that of a person whom the search did not find. The focus stays on its link.
function replace(element, fresh) {
  if (!element) return;
  const place = element.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  element.replaceWith(fresh);
  if (place) fresh.querySelector(`a[href="${CSS.escape(place)}"]`)?.focus();
}

const later = () => (timer ||= setTimeout(refresh, refreshInterval));
const outOfDate = () => banner.show("lost");

follow(document.body.dataset.stream, {
  snapshot: later,
  message: later,
  // The list has the names of floors and free desks, too.
  floors: later,
  beat() { if (!banner.trouble) banner.upToDateAt = new Date(); },
  stale: outOfDate,
}, outOfDate, outOfDate);
