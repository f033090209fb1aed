// @ts-check
// A phone in one hand: what is tapped answers, the board is near the top and fits, nothing important is out of view.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";
import { insideBoard } from "./support/look.js";

hosted();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const GAMES = ["shapes", "growing", "classic", "super", "hex", "1024"];

describe("the hall", () => {
  test("brings the buttons to whoever taps the card that is chosen already", async () => {
    const guest = await Guest.enter(browser, parlor.address, { ...PHONE, viewport: { width: 360, height: 640 } });
    await guest.hall();
    const { page } = guest;
    const top = () => page.evaluate(() => document.querySelector(".setup")?.getBoundingClientRect().top ?? 0);
    const before = await top();
    assert.ok(await page.locator('.card[data-game="classic"] input').isChecked());
    await page.locator('.card[data-game="classic"]').tap();
    await guest.until(
      (before) => (document.querySelector(".setup")?.getBoundingClientRect().top ?? 0) < before,
      before,
    );
    await guest.leave();
  });

  test("has all that can be done with a game on the first screen", async () => {
    const guest = await Guest.enter(browser, parlor.address, { ...PHONE, viewport: { width: 360, height: 740 } });
    await guest.hall();
    const { page } = guest;
    for (const game of GAMES) {
      await page.locator(`.card[data-game="${game}"] input`).check({ force: true });
      await page.locator(`.actions a[href="/analysis#${game}"]`).waitFor();
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      const hidden = await page.evaluate(() => {
        const foot = document.querySelector(".go")?.getBoundingClientRect().top ?? 0;
        const actions = [...document.querySelectorAll(".actions .action")];
        return actions.filter((one) => one.getBoundingClientRect().bottom > foot).map((one) => one.textContent);
      });
      assert.deepEqual(hidden, [], game);
    }
    await guest.leave();
  });

  test("has the button that starts the game at the foot of the screen, wherever it is scrolled", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    await guest.hall();
    const { page } = guest;
    for (const scroll of [0, 300, 10_000]) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), scroll);
      const box = await page.locator(".start").boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
    }
    await page.locator(".start").tap();
    const table = await guest.seated();
    await table.says("Your turn");
    await guest.leave();
  });
});

describe("a table", () => {
  test("has its board near the top, both players in one row, and its buttons in view", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    for (const game of GAMES) {
      const table = await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
      const board = await guest.page.locator(".frame .board").boundingBox();
      assert.ok(board && board.y < 180, `${game} begins at ${board?.y}`);
      assert.ok(board.x === 0 && board.width === 390, `${game} is as wide as the screen`);
      const seats = await guest.page
        .locator(".seat")
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y));
      assert.equal(new Set(seats).size, 1, game);
      const controls = await guest.page.locator(".controls").boundingBox();
      assert.ok(controls === null || controls.y + controls.height <= 844, game);
      assert.ok(board.y + board.height <= (controls?.y ?? 844), `${game} ends at ${board.y + board.height}`);
      assert.equal(await guest.page.evaluate(() => document.documentElement.scrollWidth), 390, game);
      await table.mayMove(true);
    }
    await guest.leave();
  });

  for (const [width, height] of [
    [390, 844],
    [360, 740],
  ]) {
    test(`shows all of Hex 11 x 11 in ${width} by ${height}, and every stone where it lands`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { ...PHONE, viewport: { width, height } });
      const table = await guest.opens({ game: "hex", seats: ["me", "me"] });
      for (const cell of ["A0", "K0", "A10", "K10", "F5"]) {
        const box = await table.place(cell).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${cell} ${JSON.stringify(box)}`);
        assert.ok(box.y >= 0 && box.y + box.height <= height - 60, `${cell} ${JSON.stringify(box)}`);
        assert.ok(box.width >= 22, `${cell} is ${box.width} pixels wide`);
      }
      const classes = (await guest.page.locator(".frame .board").getAttribute("class")) ?? "";
      assert.doesNotMatch(classes, /more/);
      await guest.leave();
    });
  }

  test("can be enlarged with two fingers, and then still shows the last move", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const table = await guest.opens({ game: "hex", seats: ["me", "me"] });
    const { page } = guest;
    assert.equal(
      await page.locator(".frame .board").evaluate((board) => getComputedStyle(board).touchAction),
      "manipulation",
    );
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number[][]} */ fingers) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id })) });
    await touch("touchStart", [[180, 300]]);
    for (let apart = 10; apart <= 110; apart += 10) {
      const fingers = [
        [190 - apart, 310 - apart],
        [190 + apart, 310 + apart],
      ];
      await touch(apart === 10 ? "touchStart" : "touchMove", fingers);
    }
    await touch("touchEnd", []);
    await guest.until(() => (visualViewport?.scale ?? 1) > 1.5, null);
    await table.type("K10");
    await table.moves(1);
    await guest.until(() => {
      const mark = document.querySelector(".marks .last")?.getBoundingClientRect();
      const view = visualViewport;
      return (
        mark !== undefined &&
        view !== null &&
        mark.left >= view.offsetLeft &&
        mark.right <= view.offsetLeft + view.width &&
        mark.top >= view.offsetTop &&
        mark.bottom <= view.offsetTop + view.height
      );
    }, null);
    await guest.leave();
  });

  test("scrolls a board that is too large to the last move", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const table = await guest.opens({ game: "hex", options: { size: "26x26" }, seats: ["me", "me"] });
    for (const [index, cell] of ["Z25", "A0"].entries()) {
      await table.type(cell);
      await table.moves(index + 1);
      await guest.until(insideBoard, ".marks .last");
    }
    await guest.leave();
  });

  test("of 1024 has its arrows as a cross, and takes swipes of a finger", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const table = await guest.opens({ game: "1024", seats: ["me"] });
    const { page } = guest;
    const boxes = await page.locator(".pad").evaluate((pad) =>
      Object.fromEntries(
        Array.from(pad.querySelectorAll("button"), (key) => {
          const { x, y, width, height } = key.getBoundingClientRect();
          return [key.dataset.arrow, { x: x + width / 2, y: y + height / 2, height }];
        }),
      ),
    );
    assert.ok(boxes.up.y < boxes.left.y && boxes.left.y < boxes.down.y, "up is above, down is below");
    assert.ok(boxes.left.x < boxes.up.x && boxes.up.x < boxes.right.x, "left and right are beside");
    assert.equal(boxes.up.x, boxes.down.x);
    assert.equal(boxes.left.y, boxes.right.y);
    assert.ok(boxes.up.height >= 44, `${boxes.up.height} pixels high`);
    const arrow = await page.locator(".arrow:not([aria-disabled])").first().getAttribute("data-arrow");
    const [right, down] = { left: [-90, 0], right: [90, 0], up: [0, -90], down: [0, 90] }[
      /** @type {"left"} */ (arrow)
    ];
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) =>
      session.send("Input.dispatchTouchEvent", { type: /** @type {any} */ (type), touchPoints });
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await touch("touchStart", [{ x: 195, y: 330 }]);
    await touch("touchMove", [{ x: 195 + right / 2, y: 330 + down / 2 }]);
    await touch("touchMove", [{ x: 195 + right, y: 330 + down }]);
    await touch("touchEnd", []);
    await table.moves(1);
    assert.equal(await scrolled(), before, "a swipe scrolls nothing");
    await guest.leave();
  });

  test("shows the last moves in a line", async () => {
    const guest = await Guest.enter(browser, parlor.address, PHONE);
    const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
    for (const [index, move] of [3, 3, 2, 4].entries()) {
      await table.type(move);
      await table.moves(index + 1);
    }
    const strip = guest.page.locator(".strip-moves");
    assert.deepEqual((await strip.textContent())?.split(/\s{2,}/), ["2. 3", "3. 2", "4. 4"]);
    await guest.page.getByRole("button", { name: "Back", exact: true }).tap();
    await guest.until(() => document.querySelectorAll(".pieces .piece").length === 3, null);
    await guest.leave();
  });
});

test("a wide screen has a larger board", async () => {
  const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1920, height: 1200 } });
  for (const game of ["classic", "hex", "1024"]) {
    await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
    const box = await guest.page.locator(".frame .drawing").boundingBox();
    assert.ok(box && Math.max(box.width, box.height) > 740, `${game}: ${JSON.stringify(box)}`);
    assert.ok(box.y + box.height <= 1200, game);
  }
  await guest.leave();
});
