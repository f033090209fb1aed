// @ts-check
// The value of a move in as few letters as there is room for. Exact and estimated values never look alike: an estimate
// has a sign for "about" before it.

/** @import { Game } from "../types.js" */
/** @import { MoveValue, Report } from "../engine/types.js" */

/** @typedef {Omit<MoveValue, "move">} Value */

/** Whether a value is proven. @param {Value} value */
export const isProven = ({ kind }) => kind === "exact";

/** Whether an engine has said nothing about a move yet. @param {Value} value */
export const isUnknown = ({ kind, outcome, score }) => kind === "estimate" && outcome === "unknown" && score === 0;

/**
 * A value in a few letters: `+5`, `≈62%`, `≈+1.2`.
 * @param {Game} game
 * @param {Value} value
 */
export function shortValue(game, value) {
  if (isUnknown(value)) {
    return "";
  }
  const about = isProven(value) ? "" : "≈";
  if (game.values === "points") {
    const points = isProven(value) ? String(Math.abs(value.score)) : Math.abs(value.score).toFixed(1);
    return `${about}${signOf(value.score)}${points}`;
  }
  if (game.values === "solver_score" && isProven(value)) {
    return `${signOf(value.score)}${Math.abs(value.score)}`;
  }
  if (isProven(value) && game.players > 1 && value.outcome !== "unknown") {
    return { win: "win", draw: "draw", loss: "loss" }[value.outcome];
  }
  return `${about}${Math.round(100 * value.score)}%`;
}

/** @param {number} number */
const signOf = (number) => (number > 0 ? "+" : number < 0 ? "−" : "");

/**
 * The chance that a value means for whoever moves, 0 to 1.
 * @param {Game} game
 * @param {Value} value
 */
export function chanceOf(game, { kind, outcome, score }) {
  if (kind !== "estimate" && outcome !== "unknown" && (game.players > 1 || outcome !== "draw")) {
    return { win: 1, draw: 0.5, loss: 0 }[outcome];
  }
  return game.values === "points" ? 1 / (1 + Math.exp(-score)) : Math.min(1, Math.max(0, score));
}

/**
 * Everything about one of a report's moves, in words: `wins in 5 moves, score 5`.
 * @param {Report} report
 * @param {number} index
 */
export function longValue(report, index) {
  const { certainty = "", score = "" } = report.words[index] ?? {};
  // Whoever wins for certain has no chance to tell.
  const isChance =
    isProven(report.moves[index]) && report.moves[index].outcome !== "unknown" && score.endsWith("% to win");
  const isSaid = certainty.includes(score) || isChance;
  return typeset(isSaid ? certainty : `${certainty}, ${score}`);
}

/** What an engine says, with its numbers as a page sets them: `61.0%`, `score −1`. @param {string} text */
export const typeset = (text) => text.replaceAll(" %", "%").replace(/(?<!\w)-(?=\d)/g, "−");

/**
 * The best moves in the order in which they are listed: the engine's choice, then the others by what they are worth.
 * Engines that count visits list them by those.
 * @param {Game} game
 * @param {MoveValue[]} moves
 * @param {number} count how many are listed
 * @returns {number[]} their places among the moves
 */
export function listedOrder(game, moves, count) {
  const [first, ...others] = [...moves.slice(0, count).keys()];
  return first === undefined
    ? []
    : [first, ...others.sort((one, two) => chanceOf(game, moves[two]) - chanceOf(game, moves[one]))];
}
