// Server-sent events that reconnect in every case. A browser alone does not reconnect after a status other than 200, and does
// not notice a connection that died silently.

/** Milliseconds without an event after which the connection counts as dead. The server sends one at least every 15 s (`StreamLimits`). */
const timeout = 40_000;
const longestWait = 15_000;

/**
 * Follows the stream while the page is open.
 * @param listeners by event name, each called with the event's data.
 * @param onBreak called once for each loss of the connection.
 * @param onRefused called with the status if the server refuses this browser.
 */
export function follow(address, listeners, onBreak, onRefused) {
  let source, watchdog, wait = 1000, isBroken = false;
  /** The number of the current attempt. An earlier attempt opens no second stream. */
  let attempt = 0;

  function alive() {
    isBroken = false;
    wait = 1000;
    clearTimeout(watchdog);
    watchdog = setTimeout(restart, timeout);
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
      // An EventSource does not tell the status.
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
    watchdog = setTimeout(restart, timeout);
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
  // After sleep or an offline period, reconnect at once instead of waiting for the timeout.
  addEventListener("offline", broken);
  addEventListener("online", () => isBroken && restart());
  addEventListener("pageshow", (event) => event.persisted && restart());
}
