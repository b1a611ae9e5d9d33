// Texts and times.

/**
 * Puts values into a text of the page, such as "{desk}: free". A missing value gives an empty string.
 * @param text a string, or `one` and `other` with the placeholder {count}, as Catalogue.swift has them
 */
export function fill(text, values) {
  const form = (values.count === 1 && text.one) || text.other || text;
  return form.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The time zone, or UTC if the browser does not know it: its time zone database can be older than the server's. */
function known(timeZone) {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}

/**
 * Formats times of day, such as "09:05", or "00:05 UTC" if the browser does not know the time zone.
 * @param timeZone default: the browser's.
 */
export function clock(timeZone, seconds = false) {
  const zone = known(timeZone), mark = zone === timeZone ? "" : " UTC";
  const format = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined, timeZone: zone,
  });
  return (date) => format.format(date) + mark;
}

/**
 * Formats times of day, of other days than today with the day, such as "yesterday 23:10" or "19 Nov, 23:10". LocalClock.swift does
 * the same.
 * @param words the texts `yesterdayAt`, with the placeholder {time}, and `dayAndTime`, with {day} and {time}.
 */
export function timeWithDay(timeZone, words) {
  const time = clock(timeZone), zone = known(timeZone);
  // This locale writes dates as ISO 8601 does.
  const iso = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  const dayNumber = (date) => Date.parse(iso.format(date)) / 86_400_000;
  const { lang } = document.documentElement;
  const name = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "short", timeZone: zone });
  return (date) => {
    const daysAgo = dayNumber(new Date()) - dayNumber(date);
    if (daysAgo === 0) return time(date);
    if (daysAgo === 1) return fill(words.yesterdayAt, { time: time(date) });
    return fill(words.dayAndTime, { day: name.format(date), time: time(date) });
  };
}
