// Proposes the browser's time zone, and lists those that the browser knows.
import { element } from "./elements.js";

for (const field of document.querySelectorAll("[data-zones]")) {
  if (!field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = Intl.supportedValuesOf?.("timeZone") ?? [];
  field.after(element("datalist", { id: "zones" }, ...names.map((name) => element("option", { value: name }))));
  field.setAttribute("list", "zones");
}
