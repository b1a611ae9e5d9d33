// Shows the taps of the entered date above the form for a missing tap.

import { parse, request } from "../base/page.js";

const taps = document.querySelector(".as-it-is");
const field = document.querySelector("form.fields [name=date]");

field.addEventListener("change", async () => {
  const day = field.value;
  taps.hidden = true;
  // While the year is typed, its first digits are zeros.
  if (day < "1") return;
  const page = await request(`?day=${day}`).then(parse).catch(() => undefined);
  const found = page?.querySelector(".as-it-is");
  if (!found?.textContent || field.value !== day) return;
  taps.textContent = found.textContent;
  taps.hidden = false;
});
