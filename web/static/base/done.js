// Has screen readers announce the result of an action: they read changes of a status, not what was there when the page loaded.
const status = document.getElementById("done");
const text = status.textContent;
status.textContent = "";
setTimeout(() => { status.textContent = text; }, 200);
// The form was carried out: what forms.js kept of it is not needed.
sessionStorage.removeItem("desktap-form");
