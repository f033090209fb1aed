// @ts-check
// The best games of a goal so far, kept in the browser for each size and target.

/** @import { View } from "../types.js" */

import { load, save } from "../settings.js";

const STORAGE_KEY = "parlor.best";

/** @typedef {{tile: number, moves: number}} Best */

/** The highest tile on the board. @param {View} view */
export const highestTile = ({ cells }) => Math.max(0, ...cells.flat());

/** Where the best of a size and target is kept. @param {View} view */
const keyOf = (view) => `${view.game} ${view.rows}x${view.columns} ${view.goal?.target}`;

/** The best so far, if there is one. @param {View} view @returns {Best | null} */
export const bestOf = (view) => load(STORAGE_KEY)[keyOf(view)] ?? null;

/**
 * Takes a finished game in, and returns the best so far; of two that reached the same tile, the shorter is better.
 * @param {View} view
 * @param {number} moves
 * @returns {Best}
 */
export function recordBest(view, moves) {
  const kept = load(STORAGE_KEY);
  const before = bestOf(view);
  const now = { tile: highestTile(view), moves };
  const isBetter = !before || now.tile > before.tile || (now.tile === before.tile && now.moves < before.moves);
  const best = isBetter ? now : before;
  save(STORAGE_KEY, { ...kept, [keyOf(view)]: best });
  return best;
}
