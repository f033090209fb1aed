// @ts-check
// Values, hints and the review at a table; never in a running game between people.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";
import { TablePage } from "./support/table.js";

hosted();

/** @param {Guest} guest @param {string} moves */
async function playsOut(guest, moves) {
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  for (const [index, column] of moves.split(" ").entries()) {
    await table.type(Number(column));
    await table.moves(index + 1);
  }
  return table;
}

test("values and a hint at one device", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await playsOut(guest, "3 0 3 1 3 6");
  await page.locator(".controls").getByRole("button", { name: "Hint" }).click();
  await page.locator(".notice").getByText("Best: 3, wins in 1 move").waitFor();
  assert.equal(await page.locator(".values .hint").count(), 1);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("switch", { name: "Show values" }).click();
  await page.locator(".values .value.proven").first().waitFor();
  assert.equal(await page.locator(".values .value").count(), 7);
  await page.getByRole("button", { name: "Open on the analysis board" }).click();
  await page.locator(".analysis .board").waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#classic/6x7/414247");
  assert.deepEqual(guest.complaints, []);
});

test("no values while people play each other, but after the end", async () => {
  const { ann, first, second } = await twoAt();
  for (const { page } of [first, second]) {
    await page.locator(".table .board").waitFor();
    await ann.until(() => document.querySelector("#tab-about") !== null, null);
    assert.equal(await page.locator(".analysis-mount").evaluate((mount) => mount.childElementCount), 0);
    assert.equal(await page.getByRole("tab", { name: "Analysis" }).isVisible(), false);
    assert.equal(await page.locator(".hint-button").count(), 0);
  }
  await first.type(3);
  await second.moves(1);
  await second.resigns();
  await first.page.getByRole("tab", { name: "Analysis" }).waitFor();
});

test("on a phone the review comes into view", async () => {
  const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 390, height: 844 } });
  await playsOut(guest, "3 2 3 2 3 6 3");
  await guest.page.locator(".to-review").click();
  await guest.until(() => {
    const graph = document.querySelector(".review-graph")?.getBoundingClientRect();
    return graph !== undefined && graph.top >= 0 && graph.bottom <= innerHeight;
  }, null);
  await guest.leave();
});

test("the review finds what was given away, and lets it be tried", async () => {
  const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1440, height: 1000 } });
  const { page } = guest;
  // Yellow does not stop the three in a column.
  await playsOut(guest, "3 2 3 2 3 6 3");
  await page.locator(".to-review").click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".review-graph").waitFor();
  await guest.until(() => document.querySelector(".accuracies .accuracy:nth-child(2)") !== null, null);
  await guest.until(() => document.querySelector(".game-review progress")?.hasAttribute("hidden") ?? false, null);
  const told = await page.locator(".turning-points").textContent();
  assert.match(told ?? "", /\?/);
  assert.ok((await page.locator(".graph-point").count()) >= 7);
  assert.deepEqual(await axeFindings(page), []);
  await guest.picture("review-1440");
  await page.locator(".try").first().click();
  await page.locator(".try-dialog .board").waitFor();
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator('.verdict[data-mood="right"]').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.locator(".try-dialog").getByRole("button", { name: "Close" }).click();
  // What was found out is kept: nothing has to be thought about again, so no engine is even loaded.
  const points = await page.locator(".turning-points").textContent();
  await page.route(/\.wasm/, (route) => route.abort());
  await page.reload();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".turning-points li").first().waitFor();
  assert.equal(await page.locator(".turning-points").textContent(), points);
  assert.equal(await page.locator(".game-review progress").isHidden(), true);
  // A line that was undone and played otherwise is another game.
  await page.unroute(/\.wasm/);
  await new TablePage(guest).do("undo");
  await new TablePage(guest).type(4);
  await new TablePage(guest).moves(7);
  await new TablePage(guest).resigns();
  await page.locator(".game-review").getByRole("button", { name: "Review the game" }).waitFor();
  assert.equal(await page.locator(".turning-points").count(), 0);
  assert.deepEqual(guest.complaints, []);
});
