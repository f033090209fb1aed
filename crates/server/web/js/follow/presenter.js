// @ts-check
// Presenting: a board that others follow live. Its secret stays in this browser tab, so that a reload presents on.

/** @import { Mark } from "../analysis/board-pane.js" */

import { addressOf } from "../base-path.js";
import { ask, followersText } from "./api.js";
import { copy, html, say, set } from "../dom.js";

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
    if (this.board) {
      this.send();
    }
  }

  async toggle() {
    if (this.board) {
      const { id, secret } = this.board;
      this.board = null;
      keep(null);
      this.render();
      await ask("DELETE", `/api/follow/${id}`, { secret }).catch(() => {});
      this.tell("You no longer present.");
      return;
    }
    try {
      const opened = await ask("POST", "/api/follow", this.shown ?? { fragment: "" });
      this.board = /** @type {Presented} */ (opened);
      keep(this.board);
      this.render();
      this.tell("Whoever opens the link follows what you do.");
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
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
      } catch {
        say(this.count, "not connected");
        // It is tried again with the next step, or when the followers are counted.
        this.shown ??= board;
        break;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, INTERVAL);
      });
    }
    this.isSending = false;
  }

  async refresh() {
    if (this.shown) {
      this.send();
    } else if (this.board) {
      await ask("GET", `/api/follow/${this.board.id}`).then(
        ({ followers }) => this.showCount(followers),
        () => say(this.count, "not connected"),
      );
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
