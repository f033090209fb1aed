// @ts-check
// The list of moves and the buttons that step through them, in the current round and in earlier ones.

/** @import { TableState } from "./state.js" */
/** @import { Stop } from "./selectors.js" */

import { html, say, set } from "../dom.js";
import { settings } from "../settings.js";
import { written } from "../text.js";
import { listedMoves, reviewPlace, stops } from "./selectors.js";

/**
 * @typedef {object} Steps
 * @property {(at: number) => void} goTo shows the position after so many moves
 * @property {(by: number) => void} step one move back or forward
 * @property {() => void} toGame back to the game as it is
 * @property {(round: number) => void} toRound the end of a round
 */

export class MoveList {
  /** @param {Steps} steps */
  constructor(steps) {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ go) =>
      html("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: go }, sign);
    /** The moves that are listed. @type {Stop[]} */
    this.listed = [{ at: 0, move: "" }];
    this.first = button("«", "First position", () => steps.goTo(this.listed[0].at));
    this.back = button("‹", "One move back", () => steps.step(-1));
    this.forward = button("›", "One move forward", () => steps.step(1));
    this.latest = button("»", "Latest position", () => steps.toGame());
    this.rounds = html("select", {
      class: "rounds",
      "aria-label": "Round",
      hidden: true,
      onchange: () => steps.toRound(Number(this.rounds.value)),
    });
    this.where = html("output", { class: "where" });
    this.list = html("ol", { class: "moves", "aria-label": "Moves", start: 1 });
    this.element = html(
      "section",
      { class: "review", "aria-label": "Moves" },
      html(
        "div",
        { class: "stepper", role: "group", "aria-label": "Step through the game" },
        this.first,
        this.back,
        this.where,
        this.forward,
        this.latest,
        this.rounds,
      ),
      this.list,
    );
    this.list.addEventListener("click", (event) => {
      const move = event.target instanceof HTMLElement && event.target.closest("button");
      if (move) {
        steps.goTo(Number(move.dataset.at));
      }
    });
    this.current = "";
    /** How the moves are written. */
    this.notation = settings().notation;
  }

  /** @param {TableState} state */
  render(state) {
    this.renderList(state);
    const { index, of } = reviewPlace(state);
    const isEnd = index === of;
    say(this.where, of === 0 ? "No moves yet" : `Move ${index} of ${of}`);
    disable(this.first, index === 0);
    disable(this.back, index === 0);
    disable(this.forward, isEnd);
    disable(this.latest, isEnd && state.review.round === null);
    this.renderRounds(state);
    this.renderCurrent(index);
  }

  /** Moves that are listed already stay as they are. @param {TableState} state */
  renderList(state) {
    const found = stops(listedMoves(state));
    this.list.classList.toggle("pairs", state.shown.seats.length > 1);
    if (this.notation !== settings().notation) {
      this.notation = settings().notation;
      this.listed = [{ at: 0, move: "" }];
    }
    const differs = found.findIndex(
      ({ at, move }, index) => at !== this.listed[index]?.at || move !== this.listed[index]?.move,
    );
    const kept = Math.max(0, (differs < 0 ? found.length : differs) - 1);
    while (this.list.children.length > kept) {
      this.list.lastElementChild?.remove();
    }
    found.slice(kept + 1).forEach(({ at, move }, index) => {
      const text = written(move, state.shown, state.game);
      const label = `After move ${kept + index + 1}, ${text}`;
      this.list.append(html("li", {}, html("button", { type: "button", "data-at": at, "aria-label": label }, text)));
    });
    this.listed = found;
  }

  /** Marks the move that is shown. @param {number} index */
  renderCurrent(index) {
    const current = this.list.children[index - 1]?.firstElementChild;
    const marked = this.list.querySelector('[aria-current="step"]');
    const place = `${index} of ${this.list.children.length}`;
    if (current === (marked ?? undefined) && place === this.current) {
      return;
    }
    this.current = place;
    marked?.removeAttribute("aria-current");
    if (current instanceof HTMLElement) {
      set(current, { "aria-current": "step" });
      // Only the list scrolls, never the page.
      this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    }
  }

  /** Which rounds there are, where there is more than one. @param {TableState} state */
  renderRounds({ shown: { round }, review }) {
    set(this.rounds, { hidden: round === 1 });
    while (this.rounds.options.length < round) {
      const next = this.rounds.options.length + 1;
      this.rounds.append(html("option", { value: next }, `Round ${next}`));
    }
    this.rounds.value = String(review.round ?? round);
  }

  dispose() {}
}

/**
 * @param {HTMLElement} button
 * @param {boolean} isDisabled
 */
function disable(button, isDisabled) {
  set(button, { "aria-disabled": isDisabled ? "true" : null });
}
