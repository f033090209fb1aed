// @ts-check
// Games, snapshots and messages as the server would send them.

/** @typedef {import("../../js/types.js").Game} Game */
/** @typedef {import("../../js/types.js").GameSnapshot} GameSnapshot */
/** @typedef {import("../../js/types.js").Update} Update */

/** @type {Game} */
export const CLASSIC = {
  name: "classic",
  summary: "Connect Four",
  moves: "columns",
  players: 2,
  names: ["O", "X"],
  title: "Classic",
  tagline: "Connect Four as you know it",
  rules: "Four in a row win.",
  layout: "columns",
  pieces: "disc",
  column: "column",
  size_labels: ["Rows", "columns"],
  notations: [],
  values: "win_chance",
  grows: false,
  exports: [],
  points: false,
  thumbnail: { cells: [[0, 1]], line: [] },
  choices: ["size"],
  defaults: { size: "6x7", target: null },
  engines: ["easy", "medium", "strong"].map((name) => ({ name, about: name, takes_limits: true, fits_default: true })),
};

export const ANN = { id: "ann", name: "Ann" };
export const BOB = { id: "bob", name: "Bob" };

/** @param {{id: string, name: string}} guest */
export const seatOf = ({ id, name }) => ({ kind: /** @type {const} */ ("guest"), guest: id, name, limit: null });

/**
 * Ann plays Bob, and it is her turn.
 * @param {Partial<GameSnapshot>} [changes]
 * @returns {GameSnapshot}
 */
export function snapshot(changes = {}) {
  return {
    id: "game",
    game: "classic",
    seq: 2,
    round: 1,
    options: {},
    view: {
      game: "classic",
      layout: "columns",
      rows: 1,
      columns: 2,
      cells: [[0, 0]],
      status: "in progress",
      next: 1,
      winner: null,
      scores: null,
      goal: null,
      line: [],
      side_labels: ["O", "X"],
      move_targets: [
        [{ column: 0 }, "0"],
        [{ column: 1 }, "1"],
      ],
    },
    last: [],
    turn: 1,
    status_text: "Ann's turn",
    ending: null,
    host: "ann",
    seats: [seatOf(ANN), seatOf(BOB)],
    offer: null,
    can: [["move", "resign", "draw"], ["resign"]],
    wins: [0, 0],
    clock: null,
    ...changes,
  };
}

/**
 * @param {number} seq
 * @param {string[]} add the moves it adds
 * @param {Partial<GameSnapshot>} [changes]
 * @returns {Update}
 */
export function update(seq, add, changes = {}, keep = 0) {
  return { seq, steps: [], moves: { keep, add }, snapshot: snapshot({ seq, ...changes }) };
}
