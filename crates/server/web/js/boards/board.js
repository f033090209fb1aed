// @ts-check
// What all boards have in common, and which board a view is drawn on.

/** @import { Arrow, Cell, SpotMove, Step, View } from "../types.js" */
/** @import { Pace } from "../pace.js" */

import { columnsBoard } from "./columns.js";
import { diamondBoard } from "./diamond.js";
import { panelBoard } from "./panel.js";

/**
 * A drawn board.
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(view: View) => void} draw shows a view at once
 * @property {(step: Step, pace: Pace) => Promise<void>} step shows one phase of a move
 * @property {(last: {cell: Cell | null, column: number | null}) => void} last marks the last move
 * @property {(spots: SpotMove[], player: number) => void} offer what may be played here now, and whose piece it is
 * @property {(arrow: Arrow) => boolean} arrow a key; whether it meant anything
 */

/**
 * What a board tells the table.
 * @typedef {object} Hands
 * @property {(moves: string[]) => void} choose a spot was chosen: the moves that can be made there
 * @property {(players: number[]) => void} scored these players have got a point
 * @property {(text: string) => void} hint something to say beside the board
 */

/** Someone who only looks. @type {Hands} */
export const nobody = { choose: () => {}, scored: () => {}, hint: () => {} };

/**
 * The board for a view.
 * @param {View} view
 * @param {Hands} hands
 * @returns {Board}
 */
export function boardFor(view, hands) {
  const make = { columns: columnsBoard, diamond: diamondBoard, panel: panelBoard }[view.layout];
  const board = make(view, hands);
  board.draw(view);
  return board;
}

/**
 * The moves that can be made at each spot, by the spot's name.
 * @param {SpotMove[]} spots
 * @returns {Map<string, string[]>}
 */
export function bySpot(spots) {
  /** @type {Map<string, string[]>} */
  const moves = new Map();
  for (const [spot, move] of spots) {
    const name = spotName(spot);
    moves.set(name, [...(moves.get(name) ?? []), move]);
  }
  return moves;
}

/**
 * A spot as a word: `3` a column, `2,5` a cell, `left` an arrow, `swap` a button.
 * @param {SpotMove[0]} spot
 */
export function spotName(spot) {
  const [value] = Object.values(spot);
  return String(value);
}
