// The pages that the person opened last in this tab, for the search. They stay in the browser.

const key = "desktap-recent";
const limit = 6;
/** The open page, unless it shows an error. */
let open;

/** @returns names and addresses, the latest first; those of another person are left out. */
function stored(user) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    return kept.user === user ? kept.pages : [];
  } catch {
    return [];
  }
}

/** The pages before the open one, as `stored`. */
export const recent = (user) => stored(user).filter(({ address }) => address !== open?.address);

/** Adds the open page. */
export function remember(user) {
  if (document.querySelector(".error")) return;
  open = { name: document.title.replace(/ · DeskTap$/, ""), address: location.pathname + location.search };
  const others = stored(user).filter(({ name, address }) => name !== open.name && address !== open.address);
  try {
    sessionStorage.setItem(key, JSON.stringify({ user, pages: [open, ...others].slice(0, limit) }));
  } catch { /* Storage is switched off. */ }
}

// They are removed when the person signs out.
document.addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") !== "/sign-out") return;
  try {
    sessionStorage.removeItem(key);
  } catch { /* Storage is switched off. */ }
});
