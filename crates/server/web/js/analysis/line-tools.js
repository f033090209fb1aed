// @ts-check
// The buttons that step through the line of an analysis, and those that promote and delete it.

/** @import { BoardCommand, BoardNode, BoardState } from "./client.js" */

import { html, say, set } from "../dom.js";

export class LineTools {
  /** @param {{act: (command: BoardCommand) => void, promote: () => void, deleteLine: () => void}} callbacks */
  constructor({ act, promote, deleteLine }) {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {BoardCommand} */ command) =>
      html(
        "button",
        { type: "button", class: "step", "aria-label": label, title: label, onclick: () => act(command) },
        sign,
      );
    this.where = html("output", { class: "where" });
    this.stepper = html(
      "div",
      { class: "stepper", role: "group", "aria-label": "Step through the line" },
      step("«", "First position (Home)", { do: "first" }),
      step("‹", "One move back (←)", { do: "back" }),
      this.where,
      step("›", "One move forward (→)", { do: "forward" }),
      step("»", "End of the line (End)", { do: "last" }),
    );
    this.promote = html("button", { type: "button", onclick: promote }, "Promote line");
    this.delete = html("button", { type: "button", class: "danger", onclick: deleteLine }, "Delete line");
    this.row = html("div", { class: "row tree-tools" }, this.promote, this.delete);
  }

  /**
   * @param {BoardState} state
   * @param {BoardNode[]} nodes
   */
  render({ current, path }, nodes) {
    const node = nodes.find((one) => one.node === current);
    const line = new Set(path);
    const isVariation = nodes.some((one) => line.has(one.node) && !one.is_first);
    say(this.where, node?.number ? `After move ${node.number}` : "Start");
    set(this.delete, { disabled: current === 0 });
    set(this.promote, { disabled: !node || !isVariation });
  }
}
