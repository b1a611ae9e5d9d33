// A screen that is no wall display yet asks for a code, waits until an administrator has typed it, and then shows its floor.

import { oneAtATime, request } from "../base/page.js";

const code = document.getElementById("code")?.textContent;
const isAutomatic = document.querySelector("form[data-automatic]") !== null;

const askForCode = () => fetch(location.pathname, { method: "POST", headers: { accept: "text/html" } });

// An error page would stay forever, so the screen opens a page only after the server has served it.
const goOn = oneAtATime(async () => {
  const answer = await (code ? request(location.pathname) : askForCode());
  if (!answer.ok || (code && (await answer.text()).includes(code))) return;
  location.replace(answer.url);
});
if (isAutomatic) goOn();
if (code || isAutomatic) setInterval(goOn, 4000);
