// Sends the tap as soon as the page is really looked at, where the address has the tag's word, or else by the button, and shows
// what became of it. Without a connection it keeps the tap with its time, and sends it later. Without this file the button does it.

import { element } from "../base/elements.js";
import { parse } from "../base/page.js";
import { fill } from "../base/text.js";
import { KeptList, time } from "./list.js";
import { address, sendAll, verdict } from "./send.js";
import * as store from "./store.js";

const main = document.getElementById("tap");
const progress = document.getElementById("progress");
const choices = document.getElementById("choices");
const words = JSON.parse(document.getElementById("words").textContent);
const list = new KeptList(document.getElementById("kept"), words, main.dataset.signIn);
/** A page, or what is wrong for a script to read. */
const asPage = { Accept: "text/html, application/problem+json" };
/** The tap that this page is about, once it is made. */
let own;
let timer;

const heading = () => main.querySelector("h1");

/** What a form or an address says of a tap. */
const fields = (address) => Object.fromEntries(new URL(address, location).searchParams);

/** Makes a tap, and sends it for the first time. */
async function tap(made) {
  const isLoadedAgain = history.state?.tap?.id === made.id;
  own = { ...made, made: new Date() };
  // Loading the page again, while it is not known whether the tap arrived, sends the same tap once more, which is harmless, and
  // not a new one. An address could be anybody's, and a tag's is everybody's: what a browser notes of its own page is not. The
  // address gets a fragment, because a browser that is led to the address of the page that it shows may load that page again.
  history.replaceState({ tap: made }, "", "#made");
  choices.hidden = true;
  progress.textContent = words.recording;
  const before = isLoadedAgain ? await store.find(own.id).catch(() => undefined) : undefined;
  // Its time is that of the first try.
  if (before) own.made = new Date(before.at);
  if (before && !store.isUnderWay(before)) return takeUp();
  // Should this page be closed before there is an answer, the tap is not lost.
  const noted = note("sending").catch(() => {});
  // It goes on also where the phone is put away meanwhile. Nobody stands at a desk for longer than this.
  const response = await fetch(address(own), {
    method: "POST", headers: asPage, keepalive: true, signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await noted;
  const said = response ? await verdict(response, own.id) : { state: "waiting", why: "kept", seconds: 0 };
  if (said.state === "waiting") return keep(said);
  // The page that stands for a tag's does not know the way back to it: the tap waits in the list for whoever signs in.
  if (said.state === "signIn" && "away" in main.dataset) return keep({ why: "kept", seconds: 0 });
  if (said.state === "confirm") return keep(said, "confirm");
  if (said.state === "recorded" && !(await show(response))) return keep(said, "recorded");
  await store.remove(own.id).catch(() => {});
  if (said.state === "signIn") location.assign(main.dataset.signIn);
  else if (said.state !== "recorded") refuse(said);
}

/** Writes the tap down on this phone, with its time. */
async function note(state, more) {
  const { made, ...kept } = own;
  const user = main.dataset.user ?? (await store.owner().catch(() => undefined));
  await store.put({ ...kept, ...more, at: kept.at ?? made.toISOString(), user, state });
}

/** Goes on with a tap that an earlier look at this page kept: it is sent with its time, as all that are kept. */
async function takeUp() {
  heading().textContent = list.what(own);
  progress.textContent = fill(words.kept, { time: time(own.made) });
  await draw();
  again(0);
}

/** Has the list show what became of the tap, and what it waits for. */
async function keep({ why, seconds, sentence, notes }, state = "waiting") {
  try {
    await note(state, { why, sentence, notes });
  } catch {
    progress.textContent = state === "recorded" ? fill(words.recorded, { sentence }) : words.notKept;
    choices.hidden = state === "recorded";
    return;
  }
  heading().textContent = list.what(own);
  if (state !== "waiting") return draw();
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

/** Shows the page of the tap in place of this one.
 *  @returns whether it could: the rest of it may be lost on the way, or come from elsewhere. */
async function show(response) {
  const page = await parse(response).catch(() => undefined);
  const card = page?.querySelector("main.card[data-recorded]");
  const here = document.querySelector("main.card");
  if (!card || !here) return false;
  // From here on the address is the answer's: looking at it again does not tap again.
  history.replaceState(null, "", response.headers.get("Content-Location") ?? response.url);
  document.title = page.title;
  here.replaceWith(document.adoptNode(card));
  card.tabIndex = -1;
  // A screen reader goes on there.
  card.focus({ preventScroll: true });
  return true;
}

/** Says why the tap is not recorded. */
function refuse({ sentence }) {
  main.dataset.recorded = "false";
  heading().textContent = words.notRecorded;
  progress.textContent = sentence;
  progress.after(element(
    "p", { class: "row" }, element("a", { href: "/map" }, words.map), " ", element("a", { href: "/me" }, words.me), " "));
}

/** What was sent meanwhile, by this page or another: its own tap takes the card, all others the list. */
async function draw() {
  const kept = (await store.all()).find((tap) => tap.id === own?.id);
  if (kept?.state === "recorded") {
    const address = `/t/${kept.id}?notes=${kept.notes.join(".")}`;
    const response = await fetch(address, { headers: asPage }).catch(() => undefined);
    // Where it cannot be had just now, the list says that the tap was sent.
    if (response && (await verdict(response, kept.id)).state === "recorded" && (await show(response))) await store.remove(kept.id);
  } else if (kept && kept.state !== "waiting") {
    progress.textContent = kept.state === "refused" ? words.notRecorded : words[kept.state];
  }
  const taps = await list.draw();
  if (main.isConnected && "away" in main.dataset && !own) progress.textContent = taps.length ? "" : words.nothingKept;
}

/** The page that stands for a tag's while the server is away: what the tag says is in its address.
 *  @returns the tap that is made without a touch, where the tag has a word: the server will look whether it is right. */
function readTag() {
  const query = new URL(location.href).searchParams;
  // A tag with little room has the first letters alone.
  const tag = Object.fromEntries(["event", "desk", "office", "user", "at"].map((name) => [name, query.get(name) ?? query.get(name[0])]));
  const kinds = tag.event !== null ? [tag.event] : tag.desk !== null ? ["start", "pause", "end"] : [];
  if (kinds.length) heading().textContent = list.what({ event: tag.event ?? "any", desk: tag.desk });
  for (const event of kinds) {
    choices.append(element(
      "form", { method: "post", action: address({ ...tag, event, id: crypto.randomUUID() }) },
      element("button", { class: "button" }, words[event] ?? event)));
  }
  const word = query.get("k");
  return kinds.length === 1 && word ? { ...fields(choices.firstElementChild.action), k: word } : undefined;
}

function begin() {
  const before = history.state?.tap;
  if (before) tap(before);
  else if (byItself) tap(byItself);
}

/** The tap that this page makes without a touch. */
let byItself;
if ("away" in main.dataset) byItself = readTag();
else {
  if (!("open" in main.dataset)) byItself = fields(choices.firstElementChild.action);
  store.setOwner(main.dataset.user).catch(() => {});
}
list.changed = draw;
choices.addEventListener("submit", (event) => {
  event.preventDefault();
  tap(fields(event.target.action));
});
list.again.addEventListener("click", sendKept);
list.confirmed = sendKept;
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
