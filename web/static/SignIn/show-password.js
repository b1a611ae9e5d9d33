// Shows what is typed into the password field, until the form is sent.

const choice = document.querySelector("[data-shows-password]");
const box = choice.querySelector("input"), { form } = box;
const show = (isShown) => { form.elements.password.type = isShown ? "text" : "password"; };

choice.hidden = false;
box.addEventListener("change", () => show(box.checked));
// Before forms.js keeps what was typed, which excludes passwords by the type of the field.
addEventListener("submit", () => show(false), true);
