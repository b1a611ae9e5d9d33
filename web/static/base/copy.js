// Buttons that copy the text of an element. Browsers can copy only on pages of a secure address, so they are hidden elsewhere.
const text = (element) => element.value ?? element.textContent;

for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const label = [...button.childNodes];
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text(document.getElementById(button.dataset.copy)));
    } catch {
      // The browser does not allow it. The text can be selected.
      return;
    }
    button.textContent = button.dataset.copied;
    setTimeout(() => button.replaceChildren(...label), 3000);
  });
}
