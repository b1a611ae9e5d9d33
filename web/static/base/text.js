// Texts and times.

/** Puts values into a text of the page, such as "{desk}: free". A missing value gives an empty string. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/**
 * Formats times of day, such as "09:05".
 * @param timeZone default: the browser's.
 */
export function clock(timeZone, seconds = false) {
  const format = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined, timeZone,
  });
  return (date) => format.format(date);
}
