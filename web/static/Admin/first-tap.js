// Shows the first tap on the page of the first steps as soon as it is recorded.
import { follow } from "../Presence/stream.js";

const step = document.querySelector("[data-stream]");
const isTyping = () => [...document.querySelectorAll("main input:not([type=hidden]), main textarea")]
  .some((field) => field.value !== field.defaultValue);
const show = ({ people }) => {
  if (people?.length && !isTyping()) location.reload();
};
const listeners = { snapshot: show, message: show, floors() {}, beat() {}, stale() {} };
if (!step.hasAttribute("data-done")) follow(step.dataset.stream, listeners, () => {}, () => {});
