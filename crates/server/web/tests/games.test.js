// @ts-check
// Each game from the hall to its end, once with the mouse and once with the keyboard.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

/** @typedef {{game: string, fields?: Record<string, string>, off?: string, moves: (number | string)[], ends: string, pieces: number[], marked: number}} Example */

/** @type {Example[]} */
const EXAMPLES = [
  { game: "shapes", moves: [5, 0, 4, 0, 3, 0, 2], ends: "Red wins", pieces: [4, 3], marked: 4 },
  { game: "growing", moves: [0, 1, 0, 4, 0, 1, 0], ends: "R wins", pieces: [4, 3], marked: 4 },
  { game: "classic", moves: [3, 2, 4, 3, 4, 3, 5, 4, 6], ends: "Red wins", pieces: [5, 4], marked: 4 },
  {
    game: "super",
    fields: { Rows: "4", columns: "4" },
    moves: [0, 2, 1, 3, 2, 0, 3, 1, 0, 2, 1, 3, 2, 0, 3, 1],
    ends: "A draw",
    pieces: [8, 8],
    marked: 0,
  },
  {
    game: "hex",
    fields: { Side: "3" },
    off: "swap",
    moves: ["B0", "A0", "B1", "A1", "B2", "A2"],
    ends: "Blue wins",
    pieces: [3, 3],
    marked: 3,
  },
];

/** @param {Example} example */
async function begin({ game, fields = {}, off }) {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.choose(game);
  for (const [label, value] of Object.entries(fields)) {
    await guest.page.getByLabel(label, { exact: true }).fill(value);
  }
  if (off) {
    await guest.page.locator(`input[name="${off}"]`).uncheck();
  }
  return { guest, table: await guest.start("here") };
}

for (const example of EXAMPLES) {
  describe(example.game, () => {
    test("to its end with the mouse", async () => {
      const { guest, table } = await begin(example);
      for (const [index, move] of example.moves.entries()) {
        await table.click(move);
        await table.moves(index + 1);
      }
      await table.says(example.ends);
      assert.deepEqual(await table.pieces(), example.pieces);
      assert.equal(await guest.page.locator(".pieces .marked").count(), example.marked);
      await guest.picture(`${example.game}-end`);
      assert.deepEqual(guest.complaints, []);
      await guest.leave();
    });

    test("to its end with the keyboard", async () => {
      const { guest, table } = await begin(example);
      for (const [index, move] of example.moves.entries()) {
        await (index % 2 === 0 ? table.type(move) : table.steer(move));
        await table.moves(index + 1);
      }
      await table.says(example.ends);
      assert.deepEqual(await table.pieces(), example.pieces);
      assert.match((await guest.page.locator("#announce p").last().textContent()) ?? "", new RegExp(example.ends));
      assert.deepEqual(guest.complaints, []);
      await guest.leave();
    });
  });
}

describe("1024", () => {
  /** @param {(arrow: string) => (table: import("./support/table.js").TablePage) => Promise<void>} way */
  async function play(way) {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.choose("1024");
    await guest.page.getByLabel("Rows", { exact: true }).fill("3");
    await guest.page.getByLabel("columns", { exact: true }).fill("3");
    await guest.page.getByLabel("Target tile").selectOption("8");
    const table = await guest.start("alone");
    await table.says("Reach 8");
    await table.moves(0);
    let made = 0;
    while (!(await guest.page.locator(".table.over").count())) {
      const arrow = await guest.page.locator(".arrow:not([aria-disabled])").first().getAttribute("data-arrow");
      await way(String(arrow))(table);
      made += 1;
      await table.moves(made);
    }
    assert.match(await table.headline(), /The goal is reached|No move is left/);
    assert.deepEqual(guest.complaints, []);
    return { guest, table };
  }

  test("to its end with the mouse, and continued from there", async () => {
    const { guest, table } = await play(
      (arrow) => (table) => table.page.locator(`.arrow[data-arrow="${arrow}"]`).click(),
    );
    await guest.picture("1024-end");
    assert.equal(await guest.page.locator(".end-banner .main").count(), 1);
    if ((await table.headline()) === "The goal is reached") {
      await table.do("continue");
      await table.says("8 reached, continuing");
      await table.mayMove(true);
    }
    await guest.leave();
  });

  test("to its end with the keyboard", async () => {
    const { guest } = await play(
      (arrow) => (table) => table.page.keyboard.press(`Arrow${arrow[0].toUpperCase()}${arrow.slice(1)}`),
    );
    await guest.leave();
  });

  test("by swiping", async () => {
    const guest = await Guest.enter(browser, parlor.address, { hasTouch: true, viewport: { width: 390, height: 800 } });
    const table = await guest.opens({ game: "1024", options: { size: "2x2" }, seats: ["me"] });
    await table.moves(0);
    const arrow = await guest.page.locator(".arrow:not([aria-disabled])").first().getAttribute("data-arrow");
    const box = await guest.page.locator(".panel .drawing").boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [right, down] = { left: [-60, 0], right: [60, 0], up: [0, -60], down: [0, 60] }[
      /** @type {"left"} */ (arrow)
    ];
    await guest.page.mouse.move(x, y);
    await guest.page.mouse.down();
    await guest.page.mouse.move(x + right, y + down, { steps: 3 });
    await guest.page.mouse.up();
    await table.moves(1);
    await guest.leave();
  });
});

describe("particular games", () => {
  test("points of a cascade count as they are shown", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "super", seats: ["me", "me"] });
    const moves = [0, 4, 2, 2, 3, 6, 4, 5, 5, 6, 2, 3, 3, 6];
    for (const [index, move] of moves.entries()) {
      await table.type(move);
      await table.moves(index + 1);
    }
    await guest.page.emulateMedia({ reducedMotion: "no-preference" });
    // A point is shown for less than a second: too short to ask for it on a busy machine.
    await guest.page.evaluate(() => {
      const watch = new MutationObserver(() => {
        document.body.dataset.point =
          document.querySelector(".marks .point")?.textContent ?? document.body.dataset.point;
      });
      watch.observe(document.querySelector(".frame") ?? document.body, { childList: true, subtree: true });
    });
    await table.type(1);
    await guest.page.locator('body[data-point="+1"]').waitFor();
    await guest.picture("super-cascade");
    await table.moves(moves.length + 1);
    assert.deepEqual(await guest.page.locator(".points").allTextContents(), ["2", "1"]);
    assert.deepEqual(await table.pieces(), [0, 2]);
    await guest.leave();
  });

  test("the second player takes the first stone", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "hex", options: { size: "5x5", swap: true }, seats: ["me", "me"] });
    await table.click("B3");
    await guest.page.getByRole("button", { name: "swap" }).click();
    await table.moves(2);
    assert.deepEqual(await table.pieces(), [0, 1]);
    await table.says("Red's turn");
    await guest.leave();
  });

  test("a small cell is played with the second touch", async () => {
    const guest = await Guest.enter(browser, parlor.address, { hasTouch: true, viewport: { width: 360, height: 740 } });
    const table = await guest.opens({ game: "hex", options: { size: "13x13" }, seats: ["me", "me"] });
    await table.place("C4").tap();
    await guest.page.getByText("C4: touch again to play there").waitFor();
    assert.deepEqual(await table.list(), []);
    await table.place("C4").tap();
    await table.listed(["C4"]);
    await guest.leave();
  });

  test("a typed move is the one that is played, whatever has the focus", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const hex = await guest.opens({ game: "hex", options: { size: "11x11" }, seats: ["me", "me"] });
    await hex.click("F5");
    await hex.listed(["F5"]);
    await guest.page.keyboard.press("ArrowRight");
    await hex.unhurried(async () => {
      await guest.page.keyboard.type("b1");
      await guest.page.getByText("B1 …").waitFor();
      await guest.page.keyboard.press("Enter");
    });
    await hex.listed(["F5", "B1"]);
    const wide = await guest.opens({ game: "classic", options: { size: "6x16" }, seats: ["me", "me"] });
    await wide.click(13);
    await wide.listed([13]);
    await wide.unhurried(async () => {
      await guest.page.keyboard.press("1");
      await guest.page.keyboard.press("Enter");
    });
    await wide.listed([13, 1]);
    await guest.page.keyboard.press("2");
    await wide.listed([13, 1, 2]);
    // Without Enter, a typed number is played after a while.
    await guest.page.keyboard.press("1");
    await wide.listed([13, 1, 2, 1]);
    assert.deepEqual(await wide.pieces(), [2, 2]);
    await guest.leave();
  });

  test("keys work after the help was opened, and say why when they can't", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
    await table.tab("about");
    await guest.page.getByText("Players take turns").waitFor();
    await guest.page.keyboard.press("3");
    await table.listed([3]);
    await guest.page.keyboard.press("9");
    await guest.page.getByText("Nothing can be played at 9.").waitFor();
    await guest.page.keyboard.press(",");
    await guest.page.getByText("Earlier position").waitFor();
    await guest.page.keyboard.press("2");
    await guest.page.getByText("You are looking at an earlier position").waitFor();
    await guest.page.keyboard.press(".");
    await guest.page.getByText("You are looking at an earlier position").waitFor({ state: "detached" });
    assert.deepEqual(await table.list(), ["3"]);
    await guest.leave();
  });

  test("tokens are text, whatever they look like", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.choose("growing");
    await guest.page.getByLabel("First player's token").fill("<b>&");
    await guest.page.getByLabel("Second player's token").fill("🦊");
    const table = await guest.start("here");
    await table.click(0);
    await table.moves(1);
    await table.click(1);
    await table.moves(2);
    assert.deepEqual(await guest.page.locator(".pieces .word").allTextContents(), ["<b>&", "🦊"]);
    await table.says("<b>&'s turn");
    await guest.leave();
  });

  test("a board that has grown shrinks on undo", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "growing", seats: ["me", "me"] });
    const columns = () => guest.page.locator(".hit").count();
    const wide = await columns();
    await table.click(wide - 1);
    await table.moves(1);
    assert.equal(await columns(), wide + 1);
    for (let move = 1; move <= 6; move++) {
      await table.type(0);
      await table.moves(move + 1);
    }
    const high = await guest.page.locator(".drawing").getAttribute("viewBox");
    for (let move = 6; move >= 0; move--) {
      await table.do("undo");
      await table.moves(move);
      assert.equal(
        (await table.pieces()).reduce((sum, count) => sum + count),
        move,
      );
    }
    assert.equal(await columns(), wide);
    assert.notEqual(await guest.page.locator(".drawing").getAttribute("viewBox"), high);
    await guest.leave();
  });

  test("a diamond is turned when the window becomes narrow", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "hex", options: { size: "9x9" }, seats: ["me", "me"] });
    await table.click("C4");
    await table.moves(1);
    await guest.page.setViewportSize({ width: 390, height: 800 });
    await guest.page.getByRole("button", { name: "C4, Red", exact: true }).waitFor();
    await guest.page.locator(".marks .last").waitFor();
    await table.click("D4");
    await table.listed(["C4", "D4"]);
    await guest.leave();
  });

  test("free placement asks whose token it is", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "growing", options: { free: true }, seats: ["me", "me"] });
    await table.click(0);
    await guest.page.locator(".notice").getByRole("button", { name: "Y" }).click();
    await table.listed(["Y 0"]);
    await guest.leave();
  });
});
