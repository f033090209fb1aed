// @ts-check
// Lines to be struck through, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { straightRuns } from "../../js/boards/lines.js";

test("a line has its two ends, whichever way it runs", () => {
  const ways = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ];
  for (const [down, right] of ways) {
    const cells = [0, 1, 2, 3].map((step) => [2 + step * down, 4 + step * right]);
    assert.deepEqual(straightRuns(cells.toReversed()), [[cells[0], cells[3]]]);
  }
});

test("two lines that cross are both struck through, and neighbors by chance are not", () => {
  const across = [0, 1, 2, 3].map((column) => [5, column]);
  const up = [2, 3, 4].map((row) => [row, 0]);
  assert.deepEqual(straightRuns([...across, ...up]), [
    [
      [5, 0],
      [5, 3],
    ],
    [
      [2, 0],
      [5, 0],
    ],
  ]);
  assert.deepEqual(straightRuns([]), []);
  assert.deepEqual(
    straightRuns([
      [0, 0],
      [0, 1],
    ]),
    [],
  );
});
