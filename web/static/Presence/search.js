// Searches for colleagues while a name is typed. The server returns where they are, or when they left.

import { element } from "../base/elements.js";
import { fill } from "../base/text.js";

/**
 * @param query the query string that selects the shown office; empty for the own office.
 * @param show called with the chosen desk; returns whether the desk is on this floor.
 */
export function useSearch(form, box, words, query, show, announce) {
  const input = form.querySelector("input");
  let asked = 0, timer;

  function line(person) {
    const parts = [element("strong", {}, person.name), element("span", {}, person.sentence)];
    if (!person.address) return element("div", {}, ...parts);
    return element("a", { href: person.address, "data-desk": person.desk }, ...parts);
  }

  function close() {
    asked += 1;
    clearTimeout(timer);
    box.hidden = true;
    box.replaceChildren();
  }

  async function ask() {
    const text = input.value.trim();
    if (!text) return close();
    const mine = (asked += 1);
    let people = null;
    try {
      const answer = await fetch(`/api/whereabouts?find=${encodeURIComponent(text)}${query && "&" + query}`);
      if (answer.ok) people = (await answer.json()).people;
    } catch { /* The note below reports it. */ }
    // A newer request replaces this one.
    if (mine !== asked) return;
    const note = people === null ? words.searchLost : people.length ? "" : words.noPeople;
    box.replaceChildren(...(note ? [element("div", {}, note)] : people.map(line)));
    box.hidden = false;
    announce(note || `${fill(words.found, { number: people.length })}: ${people[0].name}, ${people[0].sentence}`);
  }

  function choose(link, event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !show(link.dataset.desk)) return;
    event.preventDefault();
    close();
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await ask();
    box.querySelector("a")?.click();
  });
  box.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) choose(link, event);
  });
  form.addEventListener("keydown", (event) => {
    // During composition, these keys belong to the input method.
    if (event.isComposing) return;
    if (event.key === "Escape") {
      close();
      input.value = "";
      input.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const places = [input, ...box.querySelectorAll("a")];
      const next = places[places.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    }
  });
  document.addEventListener("pointerdown", (event) => form.contains(event.target) || close());
}
