// Keeps the drawn floor up to date: a snapshot first and after every gap, then who changed.

const floor = document.body.dataset.floor;
const desks = new Map([...document.querySelectorAll(".desk")].map((desk) => [desk.dataset.desk, desk]));
const live = document.getElementById("live");
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: document.body.dataset.timeZone });
const clockWithSeconds = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: document.body.dataset.timeZone,
});
/** Everybody in a session in this office, by their number. */
let people = new Map();

function label(desk, person) {
  if (!person) return desk.dataset.closed ? `${desk.dataset.desk}: out of service` : `${desk.dataset.desk}: free`;
  if (person.state === "pause") return `${desk.dataset.desk}: ${person.name}, on a break`;
  const since = person.since ? ` since ${clock.format(new Date(person.since))}` : "";
  return `${desk.dataset.desk}: ${person.name}, at work${since}`;
}

function short(name) {
  const letters = [...name];
  return letters.length <= 12 ? name : [...name.split(" ")[0]].slice(0, 11).join("");
}

function initials(name) {
  const words = name.split(" ").filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...word][0].toUpperCase()).join("");
}

function draw(desk, person) {
  const text = label(desk, person);
  const state = person?.state ?? (desk.dataset.closed ? "closed" : "free");
  if (desk.dataset.state === state && desk.getAttribute("aria-label") === text) return;
  desk.dataset.state = state;
  desk.setAttribute("aria-label", text);
  desk.querySelector("title").textContent = text;
  desk.querySelector(".name").textContent = person ? short(person.name) : "";
  desk.querySelector(".initials").textContent = person ? initials(person.name) : "";
}

function drawAll() {
  const holders = new Map();
  const counts = new Map();
  for (const person of people.values()) {
    if (!person.desk) continue;
    counts.set(person.floor, (counts.get(person.floor) ?? 0) + 1);
    if (person.floor === floor) holders.set(person.desk, person);
  }
  for (const [id, desk] of desks) draw(desk, holders.get(id));
  for (const count of document.querySelectorAll("[data-floor-count]")) {
    count.textContent = counts.get(count.dataset.floorCount) ?? 0;
  }
}

function sayLive() {
  delete live.dataset.stale;
  live.textContent = `Live · ${clockWithSeconds.format(new Date())}`;
}

for (const desk of desks.values()) if (desk.dataset.state === "closed") desk.dataset.closed = "true";

const stream = new EventSource("/api/presence/stream");

stream.addEventListener("snapshot", (event) => {
  people = new Map(JSON.parse(event.data).people.map((person) => [person.id, person]));
  drawAll();
  sayLive();
});

stream.addEventListener("message", (event) => {
  for (const person of JSON.parse(event.data).people) {
    if (person.state === "off") people.delete(person.id);
    else people.set(person.id, person);
  }
  drawAll();
  sayLive();
});

function sayStale(why) {
  live.dataset.stale = "true";
  live.textContent = `${why}: this may be out of date. Trying again…`;
}

stream.addEventListener("stale", () => sayStale("The database is away"));
stream.addEventListener("error", () => sayStale("Connection lost"));
