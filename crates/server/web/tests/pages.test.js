// @ts-check
// The hall and the rest of a table: options and their errors, own games, review, records, layout.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";
import { faintTexts, unnamedControls } from "./support/look.js";
import { TablePage } from "./support/table.js";

hosted();

const GAMES = ["shapes", "growing", "classic", "super", "hex", "1024"];

describe("the hall", () => {
  test("says what is wrong with an option, and keeps the fields", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.choose("1024");
    await guest.page.getByLabel("Rows", { exact: true }).fill("2");
    await guest.page.getByLabel("columns", { exact: true }).fill("2");
    await guest.press("alone");
    await guest.page.locator(".setup .wrong").getByText("1024").waitFor();
    assert.equal(await guest.page.getByLabel("Rows", { exact: true }).inputValue(), "2");
    await guest.page.getByLabel("Target tile").selectOption("8");
    await (await guest.start("alone")).says("Reach 8");
    await guest.leave();
  });

  test("says why a board or a clock is refused", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const { page } = guest;
    const told = (/** @type {string} */ reason) => page.locator(".setup .wrong").getByText(reason).waitFor();
    await guest.choose("classic");
    for (const [rows, columns, reason] of [
      ["-5", "7", "classic has no board of -5x7: the nearest is 4x7"],
      ["0", "0", "classic has no board of 0x0: the nearest is 4x4"],
      ["3", "3", "classic has no board of 3x3: the nearest is 4x4"],
      ["1e3", "7", "the board is too large: 1024 cells at most"],
    ]) {
      await page.getByLabel("Rows", { exact: true }).fill(rows);
      await page.getByLabel("columns", { exact: true }).fill(columns);
      await guest.press("here");
      await told(reason);
    }
    await page.getByLabel("Rows", { exact: true }).fill("6");
    await page.getByLabel("columns", { exact: true }).fill("7");
    await page.getByLabel("Time per player").selectOption("custom");
    for (const [minutes, seconds, reason] of [
      ["0", "0", "a clock needs some time at the start"],
      ["1e30", "5", "a clock is set to at most a day"],
      ["0", "5", "a clock needs some time at the start"],
    ]) {
      await page.getByLabel("Minutes at the start").fill(minutes);
      await page.getByLabel("Seconds for each move").fill(seconds);
      await guest.press("here");
      await told(reason);
    }
    await page.getByLabel("Minutes at the start").fill("1");
    await (await guest.start("here")).says("Red's turn");
    await guest.leave();
  });

  test("offers a time per move for engines that have one", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    for (const [game, engine, shown] of /** @type {[string, string, boolean][]} */ ([
      ["super", "strong", true],
      ["super", "alphabeta", true],
      ["super", "random", false],
      ["growing", "strong", true],
      ["classic", "perfect", false],
    ])) {
      await guest.choose(game);
      await guest.page.locator("#seat-2").selectOption(engine);
      assert.equal(await guest.page.locator(".seat-field.player-2 .limit").isVisible(), shown, `${game} ${engine}`);
    }
    await guest.leave();
  });

  test("works with the keyboard alone", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.hall();
    const { page } = guest;
    await page.locator('.card input[value="shapes"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "Classic" }).waitFor();
    // The large buttons follow the cards: the computer with its levels, a friend, two at this screen.
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press("Tab");
    }
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-mode")), "here");
    await page.keyboard.press("Enter");
    const table = await guest.seated();
    await table.type(3);
    await table.listed([3]);
    await guest.leave();
  });

  test("lists the guest's own games and no others", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const table = await guest.opens({ game: "hex", seats: ["me", "me"] });
    await table.type("F5");
    await table.moves(1);
    await guest.page.getByRole("link", { name: "My games" }).click();
    await guest.page.getByRole("heading", { name: "My games" }).waitFor();
    assert.equal(await guest.page.locator(".own-games-list .names").textContent(), "Red – Blue · no swap");
    await guest.page.locator(".own-games-list a").click();
    await (await guest.seated()).listed(["F5"]);
    const other = await Guest.enter(browser, parlor.address);
    await other.page.goto(`${parlor.address}/me`);
    await other.page.getByText("No games yet.").waitFor();
    await Promise.all([guest.leave(), other.leave()]);
  });

  test("gives the guest's data away and deletes it", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const friend = await Guest.enter(browser, parlor.address);
    const { page } = guest;
    const { link } = await guest.opens({ game: "classic", seats: ["me", "friend"] });
    const table = await friend.open(link);
    await page.goto(`${parlor.address}/me`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download my data" }).click(),
    ]);
    const data = JSON.parse(await readFile(await download.path(), "utf8"));
    const name = await page.locator(".own-name").textContent();
    assert.equal(`Guest ${data.id.slice(0, 4)}`, name);
    assert.deepEqual([data.games.length, data.games[0].log.length], [1, 2]);
    const dialog = page.getByRole("dialog", { name: "Delete your data?" });
    await page.getByRole("button", { name: "Delete my data" }).click();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete my data" }).click();
    await dialog.getByRole("button", { name: "Delete my data" }).click();
    await page.waitForURL(`${parlor.address}/`);
    await page
      .locator(".own-name")
      .filter({ hasNotText: String(name) })
      .waitFor();
    await table.says("You win by resignation");
    await friend.page.locator(".seat", { hasText: "Deleted guest" }).waitFor();
    await Promise.all([guest.leave(), friend.leave()]);
  });

  test("tells the status of a game from the guest's side", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    const standing = async () => {
      await guest.page.goto(`${parlor.address}/me`);
      await guest.page.locator(".own-games-list a").first().waitFor();
      return guest.page.locator(".own-games-list .status-text").first().textContent();
    };
    const table = await guest.opens({ game: "classic", options: { size: "5x6" }, seats: ["me", "easy"] });
    const { link } = table;
    await table.says("Your turn");
    assert.equal(await standing(), "Your turn");
    const name = await guest.page.locator(".own-name").textContent();
    assert.equal(await guest.page.locator(".own-games-list .names").textContent(), `${name} – Easy · 5 × 6`);
    const again = await guest.open(link);
    await again.resigns();
    await again.says("You resigned, Easy wins");
    assert.equal(await standing(), "You resigned, Easy wins");
    await guest.opens({ game: "classic", seats: ["me", "friend"] }).then((table) => table.click(3));
    await new TablePage(guest).says("A friend's turn");
    assert.equal(await standing(), "A friend's turn");
    await guest.leave();
  });

  test("preloads all its modules", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    /** @type {Set<string>} */
    const asked = new Set();
    guest.page.on(
      "request",
      (request) => request.resourceType() === "script" && asked.add(new URL(request.url()).pathname),
    );
    await guest.hall();
    const preloaded = await guest.page
      .locator('link[rel="modulepreload"], script[src]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? link.getAttribute("src")));
    assert.deepEqual([...asked].sort(), preloaded.sort());
    await guest.leave();
  });

  test("an unknown address says so", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    for (const [path, status] of /** @type {[string, number][]} */ ([
      ["g/none", 404],
      ["blah", 404],
      ["blah/blah.html", 404],
    ])) {
      const answer = await guest.page.goto(`${parlor.address}/${path}`);
      assert.equal(answer?.status(), status);
      await guest.page.getByRole("heading", { name: "Nothing here" }).waitFor();
    }
    await guest.page.getByRole("link", { name: "All games", exact: true }).click();
    await guest.page.locator(".hall").waitFor();
    await guest.leave();
  });

  test("an invisible name is refused, and characters that reverse the text are removed", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.hall();
    const field = guest.page.getByLabel("Your name, as others see it");
    await guest.page.locator(".name-button").click();
    for (const [name, reason] of [
      ["   ", "at least one character that can be seen"],
      ["\u200b\u202e", "at least one character that can be seen"],
      ["x".repeat(33), "at most 32 characters"],
    ]) {
      await field.fill(name);
      await guest.page.getByRole("button", { name: "Save" }).click();
      await guest.page.locator(".name-dialog .wrong").getByText(reason).waitFor();
    }
    await field.fill("\u202eAnn");
    await guest.page.getByRole("button", { name: "Save" }).click();
    await guest.until(() => document.querySelector(".own-name")?.textContent === "Ann", null);
    await guest.leave();
  });
});

describe("a finished game", () => {
  test("can be stepped through, and its record copied and downloaded", async () => {
    const guest = await Guest.enter(browser, parlor.address, {
      permissions: ["clipboard-read", "clipboard-write"],
      acceptDownloads: true,
    });
    const table = await guest.opens({ game: "shapes", seats: ["me", "me"] });
    for (const [index, move] of [1, 0, 1, 2, 1, 3, 1].entries()) {
      await table.type(move);
      await table.moves(index + 1);
    }
    const { page } = guest;
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByText("after move 6 of 7").waitFor();
    await guest.until(() => document.querySelectorAll(".pieces .piece").length === 6, null);
    assert.equal(await page.locator(".pieces .marked").count(), 0);
    await page.getByRole("button", { name: "First position" }).click();
    await guest.until(() => document.querySelectorAll(".pieces .piece").length === 0, null);
    await page.keyboard.press(".");
    await guest.until(() => document.querySelectorAll(".pieces .piece").length === 1, null);
    await page.locator('.moves [data-at="3"]').click();
    await guest.until(() => document.querySelectorAll(".pieces .piece").length === 3, null);
    await guest.picture("shapes-looking-back");
    await page.getByRole("button", { name: "Back to the game" }).click();
    await guest.until(() => document.querySelectorAll(".pieces .marked").length === 4, null);

    await table.tab("about");
    await page.getByRole("button", { name: "Copy record" }).click();
    const copied = await guest.copied('"game":"shapes"');
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download record").click()]);
    assert.equal(await readFile(await download.path(), "utf8"), copied);
    assert.equal(await page.locator(".exports").count(), 0);
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  test("can be taken to other programs, where there are some", async () => {
    const guest = await Guest.enter(browser, parlor.address, { acceptDownloads: true });
    const table = await guest.opens({ game: "hex", seats: ["me", "me"], options: { size: "5x5" } });
    await table.type("C0");
    await table.moves(1);
    const { page } = guest;
    await table.tab("about");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download SGF").click()]);
    assert.match(await readFile(await download.path(), "utf8"), /^\(;FF\[4\]GM\[11\].*SZ\[5\].*;B\[a3\]\)\n$/);
    const link = await page.getByText("Open in HexWorld").getAttribute("href");
    const answer = await page.request.get(`${parlor.address}${link}`, { maxRedirects: 0 });
    assert.equal(answer.status(), 303);
    assert.equal(answer.headers().location, "https://hexworld.org/board/#5c1,a3");
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  test("earlier positions can be reviewed while the game continues", async () => {
    const [ann, bob] = await Promise.all([Guest.enter(browser, parlor.address), Guest.enter(browser, parlor.address)]);
    const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
    const second = await bob.open(first.link);
    await first.click(3);
    await second.mayMove(true);
    await ann.page.getByRole("button", { name: "First position" }).click();
    await ann.page.getByText("after move 0 of 1").waitFor();
    await second.click(2);
    await ann.page.getByText("after move 0 of 2").waitFor();
    await ann.page.getByRole("button", { name: "Back to the game" }).click();
    await first.listed([3, 2]);
    assert.deepEqual(await first.pieces(), [1, 1]);
    await Promise.all([ann.leave(), bob.leave()]);
  });
});

describe("layout", () => {
  /** @type {["light" | "dark", {width: number, height: number}, string][]} */
  const WINDOWS = [
    ["light", { width: 1280, height: 820 }, "desktop"],
    ["dark", { width: 1280, height: 820 }, "desktop-dark"],
    ["light", { width: 360, height: 740 }, "phone"],
    ["dark", { width: 360, height: 740 }, "phone-dark"],
  ];

  for (const [colorScheme, viewport, name] of WINDOWS) {
    test(`${name}: every page fits, every text can be read, every control has a name`, async () => {
      const guest = await Guest.enter(browser, parlor.address, {
        colorScheme,
        viewport,
        hasTouch: viewport.width < 500,
      });
      const check = async (/** @type {string} */ page) => {
        const wide = await guest.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${page} is ${wide} pixels too wide`);
        assert.deepEqual(await guest.page.evaluate(faintTexts), [], page);
        assert.deepEqual(await guest.page.evaluate(unnamedControls), [], page);
        await guest.picture(`${page}-${name}`);
      };
      await guest.hall();
      await check("hall");
      for (const game of GAMES) {
        const table = await guest.opens({ game, seats: game === "1024" ? ["me"] : ["me", "me"] });
        const moves = game === "hex" ? ["F5", "E6", "G4", "D7", "H4"] : game === "1024" ? [] : [3, 3, 2, 4, 2];
        for (const [index, move] of moves.entries()) {
          await table.type(move);
          await table.moves(index + 1);
        }
        await check(game);
      }
      assert.deepEqual(guest.complaints, []);
      await guest.leave();
    });
  }

  for (const [width, opponent] of /** @type {[number, string][]} */ ([
    [390, "me"],
    [390, "random"],
    [320, "random"],
    [1280, "random"],
  ])) {
    test(`${width} pixels wide: the board keeps its place against ${opponent} to the end and in the next game`, async () => {
      const guest = await Guest.enter(browser, parlor.address, { viewport: { width, height: 800 } });
      for (const game of ["classic", "growing"]) {
        const table = await guest.opens({ game, seats: ["me", opponent] });
        const place = () => guest.page.locator(".drawing").boundingBox();
        const before = await place();
        if (opponent === "me") {
          for (const [index, move] of [0, 1, 0, 1, 0, 1, 0].entries()) {
            await table.type(move);
            await table.moves(index + 1);
            assert.deepEqual(await place(), before, `${game} after ${index + 1} moves`);
          }
        } else {
          await table.type(0);
          await table.moves(2);
          assert.deepEqual(await place(), before, `${game} after the reply`);
          await table.resigns();
        }
        await guest.page.locator(".end-banner").waitFor();
        assert.deepEqual(await place(), before, `${game} at its end`);
        await guest.page.locator('.end-banner [data-do="rematch"]').click();
        await guest.page.locator(".about", { hasText: "round 2" }).waitFor({ state: "attached" });
        assert.deepEqual(await place(), before, `${game} in the next round`);
      }
      await guest.leave();
    });
  }
});
