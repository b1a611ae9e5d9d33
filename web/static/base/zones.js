// Proposes the browser's time zone in an empty field. Some browsers do not know theirs.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
for (const field of document.querySelectorAll("[data-zones]")) {
  if (!field.value && zone !== "Etc/Unknown") field.value = zone;
}
