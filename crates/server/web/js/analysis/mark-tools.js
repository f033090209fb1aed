// @ts-check
// Arrows and marks over a board: the tools for drawing them (on or off, in which color, all away), and the marks of every
// position.

/** @import { BoardPane, Mark } from "./board-pane.js" */
/** @import { BoardState } from "./client.js" */

import { html, set } from "../dom.js";

const COLORS = ["Green", "Red", "Blue", "Yellow"];

export class MarkTools {
  /** @param {{pane: () => BoardPane, changed: () => void}} callbacks */
  constructor({ pane, changed }) {
    this.pane = pane;
    this.changed = changed;
    this.isOn = false;
    /** The marks by position. @type {Map<string, Mark[]>} */
    this.marks = new Map();
    /** The position that is shown: its moves. */
    this.position = "";
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
      html("button", { type: "button", onclick: () => this.setMarks([]) }, "Wipe"),
    );
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    set(this.toggle, { "aria-pressed": String(isOn) });
    this.group.hidden = !isOn;
    this.listen();
    if (!isOn) {
      this.pane().offer();
    }
  }

  /** Shows the marks of a position. @param {BoardState} state */
  render({ moves }) {
    this.position = moves.join(" ");
    this.pane().showMarks(this.marks.get(this.position) ?? []);
    if (this.isOn) {
      this.listen();
    }
  }

  /** Lets marks be drawn, or moves be made again. */
  listen() {
    this.pane().drawMarks(this.isOn ? (marks) => this.setMarks(marks) : null, () => this.color);
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.marks.set(this.position, marks);
    this.pane().showMarks(marks);
    this.changed();
  }
}
