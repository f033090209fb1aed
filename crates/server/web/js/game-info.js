// @ts-check
// What the page has to know about a game beyond its view. Nothing else here asks which game it is: what the catalogue
// does not say yet is in the table below, and a game that is missing there is drawn as one of falling discs.

/** @import { Cell, Engine, Game, PieceKind, View } from "./types.js" */

/**
 * @typedef {object} Info
 * @property {PieceKind} pieces
 * @property {string} [column] what a column is called, where it is not called that
 * @property {boolean} [grows] whether the board grows with the game
 * @property {boolean} [points] whether points decide the game
 * @property {boolean} [square] whether rows and columns are always as many
 * @property {[string, string]} [sides] what rows and columns are called as options
 * @property {string} tagline what the game is, in a few words
 * @property {string} [summary] where the catalogue's summary does not fit the page
 * @property {string} rules
 * @property {Sample} sample a position for the thumbnail
 */

/** @typedef {{layout: View["layout"], board: string[], line?: Cell[], labels?: string[]}} Sample */

/** Which pieces a game is played with. @param {Game} game */
export const pieceKind = (game) => info(game).pieces;

/** What a column is called. @param {Game} game */
export const columnName = (game) => info(game).column ?? "column";

/** Whether the board grows with the game, so that it has no size of its own. @param {Game} game */
export const canGrow = (game) => info(game).grows ?? false;

/** Whether the players' points are shown; elsewhere a point is no more than a win. @param {Game} game */
export const hasPoints = (game) => info(game).points ?? false;

/** Whether side labels are text that somebody has chosen, which is shown as it is. @param {Game} game */
export const hasChosenLabels = (game) => game.choices.includes("tokens");

/** Whether the second player can be allowed to take the first stone. @param {Game} game */
export const hasSwap = (game) => game.choices.includes("swap");

/** Whether a board has as many rows as columns. @param {Game} game */
export const isSquare = (game) => info(game).square ?? false;

/** What rows and columns are called as options. @param {Game} game */
export const sideNames = (game) => info(game).sides ?? ["Rows", "columns"];

/** What the game is, in a few words. @param {Game} game */
export const tagline = (game) => info(game).tagline || game.summary;

/** What the game is, in a sentence. @param {Game} game */
export const summary = (game) => info(game).summary ?? game.summary;

/** How the game is played. @param {Game} game */
export const rules = (game) => info(game).rules;

/** The game to begin with. @param {Game[]} games */
export const usualGame = (games) => games.find(({ name }) => name === "classic") ?? games[0];

/** The engine to play against unless another is chosen. @param {Game} game @returns {Engine | undefined} */
export const usualEngine = (game) => game.engines.find(({ name }) => name === "medium") ?? game.engines.at(-1);

/** Whether an engine can be given a time for each move. @param {Engine | undefined} engine */
export const takesLimit = (engine) => engine !== undefined && /limit/.test(engine.options);

/**
 * A position that shows what the game looks like.
 * @param {Game} game
 * @returns {View}
 */
export function thumbnail(game) {
  const { layout, board, line = [], labels = ["O", "X"] } = info(game).sample;
  const cells = board.map((row) => row.trim().split(/\s+/).map(Number));
  return {
    game: game.name,
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
    side_labels: labels,
    move_targets: [],
  };
}

/** @type {Info} */
const DISCS = {
  pieces: "disc",
  tagline: "",
  rules: "",
  sample: { layout: "columns", board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "0 0 2 0 0 0", "0 0 1 2 0 0", "0 2 1 1 1 0"] },
};

/** @type {Record<string, Info>} */
const INFO = {
  shapes: {
    pieces: "shape",
    column: "bin",
    sides: ["Capacity", "bins"],
    tagline: "Four in a row with circles and pentagons",
    rules:
      "Players take turns dropping red circles and blue pentagons into the bins. Four or more in a row win: across, up or diagonally. The winning pieces change their shape.",
    sample: {
      layout: "columns",
      board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "2 1 0 0 0 0", "2 1 2 2 2 2"],
      line: fourInRow(3, 2),
    },
  },
  growing: {
    pieces: "token",
    grows: true,
    tagline: "Four in a row on a board that grows",
    rules:
      "Players take turns dropping tokens into the columns. The board gains a row when a column is full, and a column when you play beside it. Four in a row win, across or up; diagonals do not count.",
    sample: {
      layout: "columns",
      board: ["0 0 0 0 0", "0 1 0 0 0", "0 2 0 0 0", "1 2 2 0 0", "2 1 1 1 0"],
      labels: ["R", "Y"],
    },
  },
  classic: {
    ...DISCS,
    tagline: "Connect Four as you know it",
    rules: "Players take turns dropping discs into the columns. Four or more in a row win: across, up or diagonally.",
  },
  super: {
    ...DISCS,
    points: true,
    tagline: "Lines vanish, discs fall, points count",
    rules:
      "Players take turns dropping discs into the columns. All lines of four or more then vanish together, and each player who had one scores a single point, however many lines there were. The discs above fall, and new lines count again. When a turn leaves no column with room, the higher score wins.",
    sample: {
      layout: "columns",
      board: ["0 0 0 0 0 0", "0 0 0 0 0 0", "0 0 0 2 0 0", "0 1 0 1 2 0", "2 1 1 1 1 2"],
      line: fourInRow(4, 1),
    },
  },
  hex: {
    pieces: "stone",
    square: true,
    tagline: "Connect your two sides",
    // A small screen shows the diamond turned, so the sides have the names of their cells.
    summary: "Hex on an 11 × 11 diamond, or any size 1 to 26; O connects the outer columns, X the outer rows",
    rules:
      "Players take turns placing stones. O wins with a chain from the first column to the last, X with one from the first row to the last: each connects the two sides that bear its sign. With the swap rule, X may take the first stone instead of answering it.",
    sample: { layout: "diamond", board: ["0 0 0 2 0", "0 2 0 2 0", "1 1 1 1 0", "0 2 1 2 1", "0 0 2 0 0"] },
  },
  1024: {
    pieces: "tile",
    tagline: "Slide and merge, alone",
    rules:
      "Push all tiles to one side. Two equal tiles that meet become one of twice the value, and after each push a 1 appears. Reach the target before the panel is full.",
    sample: { layout: "panel", board: ["0 1 0 2", "1 2 4 8", "2 8 32 16", "64 256 128 512"] },
  },
};

/** @param {Game} game */
function info(game) {
  return INFO[game.name] ?? DISCS;
}

/**
 * Four cells of a row.
 * @param {number} row
 * @param {number} from
 * @returns {Cell[]}
 */
function fourInRow(row, from) {
  return [0, 1, 2, 3].map((step) => [row, from + step]);
}
