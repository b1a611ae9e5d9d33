// Scrolls to what has to be confirmed when its button opens it below the edge of the window.
document.addEventListener("toggle", (event) => {
  if (event.target.matches(".confirm[open]")) event.target.scrollIntoView({ block: "nearest" });
}, true);
