// A box above a list, or above a group in it, chooses everything there. The form shows the number of chosen boxes.
const lines = [...document.querySelectorAll("[data-choose-all]")].map((line) => ({
  line, all: line.querySelector("input"),
  boxes: [...(line.closest("[data-group]") ?? document).querySelectorAll("input[form=chosen][type=checkbox]")],
}));

const chosen = document.querySelector("[data-chosen]");

const update = () => {
  if (chosen) {
    chosen.hidden = false;
    chosen.querySelector("output").textContent = document.querySelectorAll("input[form=chosen][type=checkbox]:checked").length;
  }
  for (const { all, boxes } of lines) {
    const count = boxes.filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  }
};

for (const { line, all, boxes } of lines) {
  line.hidden = boxes.length === 0;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    update();
  });
  for (const box of boxes) box.addEventListener("change", update);
}
update();
