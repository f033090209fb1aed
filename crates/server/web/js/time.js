// @ts-check
// Time for thinking, as it is chosen before a game.

import { html } from "./dom.js";

/** Minutes at the start and seconds for each move. @type {[string, string][]} */
const USUAL = [
  ["", "No clock"],
  ["1+0", "1 minute"],
  ["3+2", "3 minutes + 2 s a move"],
  ["5+3", "5 minutes + 3 s a move"],
  ["10+5", "10 minutes + 5 s a move"],
  ["own", "Another …"],
];

export class TimeChoice {
  constructor() {
    this.usual = html("select", { id: "clock" }, ...USUAL.map(([value, label]) => html("option", { value }, label)));
    this.minutes = html("input", {
      type: "number",
      min: 0,
      step: "any",
      value: "15",
      "aria-label": "Minutes at the start",
    });
    this.seconds = html("input", {
      type: "number",
      min: 0,
      step: "any",
      value: "10",
      "aria-label": "Seconds for each move",
    });
    this.own = html("span", { class: "pair own", hidden: true }, this.minutes, "min +", this.seconds, "s");
    this.usual.onchange = () => (this.own.hidden = this.usual.value !== "own");
    this.element = html(
      "fieldset",
      { class: "clock-choice" },
      html("legend", {}, "Clock"),
      html("div", { class: "field" }, html("label", { for: "clock" }, "Time for thinking"), this.usual),
      this.own,
    );
  }

  /** A game for one has no clock. @param {boolean} shown */
  show(shown) {
    this.element.hidden = !shown;
    if (!shown) {
      this.usual.value = "";
      this.own.hidden = true;
    }
  }

  /** What was chosen, in milliseconds. */
  value() {
    if (this.usual.value === "") {
      return null;
    }
    const own = this.usual.value === "own";
    const [minutes, seconds] = own ? [this.minutes.value, this.seconds.value] : this.usual.value.split("+");
    return { initial: milliseconds(Number(minutes) * 60), increment: milliseconds(Number(seconds)) };
  }
}

/** As a whole number that can be written out. @param {number} seconds */
const milliseconds = (seconds) => Math.min(Math.round(seconds * 1_000), Number.MAX_SAFE_INTEGER);
