// @ts-check
// The best games of a goal so far, kept in the browser for each size and target.

/** @import { View } from "../types.js" */

import { load, save } from "../settings.js";

const STORAGE_KEY = "parlor.best";

/** @typedef {{tile: number, moves: number}} Best */

/** The highest tile on the board. @param {View} view */
export const highestTile = ({ cells }) => Math.max(0, ...cells.flat());

/**
 * Takes a finished game in, and returns the best so far; of two that reached the same tile, the shorter is better.
 * @param {View} view
 * @param {number} moves
 * @returns {Best}
 */
export function recordBest(view, moves) {
  const key = `${view.game} ${view.rows}x${view.columns} ${view.goal?.target}`;
  const kept = load(STORAGE_KEY);
  const before = /** @type {Best | undefined} */ (kept[key]);
  const now = { tile: highestTile(view), moves };
  const isBetter = !before || now.tile > before.tile || (now.tile === before.tile && now.moves < before.moves);
  const best = isBetter ? now : before;
  save(STORAGE_KEY, { ...kept, [key]: best });
  return best;
}
