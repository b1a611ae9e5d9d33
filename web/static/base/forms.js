// Keeps what was typed if the session ends while a form is open: the form is sent, the browser is led to sign in and back to the
// form, and finds its fields filled in. Passwords are not kept. Any other page drops what was kept.
const KEY = "desktap-form";
const here = location.pathname + location.search;

const kept = () => {
  try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; }
};

/** The fields that a person fills in. */
const fields = (form) => [...form.elements].filter((field) =>
  field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type));

const keep = (form) => sessionStorage.setItem(KEY, JSON.stringify({
  page: here, action: form.getAttribute("action"),
  fields: fields(form).map(({ name, type, value, checked }) => ({ name, type, value, checked })),
}));

function restore({ action, fields: values }) {
  const form = [...document.forms].find((form) => form.getAttribute("action") === action);
  if (!form) return;
  for (const field of fields(form)) {
    const isChoice = ["radio", "checkbox"].includes(field.type);
    const known = values.find((one) => one.name === field.name && (!isChoice || one.value === field.value));
    if (!known) continue;
    if (isChoice) field.checked = known.checked;
    else field.value = known.value;
  }
}

const found = kept();
const isSignIn = document.querySelector("main[data-signs-in]");
if (found && isSignIn) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...found, signedOut: true }));
} else if (found) {
  sessionStorage.removeItem(KEY);
  if (found.signedOut && found.page === here) restore(found);
}
document.addEventListener("submit", ({ target }) => {
  if (target.method === "post" && !isSignIn) keep(target);
});
