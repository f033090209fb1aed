// @ts-check
// Going from one view to another without loading the page again: what is left ends, what is entered works.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/** Marks the page: a reload would remove the mark. @param {Guest} guest */
const mark = (guest) => guest.page.evaluate(() => Object.assign(window, { isMarked: true }));

/** @param {Guest} guest */
const isMarked = (guest) => guest.page.evaluate(() => Reflect.get(window, "isMarked") === true);

test("a player who goes to the hall leaves the table, and comes back to it", async () => {
  const { ann, bob, first, second } = await twoAt();
  await mark(ann);
  await ann.page.getByRole("link", { name: "Parlor: all games" }).click();
  await ann.page.locator(".hall .action").first().waitFor();
  assert.equal(await ann.page.title(), "Parlor");
  await bob.page.locator(".seat.player-1 .what", { hasText: "away" }).waitFor();
  // The table no longer listens to keys.
  await ann.page.keyboard.press("3");
  await ann.page.goBack();
  await first.connected();
  await bob.page.locator(".seat.player-1.here").waitFor();
  await first.type(2);
  await Promise.all([first.listed([2]), second.listed([2])]);
  await ann.page.getByRole("link", { name: "My games" }).click();
  await ann.page.locator(".own-games-list a").first().click();
  await first.connected();
  await first.listed([2]);
  await second.type(4);
  await Promise.all([first.listed([2, 4]), second.listed([2, 4])]);
  assert.ok(await isMarked(ann), "nothing was loaded again");
  assert.deepEqual(ann.complaints, []);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a game starts without loading the page again", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.choose("classic");
  await mark(guest);
  const table = await guest.start("here");
  await table.type(3);
  await table.listed([3]);
  await guest.page.goBack();
  await guest.page.locator(".hall .action").first().waitFor();
  await guest.page.goForward();
  await table.listed([3]);
  assert.ok(await isMarked(guest));
  await guest.leave();
});
