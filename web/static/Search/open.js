// Opens the search by its link and by Ctrl-K. The dialog is loaded when it is needed first.

import { remember } from "./recent.js";

const link = document.querySelector("a[data-search]");
remember(link.dataset.search);

/** Opens the search. What is typed until its field is there goes into the field. */
function open() {
  let typed = "";
  const collect = (event) => {
    if (!event.key || event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.key.length === 1) typed += event.key;
    else if (event.key === "Backspace") typed = typed.slice(0, -1);
  };
  addEventListener("keydown", collect, true);
  const take = () => {
    removeEventListener("keydown", collect, true);
    return typed;
  };
  import("./search.js").then((search) => search.open(link, take)).catch(() => location.assign(`${link.href}?q=${encodeURIComponent(take())}`)).finally(take);
}

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
