// @ts-check
// How a game is played, for those who see it for the first time.

/** @import { Game, View } from "../types.js" */

import { html } from "../dom.js";
import { columnName } from "../game-info.js";

/**
 * The rules and the keys of a game, to be unfolded.
 * @param {Game} game
 * @param {View["layout"]} layout
 */
export function help(game, layout) {
  return html(
    "details",
    { class: "help" },
    html("summary", {}, "How to play"),
    html("p", {}, game.rules),
    html("p", {}, KEYS[layout].replace("column", columnName(game))),
    html("p", {}, "Comma and period step one move back and forward."),
  );
}

/** @type {Record<View["layout"], string>} */
const KEYS = {
  columns: "Keys: type the number of a column to drop there, or move the cursor with left and right and press Enter.",
  diamond: "Keys: type a cell such as F3, or move the cursor with the arrows and press Enter.",
  panel: "Keys: the arrows. On a touch screen, swipe across the panel.",
};
