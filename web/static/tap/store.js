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

/** All that are kept, in the order in which they were made. */
export async function all() {
  const taps = await using("taps", "readonly", (store) => store.getAll());
  return taps.sort((one, other) => one.at.localeCompare(other.at));
}

export const put = (tap) => using("taps", "readwrite", (store) => store.put(tap));
export const remove = (id) => using("taps", "readwrite", (store) => store.delete(id));

/** Who was signed in when a tag's page was open last: whose a tap is that is made without the server. */
export const owner = () => using("phone", "readonly", (store) => store.get("owner"));
export const setOwner = (user) => using("phone", "readwrite", (store) => store.put(user, "owner"));
