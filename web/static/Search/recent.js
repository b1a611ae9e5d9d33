// The pages that the person opened last in this tab, for the search. They stay in the browser until the person signs out.

const key = "desktap-recent", posted = "desktap-posted";

/** @returns names and addresses, the latest first; those of another person are left out. */
function stored(user) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    return kept.user === user ? kept.pages : [];
  } catch {
    return [];
  }
}

const open = { name: document.title.replace(/ · DeskTap$/, ""), address: location.pathname + location.search };

/** The pages before the open one, as `stored`. */
export const recent = (user) => stored(user).filter(({ address }) => address !== open.address);

/** Adds the open page, unless it shows an error or the answer to a form, whose address may have no page. */
export function remember(user) {
  const others = recent(user).filter(({ name }) => name !== open.name);
  try {
    if (document.querySelector(".error") || sessionStorage.getItem(posted) === location.pathname) return;
    sessionStorage.setItem(key, JSON.stringify({ user, pages: [open, ...others].slice(0, 6) }));
  } catch { /* Storage is switched off. */ }
}

document.addEventListener("submit", ({ target, submitter }) => {
  try {
    if (target.getAttribute("action") === "/sign-out") sessionStorage.removeItem(key);
    if (target.method === "post") sessionStorage.setItem(posted, new URL(submitter?.formAction || target.action).pathname);
  } catch { /* Storage is switched off. */ }
});
