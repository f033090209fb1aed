// @ts-check
// Puzzles: solved, failed, hinted at; the daily one; the row of days and puzzles in the browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { PUZZLES } from "../js/puzzles/data.js";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";
import { PROGRAM } from "./support/parlor.js";

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

/** Makes the moves of a solution; the page makes those of the opponent. @param {Guest} guest @param {string[]} solution */
async function solves(guest, solution) {
  for (let made = 0; made < solution.length; made += 2) {
    await guest.page.locator(`.puzzles[data-made="${made}"]`).waitFor();
    await makes(guest, solution[made]);
  }
}

/** A move on the board that is not the one that is looked for. @param {Guest} guest @param {string} right */
async function wrongMove(guest, right) {
  const targets = await guest.page
    .locator(".hit:not([aria-disabled]), .arrow:not([aria-disabled])")
    .evaluateAll((places) =>
      places.map((place) => {
        const { arrow, column, cell } = /** @type {HTMLElement} */ (place).dataset;
        const [row, across] = (cell ?? "0,0").split(",").map(Number);
        return arrow?.[0].toUpperCase() ?? column ?? `${String.fromCharCode(65 + across)}${row}`;
      }),
    );
  const wrong = targets.find((move) => move !== right);
  assert.ok(wrong);
  return wrong;
}

for (const game of ["classic", "hex", "1024"]) {
  test(`a puzzle of ${game}: a wrong move, two hints, and then the right one`, async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const { page } = guest;
    const puzzle = await opens(guest, game);
    const verdict = page.locator(".verdict");
    await makes(guest, await wrongMove(guest, puzzle.solution[0]));
    await verdict.getByText("is not it. Try again.").waitFor();
    assert.equal(await page.locator(".values .hint").count(), 0);
    await page.getByRole("button", { name: "Hint" }).click();
    await verdict.getByText(/^(Look at the \w+ half|Left or right|Up or down)\.$/).waitFor();
    assert.equal(await page.locator(".values .hint").count(), 0, "the first hint does not say it");
    await page.getByRole("button", { name: "Hint" }).click();
    await verdict.getByText(/^It is .+\.$/).waitFor();
    await page.locator(".values .hint").waitFor();
    await solves(guest, puzzle.solution);
    await verdict.getByText("Solved.", { exact: true }).waitFor();
    assert.match((await page.locator(".streak").textContent()) ?? "", /^In a row: 0 · best: 0 · solved: 1/);
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  test(`a puzzle of ${game} is solved`, async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const puzzle = await opens(guest, game);
    await solves(guest, puzzle.solution);
    await guest.page.getByText("Solved!").waitFor();
    assert.match((await guest.page.locator(".streak").textContent()) ?? "", /In a row: 1 /);
    assert.deepEqual(await axeFindings(guest.page), []);
    await guest.page.reload();
    await guest.page.getByText("In a row: 1 ").waitFor();
    assert.deepEqual(guest.complaints, []);
  });
}

test("there are enough puzzles for a year, and the program finds one solution for each", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parlor-puzzles-"));
  const file = join(folder, "puzzles.json");
  await writeFile(file, PUZZLES.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join(""));
  for (const game of ["classic", "hex", "1024"]) {
    const own = PUZZLES.filter((puzzle) => puzzle.game === game);
    assert.equal(new Set(own.map(({ fragment }) => fragment)).size, 122, game);
    await promisify(execFile)(PROGRAM, ["puzzles", game, "--check", file]);
  }
  await rm(folder, { recursive: true });
});

test("whoever has solved them all gets new ones", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const done = PUZZLES.map(({ fragment }) => fragment);
  await page.addInitScript(
    (kept) => localStorage.setItem("parlor.puzzles", kept),
    JSON.stringify({ game: "classic", done, solvedCount: done.length }),
  );
  await page.goto(`${parlor.address}/puzzles`);
  await page.locator(".puzzles .board").waitFor();
  const made = new Set();
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Show solution" }).click();
    await page.getByText("The solution:").waitFor();
    const href = String(await page.locator('.puzzles a[href^="/analysis#"]').getAttribute("href"));
    assert.match(href, /^\/analysis#classic\//);
    assert.ok(!done.includes(href.replace("/analysis#", "")), href);
    assert.equal(made.add(href).size, count);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.getByText("Find the move.").waitFor();
  }
  assert.deepEqual(guest.complaints, []);
  await guest.leave();
});

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
