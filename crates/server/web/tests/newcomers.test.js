// @ts-check
// What people who are used to other sites look for, and whether it is where they look.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";
import { cutTexts } from "./support/look.js";

hosted();

/** A phone as its browser leaves it, with bars above and below the page. */
const LOW_PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

describe("the hall", () => {
  test("offers only levels that can play on the board that is chosen", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const { page } = guest;
    const offered = () => page.locator(".chip:visible").allTextContents();
    for (const [game, field, value] of [
      ["hex", "Side", "5"],
      ["1024", "Target tile", "8"],
    ]) {
      await guest.choose(game);
      assert.deepEqual(await offered(), ["Easy", "Medium", "Strong"], game);
      const control = page.getByLabel(field, { exact: true });
      await (game === "hex" ? control.fill(value) : control.selectOption(value));
      assert.deepEqual(await offered(), ["Easy", "Medium", "Strong", "Perfect"], game);
      await page.getByLabel("Perfect", { exact: true }).check();
      // Back on the usual board, the usual level plays.
      await page.getByRole("button", { name: "Usual options" }).click();
      assert.ok(await page.getByLabel("Medium", { exact: true }).isChecked(), game);
      await guest.start(game === "hex" ? "computer" : "watch");
      await page.locator(".seat .name", { hasText: "Medium" }).waitFor();
    }
    await guest.choose("classic");
    assert.deepEqual(await offered(), ["Easy", "Medium", "Strong", "Perfect"]);
    await guest.leave();
  });

  test("names what is under More, and every engine with a capital", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1440, height: 900 } });
    const { page } = guest;
    for (const [game, text] of [
      ["classic", "Size, clock, who begins, engines"],
      ["1024", "Size, target, engines"],
    ]) {
      await guest.choose(game);
      assert.equal(await page.locator(".chosen-options").textContent(), text);
    }
    await guest.choose("classic");
    const names = await page.locator('#seat-2 optgroup[label="Engines"] option').allTextContents();
    assert.ok(
      names.every((name) => /^[A-Z]/.test(name)),
      String(names),
    );
    // What is chosen can be read in full.
    const cut = await page.locator(".seat-field select:visible").evaluateAll((fields) =>
      fields.flatMap((field) => {
        const { selectedOptions } = /** @type {HTMLSelectElement} */ (field);
        const text = selectedOptions[0].textContent ?? "";
        const style = getComputedStyle(field);
        const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
        canvas.font = style.font;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return canvas.measureText(text).width > room ? [text] : [];
      }),
    );
    assert.deepEqual(cut, []);
    await guest.leave();
  });

  test("leaves the options folded when it is the server that is missing", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const { page } = guest;
    await guest.hall();
    await page.route("**/api/games", (route) => route.abort());
    await guest.press("friend");
    await page.locator(".setup .wrong").getByText("the server can't be reached").waitFor();
    assert.ok(await page.locator(".more-fields").isHidden());
    await guest.leave();
  });

  test("shows which level is chosen, in the dark too", async () => {
    const guest = await Guest.enter(browser, parlor.address, { colorScheme: "dark" });
    await guest.hall();
    const brightness = await guest.page.evaluate(() =>
      [".chips", ".chip input:checked + span"].map((which) => {
        const { backgroundColor } = getComputedStyle(/** @type {Element} */ (document.querySelector(which)));
        return (backgroundColor.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      }),
    );
    // What is chosen lies above the others.
    assert.ok(brightness[1] > brightness[0] + 60, String(brightness));
    await guest.leave();
  });

  test("is as wide as a phone whatever games go on, with Start at its foot", async () => {
    const guest = await Guest.enter(browser, parlor.address, LOW_PHONE);
    const { page } = guest;
    for (const game of ["1024", "hex", "classic"]) {
      await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
    }
    await guest.hall();
    await page.locator(".continue-list .board.panel").waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => innerWidth), 390);
    const start = await page.locator(".start").boundingBox();
    assert.ok(start && start.y + start.height <= 664, JSON.stringify(start));
    await guest.leave();
  });

  test("has its way to analysis and puzzles in the header of a tablet, in one line", async () => {
    for (const width of [700, 820]) {
      const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 1180 } });
      await guest.hall();
      const header = guest.page.locator(".top");
      const boxes = await Promise.all(
        ["Analysis", "Puzzles", "My games"].map((name) =>
          header.getByRole("link", { name, exact: true }).boundingBox(),
        ),
      );
      assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, JSON.stringify(boxes));
      const { scrollWidth, clientWidth } = await guest.page.evaluate(() => document.documentElement);
      assert.equal(scrollWidth, clientWidth);
      assert.deepEqual(await guest.page.evaluate(cutTexts, ".top nav a, .top nav button"), []);
      await header.getByRole("link", { name: "Puzzles" }).click();
      await guest.page.locator(".puzzles .board").waitFor();
      await guest.leave();
    }
  });
});

describe("1024 on a phone", () => {
  test("has a panel as wide as the screen, its arrows below it, and all of it in view", async () => {
    const guest = await Guest.enter(browser, parlor.address, LOW_PHONE);
    const { page } = guest;
    const table = await guest.opens({ game: "1024", seats: ["me"] });
    const panel = await page.locator(".frame .drawing").boundingBox();
    assert.ok(panel && panel.width > 330, JSON.stringify(panel));
    const arrows = await page.locator(".arrow").evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect()));
    const bar = await page.locator(".controls").boundingBox();
    assert.ok(bar && arrows.every(({ bottom, height }) => bottom < bar.y && height >= 40), JSON.stringify(arrows));
    await page.locator(".arrow:not([aria-disabled])").first().tap();
    await table.moves(1);
    assert.deepEqual(await axeFindings(page), []);
    await guest.leave();
  });

  test("is begun anew by one button that asks first, and the best so far stays", async () => {
    const guest = await Guest.enter(browser, parlor.address, LOW_PHONE);
    const { page } = guest;
    const table = await guest.opens({ game: "1024", seats: ["me"] });
    for (let made = 1; made <= 3; made++) {
      await page.locator(".arrow:not([aria-disabled])").first().click();
      await table.moves(made);
    }
    const highest = await page.locator(".seat .highest").textContent();
    assert.ok(await page.locator(".seat .best").isHidden(), "nothing is best before the first game");
    const again = page.locator('[data-do="resign"]');
    assert.equal(await again.textContent(), "New game");
    for (; (await page.locator(".where").textContent()) !== "No moves yet";) {
      // The confirmation is forgotten after a while.
      await again.click({ timeout: 1_000 }).catch(() => {});
    }
    await table.begins();
    assert.equal(await page.locator(".seat .best").textContent(), highest);
    assert.deepEqual(await page.evaluate(cutTexts, ".seat .name, .seat .what, .seat .figure"), []);
    assert.ok(await page.locator(".end-banner").isHidden());
    await guest.leave();
  });
});

test("Hex 11 x 11 fits a low phone, with cells as large as they can be", async () => {
  const guest = await Guest.enter(browser, parlor.address, LOW_PHONE);
  const table = await guest.opens({ game: "hex", seats: ["me", "me"] });
  for (const cell of ["A0", "K0", "A10", "K10"]) {
    const box = await table.place(cell).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `${cell} ${JSON.stringify(box)}`);
    // As it is turned for high phones, they are 22 pixels high.
    assert.ok(box.height >= 27, `${cell} is ${box.height} pixels high`);
  }
  await guest.leave();
});

test("a link for a friend is sent from the foot of a low phone", async () => {
  const guest = await Guest.enter(browser, parlor.address, LOW_PHONE);
  const { page } = guest;
  await guest.hall();
  await guest.press("friend");
  await page.locator(".waiting .qr").waitFor();
  for (const name of ["Copy link", "Cancel"]) {
    const box = await page.locator(".waiting").getByRole("button", { name }).boundingBox();
    assert.ok(box && box.y + box.height <= 664, `${name}: ${JSON.stringify(box)}`);
  }
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole("button", { name: "Cancel" }).tap();
  await page.locator(".hall .action").first().waitFor();
  await guest.leave();
});

test("an analysis on a tablet has the engine's lines and the end of setting up in view", async () => {
  const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 820, height: 1180 } });
  const { page } = guest;
  await page.goto(`${parlor.address}/analysis#classic/6x7/4455`);
  await guest.until(() => document.querySelectorAll(".best-line").length === 3, null);
  // The lines are written anew whenever one of them goes on.
  const bottoms = await page.evaluate(() =>
    [...document.querySelectorAll(".best-line")].map((line) => line.getBoundingClientRect().bottom),
  );
  assert.ok(
    bottoms.every((bottom) => bottom <= 1180),
    String(bottoms),
  );
  await page.getByRole("button", { name: "Set up" }).click();
  const done = await page.getByRole("button", { name: "Done" }).boundingBox();
  assert.ok(done && done.y + done.height <= 1180, JSON.stringify(done));
  await guest.leave();
});

describe("beside the board of a wide window", () => {
  test("an offer and its answers are in view", async () => {
    const { ann, bob, first, second } = await twoAt();
    for (const { page } of [ann, bob]) {
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await first.click(3);
    await second.moves(1);
    await second.click(2);
    await first.moves(2);
    await first.do("undo");
    for (const [guest, names] of /** @type {[Guest, string[]][]} */ ([
      [ann, ["withdraw"]],
      [bob, ["accept", "decline"]],
    ])) {
      for (const name of names) {
        const answer = guest.page.locator(`.notice [data-do="${name}"]`);
        await answer.waitFor();
        const box = await answer.boundingBox();
        assert.ok(box && box.y + box.height <= 900, `${name}: ${JSON.stringify(box)}`);
      }
    }
    await Promise.all([ann.leave(), bob.leave()]);
  });

  test("a long review scrolls by itself, and the board keeps its place", async () => {
    const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1440, height: 900 } });
    const { page } = guest;
    const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
    // Both give a win away again and again.
    for (const [index, move] of [3, 4, 3, 5, 2, 4, 0, 6, 1].entries()) {
      await table.type(move);
      await table.moves(index + 1);
    }
    await page.locator(".end-banner").waitFor();
    await page.locator("#tab-analysis").click();
    await page.getByRole("switch", { name: "Show values" }).click();
    await page.locator("#tab-moves").click();
    const places = () =>
      page.evaluate(() =>
        [".frame", ".seat.below", ".foot"].map(
          (part) => /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect().y,
        ),
      );
    const before = await places();
    await page.locator(".to-review").click();
    await page.locator(".turning-points li").nth(1).waitFor();
    await guest.until(() => document.querySelector(".game-review progress")?.hasAttribute("hidden") === true, null);
    assert.deepEqual(await places(), before);
    assert.ok(
      await page.locator("#panel-analysis").evaluate((panel) => panel.scrollHeight > panel.clientHeight),
      "the review is longer than the board is high",
    );
    assert.match((await page.locator(".accuracy").first().textContent()) ?? "", /^\d+% accuracy/);
    assert.deepEqual(await axeFindings(page), []);
    await page
      .getByRole("button", { name: /^Try it yourself/ })
      .first()
      .click();
    const dialog = await page.locator(".try-dialog").boundingBox();
    assert.ok(dialog && Math.abs(dialog.y - (900 - dialog.y - dialog.height)) < 2, JSON.stringify(dialog));
    await guest.leave();
  });
});

test("an address of gamesolver.org that is pasted opens, on the board of whatever game", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await page.goto(`${parlor.address}/analysis#hex/5`);
  await page.locator(".analysis .board.diamond").waitFor();
  await page.getByRole("button", { name: "Open …" }).click();
  await page.locator("#open-text").fill("https://connect4.gamesolver.org/en/?pos=4455");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await guest.until(() => location.hash === "#classic/6x7/4455", null);
  await page.locator(".analysis .board.columns").waitFor();
  await guest.leave();
});

test("a puzzle is what there is to do before it is solved, and then the next one", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await page.goto(`${parlor.address}/puzzles/daily`);
  await page.locator(".puzzles .board").waitFor();
  const next = page.getByRole("button", { name: "Next puzzle" });
  assert.doesNotMatch((await next.getAttribute("class")) ?? "", /main/);
  await page.getByRole("button", { name: "Show solution" }).click();
  await page.getByText("The solution:").waitFor();
  assert.match((await next.getAttribute("class")) ?? "", /main/);
  await guest.leave();
});
