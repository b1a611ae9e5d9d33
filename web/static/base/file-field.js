// Lets a file be chosen instead of pasted: its text goes into the form's field.
const picker = document.querySelector("[data-file]");
const field = document.querySelector("[data-csv]");

picker.closest("[hidden]").hidden = false;
field.addEventListener("input", () => {
  // Whoever pastes has done with the file.
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
