// @ts-check
// How a game ends on the page: a banner, a line through the winning pieces, and a loss that is no win.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/**
 * @param {import("./support/table.js").TablePage} table
 * @param {(string | number)[]} moves
 */
async function play(table, moves) {
  for (const [index, move] of moves.entries()) {
    await table.type(move);
    await table.moves(index + 1);
  }
}

describe("the banner", () => {
  test("says who won and how, and what can be done next", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
    await play(table, [0, 0, 1, 1, 2, 2, 3]);
    const banner = guest.page.locator(".end-banner");
    await banner.waitFor();
    assert.equal(await banner.locator(".end-title").textContent(), "Red wins");
    assert.equal(await banner.locator(".end-how").textContent(), "Four in a row");
    // It lies over the board, and not over the winning line at its bottom.
    const [over, board, line] = await Promise.all(
      [banner, guest.page.locator(".frame .board"), guest.page.locator(".marks .strike").last()].map((part) =>
        part.boundingBox(),
      ),
    );
    assert.ok(over && board && line);
    assert.ok(over.y >= board.y - 10 && over.y + over.height <= line.y);
    // The review is beside the board, which the banner no longer covers.
    await guest.page.locator("#tab-analysis").waitFor();
    await banner.getByRole("button", { name: "Review" }).click();
    await guest.page.locator("#panel-analysis").waitFor();
    assert.ok(await banner.isHidden());
    await guest.page.locator(".controls").getByRole("button", { name: "Play again" }).click();
    await table.begins();
    await table.resigns();
    await banner.waitFor();
    await banner.getByRole("button", { name: "Close" }).click();
    assert.ok(await banner.isHidden());
    await guest.page.locator(".controls").getByRole("button", { name: "Play again" }).click();
    await table.begins();
    assert.ok(await banner.isHidden());
    await table.resigns();
    await banner.getByRole("button", { name: "Play again" }).click();
    await table.begins();
    await guest.leave();
  });

  test("looks different to the winner and to the loser", async () => {
    const { ann, bob, first, second } = await twoAt();
    const tables = [first, second];
    for (const [index, move] of [3, 2, 3, 2, 3, 2, 3].entries()) {
      await tables[index % 2].type(move);
      await Promise.all(tables.map((table) => table.moves(index + 1)));
    }
    const mood = (/** @type {Guest} */ guest) => guest.page.locator(".end-banner").getAttribute("data-mood");
    await Promise.all([ann, bob].map((guest) => guest.page.locator(".end-banner").waitFor()));
    assert.deepEqual([await mood(ann), await mood(bob)], ["won", "lost"]);
    const look = (/** @type {Guest} */ guest) =>
      guest.page.evaluate(() => {
        const of = (/** @type {string} */ part) =>
          getComputedStyle(/** @type {Element} */ (document.querySelector(part)));
        return [of(".end-banner").backgroundColor, of(".frame .drawing").filter];
      });
    const [won, lost] = [await look(ann), await look(bob)];
    assert.notEqual(won[0], lost[0]);
    assert.deepEqual([won[1], lost[1]], ["none", "saturate(0.55)"]);
    await ann.picture("classic-won");
    await bob.picture("classic-lost");
    const carl = await Guest.enter(browser, parlor.address);
    await carl.open(first.link);
    await carl.page.locator(".end-banner").waitFor();
    assert.equal(await mood(carl), "over");
    await Promise.all([ann.leave(), bob.leave(), carl.leave()]);
  });

  test("tells what a game of 1024 came to, and the best so far of its size and target", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const best = () => guest.page.locator(".end-how").textContent();
    for (const size of ["2x2", "2x2", "2x3"]) {
      const table = await guest.opens({ game: "1024", options: { size, target: 4 }, seats: ["me"] });
      let made = 0;
      while ((await guest.page.locator(".table.over").count()) === 0) {
        await guest.page.locator(".arrow:not([aria-disabled])").first().click();
        made += 1;
        await table.moves(made);
      }
      await guest.page.locator(".end-banner").waitFor();
      const [, tile, moves, bestTile, bestMoves] =
        (await best())?.match(
          /^Highest tile (\d+) · (\d+) moves? · Best so far on 2\s×\s\d to 4: (\d+) in (\d+) moves$/,
        ) ?? [];
      assert.equal(Number(moves), made, String(await best()));
      assert.ok(Number(bestTile) >= Number(tile));
      assert.ok(Number(bestTile) > Number(tile) || Number(bestMoves) <= made);
      assert.match((await best()) ?? "", new RegExp(`on ${size.replace("x", "\\s×\\s")} to`));
    }
    await guest.leave();
  });
});

describe("the board", () => {
  test("has a line through the winning discs, and the others step back", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
    await play(table, [0, 0, 1, 1, 2, 2, 3]);
    await guest.page.locator(".marks .strike").first().waitFor({ state: "attached" });
    const ends = await guest.page
      .locator(".marks .strike")
      .last()
      .evaluate((line) => line.getBoundingClientRect());
    const first = await guest.page.locator('.hit[data-column="0"]').boundingBox();
    const last = await guest.page.locator('.hit[data-column="3"]').boundingBox();
    assert.ok(first && last);
    assert.ok(ends.left < first.x + first.width && ends.right > last.x, "from the first disc to the last");
    const opacities = (/** @type {string} */ which) =>
      guest.page.locator(which).evaluateAll((pieces) => pieces.map((piece) => Number(getComputedStyle(piece).opacity)));
    assert.deepEqual(new Set(await opacities(".piece.marked")), new Set([1]));
    assert.ok((await opacities(".pieces .piece:not(.marked)")).every((opacity) => opacity < 0.5));
    await guest.leave();
  });

  test("of shapes has the winning trace as its strongest part", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "shapes", seats: ["me", "me"] });
    await play(table, [5, 0, 4, 0, 3, 0, 2]);
    const { page } = guest;
    assert.equal(await page.locator(".pieces .marked .traced").first().isVisible(), true);
    assert.equal(await page.locator(".marks .last").first().isVisible(), false);
    const strokes = await page
      .locator(".pieces .marked .outline")
      .evaluateAll((outlines) => outlines.map((outline) => parseFloat(getComputedStyle(outline).strokeWidth)));
    assert.ok(strokes.length === 4 && strokes.every((stroke) => stroke >= 12));
    await guest.leave();
  });

  test("a cascade has a headline of its own", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "super", seats: ["me", "me"] });
    await play(table, [0, 4, 2, 2, 3, 6, 4, 5, 5, 6, 2, 3, 3, 6]);
    await guest.page.emulateMedia({ reducedMotion: "no-preference" });
    await guest.page.evaluate(() => {
      const headline = /** @type {Element} */ (document.querySelector(".headline"));
      /** @type {(string | null)[]} */
      const said = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(headline.textContent)).observe(headline, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await table.type(1);
    await table.moves(15);
    const said = /** @type {string[]} */ (await guest.page.evaluate(() => Reflect.get(window, "said")));
    assert.equal(said[0], "Red: column 1");
    assert.ok(
      said.some((text) => / scores? \d points?/.test(text)),
      String(said),
    );
    assert.equal(said.at(-1), "Yellow's turn");
    await guest.leave();
  });
});
