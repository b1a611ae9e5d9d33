// Reads a chosen file into the form's text field.
const picker = document.querySelector("[data-file]");
const field = document.querySelector("[data-csv]");

picker.closest("[hidden]").hidden = false;
field.addEventListener("input", () => {
  // Typed or pasted text replaces the file.
  picker.value = "";
  picker.setCustomValidity("");
});
picker.addEventListener("change", async () => {
  picker.setCustomValidity("");
  const [file] = picker.files;
  if (!file) return;
  try {
    field.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    field.value = "";
    picker.setCustomValidity(picker.dataset.notText);
    picker.reportValidity();
  }
});
