// Asks before the page is left.

/**
 * Has the browser ask before the page is left, as long as `isNeeded` returns true.
 * @returns a function that ends it.
 */
export function askBeforeLeaving(isNeeded = () => true) {
  const ask = (event) => { if (isNeeded()) event.preventDefault(); };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}
