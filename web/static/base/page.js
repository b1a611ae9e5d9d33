// Pages that a script requests.

export const request = (address) => fetch(address, { headers: { accept: "text/html" }, cache: "no-store" });

/** The document in an answer. */
export const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
