// Opens the search by its link and by Ctrl-K. The dialog is loaded when it is needed first.

import { remember } from "./recent.js";

const link = document.querySelector("a[data-search]");
remember(link.dataset.search);
const open = () => import("./search.js").then((search) => search.open(link)).catch(() => location.assign(link.href));

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key?.toLowerCase() !== "k") return;
  event.preventDefault();
  open();
});
link.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
});
