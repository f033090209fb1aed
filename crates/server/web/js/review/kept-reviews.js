// @ts-check
// The reviews that were made in this browser, each with its game, so that a game that is opened again is reviewed at once.
// They stay here and not on the server: whoever looks at a game has its positions valued by the own browser, and need not
// trust what another one claims.

/** @import { Review, Valued } from "./review-panel.js" */

import { load, save } from "../settings.js";

/** @typedef {{moves: string, values: Valued[], review: Review}} KeptReview */

/** How many reviews are kept; a long game's takes about 20 KB. */
const MOST = 50;
const STORAGE_KEY = "parlor.reviews";

/**
 * The review of a round of a game, as long as its moves are the same.
 * @param {string} round
 * @param {string} moves
 * @returns {KeptReview | null}
 */
export function keptReview(round, moves) {
  const kept = load(STORAGE_KEY)[round];
  return kept?.moves === moves && Array.isArray(kept.values) && kept.review ? kept : null;
}

/**
 * Keeps a review; the oldest one goes.
 * @param {string} round
 * @param {KeptReview} review
 */
export function keepReview(round, review) {
  const others = Object.entries(load(STORAGE_KEY)).filter(([name]) => name !== round);
  save(STORAGE_KEY, Object.fromEntries([...others.slice(1 - MOST), [round, review]]));
}
