// Keyboard shortcuts: on the drawing for the selection; everywhere for undo, save, select all and deselect.

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeys({ view, model, actions, tools, save }) {
  document.addEventListener("keydown", (event) => {
    // An open question refers to the drawing as it is.
    if (document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches?.("input:not([type=checkbox]), textarea");
    const isInBar = event.target.closest?.(".bar");
    if (event.key === "Escape" && !isTyping && !isInBar && !event.defaultPrevented) tools.leave();
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") {
      // A typed value takes effect when its field loses the focus.
      if (isTyping) event.target.blur();
      save();
      if (isTyping) event.target.focus();
    } else if (isTyping) return;
    else if (key === "z") event.shiftKey ? actions.redo() : actions.undo();
    else if (key === "y") actions.redo();
    else if (key === "a") model.choose(model.floor.pieces.map((it) => it.key));
    else return;
    event.preventDefault();
  });

  view.stage.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const element = event.target.closest("[data-key]");
    if (arrows[key] && model.chosen.size > 0) actions.nudge(...arrows[key], event.shiftKey);
    else if (isCommand && key === "d") duplicate();
    else if (isCommand || event.altKey) return;
    else if (key === "Delete" || key === "Backspace") remove();
    else if (key === "Escape") tools.leave();
    else if ((key === " " || key === "Enter") && element) tools.pin(Number(element.dataset.key));
    else if (key === "d") view.focus(actions.addDesk()?.key);
    else if (key === "r") actions.turn(event.shiftKey ? -15 : 90);
    else return;
    event.preventDefault();
  });

  function duplicate() {
    actions.duplicate();
    const [first] = model.chosenPieces;
    if (first) view.focus(first.key);
  }

  /** Moves the focus to the piece after the removed ones. */
  function remove() {
    const { pieces } = model.floor;
    const last = pieces.findLastIndex((it) => model.chosen.has(it.key));
    const next = pieces[last + 1] ?? pieces.findLast((it) => !model.chosen.has(it.key));
    actions.remove();
    if (next) view.focus(next.key);
    else view.stage.focus();
  }
}
