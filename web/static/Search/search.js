// The search as a dialog, with the form and the results of the search page.

import { element } from "../base/elements.js";
import { parse, request } from "../base/page.js";

/** The form and the results of the search page for a text; null if they cannot be loaded. */
async function search(address, text) {
  try {
    const answer = await request(`${address}?q=${encodeURIComponent(text)}`);
    const page = answer.ok ? await parse(answer) : null;
    const [form, results] = ["search-form", "search-results"].map((id) => page?.getElementById(id));
    return form && results ? { form, results } : null;
  } catch {
    return null;
  }
}

/** @param link leads to the search page and names the dialog */
export async function open(link) {
  const isBusy = () => document.getElementById("search-form") || document.querySelector("dialog:modal");
  if (isBusy()) return document.querySelector("#search-form input")?.focus();
  const found = await search(link.pathname, "");
  if (!found) return location.assign(link.href);
  // The keys were pressed twice.
  if (isBusy()) return;
  show(link, found.form, found.results);
}

function show(link, form, results) {
  const input = form.querySelector("input");
  const status = element("p", { class: "unseen", role: "status" });
  // The dialog has no padding, so a click on it is a click beside the box.
  const dialog = element("dialog", { class: "search-dialog", "aria-label": link.getAttribute("aria-label") },
    element("div", { class: "search-box" }, form, results, status));
  let asked = 0, timer;

  /** Shows the results for what is typed. Returns whether they could be loaded; null if a newer request replaces this one. */
  async function ask() {
    clearTimeout(timer);
    const mine = (asked += 1);
    const found = await search(link.pathname, input.value);
    if (mine !== asked) return null;
    if (!found) return false;
    const hadFocus = results.contains(document.activeElement);
    results.replaceChildren(...found.results.children);
    if (hadFocus) (results.querySelector("a") ?? input).focus();
    status.textContent = results.querySelector("[data-count]").textContent;
    return true;
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 200);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The search page says what is wrong.
    const isShown = await ask();
    if (isShown === false) form.submit();
    else if (isShown && dialog.open && input.value.trim()) results.querySelector("a")?.click();
  });
  results.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    // A place on the open page: the browser scrolls there and loads nothing, so the dialog would stay.
    if (link?.hash && link.pathname === location.pathname && link.search === location.search) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    // During composition, these keys belong to the input method.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      // The search field would only be cleared.
      event.preventDefault();
      dialog.close();
    } else if (step) {
      const places = [input, ...results.querySelectorAll("a")];
      event.preventDefault();
      places[places.indexOf(document.activeElement) + step]?.focus();
    }
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { dialog.remove(); });
  const close = form.querySelector("[data-close]");
  close.hidden = false;
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}
