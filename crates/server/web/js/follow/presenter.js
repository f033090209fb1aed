// @ts-check
// Presenting: a board that others follow live. Its secret stays in this browser tab, so that a reload presents on.

/** @import { Mark } from "../analysis/board-pane.js" */

import { ApiError } from "../api.js";
import { addressOf } from "../base-path.js";
import { copy, html, say, set } from "../dom.js";
import { title } from "../title.js";
import { ask, followersText } from "./api.js";
import { refusalOf } from "./refusal.js";

/** Where the board's id and secret are kept. */
const STORAGE_KEY = "parlor.presents";
/** Steps are sent no oftener than this, the last one always, in milliseconds. */
const INTERVAL = 120;
/** How often the number of followers is asked for, in milliseconds. */
const COUNTING = 10_000;

/** @typedef {{id: string, secret: string}} Presented */

export class Presenter {
  /** @param {(text: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Presented | null} */
    this.board = restored();
    /** What is to be shown. @type {{fragment: string, marks: Mark[]} | null} */
    this.shown = null;
    /** What was to be shown last, in case the server loses the board. @type {{fragment: string, marks: Mark[]} | null} */
    this.latest = null;
    this.isSending = false;
    this.isDisposed = false;
    this.button = html("button", { type: "button", class: "present", onclick: () => this.toggle() }, "Present");
    this.link = html("input", { class: "follow-link", readonly: true, "aria-label": "Link for those who follow" });
    this.copyButton = html("button", { type: "button", onclick: () => this.copyLink() }, "Copy");
    this.count = html("output", { class: "followers" });
    this.panel = html("span", { class: "row presenting", hidden: true }, this.link, this.copyButton, this.count);
    this.timer = setInterval(() => this.board && this.refresh(), COUNTING);
    this.render();
  }

  /** Shows a position to those who follow. @param {string} fragment @param {Mark[]} marks */
  present(fragment, marks) {
    this.shown = { fragment, marks };
    this.latest = this.shown;
    if (this.board) {
      this.send();
    }
  }

  async toggle() {
    if (this.board) {
      const { id, secret } = this.board;
      this.stop();
      await ask("DELETE", `/api/follow/${id}`, { secret }).catch(() => {});
      this.tell("You've stopped presenting.");
      return;
    }
    try {
      const opened = await ask("POST", "/api/follow", this.shown ?? { fragment: "" });
      this.board = /** @type {Presented} */ (opened);
      keep(this.board);
      this.render();
      this.tell("Anyone with the link can watch live.");
    } catch (error) {
      this.tell(`${title(/** @type {Error} */ (error).message)}.`);
    }
  }

  stop() {
    this.board = null;
    keep(null);
    this.render();
  }

  /** Sends what is shown, the latest only. */
  async send() {
    if (this.isSending) {
      return;
    }
    this.isSending = true;
    while (this.shown && this.board && !this.isDisposed) {
      const { id, secret } = this.board;
      const board = this.shown;
      this.shown = null;
      try {
        const { followers } = await ask("PUT", `/api/follow/${id}`, { secret, board });
        this.showCount(followers);
      } catch (error) {
        if (this.board?.id === id && !this.refused(error, board)) {
          break;
        }
      }
      await new Promise((resolve) => {
        setTimeout(resolve, INTERVAL);
      });
    }
    this.isSending = false;
  }

  /**
   * Says why the server didn't show a position, and returns whether the next one can be sent at once.
   * @param {unknown} error
   * @param {{fragment: string, marks: Mark[]}} board
   */
  refused(error, board) {
    const { then, text } = refusalOf(error);
    if (then === "retry") {
      say(this.count, text);
      // It is tried again with the next step, or when the followers are counted.
      this.shown ??= board;
      return false;
    }
    if (this.latest === board) {
      this.latest = null;
    }
    if (then === "stop") {
      this.stop();
    }
    this.tell(text);
    return then === "skip";
  }

  async refresh() {
    if (this.shown) {
      this.send();
    } else if (this.board) {
      await ask("GET", `/api/follow/${this.board.id}`).then(
        ({ followers }) => this.showCount(followers),
        (error) => this.missed(error),
      );
    }
  }

  /** Says why followers can't be counted. A server that has lost the board gets it again. @param {unknown} error */
  missed(error) {
    if (error instanceof ApiError && error.status === 404) {
      this.shown ??= this.latest;
      this.send();
    } else {
      say(this.count, refusalOf(error).text);
    }
  }

  async copyLink() {
    this.tell((await copy(this.link.value)) ? "The link is copied." : this.link.value);
  }

  /** @param {number} followers */
  showCount(followers) {
    say(this.count, followersText(followers));
  }

  render() {
    const { board } = this;
    set(this.button, { "aria-pressed": String(board !== null) });
    say(this.button, board ? "Stop presenting" : "Present");
    this.panel.hidden = board === null;
    this.link.value = board ? location.origin + addressOf(`/follow/${board.id}`) : "";
  }

  dispose() {
    this.isDisposed = true;
    clearInterval(this.timer);
  }
}

/** @returns {Presented | null} */
function restored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return typeof kept?.id === "string" && typeof kept.secret === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Presented | null} board */
function keep(board) {
  try {
    if (board) {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(board));
    } else {
      sessionStorage.removeItem(STORAGE_KEY);
    }
  } catch {
    // Then a reload ends it.
  }
}
