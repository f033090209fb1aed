// @ts-check
// What all boards have in common, and the board for a layout.

/** @import { Arrow, Cell, Game, LegalMove, MoveTarget, Step, View } from "../types.js" */
/** @import { Animator } from "./animator.js" */

import { columnsBoard } from "./columns.js";
import { diamondBoard } from "./diamond.js";
import { panelBoard } from "./panel.js";

/**
 * A drawn board.
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(view: View) => void} draw shows a view at once
 * @property {(step: Step, animator: Animator) => Promise<void>} step shows one phase of a move
 * @property {(last: {cell: Cell | null, column: number | null}) => void} last marks the last move
 * @property {(targets: LegalMove[], player: number) => void} offer what may be played here now, and whose piece it is
 * @property {(arrow: Arrow) => boolean} arrow a key; whether it meant anything
 * @property {SVGGElement} values an empty group above everything else in the drawing, for the values of moves
 * @property {(target: MoveTarget) => Place | null} place where the value of a move is shown
 * @property {HTMLElement} [legend] something to say beside the board
 * @property {() => void} dispose ends what the board has started
 */

/** A place in the drawing, in its units: its middle, and how much room it has. @typedef {{x: number, y: number, side: number}} Place */

/**
 * What a board tells the table.
 * @typedef {object} BoardCallbacks
 * @property {(moves: string[]) => void} choose a target was chosen: the moves that can be made there
 * @property {(name: string) => void} refuse something was chosen at which nothing can be played
 * @property {(players: number[]) => void} scored these players have got a point
 * @property {(text: string) => void} hint something to say beside the board
 */

/** For a board that is only looked at. @type {BoardCallbacks} */
export const NO_CALLBACKS = { choose: () => {}, refuse: () => {}, scored: () => {}, hint: () => {} };

/**
 * The board for a view.
 * @param {Game} game
 * @param {View} view
 * @param {BoardCallbacks} callbacks
 * @returns {Board}
 */
export function boardFor(game, view, callbacks) {
  const make = { columns: columnsBoard, diamond: diamondBoard, panel: panelBoard }[view.layout];
  const board = make(game, view, callbacks);
  board.draw(view);
  return board;
}

/**
 * The moves that can be made at each target, by the target's name.
 * @param {LegalMove[]} targets
 * @returns {Map<string, string[]>}
 */
export function byTarget(targets) {
  /** @type {Map<string, string[]>} */
  const moves = new Map();
  for (const [target, move] of targets) {
    const name = targetName(target);
    moves.set(name, [...(moves.get(name) ?? []), move]);
  }
  return moves;
}

/**
 * A target as a word: `3` a column, `2,5` a cell, `left` an arrow, `swap` a button.
 * @param {LegalMove[0]} target
 */
export function targetName(target) {
  const [value] = Object.values(target);
  return String(value);
}
