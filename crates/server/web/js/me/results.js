// @ts-check
// How the guest's games have ended, counted by game and opponent.

/** @import { OwnGame } from "../types.js" */

import { winnerOf } from "../text.js";

/** @typedef {{game: string, opponent: string, won: number, drawn: number, lost: number}} Result */

/**
 * Games that the guest played against others and that have ended; two at one screen play nobody else.
 * @param {OwnGame[]} own
 * @returns {Result[]}
 */
export function results(own) {
  /** @type {Map<string, Result>} */
  const found = new Map();
  for (const { game, names, mine, over, ending } of own) {
    if (!over || mine.length !== 1 || names.length !== 2) {
      continue;
    }
    const opponent = names[2 - mine[0]];
    const key = JSON.stringify([game, opponent]);
    const result = found.get(key) ?? { game, opponent, won: 0, drawn: 0, lost: 0 };
    const winner = winnerOf(ending);
    result[winner === null ? "drawn" : winner === mine[0] ? "won" : "lost"] += 1;
    found.set(key, result);
  }
  return [...found.values()];
}
