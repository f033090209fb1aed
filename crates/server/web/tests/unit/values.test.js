// @ts-check
// Values in words, and proofs among estimates.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @typedef {import("../../js/engine/types.js").MoveValue} MoveValue */

Reflect.set(globalThis, "localStorage", { getItem: () => null, setItem: () => {} });
const { chanceOf, listedOrder, shortValue, typeset } = await import("../../js/values/words.js");
const { merged } = await import("../../js/values/evaluator.js");

/** @param {string} values @param {number} [players] */
const game = (values, players = 2) => /** @type {any} */ ({ values, players });

/** @param {Partial<MoveValue>} value @returns {MoveValue} */
const value = (value) => ({ move: "3", kind: "estimate", outcome: "unknown", plies: null, score: 0.5, ...value });

test("exact and estimated values never look alike", () => {
  assert.equal(shortValue(game("solver_score"), value({ kind: "exact", outcome: "win", score: 5 })), "+5");
  assert.equal(shortValue(game("solver_score"), value({ kind: "exact", outcome: "loss", score: -3 })), "−3");
  assert.equal(shortValue(game("solver_score"), value({ score: 0.62 })), "≈62%");
  assert.equal(shortValue(game("points"), value({ score: 1.24 })), "≈+1.2");
  assert.equal(shortValue(game("points"), value({ kind: "exact", outcome: "win", score: 2 })), "+2");
  assert.equal(shortValue(game("win_chance"), value({ kind: "exact", outcome: "win", score: 1 })), "win");
  assert.equal(shortValue(game("win_chance", 1), value({ kind: "exact", outcome: "unknown", score: 0.87 })), "87%");
  assert.equal(shortValue(game("win_chance"), value({ score: 0 })), "", "nothing is known yet");
});

test("a value is a chance", () => {
  assert.equal(chanceOf(game("solver_score"), value({ kind: "exact", outcome: "draw", score: 0 })), 0.5);
  assert.equal(chanceOf(game("points"), value({ score: 0 })), 0.5);
  assert.equal(chanceOf(game("win_chance"), value({ score: 1.2 })), 1);
});

test("after the engine's choice moves are listed by what they are worth", () => {
  const scores = [0.54, 0.51, 0.52, 0.53];
  const moves = scores.map((score) => value({ score }));
  assert.deepEqual(listedOrder(game("win_chance"), moves, 3), [0, 2, 1]);
  assert.deepEqual(listedOrder(game("win_chance"), moves, 9), [0, 3, 2, 1]);
  assert.deepEqual(listedOrder(game("win_chance"), [], 3), []);
  const lost = value({ kind: "exact", outcome: "loss", score: 0 });
  assert.deepEqual(listedOrder(game("win_chance"), [lost, lost, value({})], 3), [0, 2, 1]);
});

test("numbers in words are set as on a page", () => {
  assert.equal(typeset("not proven, 61.0 % to win"), "not proven, 61.0% to win");
  assert.equal(typeset("loses in 17 moves, score -1"), "loses in 17 moves, score −1");
  assert.equal(typeset("a1-b2 is better"), "a1-b2 is better");
});

test("proofs come before estimates, and losses after them", () => {
  /** @param {MoveValue[]} moves @returns {import("../../js/engine/types.js").Report} */
  const report = (moves) => ({
    game: "hex",
    next: 1,
    engine: "strong",
    nodes: 1,
    seconds: 1,
    moves,
    words: moves.map(({ move }) => ({ certainty: move, score: "" })),
    value: moves[0],
    line: [moves[0].move, "x"],
    chosen: null,
  });
  const estimates = report([
    value({ move: "a", score: 0.6 }),
    value({ move: "b", score: 0.4 }),
    value({ move: "c", score: 0.3 }),
  ]);
  const proofs = report([
    value({ move: "c", kind: "exact", outcome: "win", score: 1 }),
    value({ move: "a", kind: "exact", outcome: "loss", score: 0 }),
    value({ move: "b", score: 0 }),
  ]);
  const both = merged(estimates, proofs);
  assert.deepEqual(
    both.moves.map(({ move }) => move),
    ["c", "b", "a"],
  );
  assert.deepEqual(
    both.words.map(({ certainty }) => certainty),
    ["c", "b", "a"],
  );
  assert.deepEqual(both.line, ["c"]);
  assert.equal(merged(estimates, report([value({ move: "a", score: 0 })])), estimates, "nothing proven yet");
});
