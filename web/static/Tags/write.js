// Writes the tags of the list one after the other with Web NFC, which only Chrome on Android has. Each tag is registered by its UID
// before it is written, and read back afterwards.

import { fill } from "../base/text.js";
import { PhoneTags } from "./phone-tags.js";

const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
const [current, status, begin, skip, stop, lock, list] = ["current", "status", "begin", "skip", "stop", "lock", "tags"].map(byId);
const lines = list ? [...list.children] : [];
const isWritten = (line) => "written" in line.dataset;
const uids = (line) => line.dataset.uids.split(" ").filter(Boolean);
/** The lines for which tags were registered in this run, by UID. */
const registered = new Map();

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
async function register(uid, line) {
  const { address } = line.dataset;
  const replace = registered.has(uid) && registered.get(uid) !== line;
  const { word } = await post(list.dataset.register, { uid, address, certificate: false, replace });
  registered.set(uid, line);
  return word ? `${address}&k=${word}` : address;
}

function finish(line, uid) {
  line.dataset.uids = `${line.dataset.uids} ${uid}`.trim();
  line.dataset.written = "";
  line.querySelector(".state").textContent = words.done;
}

/** Notes that a finished tag may have been overwritten. @returns its line */
function reopen(uid) {
  const line = lines.find((it) => uids(it).includes(uid));
  if (!line) return undefined;
  line.dataset.uids = uids(line).filter((it) => it !== uid).join(" ");
  delete line.dataset.written;
  line.querySelector(".state").textContent = "";
  return line;
}

/** The steps for one line. Each call of `once` handles one tag that is held to the phone, and after a problem the next one. */
class Work {
  /** The UIDs of a tag whose other address may be overwritten, of one that was read back, and of one that is locked. */
  #confirmed;
  #checked;
  #locked;

  constructor(line, tags, signal) {
    Object.assign(this, { line, tags, signal });
  }

  async once() {
    const { uid, address } = await this.tags.next(this.signal);
    if (uid !== this.#checked) await this.#write(uid, address);
    const problem = lock.checked && uid !== this.#locked ? await this.#lock(uid) : undefined;
    await post(`/api/tags/${uid}/written`, {});
    finish(this.line, uid);
    if (problem) throw problem;
  }

  async #write(uid, address) {
    say(words.write, this.line);
    this.#checked = undefined;
    this.#object(uid, address);
    const own = await register(uid, this.line);
    const others = await this.tags.write(own, uid, this.signal);
    if (others.length > 0) {
      const damaged = others.map(reopen).find((it) => it);
      throw new Problem(damaged ? fill(words.damaged, { tag: damaged.dataset.name }) : words.other);
    }
    say(words.check, this.line);
    const read = await this.tags.next(this.signal).catch(() => ({ uid }));
    if (read.uid !== uid) throw new Problem(words.other);
    if (read.address !== own) throw new Problem(words.notWritten);
    this.#checked = uid;
  }

  /** A tag of another line is not used without a second touch, and not at all if it is finished. */
  #object(uid, address = "") {
    const finished = lines.find((it) => it !== this.line && uids(it).includes(uid));
    if (finished) throw new Problem(fill(words.used, { tag: finished.dataset.name }));
    const said = lines.find((it) => it !== this.line && address.split("&k=")[0] === it.dataset.address);
    if (!said || this.#confirmed === uid) return;
    this.#confirmed = uid;
    throw new Problem(fill(words.says, { tag: said.dataset.name }));
  }

  /** @returns the problem, if the tag may not be locked. */
  async #lock(uid) {
    say(words.lock, this.line);
    try {
      if ((await this.tags.lock(uid, this.signal)).length > 0) return new Problem(words.otherLocked);
      this.#locked = uid;
      return undefined;
    } catch {
      return new Problem(words.notLocked);
    }
  }
}

/** Writes the tag of a line. After a problem, a tag is awaited again. */
async function make(line, tags, signal) {
  const work = new Work(line, tags, signal);
  say(words.present, line);
  for (;;) {
    try {
      return await work.once();
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
    return whole.signal.aborted ? say(words.stopped) : say(words.notAllowed, undefined, true);
  }
  const screen = await navigator.wakeLock?.request("screen").catch(() => undefined);
  const skipped = new Set();
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
  return screen?.release();
}

function show(isWriting) {
  begin.hidden = isWriting;
  skip.hidden = stop.hidden = !isWriting;
}

if (list && "NDEFReader" in window && "any" in AbortSignal) {
  byId("unsupported").hidden = true;
  byId("writing").hidden = false;
  begin.addEventListener("click", () => {
    show(true);
    run().finally(() => show(false));
  });
}
