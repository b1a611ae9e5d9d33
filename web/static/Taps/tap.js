// Sends the tap when the page is visible (if the address has the tag's word) or by the button, and shows the result. Offline it
// stores the tap with its time and sends it later. Without this script the button submits the form.

import { element } from "../base/elements.js";
import { parse, request } from "../base/page.js";
import { fill } from "../base/text.js";
import { KeptList, time } from "./list.js";
import { address, sendAll, settlementOf, verdict } from "./send.js";
import * as store from "./store.js";

const main = document.getElementById("tap");
const progress = document.getElementById("progress");
const choices = document.getElementById("choices");
const words = JSON.parse(document.getElementById("words").textContent);
const list = new KeptList(document.getElementById("kept"), words, main.dataset.signIn);
/** Requests a page, and errors as problem details. */
const asPage = { Accept: "text/html, application/problem+json" };
/** The tap of this page, once it is made. */
let own;
let timer;

const heading = () => main.querySelector("h1");

/** The fields of a tap in a form's address. */
const fields = (address) => Object.fromEntries(new URL(address, location).searchParams);

/** Makes a tap and sends it for the first time. */
async function tap(made) {
  const isLoadedAgain = history.state?.tap?.id === made.id;
  own = { ...made, made: new Date() };
  // Reloading the page while the outcome is unknown must send the same tap again, not a new one. The tap is stored in the history
  // state, because the address on a tag is the same for everyone. The fragment is needed because a browser may reload when it is
  // led to the address that it already shows.
  history.replaceState({ tap: made }, "", "#made");
  choices.hidden = true;
  progress.textContent = words.recording;
  const before = isLoadedAgain ? await store.find(own.id).catch(() => undefined) : undefined;
  // The time is that of the first try.
  if (before) own.made = new Date(before.at);
  if (before && !store.isUnderWay(before)) return takeUp();
  // Another page may have shown and removed it.
  const settlement = isLoadedAgain && !before ? await settlementOf(own) : undefined;
  if (settlement) return settled(settlement);
  // The tap is stored first: it survives closing the page before the answer.
  const noted = note("sending").catch(() => {});
  // keepalive: the request continues if the page is closed.
  const response = await fetch(address(own), {
    method: "POST", headers: asPage, keepalive: true, signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await noted;
  const said = response ? await verdict(response, own.id) : { state: "waiting", why: "kept", seconds: 0 };
  if (said.state === "waiting") return keep(said);
  // The offline page has no return address for a sign-in: the tap waits in the list.
  if (said.state === "signIn" && "away" in main.dataset) return keep({ why: "kept", seconds: 0 });
  if (said.state === "confirm") return keep(said, "confirm");
  if (said.state === "recorded" && !(await show(response))) return keep(said, "recorded");
  await store.remove(own.id).catch(() => {});
  if (said.state === "signIn") location.assign(main.dataset.signIn);
  else if (said.state !== "recorded") refuse(said);
}

/** Stores the tap on this phone with its time. */
async function note(state, more) {
  const { made, ...kept } = own;
  const user = main.dataset.user ?? (await store.owner().catch(() => undefined));
  // The server makes a request only of a time that this phone gave.
  const stamp = kept.at ? {} : { at: made.toISOString(), kept: "true" };
  await store.put({ ...kept, ...more, ...stamp, user, state });
}

/** Shows that the tap was sent to the manager or HR, or was recorded by another way. */
function settled({ sentence }) {
  // Reloading the page does not tap again.
  history.replaceState({ settled: { tap: own, sentence } }, "");
  heading().textContent = list.what(own);
  progress.textContent = sentence;
  choices.hidden = true;
}

/** Continues with a tap that an earlier visit to this page stored. */
async function takeUp() {
  heading().textContent = list.what(own);
  progress.textContent = fill(words.kept, { time: time(own.made) });
  await draw();
  again(0);
}

/** Stores the tap with its state and shows it in the list. */
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
  } catch { /* This browser has no background sync. */ }
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

/** Shows the page of the tap instead of this one.
 *  @returns false if the answer is incomplete or not a page of DeskTap. */
async function show(response) {
  const page = await parse(response).catch(() => undefined);
  const card = page?.querySelector("main.card[data-recorded]");
  const here = document.querySelector("main.card");
  if (!card || !here) return false;
  // From here on the address is that of the result: reloading does not tap again.
  history.replaceState(null, "", response.headers.get("Content-Location") ?? response.url);
  document.title = page.title;
  here.replaceWith(document.adoptNode(card));
  card.tabIndex = -1;
  // Screen readers continue at the result.
  card.focus({ preventScroll: true });
  return true;
}

/** Shows why the tap is not recorded. */
function refuse({ sentence }) {
  main.dataset.recorded = "false";
  heading().textContent = words.notRecorded;
  progress.textContent = sentence;
  // The page's own way out leads only to the map.
  main.querySelector(".row")?.remove();
  progress.after(element(
    "p", { class: "row" }, element("a", { href: "/map" }, words.map), " ", element("a", { href: "/me" }, words.me), " "));
}

/** Shows the outcomes of sent taps: the tap of this page in the card, all others in the list. */
async function draw() {
  const stored = await store.all();
  const kept = stored.find((tap) => tap.id === own?.id);
  if (kept?.state === "recorded") {
    const address = `/t/${kept.id}?notes=${kept.notes.join(".")}`;
    const response = await fetch(address, { headers: asPage }).catch(() => undefined);
    // Without the page, the list shows that the tap was sent.
    if (response && (await verdict(response, kept.id)).state === "recorded" && (await show(response))) await store.remove(kept.id);
  } else if (kept?.state === "settled") {
    settled(kept);
    await store.remove(kept.id);
  } else if (kept && kept.state !== "waiting") {
    progress.textContent = kept.state === "refused" ? words.notRecorded : words[kept.state];
  }
  const taps = await list.draw();
  if (own) return;
  if ("away" in main.dataset) {
    if (!choices.childElementCount) progress.textContent = taps.length ? "" : words.nothingKept;
  } else if (stored.some((tap) => tap.state === "recorded")) {
    await renew();
  }
}

/** Shows the choices that fit the person's state after taps of earlier visits. */
async function renew() {
  const page = await request(location.href).then(parse).catch(() => undefined);
  const [title, sentence, fresh] = ["#tap h1", "#progress", "#choices"].map((part) => page?.querySelector(part));
  if (own || !fresh) return;
  heading().textContent = title.textContent;
  progress.textContent = sentence.textContent;
  choices.replaceChildren(...fresh.children);
}

/** Offline: fills the page from the tag's address.
 *  @returns the tap to make without a touch, if the tag has a word or signed its address. The server checks that later. */
function readTag() {
  const query = new URL(location.href).searchParams;
  // Small tags abbreviate the names to their first letters.
  const tag = Object.fromEntries(["event", "desk", "office"].map((name) => [name, query.get(name) ?? query.get(name[0])]));
  for (const name of ["user", "at", "u", "c", "m"]) tag[name] = query.get(name);
  const kinds = tag.event !== null ? [tag.event] : tag.desk !== null ? ["start", "pause", "end"] : [];
  if (kinds.length) {
    heading().textContent = list.what({ event: tag.event ?? "any", desk: tag.desk });
    progress.textContent = words.offline;
  }
  for (const event of kinds) {
    choices.append(element(
      "form", { method: "post", action: address({ ...tag, event, id: crypto.randomUUID() }) },
      element("button", { class: "button" }, words[event] ?? event)));
  }
  // With any word the server demands a right one, or a right signature: another site may have led here.
  const word = query.get("k") ?? (tag.m && "-");
  return kinds.length === 1 && word ? { ...fields(choices.firstElementChild.action), k: word } : undefined;
}

function begin() {
  const before = history.state?.tap;
  if (history.state?.settled) {
    own = history.state.settled.tap;
    settled(history.state.settled);
  } else if (before) tap(before);
  else if (byItself) tap(byItself);
}

/** The tap to make without a touch. */
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

// A prerendered or hidden page taps only when it becomes visible.
if (document.prerendering) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else if (document.visibilityState === "hidden") {
  document.addEventListener("visibilitychange", begin, { once: true });
} else {
  begin();
}
// Taps of earlier visits.
sendKept();

const { worker } = document.body.dataset;
if (worker) navigator.serviceWorker?.register(worker, { scope: "/t", type: "module", updateViaCache: "none" }).catch(() => {});
