// Saving and publishing the floor, and the errors of the server.

import { button, element } from "../base/elements.js";
import { fill } from "../base/text.js";
import { isDesk, keysOfPublished } from "./pieces.js";

/** Names that a text lists, and codes that a link selects. The sheet of codes without a selection has all desks. */
const [mostListed, mostCodes] = [12, 40];

export class Server {
  #isBusy = false;

  /** @param standing the status text of a saved floor. */
  constructor(state, model, actions, parts, standing, say) {
    Object.assign(this, { state, model, actions, words: state.words, ...parts, standing, say, version: state.version });
    this.published = keysOfPublished(state.published, model.desks);
    this.discard.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#discardDraft();
    });
  }

  async #send(address, body, type = "application/json") {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": type, Accept: "application/json" }, body });
    const said = await answer.json().catch(() => ({}));
    return { status: answer.status, isDone: answer.ok, said };
  }

  /** Performs one request at a time. Errors are shown; the drawing is kept. */
  async #do(work) {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    document.body.toggleAttribute("data-busy", true);
    try {
      return await work();
    } catch {
      return this.#show(this.words.away);
    } finally {
      this.#isBusy = false;
      document.body.toggleAttribute("data-busy", false);
    }
  }

  save() {
    return this.#do(async () => {
      const floor = this.model.floor;
      const { isDone, said } = await this.#send(this.state.save, JSON.stringify({ version: this.version, drawing: this.model.document }));
      if (!isDone) return this.#refused(said);
      this.#at(said.version, true);
      this.standing = this.words.draft;
      this.model.keep(floor);
      this.#done(this.words.saved);
    });
  }

  /** Discards the draft, and the changes that are not saved, after a question. */
  async #discardDraft() {
    if (!(await this.#ask([this.words.discardExplained], this.words.discard, []))) return;
    this.model.keep(this.model.floor);
    this.discard.submit();
  }

  /** Publishes after two questions: about published desks that would have another name or disappear, and about people who sit there. */
  async publish() {
    const there = new Set(this.model.desks.map((it) => it.name));
    const renamed = [], gone = [];
    for (const [from, key] of [...this.published].sort()) {
      const to = this.model.find(key)?.name;
      if (to && to !== from) renamed.push({ from, to });
      else if (!there.has(from)) gone.push(from);
    }
    const said = [];
    const list = (names) => names.slice(0, mostListed).join(", ") + (names.length > mostListed ? " …" : "");
    if (renamed.length > 0) said.push(fill(this.words.becomes, { names: list(renamed.map((it) => fill(this.words.pair, it))) }));
    if (gone.length > 0) said.push(fill(this.words.gone, { count: gone.length, names: list(gone) }));
    if (said.length > 0 && !(await this.#ask(said, this.words.publish))) return;
    let seated = await this.#publish([]);
    // More people may have sat down meanwhile.
    while (seated && (await this.#ask([seated.detail], this.words.publishAllTheSame))) {
      seated = await this.#publish(seated.people.map((it) => it.desk));
    }
  }

  /** @returns the server's problem with the people at disappearing desks; undefined otherwise */
  #publish(confirmedDesks) {
    return this.#do(async () => {
      const floor = this.model.floor;
      const body = JSON.stringify({ version: this.version, drawing: this.model.document, spoken_of: confirmedDesks });
      const { isDone, said } = await this.#send(this.state.publish, body);
      if (said.reason === "people_sit_there") return said;
      if (!isDone) return this.#refused(said);
      this.#at(said.version, false);
      const desks = floor.pieces.filter(isDesk);
      const named = desks.filter((it) => this.published.get(it.name) !== it.key).map((it) => it.name);
      this.published = new Map(desks.map((it) => [it.name, it.key]));
      this.standing = this.words.isPublished;
      this.model.keep(floor);
      const links = [element("a", { href: this.state.map }, this.words.toMap)];
      if (named.length > 0) links.push(" · ", element("a", { href: this.#codes(named) }, this.words.printCodes));
      this.#done(this.words.published, ...links);
      return undefined;
    });
  }

  /** The sheet of the codes of these desks. */
  #codes(names) {
    return this.state.codes + (names.length > mostCodes ? "" : `&desks=${encodeURIComponent(names.join(","))}`);
  }

  upload(file) {
    return this.#do(async () => {
      if (file.size > this.state.longestPicture) return this.#show(fill(this.words.longPicture, { most: this.state.longestPicture >> 20 }));
      const { isDone, said } = await this.#send(this.state.picture, file, "application/octet-stream");
      if (!isDone) return this.#refused(said);
      // An empty floor takes the aspect ratio of the picture.
      const { width, pieces } = this.model.floor;
      const size = pieces.length === 0 ? { height: Math.max(100, Math.round((width * said.height) / said.width)) } : {};
      this.actions.setFloor({ picture: said.picture, ...size }, "pictureSet");
    });
  }

  /** Updates the version in the forms beside the drawing, too. Only a draft can be discarded. */
  #at(version, hasDraft) {
    this.version = version;
    this.discard.hidden = !hasDraft;
    for (const field of document.querySelectorAll("input[name=version]")) field.value = version;
  }

  #done(text, ...more) {
    this.problem.hidden = true;
    this.note.replaceChildren(text, ...(more.length > 0 ? [" ", ...more] : []));
    this.note.hidden = false;
  }

  #refused(said) {
    const acts = said.reason === "floor_changed"
      ? [button(this.words.takeMine, () => this.download()), button(this.words.loadTheirs, () => this.reload())] : [];
    this.#show(said.detail ?? this.words.away, said.problems ?? [], acts);
  }

  #show(text, problems = [], acts = []) {
    const desks = this.model.desks;
    const lines = problems.map(({ desk, sentence }) => {
      const piece = desk === null || desk === undefined ? null : desks[desk];
      return element("li", {}, piece ? button(sentence, () => this.model.choose([piece.key])) : sentence);
    });
    this.note.hidden = true;
    this.problem.replaceChildren(
      element("p", {}, text), ...(lines.length > 0 ? [element("ul", { class: "wrong-lines" }, ...lines)] : []),
      ...(acts.length > 0 ? [element("p", { class: "row" }, ...acts)] : []));
    this.problem.hidden = false;
    this.problem.focus();
  }

  /** Reloads without a question: the changes were offered as a download. */
  reload() {
    this.model.keep(this.model.floor);
    location.reload();
  }

  download() {
    const file = new Blob([JSON.stringify(this.model.document, null, 2)], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: `${this.state.name}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /**
   * @param texts a paragraph each
   * @param notes likewise, in small print
   */
  #ask(texts, yes, notes = [this.words.eventsStay]) {
    return new Promise((resolve) => {
      const { dialog } = this;
      const close = (answer) => () => { dialog.returnValue = answer; dialog.close(answer); };
      dialog.replaceChildren(
        ...texts.map((text) => element("p", {}, text)), ...notes.map((text) => element("p", { class: "small" }, text)),
        element("p", { class: "row" }, button(this.words.goBack, close("no")), button(yes, close("yes"), { class: "quiet danger" })));
      dialog.returnValue = "no";
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
      dialog.showModal();
    });
  }
}
