// A stream of server-sent events that heals by itself. A browser comes back after a break of its own accord, but not after an
// answer other than 200, nor from a connection that is dead without saying so; both are seen to here.

/** Milliseconds without a sign of life after which the connection counts as dead. The server gives one every 15 s. */
const patience = 40_000;
const longestWait = 15_000;

/**
 * Follows the stream for as long as the page is open.
 * @param listeners by the event's name, each called with what the event says; any of them is a sign of life.
 * @param onBreak called once for every time the connection is lost.
 * @param onRefused called with the status where the server answers but does not let this browser in.
 */
export function follow(address, listeners, onBreak, onRefused) {
  let source, watchdog, wait = 1000, isBroken = false;
  /** Rises with every attempt: who asked for an earlier one does not open a second stream beside it. */
  let attempt = 0;

  function alive() {
    isBroken = false;
    wait = 1000;
    clearTimeout(watchdog);
    watchdog = setTimeout(restart, patience);
  }

  function broken() {
    if (!isBroken) onBreak();
    isBroken = true;
  }

  function restart() {
    broken();
    source.close();
    clearTimeout(watchdog);
    const mine = (attempt += 1);
    watchdog = setTimeout(async () => {
      // An EventSource does not say why it was refused.
      const status = await fetch(address, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(10_000) })
        .then((answer) => answer.status, () => 0);
      if (mine !== attempt) return;
      if (status === 401 || status === 403 || status === 404) onRefused(status);
      open();
    }, wait);
    wait = Math.min(longestWait, wait * 2);
  }

  function open() {
    source = new EventSource(address);
    clearTimeout(watchdog);
    watchdog = setTimeout(restart, patience);
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        alive();
        listener(JSON.parse(event.data));
      });
    }
    source.onerror = () => {
      broken();
      if (source.readyState === EventSource.CLOSED) restart();
    };
  }

  open();
  // A laptop that slept, or a phone that was in a pocket, looks at once instead of waiting for its patience to end.
  addEventListener("offline", broken);
  addEventListener("online", () => isBroken && restart());
  addEventListener("pageshow", (event) => event.persisted && restart());
}
