// @ts-check
// The tools for drawing arrows and marks over a board: on or off, in which color, and all away.

import { html, set } from "../dom.js";

const COLORS = ["Green", "Red", "Blue", "Yellow"];

export class MarkTools {
  /** @param {{turn: (isOn: boolean) => void, wipe: () => void}} callbacks */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.isOn = false;
    /** The color that is drawn with, 0 to 3. */
    this.color = 0;
    this.toggle = html(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => this.turn(!this.isOn) },
      "Draw",
    );
    const colors = COLORS.map((name, index) =>
      html(
        "label",
        { class: `mark-color color-${index}` },
        html("input", {
          type: "radio",
          name: "mark-color",
          checked: index === 0,
          onchange: () => (this.color = index),
        }),
        html("span", { class: "unseen" }, name),
      ),
    );
    this.group = html(
      "span",
      { class: "mark-colors", role: "group", "aria-label": "Color", hidden: true },
      ...colors,
      html("button", { type: "button", onclick: () => callbacks.wipe() }, "Wipe"),
    );
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    set(this.toggle, { "aria-pressed": String(isOn) });
    this.group.hidden = !isOn;
    this.callbacks.turn(isOn);
  }
}
