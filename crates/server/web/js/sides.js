// @ts-check
// What the two sides of a game are called: by the color of their pieces, as the chosen set has it, or by their tokens.

/** @import { Ending, Game, GameSnapshot, View } from "./types.js" */

import { colorName } from "./boards/pieces.js";
import { hasChosenLabels, hasPoints, pieceKind } from "./game-info.js";
import { hasForcedColors, settings } from "./settings.js";
import { title } from "./title.js";

/** The status of a board on which nobody is to move before the other. */
export const EITHER = "Either side may place";

/**
 * What a player's pieces are called: Red, Blue, a token; by their sign where the system chooses the colors.
 * @param {Game} game
 * @param {Pick<View, "side_labels">} view
 * @param {number} player
 */
export function sideOf(game, view, player) {
  const label = view.side_labels[player - 1] ?? "";
  if (hasChosenLabels(game)) {
    return label;
  }
  return hasForcedColors() ? title(label) : colorName(pieceKind(game), settings().pieces, player);
}

/**
 * All sides; before a view is known, as the catalogue names them.
 * @param {Game} game
 * @param {Pick<View, "side_labels">} [view]
 */
export const sidesOf = (game, view = { side_labels: game.names }) =>
  view.side_labels.map((_, index) => sideOf(game, view, index + 1));

/** Whether two play at one device: it is the pieces that tell them apart. @param {GameSnapshot["seats"]} seats */
export const isOneDevice = ([one, two]) => two !== undefined && one.guest !== null && one.guest === two.guest;

/**
 * Whose turn it is or how the game ended, by the players' names. Where an ending names nobody, it is as the server says.
 * @param {{ending: Ending | null, turn: number | null, status_text: string}} game
 * @param {string[]} names
 */
export function namedStatus({ ending, turn, status_text }, names) {
  const name = (/** @type {number} */ player) => names[player - 1] ?? "";
  const then = (/** @type {number} */ loser) => (names.length > 1 ? `, ${name(3 - loser)} wins` : "");
  if (ending === null) {
    return turn === null ? status_text : `${name(turn)}'s turn`;
  }
  if (typeof ending !== "object") {
    return status_text;
  }
  if ("won" in ending) {
    return `${name(ending.won)} wins`;
  }
  if ("resigned" in ending) {
    return `${name(ending.resigned)} resigns${then(ending.resigned)}`;
  }
  return "time" in ending ? `${name(ending.time)} is out of time${then(ending.time)}` : status_text;
}

/**
 * How a position stands that nobody in particular plays: on an analysis board.
 * @param {Game} game
 * @param {Pick<import("./analysis/client.js").BoardState, "view" | "options" | "turn" | "player" | "status_text">} state
 */
export function positionText(game, { view, options, turn, player, status_text }) {
  if (view.goal) {
    return turn === "player" ? `Reach ${view.goal.target}` : status_text;
  }
  const points = hasPoints(game) && view.scores ? `, ${view.scores.join(" : ")}` : "";
  if (turn === "player" && options.free) {
    return EITHER;
  }
  if (turn === "player" && player !== null) {
    return `${sideOf(game, view, player)} to move${points}`;
  }
  return turn === "over" && view.winner !== null ? `${sideOf(game, view, view.winner)} wins${points}` : status_text;
}
