// The page of a tag in a browser that is not signed in. After a sign-in in another tab it shows the tap with its button: the other
// tab may have recorded the tap already.

import { parse, request } from "../base/page.js";

let isAsking = false;
async function look() {
  if (isAsking || document.visibilityState !== "visible") return;
  isAsking = true;
  try {
    const page = await parse(await request(location.href));
    if (!page.querySelector("#tap[data-user]")) return;
    location.replace(location.href.split("#")[0] + "&touch=yes");
  } catch { /* The next visit to this tab asks again. */ } finally {
    isAsking = false;
  }
}

addEventListener("focus", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
document.addEventListener("visibilitychange", look);
