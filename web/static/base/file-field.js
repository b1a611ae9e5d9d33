// Reads a chosen file into the form's text field. The server knows the encodings and formats of spreadsheets.
const picker = document.querySelector("[data-file]");
const field = document.querySelector("[data-csv]");
const source = picker.form.elements.read;

picker.closest("[hidden]").hidden = false;
const clear = () => {
  picker.setCustomValidity("");
  if (source) source.value = "";
};
field.addEventListener("input", () => {
  // Typed or pasted text replaces the file.
  picker.value = "";
  clear();
});
picker.addEventListener("change", async () => {
  clear();
  const [file] = picker.files;
  if (!file) return;
  // Until the file is read, the form cannot be sent.
  picker.setCustomValidity(picker.dataset.notText);
  const headers = { "Content-Type": "application/octet-stream", Accept: "application/json" };
  const answer = await fetch(picker.dataset.file, { method: "POST", headers, body: file }).catch(() => undefined);
  const said = await answer?.json().catch(() => undefined);
  // Another file was chosen meanwhile.
  if (picker.files[0] !== file) return;
  field.value = answer?.ok ? said.text : "";
  if (answer?.ok) {
    picker.setCustomValidity("");
    if (source) source.value = said.read;
  } else {
    if (said?.detail) picker.setCustomValidity(said.detail);
    picker.reportValidity();
  }
});
