// Names of desks, and patterns such as 6F-A1…A12.

/** Whether the server accepts a desk's name. */
export const isName = (text) => /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(text) && text.length <= 32;

export const normal = (text) => text.trim().toUpperCase();

const counted = (text) => text.match(/^(.*?)(\d+)$/);

/**
 * Makes names, counting up from the first name of the pattern.
 * @returns null if the text is no pattern; otherwise {names, meant}, where `meant` is the number of names in the pattern, if given
 */
export function expanded(pattern, count) {
  const [first, end] = normal(pattern).split(/\s*(?:…|\.\.+|～|〜|–)\s*/);
  const start = counted(first);
  const [stem, digits] = start ? [start[1], start[2]] : [first, "1"];
  const numbered = (number) => stem + String(number).padStart(digits.length, "0");
  const names = Array.from({ length: count }, (_, index) => numbered(Number(digits) + index));
  if (!isName(names[0] ?? numbered(digits))) return null;
  const stop = end === undefined ? null : counted(end);
  if (end !== undefined && !stop) return null;
  return { names, meant: stop ? Number(stop[2]) - Number(digits) + 1 : null };
}

/** As `expanded`, with the names of all rows. Each row begins after the one before. */
export function expandedRows(pattern, rows, count, taken) {
  const result = expanded(pattern, count);
  if (!result) return null;
  const names = [...result.names];
  for (let row = 1; row < rows; row++) {
    const next = expanded(nextRow(names.at(-1), new Set([...taken, ...names])), count);
    if (!next) return null;
    names.push(...next.names);
  }
  return { ...result, names };
}

/** The first name of the next row: with the next letter after that of the given name (6F-B1 after 6F-A5), or else the next name. */
export function nextRow(name, taken) {
  // Not the last letter of a word: DESK6 comes after DESK5.
  const match = name.match(/^(.*?(?:^|[^A-Z]))([A-Z])(\d+)$/);
  for (let code = match ? match[2].charCodeAt(0) + 1 : 91; code <= 90; code++) {
    const stem = match[1] + String.fromCharCode(code);
    const isTaken = [...taken].some((it) => it.startsWith(stem) && /^\d+$/.test(it.slice(stem.length)));
    if (!isTaken) return stem + (match[3].startsWith("0") ? "1".padStart(match[3].length, "0") : "1");
  }
  return next(name, taken);
}

/** The next free name after the given one. */
export function next(name, taken) {
  const match = counted(name);
  const [stem, digits] = match ? [match[1], match[2]] : [name + "-", "0"];
  for (let number = Number(digits) + 1; ; number++) {
    const candidate = stem + String(number).padStart(digits.length, "0");
    if (!taken.has(candidate)) return candidate;
  }
}
