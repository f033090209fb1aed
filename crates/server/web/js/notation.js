// @ts-check
// How cells are written. The server says which ways a game has; the guest chooses one of them.

/** @import { Cell, Game } from "./types.js" */

import { notationOf } from "./game-info.js";
import { settings } from "./settings.js";

/** @typedef {NonNullable<ReturnType<typeof notationOf>>} Notation */

/** The largest side of a board whose cells have letters. */
const LETTERS = 26;

/** The moves of each notation by those of the game's own. @type {Map<string, Map<string, string>>} */
const translations = new Map();

/** The way of writing that is chosen, where the game has names for its cells. @param {Game} game */
export const chosenNotation = (game) => notationOf(game, settings().notation);

/**
 * A cell as it is written.
 * @param {Notation} notation
 * @param {Cell} cell
 */
export function cellName({ transposed, capitals, first_row }, [row, column]) {
  const [down, across] = transposed ? [column, row] : [row, column];
  return `${String.fromCharCode((capitals ? 65 : 97) + across)}${down + first_row}`;
}

/**
 * A move of the game as it is written in the notation that is chosen; moves that are no cells stay as they are.
 * @param {Game} game
 * @param {string} move
 */
export function translated(game, move) {
  const [own] = game.notations;
  const chosen = chosenNotation(game);
  if (!own || !chosen || chosen === own) {
    return move;
  }
  const key = `${game.name} ${chosen.name}`;
  let names = translations.get(key);
  if (!names) {
    const cells = Array.from({ length: LETTERS ** 2 }, (_, index) => [Math.floor(index / LETTERS), index % LETTERS]);
    names = new Map(cells.map((cell) => [cellName(own, cell), cellName(chosen, cell)]));
    translations.set(key, names);
  }
  return names.get(move) ?? move;
}
