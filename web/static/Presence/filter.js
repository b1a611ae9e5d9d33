// Filters the list of people present by name or desk while the viewer types. The printed roll call always has everybody.

import { fill } from "../base/text.js";

const field = document.getElementById("find"), status = document.getElementById("filtered");

/** Letters that have no accent to remove, such as ł, with what keyboards without them type. */
const letters = new Map(status.dataset.letters.split(" ").map((pair) => [pair[0], pair.slice(1)]));

/** Accents, vowel marks of Hebrew and Arabic, joiners, apostrophes, dots and hyphens. Marks of other scripts make other letters. */
const leftOut = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u200c\u200d'`.\u2018\u2019\u02bc\u2010-]/g;

/** In lower case and in base letters, as the server searches (`plain_name`). */
const plain = (text) => text.normalize("NFKD").replace(leftOut, "").toLowerCase()
  .replace(/[^\0-\x7f]/g, (letter) => letters.get(letter) ?? letter);

function filter() {
  const sought = plain(field.value).split(/[\s,]+/).filter(Boolean);
  let shown = 0, count = 0;
  for (const group of document.querySelectorAll(".muster tbody")) {
    let isEmpty = true;
    for (const row of group.querySelectorAll("tr:not(.group)")) {
      const text = plain(`${row.cells[1].textContent} ${row.cells[2].textContent}`);
      const matches = sought.every((word) => text.includes(word));
      row.toggleAttribute("data-unmatched", !matches);
      count += 1;
      if (!matches) continue;
      shown += 1;
      isEmpty = false;
    }
    group.toggleAttribute("data-unmatched", isEmpty);
  }
  const words = sought.length === 0 ? "" : fill(status.dataset.words, { shown, count });
  if (status.textContent !== words) status.textContent = words;
}

field.addEventListener("input", filter);
// live-list.js replaces the list.
new MutationObserver(filter).observe(document.getElementById("list").parentElement, { childList: true });
filter();
