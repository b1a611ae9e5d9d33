// The service worker for offline taps: shows the page that stores the tap, and sends stored taps when the browser wakes it.
// Its scope is the addresses of tags. It asks the network first, and caches no data of people.

import { sendAll } from "./send.js";

const cacheName = "desktap-tap-" + new URL(self.location).searchParams.get("v");
/** The page shown instead of a tag's page. */
const shell = "/tap-kept";
const parts = [
  "/static/base/desktap.css", "/static/base/icon.svg", "/static/base/elements.js", "/static/base/page.js",
  "/static/base/text.js", "/static/Taps/tap.css", "/static/Taps/tap.js", "/static/Taps/list.js", "/static/Taps/send.js",
  "/static/Taps/store.js",
];

/** For browsers without navigation preload. Same-origin, because a script may not repeat a navigation that another site started. */
const asNavigation = { headers: { Accept: "text/html" }, mode: "same-origin", redirect: "manual" };

self.addEventListener("install", (event) => {
  const requests = parts.map((part) => new Request(part, { cache: "no-cache" }));
  requests.push(new Request(shell, { headers: { Accept: "text/html" } }));
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("desktap-tap-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests the page while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") {
    if (path === "/t" || path === shell) event.respondWith(page(event));
  } else if (parts.includes(path)) {
    event.respondWith(part(event.request, path));
  }
});

async function page(event) {
  let response;
  try {
    response = await Promise.race([asked(event), timeout()]);
  } catch {
    return (await kept(shell)) ?? Response.error();
  }
  // A status of 500 or more: the database, or the server behind a proxy, is away. Firefox reports a failed preload as a response
  // of type error.
  return response.type !== "error" && response.status < 500 ? response : (await kept(shell)) ?? response;
}

/** A static file; from the cache if the server does not serve it in time. */
async function part(request, path) {
  // The page waits for these files one after the other, so the time limit is short.
  const response = await Promise.race([fetch(request), timeout(2_000)]).catch(() => undefined);
  return response && response.status < 500 ? response : (await kept(path)) ?? response ?? Response.error();
}

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request.url, asNavigation);

/** Rejects after the time limit, in milliseconds. */
const timeout = (limit = 10_000) => new Promise((_, reject) => { setTimeout(reject, limit); });

const kept = (path) => caches.match(path, { cacheName, ignoreVary: true });

self.addEventListener("sync", (event) => {
  if (event.tag === "taps") event.waitUntil(sendAll().then((wait) => { if (wait) throw new Error("not yet"); }));
});
