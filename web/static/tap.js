// Sends the tap as soon as the page is really looked at, and shows what became of it. Without a connection it keeps the tap with its
// time, and sends it later. Without this file the button does it.

import { fill, KeptList, time } from "./tap/list.js";
import { delay, sendAll } from "./tap/send.js";
import * as store from "./tap/store.js";

const main = document.getElementById("tap");
const progress = document.getElementById("progress");
const choices = document.getElementById("choices");
const words = JSON.parse(document.getElementById("words").textContent);
const list = new KeptList(document.getElementById("kept"), words, main.dataset.signIn);
/** The tap that this page is about, once it is made. */
let own;
let timer;

const heading = () => main.querySelector("h1");

/** Sends a tap for the first time. */
async function tap(form) {
  const address = form.action;
  const isLoadedAgain = new URL(location.href).searchParams.has("id");
  own = { ...Object.fromEntries(new URL(address).searchParams), made: new Date() };
  // The address holds the tap's number: loading the page again, while it is not known whether the tap arrived, sends the same
  // tap once more, which is harmless, and not a new one.
  history.replaceState(null, "", address);
  choices.hidden = true;
  progress.textContent = words.recording;
  const before = isLoadedAgain ? await store.find(own.id).catch(() => undefined) : undefined;
  // Its time is that of the first try.
  if (before) own.made = new Date(before.at);
  if (before && !store.isUnderWay(before)) return takeUp();
  // Should this page be closed before there is an answer, the tap is not lost.
  const noted = note("sending").catch(() => {});
  // It goes on also where the phone is put away meanwhile. Nobody stands at a desk for longer than this.
  const response = await fetch(address, {
    method: "POST", headers: { Accept: "text/html" }, keepalive: true, signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await noted;
  if (!response) return keep({ why: "kept", seconds: 0 });
  const delayed = delay(response);
  if (delayed) return keep(delayed);
  // The page that stands for a tag's does not know the way back to it: the tap waits in the list for whoever signs in.
  if (response.status === 401 && "away" in main.dataset) return keep({ why: "kept", seconds: 0 });
  await store.remove(own.id).catch(() => {});
  if (response.status === 401) return location.assign(main.dataset.signIn);
  await show(response);
}

/** Writes the tap down on this phone, with its time. */
async function note(state) {
  const { made, ...kept } = own;
  const user = main.dataset.user ?? (await store.owner().catch(() => undefined));
  await store.put({ ...kept, at: kept.at ?? made.toISOString(), user, state });
}

/** Goes on with a tap that an earlier look at this page kept: it is sent with its time, as all that are kept. */
async function takeUp() {
  heading().textContent = list.what(own);
  progress.textContent = fill(words.kept, { time: time(own.made) });
  await draw();
  again(0);
}

async function keep({ why, seconds }) {
  try {
    await note("waiting");
  } catch {
    progress.textContent = words.notKept;
    choices.hidden = false;
    return;
  }
  heading().textContent = list.what(own);
  progress.textContent = fill(words[why], { time: time(own.made), seconds });
  await list.draw();
  again(seconds || 2);
  try {
    await (await navigator.serviceWorker?.getRegistration("/t"))?.sync?.register("taps");
  } catch { /* This browser sends nothing while no page is open. */ }
}

function again(seconds) {
  clearTimeout(timer);
  timer = setTimeout(sendKept, seconds * 1000);
}

async function sendKept() {
  clearTimeout(timer);
  const wait = await sendAll().catch(() => 60);
  if (wait) again(wait);
}

/** Shows an answer in place of this page. */
async function show(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const card = document.adoptNode(page.querySelector("main.card"));
  // From here on the address is the answer's: looking at it again does not tap again.
  const address = response.headers.get("Content-Location") ?? (response.redirected && response.url);
  if (address) history.replaceState(null, "", address);
  document.title = page.title;
  card.tabIndex = -1;
  document.querySelector("main.card").replaceWith(card);
  // A screen reader goes on there.
  card.focus({ preventScroll: true });
}

/** What was sent meanwhile, by this page or another: its own tap takes the card, all others the list. */
async function draw() {
  const kept = (await store.all()).find((tap) => tap.id === own?.id);
  if (kept?.state === "recorded") {
    const address = `/t/${kept.id}?notes=${kept.notes.join(".")}`;
    const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
    // Where it cannot be had just now, the list says that the tap was sent.
    if (response?.ok) {
      await show(response);
      history.replaceState(null, "", address);
      await store.remove(kept.id);
    }
  } else if (kept && kept.state !== "waiting") {
    progress.textContent = kept.state === "refused" ? words.notRecorded : words[kept.state];
  }
  const taps = await list.draw();
  if (main.isConnected && "away" in main.dataset && !own) progress.textContent = taps.length ? "" : words.nothingKept;
}

/** The page that stands for a tag's while the server is away: what the tag says is in its address. */
function readTag() {
  const tag = new URL(location.href).searchParams;
  const kinds = tag.has("event") ? [tag.get("event")] : tag.has("desk") ? ["start", "pause", "end"] : [];
  if (kinds.length) heading().textContent = list.what({ event: tag.get("event") ?? "any", desk: tag.get("desk") });
  for (const kind of kinds) {
    const form = document.createElement("form");
    const query = new URLSearchParams(tag);
    query.set("event", kind);
    if (kinds.length > 1 || !tag.has("id")) query.set("id", crypto.randomUUID());
    Object.assign(form, { method: "post", action: `/t?${query}` });
    const button = document.createElement("button");
    Object.assign(button, { className: "button", textContent: words[kind] ?? kind });
    form.append(button);
    choices.append(form);
  }
  if (kinds.length > 1) main.dataset.open = "";
}

function begin() {
  if (choices.childElementCount === 1 && !("open" in main.dataset)) tap(choices.firstElementChild);
}

if ("away" in main.dataset) readTag();
else store.setOwner(main.dataset.user).catch(() => {});
list.changed = draw;
choices.addEventListener("submit", (event) => {
  event.preventDefault();
  tap(event.target);
});
list.again.addEventListener("click", sendKept);
addEventListener("online", sendKept);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") sendKept(); });

// A browser may load and run a page ahead of time; only one that is shown was meant.
if (document.prerendering) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else if (document.visibilityState === "hidden") {
  document.addEventListener("visibilitychange", begin, { once: true });
} else {
  begin();
}
// What an earlier visit left.
sendKept();

const { worker } = document.body.dataset;
if (worker) navigator.serviceWorker?.register(worker, { scope: "/t", type: "module", updateViaCache: "none" }).catch(() => {});
