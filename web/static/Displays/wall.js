// A floor on the wall. Nobody touches it for weeks: it comes back after every break, notices a new release and a newly drawn
// floor, and begins anew every night. Each message says everything, so nothing gathers here.

import { request } from "../base/page.js";
import { clock, fill } from "../base/text.js";
import { Plan } from "../Presence/plan.js";
import { StaleBanner } from "../Presence/stale-banner.js";
import { follow } from "../Presence/stream.js";
import { Zoom } from "../Presence/zoom.js";

const byId = (id) => document.getElementById(id);
const { stream, version, timeZone } = document.body.dataset;
const words = JSON.parse(byId("words").textContent);
const [time, timeWithSeconds] = [clock(timeZone), clock(timeZone, true)];
const [live, face] = [byId("live"), byId("clock")];
const banner = new StaleBanner(byId("banner"), words, time);
const plan = new Plan(byId("map"), words, time);
new Zoom(byId("stage"), plan.svg, true);

/** By how much the server's clock is ahead of this screen's, in milliseconds. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

function outOfDate(why) {
  if (banner.show(why)) live.dataset.stale = "true";
}

follow(stream, {
  message(message) {
    ahead = new Date(message.at) - Date.now();
    document.body.toggleAttribute("data-names", Object.values(message.desks).some((holder) => holder.initials));
    for (const id of plan.desks.keys()) plan.show(id, message.desks[id]);
    for (const place of document.querySelectorAll("[data-count] dd")) {
      place.textContent = message.counts[place.parentElement.dataset.count];
    }
    tick();
    if (message.version !== version) beginAnew();
    if (message.isStale) return outOfDate("away");
    banner.hide(now());
    delete live.dataset.stale;
    live.textContent = fill(words.live, { time: timeWithSeconds(banner.upToDateAt) });
  },
}, () => outOfDate("lost"), (status) => (status === 404 ? beginAnew() : outOfDate("signedOut")));

function tick() {
  const text = time(now());
  if (face.textContent !== text) face.textContent = text;
}
setInterval(tick, 1000);

/**
 * Loads the page anew, but only where it is there to be loaded: a browser's own error page would stay for ever. At most once in
 * ten minutes, should two servers not agree on the version.
 */
let isAsking = false;
async function beginAnew() {
  const last = Number(sessionStorage.getItem("begun") ?? 0);
  if (isAsking || Math.abs(Date.now() - last) < 600_000) return;
  isAsking = true;
  try {
    const answer = await request(location.href);
    if (answer.ok) {
      sessionStorage.setItem("begun", String(Date.now()));
      location.reload();
    }
  } catch { /* It is tried again when there is another reason to. */ } finally {
    isAsking = false;
  }
}

// Every night, when nobody looks: at some minute between half past three and half past four.
const minute = 210 + Math.floor(Math.random() * 60);
setInterval(() => {
  const [hours, minutes] = time(now()).split(":").map(Number);
  if (hours * 60 + minutes === minute) beginAnew();
}, 30_000);

// Keeps the screen awake where the browser can.
const stayAwake = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
