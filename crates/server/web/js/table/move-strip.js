// @ts-check
// The last moves in one line, for a phone: the whole list is further down.

/** @import { TableState } from "./state.js" */
/** @import { Steps } from "./move-list.js" */

import { html, say, set } from "../dom.js";
import { written } from "../text.js";
import { listedMoves, reviewPlace, stops } from "./selectors.js";

/** How many moves are shown. */
const SHOWN = 3;

export class MoveStrip {
  /** @param {Steps} steps */
  constructor(steps) {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
      html(
        "button",
        { type: "button", class: "plain strip-step", "aria-label": label, onclick: () => steps.step(by) },
        sign,
      );
    this.back = button("‹", "Back", -1);
    this.forward = button("›", "Forward", 1);
    this.text = html("span", { class: "strip-moves" });
    this.element = html(
      "div",
      { class: "strip", role: "group", "aria-label": "Last moves" },
      this.back,
      this.text,
      this.forward,
    );
  }

  /** @param {TableState} state */
  render(state) {
    const { index, of } = reviewPlace(state);
    const found = stops(listedMoves(state)).slice(1, index + 1);
    const first = Math.max(0, found.length - SHOWN);
    const last = found
      .slice(first)
      .map(({ move }, place) => `${first + place + 1}. ${written(move, state.shown, state.game)}`);
    say(this.text, last.join("   ") || "No moves yet");
    set(this.back, { "aria-disabled": index === 0 ? "true" : null });
    set(this.forward, { "aria-disabled": index === of ? "true" : null });
  }

  dispose() {}
}
