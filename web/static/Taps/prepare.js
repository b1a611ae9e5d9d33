// Prepares a phone for its first tap without a connection, and sends kept taps, as the page of a tag (tap.js) does.

if (matchMedia("(pointer: coarse)").matches) {
  const { worker, user } = document.querySelector("script[data-worker]").dataset;
  import("./store.js").then((store) => store.setOwner(user)).catch(() => {});
  import("./send.js").then((taps) => taps.sendAll()).catch(() => {});
  navigator.serviceWorker?.register(worker, { scope: "/t", type: "module", updateViaCache: "none" }).catch(() => {});
}
