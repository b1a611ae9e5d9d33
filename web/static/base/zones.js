// Proposes the browser's time zone in an empty field.
for (const field of document.querySelectorAll("[data-zones]")) {
  if (!field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
