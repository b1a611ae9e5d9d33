// Shows the worked hours of the entered day before it is saved, and marks the fields that the other ones require.

const form = document.querySelector("form.fields");
const line = document.querySelector(".day-hours");

const minutes = (name) => {
  const [hours, minutes] = form.elements[name].value.split(":").map(Number);
  return minutes === undefined ? undefined : hours * 60 + minutes;
};

function show() {
  const [from, to, pause, resume] = ["from", "to", "break_from", "break_to"].map(minutes);
  const hasBreak = pause !== undefined || resume !== undefined;
  line.hidden = !(from < to) || (hasBreak && !(from < pause && pause < resume && resume < to));
  if (line.hidden) return;
  const worked = to - from - (hasBreak ? resume - pause : 0);
  line.querySelector("output").textContent = `${Math.floor(worked / 60)}:${String(worked % 60).padStart(2, "0")}`;
}

/** Work is at a desk or away, and the times of a break require each other. */
function require() {
  const { desk, away, break_from: pause, break_to: resume } = form.elements;
  desk.required = !away.checked;
  pause.required = resume.value !== "";
  resume.required = pause.value !== "";
}

for (const update of [show, require]) {
  form.addEventListener("input", update);
  update();
}
