// @ts-check
// The state of the hall, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, matchesPreset, openRequest, presets, reduce } from "../../js/hall/state.js";
import { CLASSIC } from "./examples.js";

const SOLO = { ...CLASSIC, name: "solo", players: 1, names: ["you"], choices: ["size", "target", "idle-spawns"] };
const TOKENS = { ...CLASSIC, name: "tokens", choices: ["tokens", "free"] };
const GAMES = [CLASSIC, SOLO, TOKENS];

const start = () => initialState(GAMES, CLASSIC);

test("a game is opened with its defaults against a friend", () => {
  assert.deepEqual(openRequest(start()), { game: "classic", options: { size: "6x7" }, seats: ["me", "friend"] });
});

test("only the options of the game are sent", () => {
  const solo = reduce(reduce(start(), { type: "choose", game: SOLO }), { type: "field", name: "target", value: "64" });
  assert.deepEqual(openRequest(solo).options, { size: "6x7", target: 64, idle_spawns: false });
  const tokens = reduce(start(), { type: "choose", game: TOKENS });
  assert.deepEqual(openRequest(tokens).options, { tokens: ["O", "X", "."], free: false });
});

test("numbers are sent with all their digits", () => {
  const sized = (/** @type {string} */ rows) => reduce(start(), { type: "field", name: "rows", value: rows });
  assert.equal(openRequest(sized("1e3")).options?.size, "1000x7");
  assert.equal(openRequest(sized("-5")).options?.size, "-5x7");
});

test("an engine has its time, a game its clock", () => {
  const seat = { who: "strong", limit: "2s" };
  const seated = reduce(start(), { type: "seat", player: 2, seat });
  assert.deepEqual(openRequest(seated).seats, ["me", "strong:2s"]);
  const timed = reduce(seated, { type: "clock", clock: { preset: "3+2" } });
  assert.deepEqual(openRequest(timed).clock, { initial: 180_000, increment: 2_000 });
  const custom = reduce(timed, { type: "clock", clock: { preset: "custom", minutes: "0.5", seconds: "1" } });
  assert.deepEqual(openRequest(custom).clock, { initial: 30_000, increment: 1_000 });
  const solo = reduce(custom, { type: "choose", game: SOLO });
  assert.equal(openRequest(solo).clock, undefined, "a game for one has none");
});

test("a preset is recognized whoever sits where", () => {
  const [friend, computer, device] = presets(CLASSIC).map(({ seats }) => seats);
  assert.ok(matchesPreset(friend, friend.toReversed()));
  assert.ok(matchesPreset(computer, [{ who: "easy", limit: "1s" }, friend[0]]));
  assert.ok(!matchesPreset(friend, device));
});

test("a failure lets one try again", () => {
  const opening = reduce(start(), { type: "opening" });
  assert.ok(opening.isOpening);
  const failed = reduce(opening, { type: "failed", error: "the board is too large" });
  assert.deepEqual([failed.isOpening, failed.error], [false, "the board is too large"]);
});
