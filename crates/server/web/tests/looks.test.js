// @ts-check
// Small things that are seen at once when they are wrong: values on boards, letters, menus and dialogs of phones, cards.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";
import { cutTexts } from "./support/look.js";

hosted();

/** @typedef {import("playwright-core").BrowserContextOptions} Options */

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1440, height: 900 } };

/**
 * Opens an analysis with values for so many moves.
 * @param {string} fragment
 * @param {Options} options
 * @param {number} count
 */
async function valued(fragment, options, count) {
  const guest = await Guest.enter(browser, parlor.address, options);
  await guest.page.goto(`${parlor.address}/analysis#${fragment}`);
  await guest.until((least) => document.querySelectorAll(".values .value").length >= least, count);
  await guest.page.locator('.engine[data-done="true"]').waitFor();
  return guest;
}

/** What is wrong with the chips on a board: texts that are wider than their chip, chips that overlap or are cut off. */
function wrongChips() {
  const board = /** @type {Element} */ (document.querySelector(".frame .drawing")).getBoundingClientRect();
  const chips = [...document.querySelectorAll(".values .value")].map((chip) => ({
    text: chip.textContent,
    ink: /** @type {Element} */ (chip.querySelector("text")).getBoundingClientRect(),
    box: /** @type {Element} */ (chip.querySelector("rect")).getBoundingClientRect(),
  }));
  const wide = chips.filter(({ ink, box }) => ink.left < box.left || ink.right > box.right);
  const cut = chips.filter(({ box }) => box.left < board.left || box.right > board.right || box.top < board.top);
  const overlaps = chips.filter(({ box }, index) =>
    chips
      .slice(index + 1)
      .some(
        ({ box: other }) =>
          box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      ),
  );
  return { wide, cut, overlaps };
}

describe("values on the board", () => {
  for (const [where, options] of /** @type {[string, Options][]} */ ([
    ["a phone", PHONE],
    ["a wide screen", WIDE],
  ])) {
    test(`stay apart and on their chips on ${where}`, async () => {
      for (const [fragment, count] of /** @type {[string, number][]} */ ([
        ["super/6x7/3324", 7],
        ["classic/6x7/44455", 7],
        ["1024/4x4/1024/@1,1,@0,1,R,@2,2", 4],
      ])) {
        const guest = await valued(fragment, options, count);
        assert.deepEqual(await guest.page.evaluate(wrongChips), { wide: [], cut: [], overlaps: [] }, fragment);
        await guest.leave();
      }
    });
  }

  test("are written on the cells of hex where they can be read, and left to the list where they can't", async () => {
    for (const [options, isWritten] of /** @type {[Options, boolean][]} */ ([
      [PHONE, false],
      [WIDE, true],
    ])) {
      // How many moves get a value depends on how fast the machine is.
      const guest = await valued("hex/11/a2,f6", options, 3);
      const written = await guest.page.locator(".values .value.estimated text").evaluateAll((texts) =>
        texts.flatMap((text) => {
          const scale = /** @type {SVGGraphicsElement} */ (text).getScreenCTM()?.a ?? 1;
          return text.textContent ? [Number(text.getAttribute("font-size")) * Math.abs(scale)] : [];
        }),
      );
      assert.equal(written.length > 0, isWritten, String(written));
      assert.ok(
        written.every((size) => size >= 8),
        String(written),
      );
      assert.equal(await guest.page.locator(".best-line").count(), 3);
      await guest.leave();
    }
  });
});

test("the letters and numbers of hex stand beside the board, in view and apart", async () => {
  for (const options of [PHONE, { ...PHONE, viewport: { width: 390, height: 844 } }, WIDE]) {
    const guest = await Guest.enter(browser, parlor.address, options);
    await guest.opens({ game: "hex", seats: ["me", "me"] });
    const found = await guest.page.evaluate(() => {
      const labels = [...document.querySelectorAll(".frame .label")].map((label) => ({
        text: label.textContent ?? "",
        box: label.getBoundingClientRect(),
      }));
      const onCell = (/** @type {DOMRect} */ { left, top, width, height }) =>
        document.elementsFromPoint(left + width / 2, top + height / 2).some((part) => part.closest(".hit"));
      const isOver = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ two) =>
        one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
      return {
        texts: labels.map(({ text }) => text).join(" "),
        outside: labels.filter(({ box }) => box.left < 0 || box.right > innerWidth || box.top < 0),
        onCells: labels.filter(({ box }) => onCell(box)),
        together: labels.filter(({ box }, index) => labels.slice(index + 1).some((other) => isOver(box, other.box))),
      };
    });
    const texts = "A B C D E F G H I J K 0 1 2 3 4 5 6 7 8 9 10";
    assert.deepEqual(found, { texts, outside: [], onCells: [], together: [] }, JSON.stringify(options.viewport));
    await guest.leave();
  }
});

test("the formats of Export are on one line each, in view, and do what they say", async () => {
  for (const width of [320, 390, 1440]) {
    const permissions = ["clipboard-read", "clipboard-write"];
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 740 }, permissions });
    const { page } = guest;
    await page.goto(`${parlor.address}/analysis#hex/5/a1,b2`);
    await page.locator(".analysis .board").waitFor();
    await page.getByText("Export", { exact: true }).click();
    const formats = page.locator(".formats button");
    assert.deepEqual(await formats.allTextContents(), [
      "Download record",
      "Copy moves",
      "Download SGF",
      "Copy HexWorld link",
    ]);
    const boxes = await formats.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()));
    assert.ok(
      boxes.every(({ left, right, top, height }) => left >= 0 && right <= width && top >= 0 && height < 50),
      `${width}: ${JSON.stringify(boxes)}`,
    );
    assert.deepEqual(await axeFindings(page), []);
    // What is told goes after a while: it is waited for from the beginning.
    const copied = page.getByText(/^HexWorld link copied/).waitFor();
    await Promise.all([copied, page.getByRole("button", { name: "Copy HexWorld link" }).click()]);
    await guest.copied("hexworld.org");
    await page.getByText("Export", { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByText("SGF downloaded.").waitFor(),
      page.getByRole("button", { name: "Download SGF" }).click(),
    ]);
    assert.match(await readFile(await download.path(), "utf8"), /^\(;/);
    await guest.leave();
  }
});

describe("dialogs on a phone", () => {
  /** Whether a dialog is in view and nothing of it is cut. @param {Guest} guest @param {string} dialog */
  async function fits(guest, dialog) {
    const { width, height } = /** @type {{width: number, height: number}} */ (guest.page.viewportSize());
    const box = await guest.page.locator(dialog).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    assert.ok(box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    const { scrollWidth, clientWidth } = await guest.page
      .locator(dialog)
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    assert.equal(scrollWidth, clientWidth);
    assert.deepEqual(await axeFindings(guest.page), []);
  }

  test("settings have each field below its name, as wide as the dialog", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const { page } = guest;
    await guest.hall();
    await page.locator(".gear").tap();
    await page.locator(".settings-dialog[open]").waitFor();
    await fits(guest, ".settings-dialog");
    const fields = await page.locator(".settings-dialog .field:has(select)").evaluateAll((all) =>
      all.map((field) => {
        const [label, select] = ["label", "select"].map((part) =>
          /** @type {Element} */ (field.querySelector(part)).getBoundingClientRect(),
        );
        return { isBelow: select.top >= label.bottom, width: select.width / field.getBoundingClientRect().width };
      }),
    );
    assert.equal(fields.length, 4);
    assert.ok(
      fields.every(({ isBelow, width }) => isBelow && width > 0.98),
      JSON.stringify(fields),
    );
    await page.getByLabel("Theme").selectOption("Dark");
    await page.getByRole("button", { name: "Done" }).tap();
    await page.locator(".settings-dialog").waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await guest.leave();
  });

  test("keys leave more than half of the width to what they do", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const { page } = guest;
    const shares = async (/** @type {string} */ dialog) => {
      await page.locator(`${dialog}[open]`).waitFor();
      await fits(guest, dialog);
      const found = await page.locator(`${dialog} dl`).evaluate((list) => {
        const whole = list.getBoundingClientRect().width;
        return [...list.querySelectorAll("dd")].map((about) => about.getBoundingClientRect().width / whole);
      });
      assert.ok(
        found.every((share) => share > 0.5),
        `${dialog}: ${found}`,
      );
      await page.getByRole("button", { name: "Close" }).tap();
    };
    for (const game of ["hex", "classic", "1024"]) {
      const table = await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
      await table.tab("about");
      await page.locator(".show-keys").tap();
      await shares(".shortcuts");
    }
    await page.goto(`${parlor.address}/analysis#classic`);
    await page.locator(".analysis .board").waitFor();
    await page.keyboard.press("?");
    await shares(".shortcuts");
    await guest.leave();
  });
});

test("the cards of 1024 are whole: in the hall with its two ways to play, at the table with its figures", async () => {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
    [1440, 900],
  ]) {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height } });
    const { page } = guest;
    await page.goto(`${parlor.address}/#1024`);
    await page.locator('.action-card.alone button[data-mode="alone"]').waitFor();
    assert.deepEqual(
      await page.evaluate(cutTexts, '.card[data-game="1024"] span, .action-name, .action-name small, .chip span'),
      [],
    );
    // The card shows the panel and not its arrows, and all of it.
    assert.ok(await page.locator('.card[data-game="1024"] .pad').isHidden());
    const [card, drawing] = await Promise.all(
      ['.card[data-game="1024"]', '.card[data-game="1024"] .drawing'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(card && drawing);
    assert.ok(drawing.x >= card.x && drawing.x + drawing.width <= card.x + card.width, `${width} pixels wide`);
    assert.ok(drawing.y >= card.y && drawing.y + drawing.height <= card.y + card.height, `${width} pixels wide`);
    const table = await guest.start("alone");
    await page.locator(".arrow:not([aria-disabled])").first().click();
    await table.moves(1);
    const figures = () => page.locator(".seat .figure:not([hidden])").allTextContents();
    assert.match((await figures()).join(), /^\d+ highest,1 move$/);
    assert.deepEqual(await page.evaluate(cutTexts, ".seat .name, .seat .what, .seat .figure"), [], `${width}`);
    await guest.leave();
  }
});
