// Keeps the list of a page up to date: after a change, at most once in three seconds, it requests the page, or the part of it at
// the address in `data-list`, and takes over its list.

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
    // The focus stays on its link.
    const place = list().contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    list().replaceWith(fresh);
    if (place) fresh.querySelector(`a[href="${CSS.escape(place)}"]`)?.focus();
    banner.hide();
  } catch {
    outOfDate();
    later();
  } finally {
    isRunning = false;
  }
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
