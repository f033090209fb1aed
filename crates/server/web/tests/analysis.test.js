// @ts-check
// The analysis board: everything is in the address, nothing is asked of the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axeFindings } from "./support/axe.js";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

/** @typedef {import("playwright-core").Page} Page */

/**
 * Opens an analysis, the engine off unless it is asked for.
 * @param {string} fragment
 * @param {{isOn?: boolean, options?: import("playwright-core").BrowserContextOptions}} [how]
 */
async function analysis(fragment, { isOn = false, options = {} } = {}) {
  const guest = await Guest.enter(browser, parlor.address, options);
  await guest.page.addInitScript(
    (kept) => {
      if (localStorage.getItem("parlor.analysis") === null) {
        localStorage.setItem("parlor.analysis", kept);
      }
    },
    JSON.stringify({ isOn, lines: 3 }),
  );
  await guest.page.goto(`${parlor.address}/analysis${fragment ? `#${fragment}` : ""}`);
  await guest.page.locator(".analysis .board").waitFor();
  return guest;
}

/** Waits until the address has this fragment. @param {Guest} guest @param {string} wanted */
const address = (guest, wanted) => guest.until((hash) => location.hash === hash, `#${wanted}`);

/** Waits until the fragment begins like this. @param {Guest} guest @param {string} start */
const addressStarts = (guest, start) => guest.until((hash) => location.hash.startsWith(hash), `#${start}`);

/** @param {Page} page @param {string} text */
const paste = (page, text) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text", pasted);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);

describe("the address", () => {
  test("follows the moves, and opens elsewhere with the whole tree", async () => {
    const guest = await analysis("");
    const { page } = guest;
    for (const column of ["3", "3", "4"]) {
      await page.keyboard.press(column);
    }
    await address(guest, "classic/6x7/445");
    await page.keyboard.press("ArrowLeft");
    await addressStarts(guest, "classic/6x7/44~");
    await page.keyboard.press("0");
    await page.locator(".variations .move").waitFor();
    await page.locator(".comment").fill("better than it looks");
    await page.locator(".comment").blur();
    await page.locator(".remark").waitFor();
    const other = await Guest.enter(browser, parlor.address);
    await other.page.goto(page.url());
    await other.page.locator(".remark").waitFor();
    assert.equal(await other.page.locator(".remark").textContent(), "better than it looks");
    assert.deepEqual(await other.page.locator(".tree .move").allTextContents(), ["3", "3", "4", "0"]);
    assert.deepEqual([...guest.complaints, ...other.complaints], []);
  });

  for (const fragment of [
    "shapes/4x6/121",
    "growing/p1:0,p2:1",
    "classic/6x7/44455554221",
    "super/6x7/3324",
    "hex/11/a2,f6",
    "1024/4x4/1024/@1,1,@0,1,R",
    "super/4x4/=..../..../1.../21../scores=3,1/34",
  ]) {
    test(`opens ${fragment}`, async () => {
      const guest = await analysis(fragment);
      await address(guest, fragment);
      assert.deepEqual(guest.complaints, []);
    });
  }

  test("says what is wrong with one that can't be read", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.page.goto(`${parlor.address}/analysis#classic/6x7/449`);
    await guest.page.getByText("this address is no analysis: move 3").waitFor();
    assert.equal(await guest.page.evaluate(() => location.hash), "#classic/6x7/449", "it can be mended");
    for (const broken of [
      "chess/8x8",
      "hex/99/a1",
      "classic/6x7/=12/3",
      "classic/6x7/4~x",
      "super/%zz",
      "1024/4x4/7",
    ]) {
      await guest.page.evaluate((fragment) => {
        document.querySelector(".nothing")?.classList.add("before");
        location.hash = fragment;
      }, broken);
      await guest.page.locator(".nothing:not(.before)", { hasText: "no analysis" }).waitFor();
    }
    await guest.page.evaluate(() => (location.hash = "#hex/5/a1,q9"));
    await guest.page.getByText("move 2 (q9)").waitFor();
    await guest.page.getByRole("link", { name: "Empty board" }).click();
    await guest.page.locator(".analysis .board.diamond").waitFor();
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  test("may be written by hand, for every game", async () => {
    const guest = await analysis("");
    const { page } = guest;
    const written = /** @type {[string, string][]} */ ([
      ["classic", "Red to move"],
      ["classic/6x7/44455554221", "Yellow to move"],
      ["hex/11/a2,f6", "Red to move"],
      ["hex/11/a2", "Blue to move"],
      ["super/6x7/3324", "Red to move, 0 : 0"],
      ["shapes/4x6/2", "Blue to move"],
      ["1024/4x4/1024/@1,1,@0,1,R", "A tile is to appear. Goal: 1024"],
      ["classic/4x4/=..../..../.1../.2..", "Red to move"],
    ]);
    for (const [fragment, headline] of written) {
      await page.evaluate((hash) => (location.hash = hash), `#${fragment}`);
      await guest.until(
        ([game, text]) =>
          document.querySelector(`.analysis[data-game="${game}"]`) !== null &&
          document.querySelector(".headline")?.textContent === text,
        [fragment.split("/")[0], headline],
      );
    }
    // The colors are those of the pieces that were chosen.
    await page.locator(".gear").click();
    await page.getByLabel("Pieces").selectOption({ index: 2 });
    await page.getByRole("button", { name: "Done" }).click();
    await guest.until(() => document.querySelector(".headline")?.textContent === "Black to move", null);
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  test("that is changed by hand is opened", async () => {
    const guest = await analysis("classic/6x7/4");
    await guest.page.evaluate(() => (location.hash = "#hex/5/a1"));
    await guest.page.locator(".board.diamond").waitFor();
    await address(guest, "hex/5/a1");
  });
});

test("a click after the end says that the game is over", async () => {
  const guest = await analysis("classic/6x7/445566");
  const { page } = guest;
  await page.locator('.hit[data-column="2"]').click();
  await guest.until((text) => document.querySelector(".headline")?.textContent === text, "Red wins");
  // What can't be played is disabled, which a mouse does not mind.
  await page.locator('.hit[data-column="0"]').click({ force: true });
  await page.getByText("The game is over here.").waitFor();
  assert.deepEqual(guest.complaints, []);
  await guest.leave();
});

test("lines are gone through, promoted and deleted by keyboard", async () => {
  const guest = await analysis("hex/5/a1,b2,c3");
  const { page } = guest;
  await page.keyboard.press("ArrowLeft");
  await addressStarts(guest, "hex/5/a1,b2~");
  await page.locator('.hit[data-cell="4,4"]').click();
  await page.locator(".variations .move").waitFor();
  await page.locator(".headline").focus();
  await page.keyboard.press("ArrowUp");
  await guest.until((text) => document.querySelector('[aria-current="step"]')?.textContent === text, "C2");
  await page.keyboard.press("ArrowDown");
  await guest.until((text) => document.querySelector('[aria-current="step"]')?.textContent === text, "E4");
  await page.keyboard.press("p");
  await guest.until((text) => document.querySelector(".variations .move")?.textContent === text, "C2");
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await guest.until((text) => document.querySelector('[aria-current="step"]')?.textContent === text, "E4");
  // The second one comes before the first is carried out.
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
    }
  });
  await address(guest, "hex/5/a1");
  await page.keyboard.press("?");
  await page.locator("dialog.shortcuts[open]").waitFor();
});

test("games of every format are brought in and taken away", async () => {
  const guest = await analysis("classic/6x7");
  const { page } = guest;
  await paste(page, "https://hexworld.org/board/#7c1,a2b3c4");
  await address(guest, "hex/7/a2,b3,c4");
  await paste(page, "what is this");
  await guest.until((part) => document.querySelector(".notice.wrong")?.textContent?.includes(part) ?? false, "Move 1");
  await address(guest, "hex/7/a2,b3,c4");
  await page.getByRole("button", { name: "Open …" }).click();
  await page.locator("#open-text").fill("(;FF[4]GM[11]SZ[5];B[a1];W[b2](;B[c3])(;B[e5];W[e4]))");
  await page.locator('.open-dialog button[type="submit"]').click();
  await addressStarts(guest, "hex/5/a1,b2,c3~");
  const taken = async (/** @type {string} */ format) => {
    await page.locator(".menu summary").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`[data-format="${format}"]`).click(),
    ]);
    return readFile(await file.path(), "utf8");
  };
  assert.match(await taken("sgf"), /;B\[a1\];W\[b2\]\(;B\[c3\]\)\(;B\[e5\];W\[e4\]\)/);
  const record = await taken("record");
  assert.match(record, /^\{"parlor":2,"game":"hex"/);
  // What was taken away can be dropped on the board again.
  await page.goto(`${parlor.address}/analysis#classic/6x7`);
  await page.reload();
  await page.locator(".analysis .board.columns").waitFor();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.jsonl"));
    document.querySelector(".analysis")?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, record);
  await addressStarts(guest, "hex/5/a1,b2,c3~");
});

test("a position is set up, and one that can't be says why", async () => {
  const guest = await analysis("classic/4x4");
  const { page } = guest;
  const put = (/** @type {string} */ cell) => page.locator(`.pick[data-cell="${cell}"]`).click();
  await page.getByRole("button", { name: "Set up" }).click();
  await put("0,1");
  await put("0,1");
  await page.getByText("The player to move does not fit the board.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Done" }).isDisabled());
  await page.locator(".palette").getByLabel("Yellow").check();
  await put("3,1");
  await page.getByRole("button", { name: "Done" }).click();
  await address(guest, "classic/4x4/=..../..../.1../.2..");
  await page.keyboard.press("0");
  await address(guest, "classic/4x4/=..../..../.1../.2../1");
  assert.deepEqual(guest.complaints, []);
});

test("chance is made to place a tile, or places one itself", async () => {
  const guest = await analysis("1024/4x4/1024");
  const { page } = guest;
  await page.locator('.pick[data-cell="1,1"]').click();
  await page.locator('.pick[data-cell="0,1"]').click();
  await address(guest, "1024/4x4/1024/@1,1,@0,1");
  await page.keyboard.press("ArrowLeft");
  await address(guest, "1024/4x4/1024/@1,1,@0,1,L");
  await page.getByRole("button", { name: "let chance choose" }).click();
  await guest.until(() => /L,@\d,\d$/.test(location.hash), null);
  await page.keyboard.press("Shift+ArrowLeft");
  await addressStarts(guest, "1024/4x4/1024/@1,1,@0,1~");
});

describe("the engine", () => {
  test("says exactly what every column is worth", async () => {
    // Red has three in a row with both ends open, and it is yellow's turn.
    const guest = await analysis("classic/6x7/3344", { isOn: true });
    const { page } = guest;
    await page.locator('.engine[data-done="true"]').waitFor();
    assert.equal(await page.locator(".values .value.proven").count(), 7);
    // Where the pointer rests it is told in words, for every column and not only for the best.
    const words = await page.locator(".hit > title").allTextContents();
    assert.equal(words.filter((text) => /^(wins|loses) in \d+ moves|^draw/.test(text)).length, 7, String(words));
    assert.match((await page.locator(".best-line").first().textContent()) ?? "", /wins in \d+ moves/);
    assert.match((await page.locator(".engine-text").textContent()) ?? "", /^Proven/);
    await page.locator(".best-line").first().click();
    await guest.until(() => location.hash.length > "#classic/6x7/3344".length, null);
    await page.locator(".headline").focus();
    await page.keyboard.press("e");
    await guest.until(() => document.querySelectorAll(".values .value, .hit > title").length === 0, null);
    assert.equal(await page.getByRole("switch", { name: "Engine" }).getAttribute("aria-checked"), "false");
    assert.deepEqual(guest.complaints, []);
  });

  test("says how each of the best moves goes on", async () => {
    const guest = await analysis("classic/6x7/4455", { isOn: true });
    const goOn = (/** @type {number} */ wanted) =>
      guest.until((count) => {
        const lines = Array.from(document.querySelectorAll(".best-line .said"), (said) => said.textContent ?? "");
        return lines.length === count && lines.every((line) => line.trim().split(/\s+/).length >= 3);
      }, wanted);
    await goOn(3);
    await guest.page.getByLabel("Number of lines").selectOption("5");
    await goOn(5);
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  });

  for (const [fragment, sign] of [
    ["hex/11/a2,f6", ".value.estimated circle"],
    ["super/6x7/3324", ".value rect"],
    ["growing/p1:0,p2:1", ".value rect"],
    ["1024/4x4/1024/@1,1,@0,1", ".value.estimated rect"],
  ]) {
    test(`shows values of ${fragment}`, async () => {
      const guest = await analysis(fragment, { isOn: true });
      await guest.page.locator(`.values ${sign}`).first().waitFor();
      assert.ok((await guest.page.locator(".best-line").count()) > 0);
      assert.deepEqual(guest.complaints, []);
    });
  }
});

describe("a board that others follow", () => {
  test("shows position, steps and marks live", async () => {
    const guest = await analysis("hex/5/a1,b2");
    const { page } = guest;
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await guest.until(() => {
      const link = document.querySelector(".follow-link");
      return link instanceof HTMLInputElement && link.value.includes("/follow/");
    }, null);
    const link = await page.locator(".follow-link").inputValue();
    const follower = await Guest.enter(browser, parlor.address);
    await follower.page.goto(link);
    await follower.page.locator(".following .board").waitFor();
    await page.locator('.hit[data-cell="2,2"]').click();
    await follower.until(() => document.querySelectorAll(".following .tree .move").length === 3, null);
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator('.pick[data-cell="0,0"]').dragTo(page.locator('.pick[data-cell="3,3"]'));
    await page.locator('.pick[data-cell="4,4"]').click();
    // An arrow has two parts.
    await follower.until(() => document.querySelectorAll(".drawn-marks .mark").length === 3, null);
    await follower.page.getByText("1 follower").waitFor();
    assert.deepEqual(await axeFindings(follower.page), []);
    await follower.picture("follow");
    await page.getByRole("button", { name: "Stop presenting" }).click();
    await follower.page.getByText("The presentation is over.").waitFor();
    assert.deepEqual([...guest.complaints], []);
  });

  test("tells the presenter what the server refuses", async () => {
    const { page } = await analysis("hex/5/a1,b2");
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await page.getByText("0 followers").waitFor();
    let status = 422;
    await page.route("**/api/follow/*", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status, json: { error: "the position is odd" } })
        : route.continue(),
    );
    await page.locator('.hit[data-cell="2,2"]').click();
    await page.getByText("Your followers can't see this position: the position is odd.").waitFor();
    await page.getByRole("button", { name: "Stop presenting" }).waitFor();
    status = 503;
    await page.locator('.hit[data-cell="3,3"]').click();
    await page.getByText("The position is odd. Retrying...").waitFor();
    status = 403;
    await page.locator('.hit[data-cell="4,4"]').click();
    await page.getByText("You've stopped presenting: the position is odd.").waitFor();
    await page.getByRole("button", { name: "Present", exact: true }).waitFor();
  });

  test("that is gone says so", async () => {
    const guest = await Guest.enter(browser, parlor.address);
    await guest.page.goto(`${parlor.address}/follow/0123456789abcdef0123456789abcdef`);
    await guest.page.getByText("nobody presents here").waitFor();
  });
});

describe("every screen", () => {
  // What axe finds depends on the colors or on the width, hardly on both.
  for (const [width, colorScheme] of /** @type {[number, "light" | "dark"][]} */ ([
    [390, "light"],
    [820, "dark"],
    [1440, "light"],
  ])) {
    test(`has nothing for axe to find, ${width} pixels wide, ${colorScheme}`, async () => {
      const options = { colorScheme, viewport: { width, height: width < 600 ? 844 : 1000 } };
      const guest = await analysis("classic/6x7/4453", { isOn: true, options });
      const { page } = guest;
      await page.locator('.engine[data-done="true"]').waitFor();
      const screens = [
        ["hex", "hex/7/a2,f6,d4"],
        ["1024", "1024/4x4/1024/@1,1,@0,1,R,@2,2"],
        ["tree", "classic/6x7/44~MzHRMNXUMNQEAA"],
      ];
      await guest.picture(`analysis-${width}-${colorScheme}-classic`);
      for (const [name, fragment] of screens) {
        assert.deepEqual(await axeFindings(page), []);
        await page.evaluate((hash) => (location.hash = hash), `#${fragment}`);
        // The game before had another board and another engine.
        await page.locator(`.analysis[data-game="${fragment.split("/")[0]}"]`).waitFor();
        await page.locator('.engine[data-done="true"]').waitFor();
        await page.locator(".values .value").first().waitFor();
        await guest.picture(`analysis-${width}-${colorScheme}-${name}`);
      }
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.locator(".pick").first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    });
  }
});
