// @ts-check
// How a game is played, in a few sentences for those who see it for the first time.

/** @import { State } from "./types.js" */

import { html } from "./dom.js";

/**
 * The rules and the keys of a game, to be unfolded.
 * @param {State} state
 */
export function help({ game, view }) {
  return html(
    "details",
    { class: "help" },
    html("summary", {}, "How it is played"),
    html("p", {}, game === "hex" ? hex(view) : (RULES[game] ?? "")),
    html("p", {}, game === "shapes" ? KEYS.columns.replace("column", "bin") : KEYS[view.layout]),
    html("p", {}, "Comma and full stop look one move back and on."),
  );
}

/** @type {Record<string, string>} */
const RULES = {
  shapes:
    "Red circles and blue pentagons fall into the bins in turn. Four or more in a row, across, up or slanting, win; the winning ones change their shape.",
  growing:
    "Tokens fall into the columns in turn. The board gets a row when a column is full, and a column when you play beside it. Four in a row win, across or up; slanting does not count.",
  classic: "Discs fall into the columns in turn. Four or more in a row, across, up or slanting, win.",
  super:
    "Discs fall into the columns in turn. Then all lines of four or more vanish together, and each player who had one gets a point, one however many there were. Whatever stood above falls, and new lines count again. When a turn leaves no column with room, the higher score wins.",
  1024: "Push all tiles to one side. Two equal ones that meet become one of twice the value, and after each push a 1 appears. Reach the target before the panel is full.",
};

/**
 * The rules of hex. The sides have the names of their cells, since a small screen shows the diamond turned.
 * @param {State["view"]} view
 */
function hex({ rows, columns }) {
  const last = String.fromCharCode(64 + columns);
  return `Stones are placed in turn. O wins with a chain from column A to column ${last}, X with one from row 0 to row ${rows - 1}: each joins the two sides that bear its sign. With the swap rule, X may take the first stone instead of answering it.`;
}

/** @type {Record<State["view"]["layout"], string>} */
const KEYS = {
  columns: "Keys: the number of a column drops there; left and right move a cursor, Enter drops.",
  diamond: "Keys: type a cell, as F3; or move a cursor with the arrows and place with Enter.",
  panel: "Keys: the arrows. Or draw a finger across the panel.",
};
