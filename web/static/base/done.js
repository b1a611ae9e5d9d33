const shown = document.getElementById("done");
// A section that the address names begins below it.
document.body.style.setProperty("--done-height", `${shown.parentElement.offsetHeight}px`);
// Screen readers announce the result of an action only as a change of a status, not as what was there when the page loaded.
const status = document.createElement("p");
status.className = "unseen";
status.setAttribute("role", "status");
shown.after(status);
setTimeout(() => { status.textContent = shown.textContent; }, 200);
// A finger that scrolls puts it back to the top of the page: it covers much of a phone.
addEventListener("touchmove", () => { shown.parentElement.style.position = "static"; }, { once: true, passive: true });
// The next input ends it: it does not stand beside a later error. Its space stays, so that the field does not move.
addEventListener("input", () => {
  Object.assign(shown.parentElement.style, { position: "static", visibility: "hidden" });
}, { once: true });
// The form was carried out: what forms.js kept of it is not needed.
sessionStorage.removeItem("desktap-form");
