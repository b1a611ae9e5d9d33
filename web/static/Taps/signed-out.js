// The page of a tag in a browser that is not signed in. After a sign-in in another tab it shows the tap with its button: the other
// tab may have recorded the tap already.

import { oneAtATime, parse, request } from "../base/page.js";

const look = oneAtATime(async () => {
  if (document.visibilityState !== "visible") return;
  const page = await parse(await request(location.href));
  if (page.querySelector("#tap[data-user]")) location.replace(location.href.split("#")[0] + "&touch=yes");
});

addEventListener("focus", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
document.addEventListener("visibilitychange", look);
