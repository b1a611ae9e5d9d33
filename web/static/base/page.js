// Pages that a script requests.

export const request = (address) => fetch(address, { headers: { accept: "text/html" }, cache: "no-store" });

/** The document in an answer. */
export const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

/** An action that never runs twice at once. The next call tries again what failed. */
export function oneAtATime(action) {
  let isRunning = false;
  return async (...values) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await action(...values);
    } catch { /* See above. */ } finally {
      isRunning = false;
    }
  };
}
