// @ts-check
// A seventh game that the page has never heard of. The program that the tests are built with has it, and lists it if told to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

process.env.PARLOR_SEVENTH_GAME = "1";
hosted();

test("it is chosen in the hall and played to its end", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.choose("three");
  const table = await guest.start("here");
  for (const [index, move] of [1, 0, 1, 0, 1].entries()) {
    await table.click(move);
    await table.moves(index + 1);
  }
  await table.says("Red wins");
  assert.deepEqual(await table.pieces(), [3, 2]);
  assert.equal(await guest.page.locator(".pieces .marked").count(), 3);
});
