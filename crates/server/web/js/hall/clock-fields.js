// @ts-check
// The clock of a game, as it is chosen before it.

/** @import { HallAction, HallState } from "./state.js" */

import { html, writeField } from "../dom.js";

/** Minutes at the start and seconds for each move. @type {[string, string][]} */
const PRESETS = [
  ["", "No clock"],
  ["1+0", "1 minute"],
  ["3+2", "3 minutes + 2 s a move"],
  ["5+3", "5 minutes + 3 s a move"],
  ["10+0", "10 minutes"],
  ["10+5", "10 minutes + 5 s a move"],
  ["custom", "Custom …"],
];

export class ClockFields {
  /** @param {(action: HallAction) => void} dispatch */
  constructor(dispatch) {
    const number = (/** @type {"minutes" | "seconds"} */ name, /** @type {string} */ label) => {
      const field = html("input", { type: "number", min: 0, step: "any", "aria-label": label });
      field.oninput = () => dispatch({ type: "clock", clock: { [name]: field.value } });
      return field;
    };
    this.preset = html(
      "select",
      { id: "clock", onchange: () => dispatch({ type: "clock", clock: { preset: this.preset.value } }) },
      ...PRESETS.map(([value, label]) => html("option", { value }, label)),
    );
    this.minutes = number("minutes", "Minutes at the start");
    this.seconds = number("seconds", "Seconds for each move");
    this.custom = html("span", { class: "pair custom" }, this.minutes, "min +", this.seconds, "s");
    this.element = html(
      "fieldset",
      { class: "clock-fields" },
      html("legend", {}, "Clock"),
      html("div", { class: "field" }, html("label", { for: "clock" }, "Time per player"), this.preset),
      this.custom,
    );
  }

  /** @param {HallState} state */
  render({ game, clock }) {
    this.element.hidden = game.players === 1;
    this.custom.hidden = clock.preset !== "custom";
    writeField(this.preset, clock.preset);
    writeField(this.minutes, clock.minutes);
    writeField(this.seconds, clock.seconds);
  }

  dispose() {}
}
