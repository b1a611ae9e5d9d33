// The floor editor: connects model, view and input.

import { Actions } from "./actions.js";
import { Chairs } from "./chairs.js";
import { problems } from "./check.js";
import { Inspector } from "./inspector.js";
import { listenToKeys } from "./keys.js";
import { List } from "./list.js";
import { Model } from "./model.js";
import { usual } from "./pieces.js";
import { Server } from "./server.js";
import { Tools } from "./tools.js";
import { View } from "./view.js";
import { Walls } from "./walls.js";

const byId = (id) => document.getElementById(id);
const state = JSON.parse(byId("floor-state").textContent);
usual.chair = state.chair;
const say = (text) => { byId("said").textContent = text; };

/** Stays until the next change of the drawing. */
function refuse(text) {
  byId("refusal").textContent = text;
  byId("refusal").hidden = false;
}

const model = new Model(state.drawing);
const view = new View(byId("stage"), byId("drawing"), model, state, (floor) => chairs.update(floor));
const chairs = new Chairs(state.chairSides, (sides) => view.seat(sides));
const walls = new Walls();
const actions = new Actions(model, view, walls, state, say, refuse);
const server = new Server(state, model, actions, {
  problem: byId("problem"), note: byId("note"), dialog: byId("question"), discard: byId("discard"),
}, byId("status").textContent, say);
const inspector = new Inspector(byId("inspector"), model, actions, server, state.words, () => tools.leave());
const list = new List(byId("list"), model, actions, state.words);
const tools = new Tools(view, model, actions, (tool) => {
  for (const button of document.querySelectorAll("button[data-tool]")) button.setAttribute("aria-pressed", button.dataset.tool === tool);
});

let found = new Map(), checked = null;

function show() {
  if (checked !== model.floor) found = problems(model.floor, state.elsewhere);
  checked = model.floor;
  byId("refusal").hidden = true;
  const { picture, width, height } = model.floor;
  walls.update(picture && state.pictures + picture, width, height);
  view.show(found);
  inspector.show(found);
  list.show();
  byId("undo").disabled = !model.canUndo;
  byId("redo").disabled = !model.canRedo;
  byId("status").textContent = model.isKept ? server.standing : state.words.unsaved;
}

model.onChange(show);
for (const button of document.querySelectorAll("button[data-tool]")) {
  button.addEventListener("click", (event) => {
    // Started by keyboard, without a position: the piece goes to a free place.
    const isByKeyboard = event.detail === 0;
    if (!isByKeyboard || button.dataset.tool === "select") return tools.use(button.dataset.tool);
    const made = button.dataset.tool === "desk" ? actions.addDesk() : actions.addRoom(button.dataset.tool);
    view.focus(made?.key);
  });
}
byId("undo").addEventListener("click", () => actions.undo());
byId("redo").addEventListener("click", () => actions.redo());
byId("save").addEventListener("click", () => server.save());
byId("publish").addEventListener("click", () => server.publish());
for (const button of document.querySelectorAll("[data-zoom-by]")) {
  button.addEventListener("click", () => view.zoom(Number(button.dataset.zoomBy)));
}
byId("snap").addEventListener("change", (event) => { actions.snaps = event.target.checked; });
byId("grid").addEventListener("change", (event) => {
  const grid = Math.round(event.target.valueAsNumber);
  if (grid >= 1 && grid <= 500) actions.grid = grid;
  else event.target.value = actions.grid;
});
listenToKeys({ view, model, actions, tools, save: () => server.save() });
addEventListener("beforeunload", (event) => { if (!model.isKept) event.preventDefault(); });

tools.use("select");
show();
document.body.toggleAttribute("data-ready", true);
