// Prepares a phone for its first tap without a connection, as the page of a tag (tap.js) does.

if (matchMedia("(pointer: coarse)").matches) {
  const { worker, user } = document.querySelector("script[data-worker]").dataset;
  import("./store.js").then((store) => store.setOwner(user)).catch(() => {});
  navigator.serviceWorker?.register(worker, { scope: "/t", type: "module", updateViaCache: "none" }).catch(() => {});
}
