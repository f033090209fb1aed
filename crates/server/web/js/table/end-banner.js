// @ts-check
// How a game ended, over its board: who won and how, and what to do next. It can be closed to see the whole board.

/** @import { TableState } from "./state.js" */
/** @import { Best } from "./high-scores.js" */

import { html, say, set } from "../dom.js";
import { hasPoints } from "../game-info.js";
import { headline, winnerOf } from "../text.js";
import { highestTile, recordBest } from "./high-scores.js";
import { BUTTONS, commandsOf, labelOf } from "./buttons.js";
import { isReviewing, stops } from "./selectors.js";
import { playersOf } from "./state.js";

/** What the banner can do for the buttons below the board. */
export const BANNER_COMMANDS = ["continue", "rematch"];

/** How it feels: a guest who played for one side has won or lost. @typedef {"won" | "lost" | "drawn" | "over"} Mood */

/**
 * @typedef {object} BannerCallbacks
 * @property {(name: string) => void} act
 * @property {() => void} review
 */

/** @param {TableState} state @returns {Mood} */
export function moodOf({ shown, me }) {
  const winner = winnerOf(shown.ending);
  const mine = playersOf(shown, me);
  if (shown.ending === "reached") {
    return mine.length > 0 ? "won" : "over";
  }
  if (shown.ending === "stuck") {
    return mine.length > 0 ? "lost" : "over";
  }
  if (winner === null) {
    return shown.seats.length > 1 && /** @type {unknown} */ (shown.ending) !== "canceled" ? "drawn" : "over";
  }
  // Two at one screen have won and lost at once: there is a winner to celebrate.
  return mine.length === 0 ? "over" : mine.includes(winner) ? "won" : "lost";
}

/** How it was won, where the headline does not say so. @param {TableState} state */
export function howText({ game, shown }) {
  const { view, ending } = shown;
  if (hasPoints(game) && view.scores) {
    return `${view.scores.join(" : ")} points`;
  }
  if (ending === null || typeof ending !== "object" || !("won" in ending) || view.line.length === 0) {
    return "";
  }
  const count = view.line.length;
  return view.layout === "diamond"
    ? `A chain of ${count} stones joins both sides`
    : `${COUNTS[count] ?? count} in a row`;
}

/** @type {Record<number, string>} */
const COUNTS = { 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven" };

/**
 * What a game towards a goal has come to.
 * @param {TableState} state
 * @param {Best | null} best
 */
export function goalText({ shown, moves }, best) {
  const { view } = shown;
  const made = stops(moves).length - 1;
  const now = `Highest tile ${highestTile(view)} · ${made} ${made === 1 ? "move" : "moves"}`;
  const where = `${view.rows}\u00a0×\u00a0${view.columns} to ${view.goal?.target}`;
  return best ? `${now} · Best so far on ${where}: ${best.tile} in ${best.moves} moves` : now;
}

export class EndBanner {
  /**
   * @param {BannerCallbacks} callbacks
   * @param {() => void} closed
   */
  constructor(callbacks, closed) {
    this.callbacks = callbacks;
    this.title = html("strong", { class: "end-title" });
    this.how = html("span", { class: "end-how" });
    this.buttons = html("div", { class: "row" });
    const close = html(
      "button",
      { type: "button", class: "close plain", "aria-label": "Close", onclick: () => this.close() },
      "×",
    );
    this.element = html(
      "section",
      { class: "end-banner", "aria-label": "Result", hidden: true },
      html("div", { class: "end-text" }, this.title, this.how),
      this.buttons,
      close,
    );
    this.closed = closed;
    /** The end that was closed. */
    this.closedSeq = -1;
    /** The end that is shown. */
    this.seq = -1;
    /** @type {Best | null} */
    this.best = null;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {TableState} state */
  render(state) {
    const { shown, game, me } = state;
    const mine = playersOf(shown, me);
    const isOpen =
      shown.ending !== null && !isReviewing(state) && state.queue.length === 0 && shown.seq !== this.closedSeq;
    this.element.hidden = !isOpen;
    if (!isOpen) {
      return;
    }
    // The list of moves comes after the first snapshot.
    if (shown.seq !== this.seq && (!shown.view.goal || state.moves.length > 0)) {
      this.seq = shown.seq;
      const counts = shown.view.goal !== null && mine.length > 0;
      this.best = counts ? recordBest(shown.view, stops(state.moves).length - 1) : null;
    }
    set(this.element, { "data-mood": moodOf(state), "data-place": placeOf(state) });
    say(this.title, headline(game, shown, mine));
    say(this.how, shown.view.goal ? goalText(state, this.best) : howText(state));
    this.renderButtons(state, mine, game.name);
  }

  /**
   * @param {TableState} state
   * @param {number[]} mine
   * @param {string} game
   */
  renderButtons({ shown, pending }, mine, game) {
    const can = commandsOf(shown, mine);
    const commands = BUTTONS.filter(({ name }) => BANNER_COMMANDS.includes(name) && can.has(name));
    const made = JSON.stringify(commands.map(({ name }) => name));
    if (made !== this.buttons.dataset.made) {
      this.buttons.dataset.made = made;
      const { act } = this.callbacks;
      const review = () => {
        this.close();
        this.callbacks.review();
      };
      this.buttons.replaceChildren(
        ...commands.map((button, index) =>
          html(
            "button",
            {
              type: "button",
              class: index === 0 ? "main" : "",
              "data-do": button.name,
              onclick: () => act(button.name),
            },
            labelOf(button, shown, mine),
          ),
        ),
        html("button", { type: "button", class: "to-review", onclick: review }, "Review"),
        html("a", { class: "button", href: `/#${game}` }, "All games"),
      );
    }
    this.buttons.querySelectorAll("[data-do]").forEach((button) => set(button, { disabled: pending !== null }));
  }

  close() {
    this.closedSeq = this.seq;
    this.element.hidden = true;
    this.closed();
  }

  dispose() {}
}

/** Where the banner covers less of what decided the game. @param {TableState} state */
function placeOf({ shown: { view } }) {
  const middle = view.line.reduce((sum, [row]) => sum + row, 0) / Math.max(1, view.line.length);
  return view.line.length > 0 && middle < (view.rows - 1) / 2 ? "bottom" : "top";
}
