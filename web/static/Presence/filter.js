// Filters the list of people present by name or desk while the viewer types. The printed roll call always has everybody.

import { fill } from "../base/text.js";

const field = document.getElementById("find"), status = document.getElementById("filtered");

/** In lower case and without accents, as the server searches. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  const sought = plain(field.value.trim());
  let shown = 0, count = 0;
  for (const group of document.querySelectorAll(".muster tbody")) {
    let isEmpty = true;
    for (const row of group.querySelectorAll("tr:not(.group)")) {
      const matches = plain(`${row.cells[1].textContent} ${row.cells[2].textContent}`).includes(sought);
      row.toggleAttribute("data-unmatched", !matches);
      count += 1;
      if (!matches) continue;
      shown += 1;
      isEmpty = false;
    }
    group.toggleAttribute("data-unmatched", isEmpty);
  }
  const words = sought && fill(status.dataset.words, { shown, count });
  if (status.textContent !== words) status.textContent = words;
}

field.addEventListener("input", filter);
// live-list.js replaces the list.
new MutationObserver(filter).observe(document.getElementById("list").parentElement, { childList: true });
filter();
