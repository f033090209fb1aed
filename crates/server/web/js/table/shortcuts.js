// @ts-check
// The keys of a table, listed by `?`.

/** @import { Game, View } from "../types.js" */

import { html } from "../dom.js";
import { columnName } from "../game-info.js";

/** @type {Record<View["layout"], (game: Game) => [string, string][]>} */
const BOARD_KEYS = {
  columns: (game) => [
    ["0 – 9", `Drop into the ${columnName(game)} of this number`],
    ["← →  Enter", `Choose a ${columnName(game)} and drop there`],
  ],
  diamond: (game) => [
    [game.notations.length > 0 ? "F 3" : "Letters", "Place on the cell of this name"],
    ["← ↑ ↓ →  Enter", "Choose a cell and place there"],
  ],
  panel: () => [["← ↑ ↓ →", "Slide the tiles"]],
};

/** @type {[string, string][]} */
const COMMON_KEYS = [
  [",  .", "One move back, one forward"],
  ["← →", "The same, after the game"],
  ["Esc", "Forget what was typed; back to the game"],
  ["?", "This list"],
];

/**
 * A dialog with the keys of a table.
 * @param {Game} game
 * @param {View["layout"]} layout
 */
export const shortcuts = (game, layout) => keysDialog([...BOARD_KEYS[layout](game), ...COMMON_KEYS]);

/** A dialog that lists keys and what they do. @param {[string, string][]} rows */
export function keysDialog(rows) {
  return html(
    "dialog",
    { class: "shortcuts", "aria-labelledby": "shortcuts-title" },
    html(
      "form",
      { method: "dialog" },
      html("h2", { id: "shortcuts-title" }, "Keys"),
      html(
        "dl",
        {},
        ...rows.flatMap(([keys, about]) => [
          html("dt", {}, ...keys.split("  ").map((key) => html("kbd", {}, key))),
          html("dd", {}, about),
        ]),
      ),
      html("div", { class: "row" }, html("button", { class: "main" }, "Close")),
    ),
  );
}
