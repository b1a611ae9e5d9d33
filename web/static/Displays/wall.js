// A wall display runs unattended for weeks: it reconnects after every interruption, reloads for a new release or floor plan, and
// reloads every night. Each message is complete, so no state accumulates.

import { oneAtATime, request } from "../base/page.js";
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

/** Milliseconds by which the server's clock is ahead of this screen's. */
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
    if (message.version !== version) beginAnew(message.version, message.page);
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
 * Loads the page again if the server serves it: a browser's error page would stay forever. At most once in ten minutes for each
 * version, in case two servers have different versions.
 * @param wanted the version to load; empty: the current one.
 * @param address the page's address, which changes when the floor is renamed.
 */
const beginAnew = oneAtATime(async (wanted = "", address = location.pathname) => {
  const isRecent = ([, time]) => Math.abs(Date.now() - time) < 600_000;
  const begun = Object.fromEntries(Object.entries(JSON.parse(sessionStorage.getItem("begun-versions") ?? "{}")).filter(isRecent));
  if (wanted in begun) return;
  const answer = await request(address);
  if (!answer.ok) return;
  sessionStorage.setItem("begun-versions", JSON.stringify({ ...begun, [wanted]: Date.now() }));
  if (address === location.pathname) location.reload();
  else location.replace(address);
});

// Every night at a random minute between 3:30 and 4:30.
const minute = 210 + Math.floor(Math.random() * 60);
setInterval(() => {
  const [hours, minutes] = time(now()).split(":").map((part) => Number.parseInt(part, 10));
  if (hours * 60 + minutes === minute) beginAnew();
}, 30_000);

// Keeps the screen awake if the browser supports it.
const stayAwake = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
