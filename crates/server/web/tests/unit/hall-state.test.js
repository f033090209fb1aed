// @ts-check
// The state of the hall, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, modes, offeredLevels, openRequest, reduce, unusualChoices } from "../../js/hall/state.js";
import { CLASSIC } from "./examples.js";

const SOLO = { ...CLASSIC, name: "solo", players: 1, names: ["you"], choices: ["size", "target", "idle-spawns"] };
const TOKENS = { ...CLASSIC, name: "tokens", choices: ["tokens", "free"] };
const GAMES = [CLASSIC, SOLO, TOKENS];

const start = () => initialState(GAMES, CLASSIC);

test("a game is opened with its defaults, in each mode", () => {
  const seats = (/** @type {any} */ mode) => openRequest(reduce(start(), { type: "mode", mode })).seats;
  assert.deepEqual(openRequest(start()), { game: "classic", options: { size: "6x7" }, seats: ["me", "medium"] });
  assert.deepEqual(modes(CLASSIC).map(seats), [
    ["me", "medium"],
    ["me", "friend"],
    ["me", "me"],
  ]);
  const solo = reduce(start(), { type: "choose", game: SOLO });
  assert.deepEqual(openRequest(solo).seats, ["me"]);
  assert.deepEqual(openRequest(reduce(solo, { type: "mode", mode: "watch" })).seats, ["medium"]);
});

test("a level that can't play on the usual board is offered and played on another one only", () => {
  const engines = [...CLASSIC.engines, { name: "perfect", about: "", takes_limits: false, fits_default: false }];
  const game = { ...CLASSIC, engines };
  const offered = (/** @type {import("../../js/hall/state.js").HallState} */ state) =>
    offeredLevels(state).map(({ name }) => name);
  let state = initialState([game], game, { classic: { level: "perfect" } });
  assert.deepEqual(offered(state), ["easy", "medium", "strong"]);
  assert.deepEqual(openRequest(state).seats, ["me", "medium"]);
  state = reduce(state, { type: "field", name: "rows", value: "" });
  assert.deepEqual(offered(state), ["easy", "medium", "strong"], "an empty field means the usual size");
  state = reduce(state, { type: "field", name: "rows", value: "5" });
  assert.deepEqual(offered(state), ["easy", "medium", "strong", "perfect"]);
  assert.deepEqual(openRequest(state).seats, ["me", "perfect"]);
});

test("the one who begins has the first seat", () => {
  const them = reduce(start(), { type: "begins", begins: "them" });
  assert.deepEqual(openRequest(them).seats, ["medium", "me"]);
  const random = reduce(start(), { type: "begins", begins: "random" });
  assert.deepEqual(openRequest(random, 0.4).seats, ["medium", "me"]);
  assert.deepEqual(openRequest(random, 0.6).seats, ["me", "medium"]);
});

test("what was chosen is kept for each game, as far as it can still be chosen", () => {
  let state = reduce(start(), { type: "level", level: "easy" });
  state = reduce(state, { type: "field", name: "rows", value: "8" });
  state = reduce(state, { type: "clock", clock: { preset: "3+2" } });
  state = reduce(reduce(state, { type: "choose", game: SOLO }), { type: "field", name: "rows", value: "3" });
  const again = initialState(GAMES, CLASSIC, JSON.parse(JSON.stringify(state.kept)));
  assert.deepEqual([again.level, again.fields.rows, again.clock.preset], ["easy", "8", "3+2"]);
  assert.equal(unusualChoices(again), "8 × 7 · 3+2");
  assert.equal(unusualChoices(reduce(again, { type: "usual" })), "");
  assert.equal(reduce(again, { type: "usual" }).level, "easy");
  const gone = initialState(GAMES, CLASSIC, {
    classic: { level: "gone", seats: [], mode: /** @type {any} */ ("gone") },
  });
  assert.deepEqual([gone.level, gone.mode, gone.seats.length], ["medium", "computer", 2]);
});

test("an empty field means the usual number, and an error is gone when something is changed", () => {
  const failed = reduce(start(), { type: "failed", error: "no board of 3x7" });
  const emptied = reduce(failed, { type: "field", name: "rows", value: "" });
  assert.equal(emptied.error, "");
  assert.equal(openRequest(emptied).options?.size, "6x7");
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
  const seated = reduce(reduce(start(), { type: "mode", mode: "seats" }), { type: "seat", player: 2, seat });
  assert.deepEqual(openRequest(seated).seats, ["me", "strong:2s"]);
  const timed = reduce(seated, { type: "clock", clock: { preset: "3+2" } });
  assert.deepEqual(openRequest(timed).clock, { initial: 180_000, increment: 2_000 });
  const custom = reduce(timed, { type: "clock", clock: { preset: "custom", minutes: "0.5", seconds: "1" } });
  assert.deepEqual(openRequest(custom).clock, { initial: 30_000, increment: 1_000 });
  const solo = reduce(custom, { type: "choose", game: SOLO });
  assert.equal(openRequest(solo).clock, undefined, "a game for one has none");
});

test("a failure lets one try again", () => {
  const opening = reduce(start(), { type: "opening" });
  assert.ok(opening.isOpening);
  const failed = reduce(opening, { type: "failed", error: "the board is too large" });
  assert.deepEqual([failed.isOpening, failed.error], [false, "the board is too large"]);
});
