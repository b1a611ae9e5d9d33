// Lets a file be chosen instead of pasted: its text goes into the form's field.
const picker = document.querySelector("[data-file]");
const field = document.querySelector("[data-csv]");

picker.closest("[hidden]").hidden = false;
picker.addEventListener("change", async () => {
  const [file] = picker.files;
  if (!file) return;
  try {
    field.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    picker.setCustomValidity("");
  } catch {
    field.value = "";
    picker.setCustomValidity(picker.dataset.notText);
    picker.reportValidity();
  }
});
