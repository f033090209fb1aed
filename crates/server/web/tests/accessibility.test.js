// @ts-check
// Every screen for everybody: axe finds nothing, in every theme; marks do not rest on colors; boards are read out.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

const GAMES = ["shapes", "growing", "classic", "super", "hex", "1024"];

/** A game for each kind of board. */
const BOARDS = ["super", "hex", "1024"];

describe("axe finds nothing", () => {
  // One theme with every game; the others with one game for each kind of board.
  for (const [
    theme,
    colorScheme,
    width,
    games,
  ] of /** @type {["light" | "dark" | "contrast", "light" | "dark", number, string[]][]} */ ([
    ["light", "dark", 1280, GAMES],
    ["dark", "light", 390, BOARDS],
    ["contrast", "light", 820, BOARDS],
    ["contrast", "dark", 1280, BOARDS],
  ])) {
    test(`with the theme ${theme} on a ${colorScheme} system, ${width} pixels wide`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { colorScheme, viewport: { width, height: 844 } });
      const { page } = guest;
      await page.addInitScript((kept) => localStorage.setItem("parlor.settings", kept), JSON.stringify({ theme }));
      const check = async (/** @type {string} */ screen) => assert.deepEqual(await axeFindings(page), [], screen);
      for (const game of games) {
        const table = await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
        const move = game === "hex" ? "F5" : 1;
        await (game === "1024" ? page.locator(".arrow:not([aria-disabled])").first().click() : table.type(move));
        await table.moves(1);
        await check(`${game} in play`);
        await table.ends();
        await page.locator(".end-banner").waitFor();
        await check(`${game} at its end`);
        if (games === GAMES) {
          await table.tab("about");
          await check(`about ${game}`);
        }
      }
      await guest.opens({ game: "hex", seats: ["me", "friend"], clock: { initial: 600_000 } });
      await check("waiting for a friend");
      await page.keyboard.press("?");
      await page.locator(".shortcuts[open]").waitFor();
      await check("the keys");
      const other = await Guest.enter(browser, parlor.address);
      const { link } = await other.opens({ game: "classic", seats: ["me", "friend"] });
      await page.goto(link);
      await page.locator(".invitation").waitFor();
      await check("an invitation");
      await guest.hall();
      await check("the hall");
      await page.locator(".more-toggle").click();
      await check("the hall with all its options");
      await page.goto(`${parlor.address}/#1024`);
      await page.getByRole("heading", { name: "1024" }).waitFor();
      await check("the hall with a game for one");
      await page.goto(`${parlor.address}/me`);
      await page.locator(".me").waitFor();
      await check("my games");
      await page.locator(".gear").click();
      await check("the settings");
      await page.goto(`${parlor.address}/nothing`);
      await page.getByRole("heading", { name: "Nothing here" }).waitFor();
      await check("an unknown address");
      await Promise.all([guest.leave(), other.leave()]);
    });
  }
});

test("with the system's own colors everything that is marked stays marked", async () => {
  const guest = await Guest.enter(browser, parlor.address, { forcedColors: "active" });
  const { page } = guest;
  const outline = (/** @type {string} */ which) =>
    page
      .locator(which)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await guest.hall();
  assert.deepEqual(
    [await outline(".card:has(input:checked)"), await outline(".card:not(:has(input:checked))")],
    ["solid", "none"],
  );
  assert.equal(await outline(".chip input:checked + span"), "solid");
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  await table.type(3);
  await table.moves(1);
  assert.deepEqual([await outline(".seat.turn"), await outline(".seat:not(.turn)")], ["solid", "none"]);
  assert.equal(await outline(".moves [aria-current]"), "solid");
  assert.equal(await outline('.tabs [aria-selected="true"]'), "solid");
  const colors = await page.evaluate(() => {
    const stroke = (/** @type {string} */ which) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(which))).stroke;
    return [stroke(".marks circle.last"), getComputedStyle(document.body).backgroundColor, stroke(".piece .body")];
  });
  assert.notEqual(colors[0], colors[1], "the last move");
  assert.notEqual(colors[2], colors[1], "the pieces");
  // Pieces have a sign there, and no color that they could be called by.
  await table.says("X's turn");
  await page.getByRole("tab", { name: "Analysis" }).click();
  const knob = (/** @type {string} */ part) =>
    page.locator(".knob").evaluate((element, which) => getComputedStyle(element, which).backgroundColor, part);
  for (const isOn of ["false", "true"]) {
    await page.locator(`.switch[aria-checked="${isOn}"]`).waitFor();
    assert.notEqual(await knob(""), await knob("::after"), `the switch, ${isOn}`);
    await page.locator(".switch").click();
  }
  await guest.picture("forced-colors");
  await guest.leave();
});

test("1024 is read out with its merges, and its board can be explored as a table", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const table = await guest.opens({ game: "1024", seats: ["me"] });
  const said = () => page.locator("#announce p").last().textContent();
  const read = () =>
    page
      .locator("table.cells tr")
      .evaluateAll((rows) =>
        rows
          .slice(1)
          .map((row) =>
            Array.from(row.querySelectorAll("td"), (cell) =>
              cell.textContent === "empty" ? 0 : Number(cell.textContent),
            ),
          ),
      );
  const cells = async () => {
    const answer = await page.context().request.get(`${parlor.address}/api/games/${table.link.split("/").at(-1)}`);
    return (await answer.json()).view.cells;
  };
  assert.equal(await page.getByRole("table", { name: "Board" }).count(), 1);
  assert.equal(await page.getByRole("rowheader", { name: "Row 4" }).count(), 1);
  let merged = false;
  for (let made = 1; made <= 30 && !merged; made++) {
    await page.locator(".arrow:not([aria-disabled])").first().click();
    await table.moves(made);
    assert.deepEqual(await read(), await cells());
    assert.match((await said()) ?? "", /^(left|up|down|right), a tile in row [1-4], column [1-4]\./);
    merged = / made in row [1-4], column [1-4]\./.test((await said()) ?? "");
  }
  assert.ok(merged, "two tiles have merged within 30 presses");
  await guest.leave();
});

test("? lists the keys, and Escape leaves the list", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  for (const [game, key] of [
    ["classic", "Drop into the column of this number"],
    ["hex", "Place on the cell of this name"],
    ["1024", "Slide the tiles"],
  ]) {
    const table = await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
    await page.keyboard.press("?");
    await page.locator(".shortcuts").getByText(key).waitFor();
    // Keys belong to the list while it is open.
    await page.keyboard.press("1");
    await page.keyboard.press("Escape");
    await page.locator(".shortcuts").waitFor({ state: "hidden" });
    assert.deepEqual(await table.list(), []);
  }
  await guest.leave();
});
