// Sends the taps that are kept, from a page or from the worker, and notes what became of each.

import * as store from "./store.js";

/** On it all pages learn that something was sent. */
export const channelName = "desktap-taps";
const channel = new BroadcastChannel(channelName);

/** What still waits: for a connection, for somebody to sign in, or for whoever made it. */
export const waits = (tap) => ["waiting", "signIn", "somebodyElses"].includes(tap.state);

/** Where a tap is sent. `k`, the word of its tag, goes along where the page could not ask the server whether it is right. */
export function address(tap) {
  const fields = ["event", "desk", "office", "user", "id", "at", "k"].filter((name) => tap[name]);
  return "/t?" + new URLSearchParams(fields.map((name) => [name, tap[name]]));
}

/** What DeskTap says of a tap that it took. */
const outcomes = ["accepted", "duplicate", "quarantined"];

/** Whether an answer is DeskTap's page of this tap. Nothing between a phone and the server knows the tap's number. */
const isPageOf = (response, id) =>
  response.ok && response.headers.get("Content-Location")?.split("?")[0] === `/t/${id}`;

/** What an answer says of a tap. Only DeskTap's own answer about this very tap settles it. Every other one, whatever its status,
 *  leaves it waiting: a proxy, a sign-in page of a network or a maintenance page may give it.
 *  @returns its new state, with what is to be said of it; the page of a recorded tap is left unread. */
export async function verdict(response, id) {
  if (isPageOf(response, id)) return { state: "recorded", sentence: "", notes: [] };
  const type = response.headers.get("Content-Type") ?? "";
  const said = /^application\/(problem\+)?json\b/.test(type) ? await response.json().catch(() => undefined) : undefined;
  if (response.ok && said?.id === id && outcomes.includes(said.outcome)) {
    return { state: "recorded", sentence: said.message ?? "", notes: said.notes ?? [] };
  }
  if (response.status === 401 && said?.reason === "sign_in_needed") return { state: "signIn" };
  // What is too much or away now may be taken later, whatever is said of it.
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
  if (isFinal && said?.tap === id && said.reason) {
    const state = { other_person: "somebodyElses", wrong_word: "confirm" }[said.reason] ?? "refused";
    return { state, sentence: said.detail ?? "", reason: said.reason };
  }
  // Browsers take a longer time for none.
  const seconds = Math.min(Number(response.headers.get("Retry-After")) || 0, 600);
  const why = response.status === 429 ? "tooOften" : response.status >= 500 ? "away" : "foreign";
  return { state: "waiting", why, seconds };
}

/** Sends all that waits, one after the other, so that nothing overtakes.
 *  @returns how many seconds to wait before it is worth trying again; 0: nothing waits for a connection. */
export async function sendAll() {
  // Two pages, or a page and the worker, take turns. Sent twice, a tap would still be one: it carries its number.
  return navigator.locks ? navigator.locks.request("desktap-taps", send) : send();
}

async function send() {
  let wait = 0;
  for (const tap of (await store.all()).filter(waits)) {
    const outcome = await answer(tap);
    const tries = (tap.tries ?? 0) + 1;
    await store.change({ ...tap, ...outcome, tries });
    if (outcome.state !== "waiting") continue;
    wait = Math.max(wait, outcome.seconds || Math.min(60, 2 ** tries));
    // What failed for one will fail for the next.
    break;
  }
  channel.postMessage("sent");
  return wait;
}

async function answer(tap) {
  const said = await ask(address(tap), tap, { method: "POST", headers: { Accept: "application/json" } });
  if (said.reason !== "conflict") return said;
  // The first try came through, and only its answer was lost; the server's clock stamped it.
  const recorded = await ask(`/t/${tap.id}`, tap, { headers: { Accept: "text/html, application/problem+json" } });
  // Unless it is another person's.
  return recorded.state === "refused" ? said : recorded;
}

async function ask(address, tap, request) {
  try {
    return await verdict(await fetch(address, { ...request, signal: AbortSignal.timeout(20_000) }), tap.id);
  } catch {
    return { state: "waiting", why: "kept", seconds: 0 };
  }
}
