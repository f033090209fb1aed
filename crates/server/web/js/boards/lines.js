// @ts-check
// The straight lines that marked cells make.

/** @import { Cell } from "../types.js" */

/** The ways a line can run, as rows and columns. */
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/**
 * The ends of the straight lines that cells make, to be struck through.
 * @param {Cell[]} cells
 * @returns {[Cell, Cell][]}
 */
export function straightRuns(cells) {
  const names = new Set(cells.map(String));
  /** @type {[Cell, Cell][]} */
  const runs = [];
  for (const [down, right] of DIRECTIONS) {
    for (const [row, column] of cells) {
      const isFirst = !names.has(`${row - down},${column - right}`);
      let length = 1;
      while (isFirst && names.has(`${row + length * down},${column + length * right}`)) {
        length += 1;
      }
      // Two that touch by chance are no line.
      if (length >= 3) {
        runs.push([
          [row, column],
          [row + (length - 1) * down, column + (length - 1) * right],
        ]);
      }
    }
  }
  return runs;
}
