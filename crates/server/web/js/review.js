// @ts-check
// Looking back: the list of moves, and stepping through them while the game waits or goes on.

/** @import { Past } from "./types.js" */

import { past } from "./api.js";
import { html, say, set } from "./dom.js";

/**
 * @typedef {object} Shown
 * @property {(past: Past, from: number | null) => void} past a moment of the game; `from` is the moment shown before
 * @property {() => void} live the game as it stands
 */

export class Review {
  /**
   * @param {string} id
   * @param {Shown} shown
   */
  constructor(id, shown) {
    this.id = id;
    this.shown = shown;
    /** @type {string[]} */
    this.moves = [];
    /** After how many moves we look; null is the game as it stands. @type {number | null} */
    this.at = null;
    this.asked = 0;

    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ go) =>
      html("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: go }, sign);
    this.first = button("«", "First position", () => this.go(0));
    this.back = button("‹", "One move back", () => this.look(-1));
    this.forth = button("›", "One move on", () => this.look(1));
    this.latest = button("»", "As it stands", () => this.go(this.moves.length));
    this.where = html("output", { class: "where" });
    this.list = html("ol", { class: "moves", "aria-label": "Moves", start: 1 });
    this.element = html(
      "section",
      { class: "review", "aria-label": "Moves" },
      html("div", { class: "stepper", role: "group", "aria-label": "Step through the game" }, this.first, this.back, this.where, this.forth, this.latest),
      this.list,
    );
    this.list.addEventListener("click", (event) => {
      const move = event.target instanceof HTMLElement && event.target.closest("button");
      if (move) {
        this.go(Number(move.dataset.at));
      }
    });
  }

  /**
   * The list keeps its first moves and gets some more.
   * @param {number} keep
   * @param {string[]} add
   */
  change(keep, add) {
    this.moves = [...this.moves.slice(0, keep), ...add];
    while (this.list.children.length > keep) {
      this.list.lastElementChild?.remove();
    }
    add.forEach((move, index) => {
      const at = keep + index + 1;
      this.list.append(html("li", {}, html("button", { type: "button", "data-at": at, "aria-label": `After move ${at}, ${move}` }, move)));
    });
    if (this.at !== null && this.at > this.moves.length) {
      this.live();
    }
    this.tell();
  }

  /** One move back or on. @param {number} by */
  look(by) {
    this.go((this.at ?? this.moves.length) + by);
  }

  /** Shows the game after so many moves. @param {number} at */
  async go(at) {
    if (at < 0 || at > this.moves.length) {
      return;
    }
    if (at === this.moves.length) {
      this.live();
      return;
    }
    const from = this.at;
    this.at = at;
    this.tell();
    this.asked += 1;
    const asked = this.asked;
    const moment = await past(this.id, at).catch(() => null);
    if (moment && asked === this.asked && this.at === at) {
      this.shown.past(moment, from);
    }
  }

  /** Back to the game as it stands. */
  live() {
    this.asked += 1;
    this.at = null;
    this.tell();
    this.shown.live();
  }

  tell() {
    const of = this.moves.length;
    const at = this.at ?? of;
    say(this.where, of === 0 ? "No move yet" : `Move ${at} of ${of}`);
    set(this.first, { "aria-disabled": at === 0 ? "true" : null });
    set(this.back, { "aria-disabled": at === 0 ? "true" : null });
    set(this.forth, { "aria-disabled": at === of ? "true" : null });
    set(this.latest, { "aria-disabled": at === of ? "true" : null });
    this.list.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | undefined} */ (this.list.children[at - 1]?.firstElementChild ?? undefined);
    if (current) {
      set(current, { "aria-current": "step" });
      // Only the list scrolls, never the page.
      this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    }
  }
}
