// @ts-check
// The state of a table, without a page.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noticeContent } from "../../js/table/notice.js";
import { isPlayable, playableMoves, positionKey, reviewText, stops, whyNot } from "../../js/table/selectors.js";
import { initialState, reduce } from "../../js/table/state.js";
import { ANN, BOB, CLASSIC, seatOf, snapshot, update } from "./examples.js";

/** @typedef {import("../../js/table/state.js").TableAction} TableAction */

const start = (first = snapshot(), me = ANN) => initialState(first, CLASSIC, me, 0);

/** @param {TableAction[]} actions */
const after = (...actions) => actions.reduce(reduce, start());

/** @param {ReturnType<typeof update>} message @returns {TableAction} */
const heard = (message, own = "") => ({ type: "update", update: message, own, now: 1 });

describe("updates", () => {
  test("are known at once and shown one after another", () => {
    const both = after(heard(update(3, ["0"], { turn: 2 })), heard(update(4, ["1"], { turn: 1 }, 1)));
    assert.deepEqual([both.latest.seq, both.shown.seq, both.moves], [4, 2, []]);
    const one = reduce(both, { type: "shown" });
    assert.deepEqual([one.latest.seq, one.shown.seq, one.moves], [4, 3, ["0"]]);
    assert.equal(positionKey(one), positionKey(both));
    const all = reduce(both, { type: "catch up" });
    assert.deepEqual([all.shown.seq, all.moves, all.queue], [4, ["0", "1"], []]);
  });

  test("are not animated while somebody looks at an earlier position", () => {
    const state = after(heard(update(3, ["0", "1"])), { type: "look", at: 1 }, heard(update(4, ["0"], {}, 2)));
    assert.deepEqual([state.queue, state.moves, state.review.at], [[], ["0", "1", "0"], 1]);
    assert.equal(reviewText(state), "Earlier position: after move 1 of 3.");
    assert.equal(playableMoves(state).length, 0);
    const undone = reduce(state, heard(update(5, [], {}, 0)));
    assert.equal(undone.review.at, null, "the move is no longer there");
  });

  test("count points as they are seen", () => {
    const state = after(heard(update(3, ["0"])), { type: "scored", players: [2] }, { type: "scored", players: [1] });
    assert.deepEqual(state.scored, [2, 1]);
    assert.deepEqual(reduce(state, { type: "shown" }).scored, []);
  });
});

describe("what can be played", () => {
  test("is nothing out of turn or after the end", () => {
    assert.ok(isPlayable(start(), "1"));
    assert.ok(!isPlayable(start(snapshot(), BOB), "1"));
    assert.equal(whyNot(start(snapshot(), BOB), "1"), "It is not your turn. Ann is to move.");
    assert.equal(
      whyNot(start(snapshot(), { id: "carl", name: "Carl" }), "1"),
      "You are a spectator: only the players can move.",
    );
    assert.equal(whyNot(start(snapshot({ ending: "drawn" })), "1"), "The game is over.");
    assert.equal(whyNot(start(), "7"), "Nothing can be played at 7.");
  });
});

describe("what can be pressed in 1024", () => {
  const seats = [seatOf(ANN)];
  const at = (/** @type {string[]} */ ...arrows) => {
    const { view } = snapshot();
    const move_targets = arrows.map((arrow) => /** @type {any} */ ([{ arrow }, arrow[0].toUpperCase()]));
    return {
      seats,
      can: [[/** @type {const} */ ("move")]],
      view: { ...view, layout: /** @type {const} */ ("panel"), move_targets },
    };
  };
  const names = (/** @type {ReturnType<typeof start>} */ state) => playableMoves(state).map(([, move]) => move);
  const underWay = (/** @type {number} */ count) =>
    /** @type {TableAction} */ ({ type: "pending", commands: Array.from({ length: count }, () => ({})) });

  test("is what the board allows, and anything behind presses whose tiles are not known", () => {
    const first = start(snapshot(at("left", "up")));
    assert.deepEqual(names(first), ["L", "U"]);
    const pressed = reduce(first, underWay(1));
    const ahead = /** @type {any} */ ([{ ...update(2, ["L"], at("right", "up")), command: "a", isPredicted: true }]);
    const predicted = reduce(pressed, { type: "predict", ahead });
    assert.deepEqual(names(predicted), ["R", "U"], "behind one press it is known what no tile can allow");
    assert.deepEqual(names(reduce(predicted, underWay(2))), ["L", "U", "R"]);
  });
});

describe("buttons", () => {
  test("keep their places while an offer is open", () => {
    const offered = update(3, [], { offer: { by: 2, what: "draw" }, can: [["accept", "decline", "resign"], []] });
    const state = after(heard(offered), { type: "shown" });
    assert.deepEqual(start().buttons, ["draw", "resign"]);
    assert.deepEqual(state.buttons, ["draw", "resign"]);
  });

  test("ask whether they are meant until they are gone", () => {
    const state = after({ type: "confirm", name: "resign" });
    assert.equal(state.confirming, "resign");
    const over = [heard(update(3, [], { ending: { resigned: 2 }, can: [["rematch"], []] })), { type: "shown" }];
    assert.equal(/** @type {TableAction[]} */ (over).reduce(reduce, state).confirming, null);
  });
});

describe("the notice", () => {
  const text = (/** @type {ReturnType<typeof start>} */ state) => noticeContent(state).text;

  test("invites a friend while a seat is free", () => {
    const seats = [seatOf(ANN), { kind: /** @type {const} */ ("open"), guest: null, name: null, limit: null }];
    assert.equal(text(start(snapshot({ seats }))), "Waiting for a friend to join.");
    const joined = reduce(start(snapshot({ seats })), heard(update(3, [])));
    assert.equal(text(joined), "Bob has joined.");
  });

  test("tells an offer and what became of it", () => {
    const offered = after(heard(update(3, [], { offer: { by: 2, what: "draw" }, can: [["accept", "decline"], []] })));
    const shown = reduce(offered, { type: "shown" });
    assert.equal(text(shown), "Bob offers a draw.");
    assert.deepEqual(
      noticeContent(shown).buttons.map((button) => "act" in button && button.act),
      ["accept", "decline"],
    );
    const declined = reduce(reduce(shown, heard(update(4, []), "decline")), { type: "shown" });
    assert.equal(text(declined), "You declined.");
  });

  test("keeps a hint when a move that is shown is confirmed", () => {
    const confirmed = { ...update(3, ["0"]), command: "mine" };
    const predicted = /** @type {any} */ ({ ...confirmed, seq: 2, isPredicted: true });
    const hinted = after({ type: "predict", ahead: [predicted] }, { type: "hint", text: "Column 1 is full." });
    assert.equal(text(reduce(hinted, heard(confirmed))), "Column 1 is full.");
    const more = { ...confirmed, steps: [...confirmed.steps, { drop: { cell: [5, 1], player: 2 } }] };
    assert.equal(text(reduce(hinted, heard(/** @type {any} */ (more)))), "");
  });

  test("forgets a hint when the game has changed", () => {
    const hinted = after({ type: "hint", text: "Column 1 is full." });
    assert.equal(text(hinted), "Column 1 is full.");
    assert.equal(text(reduce(hinted, heard(update(3, ["0"])))), "");
  });

  test("tells a failure before anything else, until it is tried again", () => {
    const failed = after(
      { type: "pick", pick: { moves: ["p1:0", "p2:0"], where: "Column 0" } },
      { type: "failure", text: "The rules can't be loaded." },
    );
    const { kind, buttons } = noticeContent(failed);
    assert.deepEqual([text(failed), kind, buttons], ["The rules can't be loaded.", "error", [{ other: "retry" }]]);
    assert.equal(text(reduce(failed, { type: "failure", text: "" })), "Column 0:");
  });

  test("asks which of several moves is meant", () => {
    const state = after({ type: "pick", pick: { moves: ["p1:0", "p2:0"], where: "Column 0" } });
    assert.deepEqual(
      noticeContent(state).buttons.map((button) => "move" in button && button.label),
      ["O", "X"],
    );
  });
});

test("chance moves with the player before it", () => {
  const found = stops(["@0,0", "@1,1", "L", "@0,1", "U", "@2,2"]);
  assert.deepEqual(
    found.map(({ at, move }) => `${at}${move}`),
    ["2", "4L", "6U"],
  );
});
