// The office map: live updates, navigation and search.

import { clock, fill, timeWithDay } from "../base/text.js";
import { Announcer } from "./announcer.js";
import { Details } from "./details.js";
import { useDrawing } from "./drawing.js";
import { useKeyboard } from "./keyboard.js";
import { Plan } from "./plan.js";
import { useSearch } from "./search.js";
import { StaleBanner } from "./stale-banner.js";
import { follow } from "./stream.js";
import { Zoom } from "./zoom.js";

const byId = (id) => document.getElementById(id);
const { floorId, timeZone, query, stream, drawing } = document.body.dataset;
/** The name of the floor. */
let floor = document.body.dataset.floor;
const team = new Set((document.body.dataset.team || "").split(",").filter(Boolean).map(Number));
let viewers = [];
const words = JSON.parse(byId("words").textContent);
const [time, timeWithSeconds] = [clock(timeZone), clock(timeZone, true)];
const [stage, live] = [byId("stage"), byId("live")];
const banner = new StaleBanner(byId("banner"), words, timeWithSeconds);

const plan = new Plan(byId("map"), words, time, timeWithDay(timeZone, words));
const zoom = new Zoom(stage, plan.svg);
const details = new Details(byId("details"), plan, words, query);
zoom.onSettled = () => details.place();
const announcer = new Announcer(byId("announcer"), (number) => fill(words.changes, { number, ...counts.get(floor) }));
const go = useKeyboard(plan, zoom, (desk, byKey) => details.open(desk, byKey));

// All people of this office who are clocked in, by id, and the counts of each floor.
let people = new Map();
let tabs = new Map(), counts = new Map();

function readTabs() {
  tabs = new Map([...document.querySelectorAll("[data-floor-tab]")].map((tab) => [tab.dataset.floorTab, tab]));
}
readTabs();

function showAll() {
  counts = new Map([...tabs].map(([name, { dataset: { usable, closed } }]) => (
    [name, { work: 0, pause: 0, free: Number(usable), closed: new Set(closed.split(" ")) }])));
  for (const person of people.values()) count(person, 1);
  writeCounts();
  const holders = new Map([...people.values()].filter(isHere).map((person) => [person.desk, person]));
  for (const id of plan.desks.keys()) plan.show(id, holders.get(id));
}

/** Marks the viewer, who has an id with and without the name, and the team. */
function marked(person) {
  const isOwn = viewers.includes(person.id);
  return Object.assign(person, { isMine: isOwn || team.has(person.id), isOwn }, isOwn && { initials: words.you, lines: [words.you] });
}

function count(person, by) {
  const floor = person?.desk && counts.get(person.floor);
  if (!floor) return;
  floor[person.state] += by;
  // A desk out of service is not free without its person either.
  if (!floor.closed.has(person.desk)) floor.free -= by;
}

let countsWait = false;
function writeCounts() {
  if (countsWait) return;
  countsWait = true;
  requestAnimationFrame(() => {
    countsWait = false;
    // A floor without a tab was added or renamed. The tabs keep their counts until they are replaced.
    if ([...people.values()].some((person) => person.desk && !tabs.has(person.floor))) return;
    for (const [name, tab] of tabs) {
      for (const element of tab.querySelectorAll("[data-count]")) {
        const number = String(Math.max(0, counts.get(name)[element.dataset.count]));
        const place = element.firstElementChild;
        if (place.textContent !== number) place.textContent = number;
      }
    }
  });
}

/** Whether a person is at a desk of this floor. */
const isHere = (person) => plan.desks.has(person?.desk);

function take(person) {
  const before = people.get(person.id);
  marked(person);
  count(before, -1);
  if (person.state === "off") people.delete(person.id);
  else {
    people.set(person.id, person);
    count(person, 1);
  }
  return [before, person];
}

function showChanges(list) {
  const left = new Set(), taken = new Map();
  for (const person of list) {
    const [before, now] = take(person);
    if (isHere(before)) left.add(before.desk);
    if (isHere(now) && now.state !== "off") taken.set(now.desk, now);
  }
  for (const desk of left) if (!taken.has(desk)) plan.show(desk, null);
  for (const [desk, person] of taken) plan.show(desk, person);
}

// The server can render the page with the banner visible.
if (!byId("banner").hidden) banner.trouble = "page";
let written = 0;

function upToDate() {
  const now = new Date();
  if (banner.hide(now)) announcer.say(words.back);
  else if (now - written < 500) return;
  written = now;
  live.dataset.live = "true";
  delete live.dataset.stale;
  live.textContent = fill(words.live, { time: timeWithSeconds(now) });
}

function outOfDate(why, since) {
  if (since && banner.trouble !== why) banner.upToDateAt = new Date(since);
  if (!banner.show(why)) return;
  delete live.dataset.live;
  live.dataset.stale = "true";
  live.textContent = fill(words.stale, { time: timeWithSeconds(banner.upToDateAt) });
}

/** Replaces the drawing. Focus, search result and open details stay. */
function redraw(page) {
  const { floorTab, desk } = document.activeElement.dataset ?? {};
  const found = plan.svg.querySelector("[data-found]")?.dataset.desk;
  floor = page.body.dataset.floor;
  document.title = page.title;
  for (const place of ["h1", ".floors"]) document.querySelector(place).replaceChildren(...page.querySelector(place).childNodes);
  readTabs();
  plan.replace(page.getElementById("map"));
  zoom.fit();
  markFound(found);
  showAll();
  showWanted();
  if (floorTab) tabs.get(floorTab)?.focus();
  else if (desk) go(plan.desks.get(desk));
  announcer.say(words.redrawn);
}
const drawnAs = useDrawing(drawing, floorId, "/map" + (query && "?" + query), redraw);

let isFirst = true;
plan.onDrawn((desks) => isFirst || announcer.changed(desks));
follow(stream, {
  viewer({ ids }) { viewers = ids; },
  snapshot(message) {
    people = new Map(message.people.map((person) => [person.id, marked(person)]));
    showAll();
    if (message.staleSince) outOfDate("away", message.staleSince);
    else upToDate();
    requestAnimationFrame(() => {
      const found = isFirst && plan.desks.get(sought);
      if (found) details.open(found, false);
      isFirst = false;
    });
  },
  message(message) {
    showChanges(message.people);
    writeCounts();
    upToDate();
  },
  floors(message) { drawnAs(message.drawing); },
  // The stream also sends events while the database is away.
  beat() { if (banner.trouble !== "away") upToDate(); },
  stale() { outOfDate("away"); },
}, () => outOfDate("lost"), (status) => status === 401 && outOfDate("signedOut"));

function markFound(id) {
  for (const desk of plan.svg.querySelectorAll("[data-found]")) desk.removeAttribute("data-found");
  const desk = plan.desks.get(id);
  desk?.element.setAttribute("data-found", "");
  return desk;
}

function outline(id) {
  const desk = markFound(id);
  if (!desk) return false;
  zoom.centre(desk);
  // Before the first snapshot, the people at the desks are unknown.
  if (!isFirst) details.open(desk, false);
  go(desk);
  return true;
}

useSearch(document.querySelector(".find"), byId("found"), words, query, outline, (text) => announcer.say(text));
document.querySelector(".floors [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const sought = new URLSearchParams(location.search).get("desk");
if (sought) outline(sought);

byId("zoom").hidden = false;
byId("zoom").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) zoom.by(Number(button.dataset.zoomBy));
});

// Filters: desks that are not free, or lack the equipment, are dimmed. A filter for equipment that no desk has is hidden.
const wanted = byId("wanted");
function showWanted() {
  for (const button of wanted.children) {
    const filter = button.dataset.wanted;
    button.hidden = !plan.svg.querySelector(filter === "free" ? ".desk" : `[data-has~="${filter}"]`);
  }
  wanted.hidden = [...wanted.children].every((button) => button.hidden);
}
showWanted();
wanted.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const isOn = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isOn));
  stage.toggleAttribute(`data-wants-${button.dataset.wanted}`, isOn);
});

const toggle = byId("team");
if (toggle) {
  const set = (isOn) => {
    stage.toggleAttribute("data-only-team", isOn);
    toggle.setAttribute("aria-pressed", String(isOn));
  };
  toggle.setAttribute("role", "button");
  toggle.removeAttribute("aria-current");
  set(stage.hasAttribute("data-only-team"));
  const flip = (event) => {
    event.preventDefault();
    set(!stage.hasAttribute("data-only-team"));
  };
  toggle.addEventListener("click", flip);
  toggle.addEventListener("keydown", (event) => event.key === " " && flip(event));
}
