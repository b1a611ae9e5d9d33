// Sends the taps that are kept, from a page or from the worker, and notes what became of each.

import * as store from "./store.js";

/** On it all pages learn that something was sent. */
export const channelName = "desktap-taps";
const channel = new BroadcastChannel(channelName);

/** What still waits: for a connection, for somebody to sign in, or for whoever made it. */
export const waits = (tap) => ["waiting", "signIn", "somebodyElses"].includes(tap.state);

/** Why a tap could not be answered; nothing where it was. */
export function delay(response) {
  if (response.status !== 429 && response.status < 500) return undefined;
  const seconds = Number(response.headers.get("Retry-After")) || 0;
  return { why: response.status === 429 ? "tooOften" : "away", seconds };
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

function address(tap) {
  const fields = ["event", "desk", "office", "user", "id", "at"].filter((name) => tap[name]);
  return "/t?" + new URLSearchParams(fields.map((name) => [name, tap[name]]));
}

async function answer(tap) {
  let response;
  try {
    response = await fetch(address(tap), {
      method: "POST", headers: { Accept: "application/json" }, signal: AbortSignal.timeout(20_000),
    });
  } catch {
    return { state: "waiting", why: "kept", seconds: 0 };
  }
  const delayed = delay(response);
  if (delayed) return { state: "waiting", ...delayed };
  const said = await response.json().catch(() => ({}));
  if (response.ok) return { state: "recorded", sentence: said.message, notes: said.notes ?? [] };
  if (response.status === 401) return { state: "signIn" };
  if (said.reason === "other_person") return { state: "somebodyElses" };
  // The first try came through, and only its answer was lost; the server's clock stamped it.
  if (response.status === 409) {
    const recorded = await fetch(`/t/${tap.id}`, {
      headers: { Accept: "text/html" }, signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    if (!recorded) return { state: "waiting", why: "kept", seconds: 0 };
    const later = delay(recorded);
    if (later) return { state: "waiting", ...later };
    if (recorded.ok) return { state: "recorded", sentence: "", notes: [] };
  }
  return { state: "refused", sentence: said.detail ?? "", reason: said.reason };
}
