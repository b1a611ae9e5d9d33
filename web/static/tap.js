// Sends the tap as soon as the page is really looked at, and shows what became of it. Without this file the button does it.

const form = document.getElementById("tap-form");
const progress = document.getElementById("progress");

async function send() {
  progress.textContent = "Recording…";
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const card = page.querySelector("main.card");
    document.title = page.title;
    // Sending again is harmless, the tap keeps its number: so where the server could not, the button stays.
    if (response.status >= 500) {
      progress.textContent = card?.querySelector("p")?.textContent ?? "The server did not answer. Please try again.";
      return;
    }
    document.getElementById("tap").replaceWith(document.adoptNode(card));
  } catch {
    progress.textContent = "No connection. Please touch the button when you are online again.";
  }
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
