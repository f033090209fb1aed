// @ts-check
// Updates as the server makes them, taken into snapshots. A test of the server writes updates.jsonl and checks that it is
// up to date: the snapshot at the start of each game, its updates, and the snapshot at the end.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { applyUpdate } from "../../js/apply-update.js";
import { snapshot } from "./examples.js";

/** @typedef {{snapshot: import("../../js/types.js").GameSnapshot, moves: string[]}} Known */

test("updates add up to the snapshot at the end", async () => {
  const file = await readFile(new URL("updates.jsonl", import.meta.url), "utf8");
  /** @type {Known | null} */
  let known = null;
  const games = new Map();
  for (const line of file
    .trim()
    .split("\n")
    .map((json) => JSON.parse(json))) {
    if (line.type === "update" && known) {
      /** @type {Known} */
      const before = known;
      const text = JSON.stringify(before);
      assert.equal(line.from, before.snapshot.seq);
      const update = applyUpdate(before.snapshot, line);
      assert.equal(JSON.stringify(before), text, "the snapshot before stays as it was");
      const moves = [...before.moves.slice(0, update.moves.keep), ...update.moves.add];
      known = { snapshot: update.snapshot, moves };
      games.set(update.snapshot.game, (games.get(update.snapshot.game) ?? 0) + 1);
    } else if (known) {
      const { clock } = known.snapshot;
      if (clock && clock.running === null) {
        // When a clock that stands still was read does not matter.
        line.snapshot.clock.at = clock.at;
      }
      assert.deepEqual(known, line);
      known = null;
    } else {
      known = line;
    }
  }
  assert.equal(known, null);
  assert.ok(games.size >= 6 && [...games.values()].every((updates) => updates >= 15), JSON.stringify([...games]));
});

test("an update without steps leaves the last move as it was", () => {
  const before = snapshot({ last: [{ mark: [[0, 1]] }] });
  const { snapshot: after } = applyUpdate(before, { type: "update", seq: 2, from: 2, change: { turn: null } });
  assert.deepEqual(after, { ...before, turn: null });
});
