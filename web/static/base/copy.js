// Buttons that copy the text of an element. Browsers can copy only on pages of a secure address, and may refuse it there: then
// the button selects the text and says so.
const text = (element) => element.value ?? element.textContent;

function select(element) {
  if (element.select) {
    element.focus();
    element.select();
  } else getSelection().selectAllChildren(element);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const label = [...button.childNodes];
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text(source));
      button.textContent = button.dataset.copied;
    } catch {
      select(source);
      button.textContent = button.dataset.refused;
    }
    setTimeout(() => button.replaceChildren(...label), 3000);
  });
}
