// @ts-check
// Clicks that come too early, out of turn or on an earlier position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/**
 * Presses on a column as a mouse does, all at once: nothing the page does in between can be late on a busy machine.
 * @param {import("playwright-core").Page} page
 * @param {number} column
 */
const press = (page, column) =>
  page.evaluate((column) => {
    const place = document.querySelector(`.hit[data-column="${column}"]`);
    place?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, column);

test("a second click on the reply of a quick engine is no move", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "classic", seats: ["me", "random"] });
  const { page } = guest;
  // The click comes in the very moment at which the engine's disc is put on the board.
  await page.evaluate(() => {
    const pieces = /** @type {Element} */ (document.querySelector(".pieces"));
    new MutationObserver(() => {
      if (pieces.children.length === 2 && !document.body.dataset.pressed) {
        document.body.dataset.pressed = "yes";
        document.querySelector('.hit[data-column="6"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
    }).observe(pieces, { childList: true });
  });
  await table.click(3);
  await page.locator('body[data-pressed="yes"]').waitFor();
  await table.moves(2);
  await table.unguarded();
  assert.equal((await table.list()).length, 2);
  // A moment later the same click is a move.
  await press(page, 6);
  await table.moves(4);
  assert.equal((await table.list())[2], "6");
  await guest.leave();
});

test("a double click at one screen moves for one side only", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  // The second click comes with the first, the third when the disc is there. The page's clock says that they are 60 and
  // 150 ms apart: on a busy machine it would be anything.
  await guest.page.evaluate(() => {
    const pieces = /** @type {Element} */ (document.querySelector(".pieces"));
    const place = /** @type {Element} */ (document.querySelector('.hit[data-column="3"]'));
    const start = performance.now();
    const clickAt = (/** @type {number} */ after) => {
      const now = performance.now.bind(performance);
      performance.now = () => start + after;
      place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      performance.now = now;
    };
    const watch = new MutationObserver(() => {
      watch.disconnect();
      clickAt(150);
      document.body.dataset.pressed = "yes";
    });
    watch.observe(pieces, { childList: true });
    clickAt(0);
    clickAt(60);
  });
  await guest.page.locator('body[data-pressed="yes"]').waitFor();
  await table.moves(1);
  await guest.page.locator(".frame:not(.guarded)").waitFor();
  assert.deepEqual(await table.list(), ["3"]);
  await table.click(3);
  await table.listed([3, 3]);
  await guest.leave();
});

test("chance keeps nobody waiting", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "1024", seats: ["me"] });
  for (let made = 1; made <= 4; made++) {
    await guest.page.locator(".arrow:not([aria-disabled])").first().click();
    await table.moves(made);
    assert.equal(await guest.page.locator(".frame.guarded").count(), 0);
  }
  await guest.leave();
});

test("clicks out of turn, on an earlier position, after the end and of spectators are answered", async () => {
  const { ann, bob, first, second } = await twoAt();
  await press(bob.page, 3);
  await bob.page.locator(".notice").getByText("It is not your turn.").waitFor();
  await first.click(3);
  await second.mayMove(true);
  await bob.page.keyboard.press(",");
  await bob.page.getByText("Earlier position").waitFor();
  await second.unguarded();
  await press(bob.page, 3);
  await bob.page.getByText("You are looking at an earlier position.").waitFor();
  const carl = await Guest.enter(browser, parlor.address);
  const third = await carl.open(first.link);
  await third.listed([3]);
  await press(carl.page, 3);
  await carl.page.locator(".notice").getByText("You are a spectator: only the players can move.").waitFor();
  await second.resigns();
  await first.says("You win by resignation");
  await press(ann.page, 2);
  await ann.page.getByText("The game is over.").waitFor();
  await Promise.all([ann.leave(), bob.leave(), carl.leave()]);
});

test("a full column and an arrow that moves nothing say so", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const full = await guest.opens({ game: "shapes", seats: ["me", "me"] });
  for (let made = 1; made <= 4; made++) {
    await full.type(0);
    await full.moves(made);
  }
  await full.unguarded();
  await press(guest.page, 0);
  await guest.page.getByText("Bin 0 is full.").waitFor();
  const stuck = await guest.opens({ game: "1024", seats: ["me"] });
  for (let made = 0; ; made++) {
    await stuck.moves(made);
    const dead = guest.page.locator(".arrow[aria-disabled]").first();
    if ((await dead.count()) > 0) {
      const arrow = await dead.getAttribute("data-arrow");
      await dead.click({ force: true });
      await guest.page.getByText(`Nothing moves ${arrow}.`).waitFor();
      break;
    }
    await guest.page.locator(".arrow").first().click();
  }
  await guest.leave();
});

test("a game between engines is paused, goes on and is stopped", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const table = await guest.opens({ game: "hex", options: { size: "19x19" }, seats: ["random", "random"] });
  const { link } = table;
  const count = async () => (await table.list()).length;
  const atLeast = (/** @type {number} */ least) =>
    guest.until((wanted) => document.querySelectorAll(".moves button").length >= wanted, least);
  await atLeast(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  // Nobody watches any more: the engines rest. What they did until they noticed is on the server alone.
  const moves = async () => {
    const answer = await page.context().request.get(`${link.replace("/g/", "/api/games/")}/moves?round=1`);
    return (await answer.json()).moves.length;
  };
  const paused = await count();
  await guest.until(() => document.querySelector("#banner")?.hasAttribute("hidden") ?? false, null);
  for (let before = -1, now = await moves(); before !== now; now = await moves()) {
    before = now;
    // Longer than engines wait for each other's moves.
    await page.waitForTimeout(1_200);
  }
  assert.equal(await count(), paused);
  await page.getByRole("button", { name: "Go on" }).click();
  await atLeast(paused + 2);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".hall").waitFor();
  assert.equal(new URL(page.url()).hash, "#hex");
  await guest.leave();
});
