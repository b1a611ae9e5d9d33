// Taps that wait for an answer of the server, in IndexedDB. Shared by pages and the worker.

let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("desktap", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("taps", { keyPath: "id" });
      request.result.createObjectStore("phone");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Performs one request on a store. Resolves when the transaction is complete. */
async function using(name, mode, act) {
  const transaction = (await database()).transaction(name, mode);
  const request = act(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Milliseconds after which a first try without outcome has failed: its page was closed. Its request times out earlier. */
const timeout = 15_000;

/** Whether the first try of a tap may still be running; other pages do not send the tap then. */
export const isUnderWay = (tap) => tap.state === "sending" && Math.abs(Date.now() - Date.parse(tap.at)) < timeout;

/** All stored taps, oldest first. A tap whose first try failed counts as waiting. */
export async function all() {
  const taps = (await using("taps", "readonly", (store) => store.getAll())).filter((tap) => !isUnderWay(tap));
  for (const tap of taps) if (tap.state === "sending") tap.state = "waiting";
  return taps.sort((one, other) => one.at.localeCompare(other.at));
}

export const find = (id) => using("taps", "readonly", (store) => store.get(id));
export const put = (tap) => using("taps", "readwrite", (store) => store.put(tap));
/** Stores a changed tap, unless it was removed meanwhile. */
export const change = (tap) => using("taps", "readwrite", (store) => {
  const request = store.get(tap.id);
  request.onsuccess = () => request.result && store.put(tap);
  return request;
});
export const remove = (id) => using("taps", "readwrite", (store) => store.delete(id));

/** The person who was last signed in on a tag's page or a page with prepare.js: the person of taps made offline. */
export const owner = () => using("phone", "readonly", (store) => store.get("owner"));
export const setOwner = (user) => using("phone", "readwrite", (store) => store.put(user, "owner"));
