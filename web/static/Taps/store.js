// The taps that this phone keeps until the server has answered them, in IndexedDB. Pages and the worker read and write them alike.

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

/** Does one thing in a store, and resolves once it is durable. */
async function using(name, mode, act) {
  const transaction = (await database()).transaction(name, mode);
  const request = act(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Milliseconds after which a first try has come to nothing: its page was closed. It gives up before. */
const patience = 15_000;

/** Whether a tap's first try may still be under way, so that the tap is nobody else's to send. */
export const isUnderWay = (tap) => tap.state === "sending" && Math.abs(Date.now() - Date.parse(tap.at)) < patience;

/** All that are kept, in the order in which they were made. What was left behind while it was sent waits. */
export async function all() {
  const taps = (await using("taps", "readonly", (store) => store.getAll())).filter((tap) => !isUnderWay(tap));
  for (const tap of taps) if (tap.state === "sending") tap.state = "waiting";
  return taps.sort((one, other) => one.at.localeCompare(other.at));
}

export const find = (id) => using("taps", "readonly", (store) => store.get(id));
export const put = (tap) => using("taps", "readwrite", (store) => store.put(tap));
/** Puts a tap back, unless it was forgotten meanwhile. */
export const change = (tap) => using("taps", "readwrite", (store) => {
  const request = store.get(tap.id);
  request.onsuccess = () => request.result && store.put(tap);
  return request;
});
export const remove = (id) => using("taps", "readwrite", (store) => store.delete(id));

/** Who was signed in when a tag's page was open last: whose a tap is that is made without the server. */
export const owner = () => using("phone", "readonly", (store) => store.get("owner"));
export const setOwner = (user) => using("phone", "readwrite", (store) => store.put(user, "owner"));
