// @ts-check
// A small picture of each game for the hall.

/** @import { Cell, View } from "./types.js" */

/**
 * @param {string} game
 * @returns {View}
 */
export function sample(game) {
  const { layout, board, line = [], side_labels = ["O", "X"] } = SAMPLES[game] ?? SAMPLES.classic;
  const cells = board.map((row) => row.trim().split(/\s+/).map(Number));
  return {
    game,
    layout,
    rows: cells.length,
    columns: cells[0].length,
    cells,
    status: "in progress",
    next: null,
    winner: null,
    scores: null,
    goal: null,
    line,
    side_labels,
    move_targets: [],
  };
}

/** @type {Record<string, {layout: View["layout"], board: string[], line?: Cell[], side_labels?: string[]}>} */
const SAMPLES = {
  shapes: {
    layout: "columns",
    board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "2 1 0 0 0 0", "2 1 2 2 2 2"],
    line: [
      [3, 2],
      [3, 3],
      [3, 4],
      [3, 5],
    ],
  },
  growing: {
    layout: "columns",
    board: ["0 0 0 0 0", "0 1 0 0 0", "0 2 0 0 0", "1 2 2 0 0", "2 1 1 1 0"],
    side_labels: ["R", "Y"],
  },
  classic: { layout: "columns", board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "0 0 2 0 0 0", "0 0 1 2 0 0", "0 2 1 1 1 0"] },
  super: {
    layout: "columns",
    board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "0 0 0 2 0 0", "0 1 0 1 2 0", "2 1 1 1 1 2"],
    line: [
      [4, 1],
      [4, 2],
      [4, 3],
      [4, 4],
    ],
  },
  hex: { layout: "diamond", board: ["0 0 0 2 0", "0 2 0 2 0", "1 1 1 1 0", "0 2 1 2 1", "0 0 2 0 0"] },
  1024: { layout: "panel", board: ["0 1 0 2", "1 2 4 8", "2 8 32 16", "64 256 128 512"] },
};
