// Switches reminders in this browser on and off (Push API). The forms of the page send the browser's subscription to the server.

const section = document.querySelector("[data-push]");
const [switchOn, switchOff] = ["off", "on"].map((state) => section.querySelector(`form[data-when=${state}]`));
const failed = section.querySelector("[data-failed]");

/** Shows the part of the page for a state: unable, denied, off or on. */
function show(state) {
  for (const part of section.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
}

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/** The browser's subscription, if it has one. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration(section.dataset.worker);
  return registration?.pushManager.getSubscription();
}

async function begin() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("unable");
  if (Notification.permission === "denied") return show("denied");
  const known = await subscription();
  // The push service takes messages only from the key with which the browser subscribed.
  const key = known?.options.applicationServerKey;
  if (!key || String(new Uint8Array(key)) !== String(bytes(section.dataset.push))) return show("off");
  const { endpoint } = known;
  // A subscription that the server does not know, such as that of another person, is replaced.
  const line = [...section.querySelectorAll("[data-endpoint]")].find((line) => line.dataset.endpoint === endpoint);
  if (!line) return show("off");
  line.querySelector("[data-this]").hidden = false;
  switchOff.elements.endpoint.value = endpoint;
  show("on");
}

/** The service worker's registration, as soon as the worker runs. The page is outside its scope, so `ready` would never resolve. */
async function registered() {
  const registration = await navigator.serviceWorker.register(section.dataset.worker, { updateViaCache: "none" });
  const worker = registration.active ?? registration.installing ?? registration.waiting;
  while (!["activated", "redundant"].includes(worker.state)) {
    await new Promise((changed) => { worker.addEventListener("statechange", changed, { once: true }); });
  }
  return registration;
}

async function subscribe() {
  // First, because browsers ask only in answer to a click.
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = await registered();
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(section.dataset.push) });
}

switchOn.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = switchOn.querySelector("button");
  button.disabled = true;
  failed.hidden = true;
  try {
    const made = await subscribe();
    if (!made) return show(Notification.permission === "denied" ? "denied" : "off");
    const { endpoint, keys } = made.toJSON();
    const fields = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
    for (const [name, value] of Object.entries(fields)) switchOn.elements[name].value = value;
    switchOn.submit();
  } catch {
    // The browser has no push service, or does not reach it.
    failed.hidden = false;
  } finally {
    button.disabled = false;
  }
});

switchOff.addEventListener("submit", async (event) => {
  event.preventDefault();
  // The server forgets the browser in any case.
  await subscription().then((known) => known?.unsubscribe()).catch(() => {});
  switchOff.submit();
});

begin().catch(() => show("unable"));
