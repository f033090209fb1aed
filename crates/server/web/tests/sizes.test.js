// @ts-check
// Small windows and large boards: what matters is in view.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";
import { cutTexts, insideBoard } from "./support/look.js";

hosted();

const GAMES = ["shapes", "growing", "classic", "super", "hex", "1024"];
const CLOCK = { initial: 600_000, increment: 0 };

/** @param {Guest} guest */
async function isNotTooWide(guest, about = "") {
  const { scrollWidth, clientWidth } = await guest.page.evaluate(() => document.documentElement);
  assert.equal(scrollWidth, clientWidth, about);
}

/**
 * @param {Guest} guest
 * @param {string} name
 */
async function isCalled(guest, name) {
  const { request } = guest.page.context();
  await request.get(`${parlor.address}/api/me`);
  const answer = await request.post(`${parlor.address}/api/me`, { data: { name } });
  assert.ok(answer.ok(), await answer.text());
}

describe("a small window", () => {
  for (const width of [320, 390]) {
    test(`${width} pixels wide: players and their clocks are readable in every game`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 640 }, hasTouch: true });
      await isCalled(guest, "Wilhelmina Montgomery-Woodward");
      for (const game of GAMES) {
        const alone = game === "1024";
        await guest.opens({ game, seats: alone ? ["me"] : ["me", "friend"], ...(alone ? {} : { clock: CLOCK }) });
        await isNotTooWide(guest, game);
        assert.deepEqual(await guest.page.evaluate(cutTexts, ".seat .name, .seat .what, .seat .figure"), [], game);
        await guest.picture(`${game}-${width}`);
      }
      await guest.leave();
    });

    test(`${width} pixels wide: the winner can be read`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 640 } });
      const table = await guest.opens({ game: "super", seats: ["me", "easy"], clock: CLOCK });
      await table.resigns();
      await guest.page.locator(".seat.winner").getByText("Yellow · engine · winner").waitFor();
      assert.deepEqual(await guest.page.evaluate(cutTexts, ".seat .name, .seat .what, .seat .figure"), []);
      await isNotTooWide(guest);
      await guest.leave();
    });

    test(`${width} pixels wide: the longest name stays in its place`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 640 } });
      await isCalled(guest, "W".repeat(32));
      await guest.opens({ game: "super", seats: ["me", "friend"], clock: CLOCK });
      await isNotTooWide(guest);
      const parts = await guest.page
        .locator(".wordmark, .my-games, .own-name, .sound")
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right]),
        );
      parts.slice(1).forEach(([left], index) => assert.ok(parts[index][1] <= left, `part ${index} covers the next`));
      await guest.leave();
    });
  }

  test("a long headline moves nothing", async () => {
    const viewport = { width: 360, height: 740 };
    const [ann, bob] = await Promise.all([
      Guest.enter(browser, parlor.address, { viewport }),
      Guest.enter(browser, parlor.address, { viewport }),
    ]);
    await isCalled(bob, "Maximiliane von Hohenstein-West");
    const table = await ann.opens({ game: "classic", seats: ["me", "friend"] });
    const place = () => ann.page.locator(".frame").boundingBox();
    const other = await bob.open(table.link);
    await table.says("Your turn");
    await ann.page.locator(".seat.here").nth(1).waitFor();
    const before = await place();
    await table.click(3);
    await table.moves(1);
    await table.says("Maximiliane von Hohenstein-West's turn");
    assert.deepEqual(await ann.page.evaluate(cutTexts, ".headline"), []);
    assert.deepEqual(await place(), before);
    await other.resigns();
    await ann.page.locator(".end-banner").waitFor();
    assert.deepEqual(await place(), before);
    await Promise.all([ann.leave(), bob.leave()]);
  });

  test("in landscape the whole board is in view, with the players beside it", async () => {
    const viewport = { width: 844, height: 390 };
    const guest = await Guest.enter(browser, parlor.address, { viewport, hasTouch: true });
    for (const game of GAMES) {
      await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
      const board = await guest.page.locator(".frame .board").boundingBox();
      const seat = await guest.page.locator(".seat").last().boundingBox();
      assert.ok(board && seat);
      assert.ok(board.height > 0.6 * viewport.height, `${game}: ${board.height} pixels high`);
      assert.ok(board.y + board.height <= viewport.height, `${game} ends at ${board.y + board.height}`);
      assert.ok(seat.x >= board.x + board.width && seat.y + seat.height <= viewport.height, game);
      await isNotTooWide(guest, game);
      await guest.picture(`${game}-sideways`);
    }
    await guest.leave();
  });
});

describe("a large board", () => {
  test("scrolls to a move that was typed for a column out of view", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 800 } });
    const table = await guest.opens({ game: "classic", options: { size: "4x64" }, seats: ["me", "me"] });
    const goesOn = (/** @type {string} */ edges) =>
      guest.until(
        (edges) =>
          document
            .querySelector(".frame .board")
            ?.className.match(/more-\w+/g)
            ?.sort()
            .join(" ") === edges,
        edges,
      );
    await goesOn("more-right");
    await table.type(60);
    await table.moves(1);
    await guest.until(insideBoard, ".marks circle.last");
    await goesOn("more-left more-right");
    await table.type(0);
    await table.moves(2);
    await guest.until(insideBoard, ".marks circle.last");
    await goesOn("more-right");
    assert.equal(await guest.page.evaluate(() => scrollY), 0);
    await guest.leave();
  });

  test("starts at the bottom, where discs and numbers are, with cells that are large enough", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 800 } });
    for (const size of ["32x32", "64x16"]) {
      await guest.opens({ game: "classic", options: { size }, seats: ["me", "me"] });
      await guest.until(insideBoard, ".label");
      const label = await guest.page.locator(".label").first().boundingBox();
      const column = await guest.page.locator(".hit .area").first().boundingBox();
      assert.ok(label && label.y + label.height <= 800, size);
      assert.ok(column && column.width >= 18, size);
    }
    await guest.leave();
  });

  test("fits the window while its cells are large enough", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 800 } });
    for (const size of ["24x24", "20x30"]) {
      await guest.opens({ game: "classic", options: { size }, seats: ["me", "me"] });
      const classes = (await guest.page.locator(".frame .board").getAttribute("class")) ?? "";
      assert.doesNotMatch(classes, /more/, size);
      const box = await guest.page.locator(".drawing").boundingBox();
      assert.ok(box && box.y + box.height <= 800, size);
    }
    await guest.leave();
  });

  test("scrolls to the last stone on a phone", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 390, height: 800 } });
    const table = await guest.opens({ game: "hex", options: { size: "26x26" }, seats: ["me", "me"] });
    for (const [index, cell] of ["Z25", "A0", "Z0"].entries()) {
      await table.type(cell);
      await table.moves(index + 1);
      await guest.until(insideBoard, ".marks .last");
    }
    await isNotTooWide(guest);
    await guest.leave();
  });
});

describe("the hall in a window of 1280 by 800", () => {
  test("has its buttons in view for every game", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 800 } });
    for (const game of GAMES) {
      await guest.hall();
      await guest.page.locator(`.card[data-game="${game}"] input`).check();
      for (const action of await guest.page.locator(".action").all()) {
        const box = await action.boundingBox();
        assert.ok(box && box.y + box.height <= 800, `${game}: ${await action.textContent()}`);
      }
      assert.equal(await guest.page.evaluate(() => scrollY), 0);
    }
    await guest.leave();
  });

  test("lists games in columns that line up", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 800 } });
    for (const game of ["classic", "growing", "1024"]) {
      await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "easy"] });
    }
    // As if the games were from different days.
    await guest.page.route("**/api/me/games", async (route) => {
      const answer = await route.fetch();
      const games = /** @type {{updated: number}[]} */ (await answer.json());
      games.forEach((game, index) => (game.updated -= index * 20 * 86_400_000));
      await route.fulfill({ response: answer, json: games });
    });
    await guest.page.goto(`${parlor.address}/me`);
    await guest.page.locator(".own-games-list .when").getByText("40 days ago").waitFor();
    for (const column of ["names", "status-text"]) {
      const lefts = await guest.page
        .locator(`.own-games-list .${column}`)
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
      assert.equal(lefts.length, 3);
      assert.equal(new Set(lefts).size, 1, `${column}: ${lefts}`);
    }
    await guest.leave();
  });
});

describe("screen readers", () => {
  test("a column lists its pieces from the bottom up", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const label = (/** @type {number} */ column) =>
      guest.page.locator(`.hit[data-column="${column}"]`).getAttribute("aria-label");
    /** @type {[string, number[], Record<number, string>][]} */
    const examples = [
      [
        "classic",
        [3, 3, 3, 3, 3, 3, 2],
        { 2: "Column 2: Red, 5 free", 3: "Column 3: Red Yellow Red Yellow Red Yellow, full" },
      ],
      ["shapes", [1, 1], { 0: "Bin 0: empty, 4 free", 1: "Bin 1: Red Blue, 2 free" }],
      ["growing", [1, 1], { 0: "Column 0: empty", 1: "Column 1: R Y", 4: "Column 4: new" }],
    ];
    for (const [game, moves, labels] of examples) {
      const table = await guest.opens({ game, seats: ["me", "me"] });
      for (const [index, move] of moves.entries()) {
        await table.type(move);
        await table.moves(index + 1);
      }
      for (const [column, text] of Object.entries(labels)) {
        assert.equal(await label(Number(column)), text);
      }
    }
    await guest.leave();
  });

  test("wins, points and time have names", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "super", seats: ["me", "easy"], clock: CLOCK });
    const figures = () => guest.page.locator(".seat.player-2 .figure:not([hidden])").allTextContents();
    assert.deepEqual(await figures(), ["0 points", "10:00 time left"]);
    await table.resigns();
    await guest.page.locator(".seat.winner").waitFor();
    assert.deepEqual(await figures(), ["1 won", "0 points", "10:00 time left"]);
    await guest.leave();
  });
});
