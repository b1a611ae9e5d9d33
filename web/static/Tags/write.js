// Writes the tags of the list one after the other with Web NFC, which only Chrome on Android has. Each tag is registered by its UID
// before it is written, and read back afterwards.

import { fill } from "../base/text.js";
import { PhoneTags } from "./phone-tags.js";

const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
const [current, status, begin, skip, stop, lock, list] = ["current", "status", "begin", "skip", "stop", "lock", "tags"].map(byId);
const lines = list ? [...list.children] : [];

/** A problem that the person can solve. The message says how. */
class Problem extends Error {}

/** @param line the tag that is written now. */
function say(text, line, isProblem = false) {
  current.textContent = line?.dataset.name ?? "";
  status.textContent = text;
  status.toggleAttribute("data-problem", isProblem);
}

async function post(address, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw new Problem(words.away);
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(said.detail ?? words.away);
  return said;
}

/** @returns the address with the tag's word, which lets phones tap without a touch. */
async function register(uid, address) {
  if (!uid) throw new Problem(words.noUID);
  const { word } = await post(list.dataset.register, { uid, address, certificate: false });
  return word ? `${address}&k=${word}` : address;
}

function finish(line, uid) {
  line.dataset.uid = uid;
  line.dataset.written = "";
  line.querySelector(".state").textContent = words.done;
}

/** Writes the tag of a line. After a problem, the tag is awaited again. */
async function make(line, tags, signal) {
  say(words.present, line);
  for (;;) {
    try {
      const { uid } = await tags.next(signal);
      const earlier = lines.find((it) => it !== line && it.dataset.uid === uid);
      if (earlier) throw new Problem(fill(words.used, { tag: earlier.dataset.name }));
      const own = await register(uid, line.dataset.address);
      say(words.write, line);
      await tags.write(own, signal);
      say(words.check, line);
      const read = await tags.next(signal);
      if (read.uid !== uid) throw new Problem(words.other);
      if (read.address !== own) throw new Problem(words.notWritten);
      await post(`/api/tags/${uid}/written`, {});
      finish(line, uid);
      if (lock.checked) {
        say(words.lock, line);
        await tags.lock(signal).catch(() => {
          throw new Problem(words.notLocked);
        });
      }
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      say(error instanceof Problem ? error.message : words.failed, line, true);
    }
  }
}

async function run() {
  const whole = new AbortController();
  const tags = new PhoneTags();
  let now;
  skip.onclick = () => now?.abort();
  stop.onclick = () => {
    whole.abort();
    now?.abort();
  };
  try {
    await tags.begin(whole.signal);
  } catch {
    return say(words.notAllowed, undefined, true);
  }
  const screen = await navigator.wakeLock?.request("screen").catch(() => undefined);
  show(true);
  const skipped = new Set();
  const isWritten = (line) => "written" in line.dataset;
  for (;;) {
    const line = lines.find((it) => !isWritten(it) && !skipped.has(it));
    if (!line || whole.signal.aborted) break;
    now = new AbortController();
    line.dataset.now = "";
    line.scrollIntoView({ block: "nearest" });
    await make(line, tags, now.signal).catch(() => skipped.add(line));
    delete line.dataset.now;
  }
  say(lines.every(isWritten) ? words.all : words.stopped);
  whole.abort();
  screen?.release();
  show(false);
}

function show(isWriting) {
  begin.hidden = isWriting;
  skip.hidden = stop.hidden = !isWriting;
}

if (list && "NDEFReader" in window) {
  byId("unsupported").hidden = true;
  byId("writing").hidden = false;
  begin.addEventListener("click", run);
}
