// A screen that is no wall display yet asks for a code, waits until an administrator has typed it, and then shows its floor.

import { oneAtATime, request } from "../base/page.js";

const code = document.getElementById("code")?.textContent;

document.querySelector("form[data-automatic]")?.submit();

// A browser's error page would stay for ever, so the page is loaded again only when the server serves another one.
const look = oneAtATime(async () => {
  const answer = await request(location.pathname);
  if (answer.ok && !(await answer.text()).includes(code)) location.reload();
});
if (code) setInterval(look, 4000);
