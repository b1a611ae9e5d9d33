// Lets a tag be tapped while the phone is offline: it shows the page that keeps the tap, and sends it later where the browser
// wakes it for that. It looks after the addresses of tags alone, keeps nothing of anybody, and asks the network first each time.

import { sendAll } from "./send.js";

const cacheName = "desktap-tap-" + new URL(self.location).searchParams.get("v");
/** What is shown in place of a tag's page. */
const shell = "/tap-kept";
const parts = [
  "/static/base/desktap.css", "/static/base/icon.svg", "/static/base/elements.js", "/static/base/page.js",
  "/static/base/text.js", "/static/Taps/tap.css", "/static/Taps/tap.js", "/static/Taps/list.js", "/static/Taps/send.js",
  "/static/Taps/store.js",
];

/** Where the browser asks for no page by itself: as one of ours, because in the name of another site, whose link was followed, a
 *  script may not ask for it. */
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
  // The browser asks for the page itself while this worker wakes up.
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
    response = await Promise.race([asked(event), patience()]);
  } catch {
    return (await kept(shell)) ?? Response.error();
  }
  // It is there, and can do nothing: its database is away, or the server behind a proxy. Firefox gives no connection as an
  // answer, too, where it asked for the page itself.
  return response.type !== "error" && response.status < 500 ? response : (await kept(shell)) ?? response;
}

/** A server whose database is away may have no files, either. */
async function part(request, path) {
  // A page waits for its script, and that for others.
  const response = await Promise.race([fetch(request), patience(2_000)]).catch(() => undefined);
  return response && response.status < 500 ? response : (await kept(path)) ?? response ?? Response.error();
}

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request.url, asNavigation);

/** A connection that says nothing for so long is none. */
const patience = (limit = 10_000) => new Promise((_, reject) => { setTimeout(reject, limit); });

const kept = (path) => caches.match(path, { cacheName, ignoreVary: true });

self.addEventListener("sync", (event) => {
  if (event.tag === "taps") event.waitUntil(sendAll().then((wait) => { if (wait) throw new Error("not yet"); }));
});
