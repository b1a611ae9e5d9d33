// The service worker for reminders: shows the notification of a push message, and opens its page. It controls no page.

/** An address on this server, whatever the message says. */
function ownAddress(text) {
  const { pathname, search, hash } = new URL(text ?? "/me", self.location.origin);
  return self.location.origin + pathname + search + hash;
}

function content(data) {
  try { return data.json(); } catch { return {}; }
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  // Browsers demand a notification for each message, also for one that cannot be read.
  const { title = "DeskTap", body = "", url, tag } = content(event.data);
  event.waitUntil(self.registration.showNotification(title, {
    body, tag, icon: "/static/base/icon-192.png", data: { url: ownAddress(url) },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? ownAddress()));
});

/** Brings a window with the address to the front, or opens one. */
async function open(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((window) => window.url === address);
  return found ? found.focus() : self.clients.openWindow(address);
}

/** The browser has replaced the subscription: sends the new one to the server. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  if (!newSubscription && !oldSubscription) return;
  const subscription = newSubscription ?? await self.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/me/reminders/browsers", {
    method: "POST", redirect: "manual", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}
