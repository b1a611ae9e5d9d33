// Keeps what was typed if the session ends while a form is open: the form is sent, the browser is led to sign in and back to the
// form, and finds its fields filled in, with a note that they are not saved. A form of only a button has a note that the button's
// action is not done. Passwords are not kept. What was sent is dropped as soon as a page says so (done.js).
const KEY = "desktap-form";
const LIFETIME = 15 * 60 * 1000;
const here = location.pathname + location.search;
const person = () => document.querySelector(".who span")?.textContent;

const kept = () => {
  try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; }
};

/** The fields that a person fills in, without confirmations. */
const fields = (form) => [...form.elements].filter((field) =>
  field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type)
  && !(field.type === "checkbox" && field.required));

/** What the form is about: forms for several things have the same address. In a list, the time field of each has an id. */
const subject = (form) => form.elements.tap?.value ?? form.elements.time?.id ?? "";

const keep = (form) => sessionStorage.setItem(KEY, JSON.stringify({
  page: here, action: form.getAttribute("action"), subject: subject(form), person: person(), at: Date.now(),
  fields: fields(form).map(({ name, type, value, checked }) => ({ name, type, value, checked })),
}));

function restore(found) {
  const form = [...document.forms].find((form) =>
    form.getAttribute("action") === found.action && subject(form) === found.subject);
  if (!form) return;
  const restored = fields(form);
  for (const field of restored) {
    const isChoice = ["radio", "checkbox"].includes(field.type);
    const known = found.fields.find((one) => one.name === field.name && (!isChoice || one.value === field.value));
    if (!known) continue;
    if (isChoice) field.checked = known.checked;
    else field.value = known.value;
  }
  const isButton = restored.length === 0;
  const note = document.createElement("p");
  note.className = "problem";
  note.setAttribute("role", "alert");
  const { restored: notSaved, undone } = document.querySelector("[data-restored]").dataset;
  note.textContent = isButton ? undone : notSaved;
  // A button's form can be closed (`details`), or stand in a line with other things.
  const closed = form.closest("details:not([open])");
  if (closed) closed.open = true;
  (form.closest(".inline:not(form)") ?? form).before(note);
  note.scrollIntoView({ block: "center" });
}

const found = kept();
const signIn = document.querySelector("main[data-signs-in]");
if (found && signIn && signIn.dataset.signsIn === found.page) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...found, signedOut: true }));
} else if (found) {
  sessionStorage.removeItem(KEY);
  const isFresh = Date.now() - found.at < LIFETIME;
  if (found.signedOut && isFresh && found.page === here && found.person === person()) restore(found);
}
document.addEventListener("submit", ({ target }) => {
  if (target.method === "post" && !signIn) keep(target);
});
