// @ts-check
// What a presenter does when the server doesn't accept a position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../js/api.js";
import { refusalOf } from "../../js/follow/refusal.js";

test("only what may be accepted later is sent again", () => {
  /** @type {[number, string][]} */
  const cases = [
    [0, "retry"],
    [408, "retry"],
    [429, "retry"],
    [503, "retry"],
    [401, "skip"],
    [413, "skip"],
    [422, "skip"],
    [403, "stop"],
  ];
  for (const [status, then] of cases) {
    assert.equal(refusalOf(new ApiError(status, "no")).then, then, String(status));
  }
  assert.equal(refusalOf(new TypeError("no network")).then, "retry");
});

test("the reason is given", () => {
  const text = (/** @type {number} */ status) => refusalOf(new ApiError(status, "the server is full")).text;
  assert.equal(text(0), "Can't reach the server. Retrying...");
  assert.equal(text(503), "The server is full. Retrying...");
  assert.equal(text(403), "You've stopped presenting: the server is full.");
  assert.equal(text(422), "Your followers can't see this position: the server is full.");
  assert.equal(text(413), "Your followers can't see this position: the position is too long.");
});
