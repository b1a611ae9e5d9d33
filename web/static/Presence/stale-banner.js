// The banner that says since when a page may be out of date. It decides no time: stream.js notices a silent stream, and
// FeedLimits.behind in AttendanceStore says when the server reports that it is behind.

import { fill } from "../base/text.js";

export class StaleBanner {
  /** The last time at which the page was up to date. */
  upToDateAt = new Date();
  /** Why the page may be out of date; null while it is up to date. */
  trouble = null;

  /**
   * @param texts by trouble, each with a place for `time`.
   * @param time formats the time.
   */
  constructor(banner, texts, time) {
    Object.assign(this, { banner, texts, time });
  }

  /** @returns whether the banner changed. */
  show(trouble) {
    if (this.trouble === trouble) return false;
    this.trouble = trouble;
    this.banner.textContent = fill(this.texts[trouble], { time: this.time(this.upToDateAt) });
    this.banner.hidden = false;
    return true;
  }

  /** @returns whether the banner was shown. */
  hide(now = new Date()) {
    const wasShown = this.trouble !== null;
    this.upToDateAt = now;
    this.trouble = null;
    this.banner.hidden = true;
    return wasShown;
  }
}
