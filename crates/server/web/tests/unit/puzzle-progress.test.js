// @ts-check
// What the browser remembers about puzzles.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {Map<string, string>} */
const kept = new Map();
Reflect.set(globalThis, "localStorage", {
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
});
const { Progress, dailyPuzzle, day } = await import("../../js/puzzles/progress.js");

/** @param {string} game @param {number} number @returns {import("../../js/puzzles/puzzles.js").Puzzle} */
const puzzle = (game, number) => ({
  game,
  fragment: `${game}/${number}`,
  next: 1,
  goal: "win",
  solution: ["3"],
  words: "",
});
const puzzles = ["classic", "hex", "1024"].flatMap((game) => [0, 1, 2, 3].map((number) => puzzle(game, number)));

beforeEach(() => kept.clear());

test("the daily puzzle is the same for a day, and all of them have their turn", () => {
  assert.equal(dailyPuzzle(puzzles, 20_000), dailyPuzzle(puzzles, 20_000));
  const seen = new Set(Array.from({ length: 12 }, (_, index) => dailyPuzzle(puzzles, 20_000 + index).fragment));
  assert.equal(seen.size, 12);
  assert.notEqual(dailyPuzzle(puzzles, 20_000).game, dailyPuzzle(puzzles, 20_001).game);
  assert.equal(day(new Date(2026, 10, 17, 0, 1)), day(new Date(2026, 10, 17, 23, 59)));
});

test("solved ones do not come again while there are others", () => {
  const progress = new Progress();
  progress.choose("hex");
  for (let count = 0; count < 4; count++) {
    const next = progress.pick(puzzles);
    assert.equal(next.game, "hex");
    assert.ok(!progress.done.includes(next.fragment));
    progress.solved(next, true, null);
  }
  assert.equal(progress.pick(puzzles).game, "hex", "then any of them");
  assert.equal(progress.streak, 4);
});

test("a mistake ends the row once, and what is kept outlives a reload", () => {
  const progress = new Progress();
  progress.solved(puzzles[0], true, 100);
  progress.solved(puzzles[1], true, 101);
  progress.failed(puzzles[2]);
  progress.solved(puzzles[2], false, null);
  assert.deepEqual([progress.streak, progress.best, progress.solvedCount], [0, 2, 3]);
  const again = new Progress();
  assert.deepEqual([again.streak, again.best, again.solvedCount, again.days(101)], [0, 2, 3, 2]);
  assert.equal(again.days(102), 2, "today's may still come");
  assert.equal(again.days(103), 0);
  again.solved(puzzles[3], true, 105);
  assert.equal(again.days(105), 1);
});

test("what another program kept there does no harm", () => {
  kept.set("parlor.puzzles", JSON.stringify({ streak: "many", done: [1, "a"], best: null, game: 7 }));
  const progress = new Progress();
  assert.deepEqual([progress.streak, progress.best, progress.done, progress.game], [0, 0, ["a"], ""]);
});
