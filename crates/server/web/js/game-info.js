// @ts-check
// What the page has to know about a game beyond its view: one function for each question, answered from the catalogue.
// No other file asks which game it is.

/** @import { Catalogue, Engine, Game, View } from "./types.js" */

/** Which pieces a game is played with. @param {Game} game */
export const pieceKind = (game) => game.pieces;

/** What a column is called. @param {Game} game */
export const columnName = (game) => game.column;

/** Whether the board grows with the game, so that it has no size of its own. @param {Game} game */
export const canGrow = (game) => game.grows;

/** Whether the players' points are shown; elsewhere a point is no more than a win. @param {Game} game */
export const hasPoints = (game) => game.points;

/** Whether side labels are text that the players have chosen, which is shown as it is. @param {Game} game */
export const hasChosenLabels = (game) => game.choices.includes("tokens");

/** Whether the second player can be allowed to take the first stone. @param {Game} game */
export const hasSwap = (game) => game.choices.includes("swap");

/** Whether a board has as many rows as columns. @param {Game} game */
export const isSquare = (game) => game.size_labels.length === 1;

/** What rows and columns are called as options; one name where the board is square. @param {Game} game */
export const sizeLabels = (game) => game.size_labels;

/** The formats of other programs in which a game can be taken away. @param {Game} game */
export const exportFormats = (game) => game.exports;

/** The ways in which cells can be written beside the games' own, each once with a game that has it. @param {Game[]} games */
export function notations(games) {
  const all = games.flatMap(({ title, notations: [, ...others] }) =>
    others.map((other) => ({ ...other, game: title })),
  );
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/**
 * How a game's cells lie and are written: the way that was chosen, if the game has it, or its own.
 * @param {Game} game
 * @param {string} name
 */
export const notationOf = (game, name) =>
  game.notations.find((notation) => notation.name === name) ?? game.notations[0] ?? null;

/**
 * The position in an address of connect4.gamesolver.org, as a fragment; null for any other text.
 * @param {string} text
 */
export function solverPosition(text) {
  const [, moves] = /^\s*(?:https?:\/\/)?connect4\.gamesolver\.org\/\S*[?&]pos=([1-7]*)/.exec(text) ?? [];
  return moves === undefined ? null : `classic/6x7/${moves}`;
}

/** The game to begin with. @param {Catalogue} catalogue */
export const usualGame = ({ games, default_game }) => games.find(({ name }) => name === default_game) ?? games[0];

/** The engine to play against unless another is chosen. @param {Game} game @returns {Engine | undefined} */
export const usualEngine = (game) => game.engines.find(({ name }) => name === "medium") ?? game.engines.at(-1);

/** The engines to choose from at a glance, the weakest first. @param {Game} game @returns {Engine[]} */
export const levels = (game) =>
  ["easy", "medium", "strong", "perfect"].flatMap((level) => game.engines.filter(({ name }) => name === level));

/** Whether an engine can play on the board that a game has unless another is chosen. @param {Engine} engine */
export const fitsUsualBoard = (engine) => engine.fits_default;

/** Whether an engine can be given a time for each move. @param {Engine | undefined} engine */
export const takesLimit = (engine) => engine !== undefined && engine.takes_limits;

/**
 * A position that shows what the game looks like.
 * @param {Game} game
 * @returns {View}
 */
export function thumbnail({ name, names, layout, thumbnail: { cells, line } }) {
  return {
    game: name,
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
    side_labels: names,
    move_targets: [],
  };
}
