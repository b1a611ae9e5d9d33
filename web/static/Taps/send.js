// Sends stored taps, from a page or the worker, and stores the outcome of each.

import * as store from "./store.js";

/** The channel that tells all pages that a tap was sent. */
export const channelName = "desktap-taps";
const channel = new BroadcastChannel(channelName);

/** Whether a tap waits for a connection, a sign-in or its own person. */
export const waits = (tap) => ["waiting", "signIn", "somebodyElses"].includes(tap.state);

/** Milliseconds within which the server records a tap with its own time. Later, it makes a correction request of it. The same
 *  two minutes are in `CorrectionStore.clockTolerance` and in the words `tap.kept`. */
const limit = 120_000;

/** Whether a waiting tap will be sent to the manager or HR. */
export const isLate = (tap) => waits(tap) && !!tap.kept && Date.now() - Date.parse(tap.at) > limit;

/** Whether the person can request a refused tap by the form, which then uses the tap's id. */
export const canAsk = (tap) =>
  tap.state === "refused" && (tap.reason === "not_now" || (!!tap.kept && tap.reason === "unknown_desk"));

/** Whether a tap needs no more attention: it is recorded, or ``settled``. */
export const isOver = (tap) => ["recorded", "settled"].includes(tap.state);

/** The address to send a tap to. It has `kept` if the time is that of the phone, not of the tag's address. It has `u`, `c` and
 *  `m` if the tag signed its address, and `k`, the tag's word or "-", if the page was offline and tapped without a touch: the
 *  server then checks the word or the signature. */
export function address(tap) {
  const fields = ["event", "desk", "office", "user", "id", "at", "kept", "k", "u", "c", "m"].filter((name) => tap[name]);
  return "/t?" + new URLSearchParams(fields.map((name) => [name, tap[name]]));
}

/** The outcomes of recorded taps. */
const outcomes = ["accepted", "duplicate", "quarantined"];
/** The outcomes of taps that need no record: a correction request was made, or the record has such a tap already. */
const settled = ["requested", "already_recorded"];

/** Whether an answer is DeskTap's page of this tap. No proxy or network sign-in page knows the tap's id. */
const isPageOf = (response, id) =>
  response.ok && response.headers.get("Content-Location")?.split("?")[0] === `/t/${id}`;

/** The outcome of a tap. Only DeskTap's own answer about this tap is final. After any other answer the tap keeps waiting: it may
 *  come from a proxy, a network sign-in page or a maintenance page.
 *  @returns the new state and its texts. The body of the page of a recorded tap is left unread. */
export async function verdict(response, id) {
  if (isPageOf(response, id)) return { state: "recorded", sentence: "", notes: [] };
  const type = response.headers.get("Content-Type") ?? "";
  const said = /^application\/(problem\+)?json\b/.test(type) ? await response.json().catch(() => undefined) : undefined;
  if (response.ok && said?.id === id && outcomes.includes(said.outcome)) {
    // A duplicate was recorded by an earlier try, whose answer was lost.
    const sentence = said.outcome === "duplicate" ? "" : said.message ?? "";
    return { state: "recorded", sentence, notes: said.notes ?? [] };
  }
  if (response.ok && said?.id === id && settled.includes(said.outcome)) return { state: "settled", sentence: said.message ?? "" };
  if (response.status === 401 && said?.reason === "sign_in_needed") return { state: "signIn" };
  // Rate limits and server errors are temporary.
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
  if (isFinal && said?.tap === id && said.reason) {
    // It can be requested once another request is decided.
    if (said.reason === "too_many_open") return { state: "waiting", why: "full", sentence: said.detail ?? "", seconds: 600 };
    const state = { other_person: "somebodyElses", wrong_word: "confirm" }[said.reason] ?? "refused";
    return { state, sentence: said.detail ?? "", reason: said.reason };
  }
  // At most 600 s: browsers treat a too long timer as none.
  const seconds = Math.min(Number(response.headers.get("Retry-After")) || 0, 600);
  const why = response.status === 429 ? "tooOften" : response.status >= 500 ? "away" : "foreign";
  return { state: "waiting", why, seconds };
}

/** Sends all waiting taps one after the other, oldest first.
 *  @returns seconds until the next try; 0: no tap waits for a connection. */
export async function sendAll() {
  // Pages and the worker take turns. A tap sent twice is recorded once, by its id.
  return navigator.locks ? navigator.locks.request("desktap-taps", send) : send();
}

async function send() {
  let wait = 0;
  /** The outcome of a late tap that can be requested only once another request is decided. */
  let full;
  for (const tap of await store.all()) {
    if (canAsk(tap)) await settle(tap);
    if (!waits(tap)) continue;
    if (full && isLate(tap)) {
      await store.change({ ...tap, ...full });
      continue;
    }
    const outcome = await answer(tap);
    const tries = (tap.tries ?? 0) + 1;
    await store.change({ ...tap, ...outcome, tries });
    if (outcome.state !== "waiting") continue;
    wait = Math.min(wait || Infinity, outcome.seconds || Math.min(60, 2 ** tries));
    // The next tap would fail in the same way, except that only late taps become requests.
    if (outcome.why !== "full") break;
    full = outcome;
  }
  channel.postMessage("sent");
  return wait;
}

/** Forgets a refused tap that the person has requested by the form. */
async function settle(tap) {
  const said = await settlementOf(tap);
  if (said) await store.change({ ...tap, ...said });
}

/** The answer about a tap that became a correction request; undefined: it did not, or that is unknown. */
export async function settlementOf(tap) {
  const said = await ask(`/t/${tap.id}`, tap, { headers: { Accept: "application/json" } });
  return said.state === "settled" ? said : undefined;
}

async function answer(tap) {
  const said = await ask(address(tap), tap, { method: "POST", headers: { Accept: "application/json" } });
  if (said.reason !== "conflict") return said;
  // The first try was recorded with the server's time, and its answer was lost.
  const recorded = await ask(`/t/${tap.id}`, tap, { headers: { Accept: "text/html, application/problem+json" } });
  // Refused: the id belongs to another person's tap.
  return recorded.state === "refused" ? said : recorded;
}

async function ask(address, tap, request) {
  try {
    return await verdict(await fetch(address, { ...request, signal: AbortSignal.timeout(20_000) }), tap.id);
  } catch {
    return { state: "waiting", why: "kept", seconds: 0 };
  }
}
