// @ts-check
// Puzzles: solved, failed, hinted at; the daily one; the row of days and puzzles in the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PUZZLES } from "../js/puzzles/data.js";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

/** The puzzle that is shown, by the board of its analysis link. @param {Guest} guest */
async function shownPuzzle(guest) {
  const href = await guest.page.locator('.puzzles a[href^="/analysis#"]').getAttribute("href");
  const puzzle = PUZZLES.find(({ fragment }) => href === `/analysis#${fragment}`);
  assert.ok(puzzle, href ?? "");
  return puzzle;
}

/** @param {Guest} guest @param {string} game */
async function opens(guest, game) {
  const { page } = guest;
  await page.goto(`${parlor.address}/puzzles`);
  await page.locator(".puzzles .board").waitFor();
  await page.locator(".game-picker").selectOption(game);
  await guest.until((name) => document.querySelector(".puzzles")?.getAttribute("data-game") === name, game);
  return shownPuzzle(guest);
}

/** Makes a move on the board. @param {Guest} guest @param {string} move */
async function makes({ page }, move) {
  const arrow = { U: "up", D: "down", L: "left", R: "right" }[move];
  if (arrow) {
    await page.locator(`.arrow[data-arrow="${arrow}"], .arrow.${arrow}`).first().click();
  } else if (/^\d+$/.test(move)) {
    await page.locator(`.hit[data-column="${move}"]`).click({ position: { x: 20, y: 20 } });
  } else {
    const cell = `${Number(move.slice(1))},${move.charCodeAt(0) - 65}`;
    await page.locator(`.hit[data-cell="${cell}"]`).click();
  }
}

for (const game of ["classic", "hex", "1024"]) {
  test(`a puzzle of ${game} is solved`, async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const puzzle = await opens(guest, game);
    for (let index = 0; index < puzzle.solution.length; index += 2) {
      await guest.until((count) => document.querySelectorAll(".playable").length > 0 || Number(count) < 0, index);
      await makes(guest, puzzle.solution[index]);
    }
    await guest.page.getByText("Solved!").waitFor();
    assert.match((await guest.page.locator(".streak").textContent()) ?? "", /In a row: 1 /);
    assert.deepEqual(await axeFindings(guest.page), []);
    await guest.page.reload();
    await guest.page.getByText("In a row: 1 ").waitFor();
    assert.deepEqual(guest.complaints, []);
  });
}

test("the daily puzzle is the same for everybody", async () => {
  const seen = [];
  for (const width of [390, 1440]) {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 900 } });
    await guest.page.goto(`${parlor.address}/puzzles/daily`);
    await guest.page.getByText("Today's puzzle").first().waitFor();
    seen.push((await shownPuzzle(guest)).fragment);
    assert.deepEqual(await axeFindings(guest.page), []);
    await guest.picture(`puzzle-${width}`);
  }
  assert.equal(seen[0], seen[1]);
});
