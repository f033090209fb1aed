// @ts-check
// What follows from the state of a table.

/** @import { LegalMove } from "../types.js" */
/** @import { TableState } from "./state.js" */

import { columnName } from "../game-info.js";
import { nameOf, spoken, title } from "../text.js";
import { playersOf } from "./state.js";

/** A place to stop at: after so many moves, of which this one was a player's. @typedef {{at: number, move: string}} Stop */

/** The same list each time, so that it can be compared. @type {LegalMove[]} */
const NOTHING = [];

/** The game as it will be when the server has confirmed what is shown ahead of it. @param {TableState} state */
export const current = ({ ahead, latest }) => ahead.at(-1)?.snapshot ?? latest;

/** The players that the guest plays for. @param {TableState} state */
export const minePlayers = ({ latest, me }) => playersOf(latest, me);

/** Whether the guest opened the game; without a seat, it was opened for others. @param {TableState} state */
export const isHost = ({ latest, me }) => latest.host === me.id;

/** Whether a seat is free; nobody joins a game that was called off. @param {TableState} state */
export const hasFreeSeat = ({ latest }) => latest.ending === null && latest.seats.some(({ kind }) => kind === "open");

/** Whether an earlier position is shown. @param {TableState} state */
export const isReviewing = ({ review }) => review.at !== null;

/**
 * The moves that the guest may make now.
 * @param {TableState} state
 * @returns {LegalMove[]}
 */
export function playableMoves(state) {
  const { turn, can, view } = current(state);
  const mine = minePlayers(state);
  const players = turn === null ? mine : mine.filter((player) => player === turn);
  const may = players.some((player) => can[player - 1]?.includes("move"));
  if (!may || isReviewing(state)) {
    return NOTHING;
  }
  // Behind moves whose tiles are not known yet anything may be possible: the server says whether it is.
  const isUnknown = state.latest.seats.length === 1 && state.underWay > state.ahead.length;
  return isUnknown ? state.everPlayable : view.move_targets;
}

/** Whether a move can be made now. @param {TableState} state @param {string} move */
export const isPlayable = (state, move) => playableMoves(state).some(([, playable]) => playable === move);

/** What tells a position from all others of this table. @param {TableState} state */
export function positionKey({ latest, moves, queue }) {
  const all = queue.reduce((made, update) => [...made.slice(0, update.moves.keep), ...update.moves.add], moves);
  return `${latest.round}: ${all.join(" ")}`;
}

/** Why nothing can be played, or not there. @param {TableState} state @param {string} text what was typed or clicked */
export function whyNot(state, text) {
  if (isReviewing(state)) {
    return "You are looking at an earlier position. Go back to the game to play.";
  }
  if (state.latest.ending !== null) {
    return "The game is over.";
  }
  if (playableMoves(state).length === 0) {
    const { turn } = state.latest;
    const waits = turn === null ? "" : ` ${title(nameOf(state.latest, turn))} is to move.`;
    return minePlayers(state).length === 0
      ? "You are a spectator: only the players can move."
      : `It is not your turn.${waits}`;
  }
  const { layout, columns } = state.latest.view;
  if (layout === "panel") {
    return `Nothing moves ${text}.`;
  }
  const isFull = layout === "columns" && Number(text) < columns;
  return isFull ? `${title(columnName(state.game))} ${Number(text)} is full.` : `Nothing can be played at ${text}.`;
}

/** What is wrong with the connection, and that nothing is lost by it. @param {TableState} state */
export function connectionText({ game, lost, pending }) {
  if (lost === null) {
    return "";
  }
  const move = pending?.move === undefined ? "" : `Your move, ${spoken(game, pending.move ?? "")}, will be sent. `;
  const kept = pending && !move ? "Your request will be sent. " : move;
  return `${title(lost)}. ${kept}Reconnecting …`;
}

/** The moves of the round that is shown. @param {TableState} state */
export const listedMoves = ({ review, moves }) => (review.round === null ? moves : review.moves);

/**
 * Where a player has moved and chance has answered; the first is the start.
 * @param {string[]} moves
 * @returns {Stop[]}
 */
export function stops(moves) {
  const found = [];
  let move = "";
  for (let at = 0; at <= moves.length; at++) {
    // Moves of chance are written with an @; continuing after a win is no move of its own.
    if (at === moves.length || !(moves[at].startsWith("@") || moves[at] === "continue")) {
      found.push({ at, move });
      move = moves[at] ?? "";
    }
  }
  return found;
}

/** Which position is shown, counted in players' moves. @param {TableState} state */
export function reviewPlace(state) {
  const found = stops(listedMoves(state));
  const of = found.length - 1;
  const { at } = state.review;
  const index = at === null ? of : found.findLastIndex((stop) => stop.at <= at);
  return { index: Math.max(0, index), of };
}

/** Which earlier position is shown; empty for the latest. @param {TableState} state */
export function reviewText(state) {
  const { index, of } = reviewPlace(state);
  const round = state.review.round === null ? "" : `round ${state.review.round}, `;
  return isReviewing(state) ? `Earlier position: ${round}after move ${index} of ${of}.` : "";
}
