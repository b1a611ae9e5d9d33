// A box above a list chooses everybody in it.
const line = document.querySelector("[data-choose-all]");
const boxes = document.querySelectorAll("input[form=chosen][type=checkbox]");

if (line) {
  const all = line.querySelector("input");
  const update = () => {
    const count = [...boxes].filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  };
  line.hidden = boxes.length === 0;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  for (const box of boxes) box.addEventListener("change", update);
  update();
}
