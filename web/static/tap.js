// Sends the tap as soon as the page is really looked at, and shows what became of it. Without this file the button does it.

const form = document.getElementById("tap-form");
const progress = document.getElementById("progress");

// The form's address holds the tap's number: loading the page again, while it is not known whether the tap arrived, sends
// the same tap once more, which is harmless, and not a new one.
history.replaceState(null, "", form.action);

async function send() {
  progress.textContent = "Recording…";
  form.hidden = true;
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const card = page.querySelector("main.card");
    if (response.status >= 500) {
      offerAgain(card?.querySelector("[data-sentence]")?.textContent ?? "The server did not answer. Please try again.");
      return;
    }
    // From here on the address is the answer's: looking at it again does not tap again.
    if (response.redirected) history.replaceState(null, "", response.url);
    document.title = page.title;
    document.querySelector("main.card").replaceWith(document.adoptNode(card));
  } catch {
    offerAgain("No connection. Please touch the button when you are online again.");
  }
}

function offerAgain(sentence) {
  progress.textContent = sentence;
  form.hidden = false;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});

// A browser may load and run a page ahead of time; only one that is shown was meant.
if (document.prerendering) {
  document.addEventListener("prerenderingchange", send, { once: true });
} else if (document.visibilityState === "hidden") {
  document.addEventListener("visibilitychange", send, { once: true });
} else {
  send();
}
