// Asks before the page is left while it shows links that are shown only once, until they are copied or printed.
const shown = document.querySelector("[data-once]");

if (shown) {
  const ask = (event) => event.preventDefault();
  const stop = () => removeEventListener("beforeunload", ask);
  addEventListener("beforeunload", ask);
  addEventListener("afterprint", stop);
  document.addEventListener("copy", stop);
  for (const button of shown.querySelectorAll("[data-copy]")) button.addEventListener("click", stop);
}
