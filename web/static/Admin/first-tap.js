// Shows the first tap on the page of the first steps as soon as it is recorded.
import { follow } from "../Presence/stream.js";

const step = document.querySelector("[data-stream]");
const show = ({ people }) => {
  if (people?.length) location.reload();
};
if (!step.hasAttribute("data-done")) follow(step.dataset.stream, { snapshot: show, message: show }, () => {}, () => {});
