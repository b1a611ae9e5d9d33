// The box above a list chooses everybody in it.
const all = document.querySelector("[data-choose-all]");
const boxes = document.querySelectorAll("input[form=chosen][type=checkbox]");

if (all) {
  const update = () => {
    const count = [...boxes].filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  };
  all.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  for (const box of boxes) box.addEventListener("change", update);
  update();
}
