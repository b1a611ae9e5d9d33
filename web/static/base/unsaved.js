// Asks before changes in a form are lost: when another form of the page is sent, and when the page is left. The module stands
// before forms.js: fields that it fills in again count as changed.
import { askBeforeLeaving } from "./leaving.js";

const page = document.querySelector("[data-unsaved]");
const content = (form) => new URLSearchParams(new FormData(form)).toString();
// The page after a refusal shows what was typed. It has the address to which the form was sent.
const plain = (address) => address.split("#")[0];
const isRefused = (form) => plain(form.action) === plain(location.href) && !!page.querySelector("[role=alert]");
const saved = new Map([...page.querySelectorAll("form")].map((form) => [form, isRefused(form) ? undefined : content(form)]));
const changed = () => [...saved.keys()].filter((form) => content(form) !== saved.get(form));
const section = (form) => form.closest("section")?.querySelector("h2")?.textContent.trim() ?? document.title;

const stopAsking = askBeforeLeaving(() => changed().length > 0);
document.addEventListener("submit", (event) => {
  const others = changed().filter((form) => form !== event.target);
  if (others.length && !confirm(`${others.map(section).join(", ")}\n\n${page.dataset.unsaved}`)) event.preventDefault();
  else stopAsking();
});
