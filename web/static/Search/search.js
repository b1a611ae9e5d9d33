// The search as a dialog, with the form and the results of the search page.

import { element } from "../base/elements.js";
import { parse, request } from "../base/page.js";
import { recent } from "./recent.js";

/** The form, the results and the keys of the search page for a text; null if they cannot be loaded. */
async function search(address, text) {
  try {
    const answer = await request(`${address}?q=${encodeURIComponent(text)}`);
    const page = answer.ok ? await parse(answer) : null;
    const [form, results, keys] = ["search-form", "search-results", "search-keys"].map((id) => page?.getElementById(id));
    return form && results ? { form, results, keys } : null;
  } catch {
    return null;
  }
}

/**
 * @param link leads to the search page and names the dialog
 * @param take returns what was typed meanwhile, and ends its collection
 */
export async function open(link, take) {
  const isBusy = () => document.getElementById("search-form") || document.querySelector("dialog:modal");
  if (isBusy()) return document.querySelector("#search-form input")?.focus() ?? take();
  const found = await search(link.pathname, "");
  if (!found) return location.assign(`${link.href}?q=${encodeURIComponent(take())}`);
  // The keys were pressed twice.
  if (isBusy()) return;
  show(link, found, take());
}

function show(link, { form, results, keys }, typed) {
  const input = form.querySelector("input");
  const status = element("p", { class: "unseen", role: "status" });
  // The dialog has no padding, so a click on it is a click beside the box.
  const dialog = element("dialog", { class: "search-dialog", "aria-label": link.getAttribute("aria-label") },
    element("div", { class: "search-box" }, form, results, keys, status));
  let asked = 0, timer;
  /** The text whose results are shown. */
  let shown = "";

  /** The rows with the link or button that each opens. */
  const rows = () => [...results.querySelectorAll("li")].map((row) => ({
    row, target: [...row.querySelectorAll("a, button")].find((it) => it.getClientRects().length),
  })).filter(({ target }) => target);
  const selected = () => rows().findIndex(({ row }) => "selected" in row.dataset);

  /** Marks a row. The focus stays in the field, and screen readers read the row (WAI-ARIA, aria-activedescendant). */
  function select(index) {
    const all = rows();
    const next = all[Math.max(0, Math.min(index, all.length - 1))];
    for (const { row, target } of all) {
      row.toggleAttribute("data-selected", row === next.row);
      target.removeAttribute("id");
    }
    if (!next) return input.removeAttribute("aria-activedescendant");
    next.target.id = "search-selected";
    input.setAttribute("aria-activedescendant", next.target.id);
    next.row.scrollIntoView({ block: "nearest" });
  }

  /** Shows results; without a text, the recent pages come first. */
  function fill(found, text) {
    const pages = (text.trim() ? [] : recent(link.dataset.search))
      .map(({ name, address }) => element("li", {}, element("a", { href: address }, name)));
    const section = element("section", { "aria-labelledby": "found-recent" },
      element("h2", { id: "found-recent" }, results.dataset.recent), element("ul", {}, ...pages));
    results.replaceChildren(...(pages.length ? [section] : []), ...found);
    shown = text;
    select(0);
  }

  /** Shows the results for what is typed. Returns whether they could be loaded; null if a newer request replaces this one. */
  async function ask() {
    clearTimeout(timer);
    const mine = (asked += 1);
    const text = input.value;
    const found = await search(link.pathname, text);
    if (mine !== asked) return null;
    if (!found) return false;
    const hadFocus = results.contains(document.activeElement);
    fill(found.results.children, text);
    if (hadFocus) input.focus();
    status.textContent = results.querySelector("[data-count]").textContent;
    return true;
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 200);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isShown = shown === input.value || (await ask());
    // The search page says what is wrong.
    if (isShown === false) form.submit();
    else if (isShown && dialog.open) rows()[selected()]?.target.click();
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
      event.preventDefault();
      select(selected() + step);
      input.focus();
    }
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { dialog.remove(); });
  results.addEventListener("focusin", (event) => {
    select(rows().findIndex(({ row }) => row.contains(event.target)));
  });
  // Enter opens the selected row, and Escape closes the dialog.
  for (const button of form.querySelectorAll("button")) button.remove();
  keys.hidden = false;
  input.setAttribute("aria-controls", results.id);
  document.body.append(dialog);
  dialog.showModal();
  fill([...results.children], "");
  input.focus();
  if (!typed) return;
  input.value = typed;
  ask();
}
