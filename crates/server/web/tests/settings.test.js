// @ts-check
// What a guest chooses about the page stays chosen: theme, pieces, sound, motion, confirmation, notation.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

/** @param {Guest} guest */
const paper = (guest) => guest.page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("a theme is shown at once and before anything else the next time", async () => {
  const guest = await Guest.enter(browser, parlor.address, { colorScheme: "light" });
  const { page } = guest;
  await guest.hall();
  const seen = [await paper(guest)];
  for (const theme of ["Dark", "High contrast", "Light"]) {
    await page.locator(".gear").click();
    await page.getByLabel("Theme").selectOption(theme);
    await page.getByRole("button", { name: "Done" }).click();
    seen.push(await paper(guest));
    // The script of the page does not arrive: the theme does not wait for it.
    await page.route("**/app*.js", () => {});
    await page.reload({ waitUntil: "commit" });
    await page.locator("#main").waitFor({ state: "attached" });
    await guest.until((color) => getComputedStyle(document.body).backgroundColor === color, seen.at(-1));
    await page.unroute("**/app*.js");
    await guest.hall();
  }
  assert.deepEqual(seen, ["rgb(246, 243, 236)", "rgb(20, 23, 28)", "rgb(255, 255, 255)", "rgb(246, 243, 236)"]);
  await guest.leave();
});

test("in every set of pieces the players differ by color and by sign", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  for (const [index, move] of [3, 2].entries()) {
    await table.type(move);
    await table.moves(index + 1);
  }
  const looks = new Set();
  for (const set of ["Standard", "Blue and orange", "Black and white"]) {
    await page.locator(".gear").click();
    await page.getByLabel("Pieces").selectOption(set);
    await page.getByRole("button", { name: "Done" }).click();
    const look = await page.evaluate(() =>
      [1, 2].map((player) => {
        const piece = /** @type {Element} */ (document.querySelector(`.pieces .player-${player}`));
        const body = getComputedStyle(/** @type {Element} */ (piece.querySelector(".body"))).fill;
        const sign = /** @type {Element} */ (piece.querySelector(".sign"));
        return { body, sign: sign.tagName, shown: getComputedStyle(sign).stroke !== body };
      }),
    );
    assert.notEqual(look[0].body, look[1].body);
    assert.notEqual(look[0].sign, look[1].sign);
    assert.ok(look[0].shown && look[1].shown);
    looks.add(JSON.stringify(look));
  }
  assert.equal(looks.size, 3);
  // White borders are seen on white paper.
  await guest.opens({ game: "hex", seats: ["me", "me"] });
  const edges = await page.evaluate(() =>
    ["body", ".border.player-2 .rim", ".border.player-1 .rim"].map((which) => {
      const { backgroundColor, stroke } = getComputedStyle(/** @type {Element} */ (document.querySelector(which)));
      return which === "body" ? backgroundColor : stroke;
    }),
  );
  assert.equal(edges.slice(1).filter((color) => color === edges[0]).length, 0, String(edges));
  await guest.leave();
});

test("moves are heard, unless sound is off, and it stays off", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await page.addInitScript(() => {
    const real = AudioContext.prototype.createOscillator;
    Object.assign(window, {
      tones: 0,
      // To prepare sound takes a while: what is to be seen comes first.
      AudioContext: class extends AudioContext {
        constructor() {
          super();
          document.body.dataset.seen = String(document.querySelectorAll(".pieces .piece").length);
        }
      },
    });
    AudioContext.prototype.createOscillator = function createOscillator() {
      Reflect.set(window, "tones", Reflect.get(window, "tones") + 1);
      return real.call(this);
    };
  });
  const tones = () => page.evaluate(() => Reflect.get(window, "tones"));
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  await table.click(3);
  await table.moves(1);
  await guest.until(() => Reflect.get(window, "tones") > 0, null);
  assert.equal(await page.locator("body").getAttribute("data-seen"), "1");
  const sound = page.getByRole("button", { name: "Sound" });
  assert.equal(await sound.getAttribute("aria-pressed"), "true");
  await sound.click();
  assert.equal(await sound.getAttribute("aria-pressed"), "false");
  await page.reload();
  await table.connected();
  assert.equal(await sound.getAttribute("aria-pressed"), "false");
  await table.click(2);
  await table.moves(2);
  assert.equal(await tones(), 0);
  await guest.leave();
});

test("without animation nothing moves", async () => {
  const guest = await Guest.enter(browser, parlor.address, { reducedMotion: "no-preference" });
  const { page } = guest;
  await page.addInitScript(() => {
    const real = Element.prototype.animate;
    Element.prototype.animate = function animate(...how) {
      document.documentElement.dataset.animated = "yes";
      return real.apply(this, how);
    };
  });
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  const animated = () => page.evaluate(() => document.documentElement.dataset.animated);
  await page.locator(".gear").click();
  await page.getByLabel("Animation").selectOption("None");
  await page.getByRole("button", { name: "Done" }).click();
  await table.click(3);
  await table.moves(1);
  assert.equal(await animated(), undefined);
  await page.locator(".gear").click();
  await page.getByLabel("Animation").selectOption("As the system");
  await page.getByRole("button", { name: "Done" }).click();
  await table.click(3);
  await table.moves(2);
  assert.equal(await animated(), "yes");
  await guest.leave();
});

/** A cascade of super: the last move scores. */
const CASCADE = [0, 4, 2, 2, 3, 6, 4, 5, 5, 6, 2, 3, 3, 6, 1];

test("no animation takes longer than 200 milliseconds", async () => {
  const guest = await Guest.enter(browser, parlor.address, { reducedMotion: "no-preference" });
  const { page } = guest;
  await page.addInitScript(() => {
    const real = Element.prototype.animate;
    /** @type {number[]} */
    const durations = [];
    Object.assign(window, { durations });
    Element.prototype.animate = function animate(frames, how) {
      durations.push(Number(typeof how === "object" ? how.duration : how));
      return real.call(this, frames, how);
    };
  });
  const examples = /** @type {[string, object, (string | number)[]][]} */ ([
    ["super", {}, CASCADE],
    ["hex", { size: "3x3", swap: true }, ["B1", "swap", "A0", "B0", "C0", "A2"]],
    ["classic", { size: "20x4" }, [0, 0]],
  ]);
  for (const [game, options, moves] of examples) {
    const table = await guest.opens({ game, options, seats: ["me", "me"] });
    for (const [index, move] of moves.entries()) {
      await table.type(move);
      await table.moves(index + 1);
    }
    const durations = /** @type {number[]} */ (await page.evaluate(() => Reflect.get(window, "durations")));
    assert.ok(durations.length >= moves.length && Math.max(...durations) < 200, `${game}: ${durations}`);
  }
  // Those that the styles bring, whether they run or have run.
  await guest.hall();
  const styled = await page.evaluate(() => {
    const seconds = (/** @type {string} */ list) => Math.max(...list.split(",").map((part) => parseFloat(part)));
    const styles = Array.from(document.querySelectorAll("*"), (element) => getComputedStyle(element));
    const animated = styles.filter(({ animationName }) => animationName !== "none");
    return animated.map((style) => seconds(style.animationDuration) + seconds(style.animationDelay));
  });
  assert.ok(styled.length > 0 && Math.max(...styled) < 0.2, String(styled));
  await guest.leave();
});

test("a press on the board skips what is still to be shown", async () => {
  const guest = await Guest.enter(browser, parlor.address, { reducedMotion: "no-preference" });
  const { page } = guest;
  const table = await guest.opens({ game: "super", seats: ["me", "me"] });
  const [last, ...before] = CASCADE.toReversed();
  for (const [index, move] of before.toReversed().entries()) {
    await table.type(move);
    await table.moves(index + 1);
  }
  // From here on no animation ends by itself.
  await page.evaluate(() => {
    const real = Element.prototype.animate;
    Element.prototype.animate = function animate(frames) {
      return real.call(this, frames, 1e9);
    };
  });
  await table.type(last);
  await page.locator(".table.showing").waitFor();
  await page.locator(".frame").dispatchEvent("pointerdown");
  await table.moves(CASCADE.length);
  assert.deepEqual(await table.pieces(), [0, 2]);
  await guest.leave();
});

test("whoever wants to confirm moves clicks twice", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  await page.locator(".gear").click();
  await page.getByLabel("Confirm each move with a second click").check();
  await page.getByRole("button", { name: "Done" }).click();
  await table.click(3);
  await page.getByText("Column 3: click again to play there").waitFor();
  assert.deepEqual(await table.list(), []);
  await table.click(3);
  await table.listed([3]);
  await guest.leave();
});

test("a Hex board lies as Hex players know it, with its cells, its borders and what is typed", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  const table = await guest.opens({ game: "hex", options: { size: "5x5" }, seats: ["me", "me"] });
  await table.type("A1");
  await table.listed(["A1"]);
  const ways = () => page.locator(".ways .way").allTextContents();
  assert.deepEqual(await ways(), ["Red: left to right", "Blue: top to bottom"]);
  const stone = () =>
    page.evaluate(() => {
      const at = (/** @type {string} */ which) =>
        /** @type {Element} */ (document.querySelector(which)).getBoundingClientRect();
      const [piece, corner] = [at(".pieces .piece"), at('.hit[data-cell="0,0"]')];
      return [
        Math.sign(Math.round(piece.x - corner.x)),
        Math.abs(piece.y - corner.y) < corner.height / 2 ? "same row" : "below",
      ];
    });
  assert.equal((await stone())[1], "below");
  await page.locator(".gear").click();
  await page
    .getByLabel("Hex board")
    .selectOption({ label: "As Hex players know it: red joins top and bottom, cells a1 …" });
  await page.getByRole("button", { name: "Done" }).click();
  // Our A1 is their b1: in the first row, beside a1. The first player joins top and bottom.
  await table.listed(["b1"]);
  assert.deepEqual(await stone(), [1, "same row"]);
  assert.deepEqual(await ways(), ["Red: top to bottom", "Blue: left to right"]);
  await page.getByRole("button", { name: "b1, Red", exact: true }).waitFor();
  await table.tab("about");
  assert.equal(await page.locator(".help .signs").textContent(), "Red has O, Blue has X.");
  await table.tab("moves");
  const top = await page.locator(".border.player-1").first().boundingBox();
  const side = await page.locator(".border.player-2").first().boundingBox();
  assert.ok(top && side && top.width > top.height && side.height > top.height);
  await table.type("c1");
  await table.listed(["b1", "c1"]);
  await table.unguarded();
  await page.getByRole("button", { name: "a5, empty" }).click();
  await table.listed(["b1", "c1", "a5"]);
  // It is listed before the server has it.
  await table.moves(3);
  const answer = await page
    .context()
    .request.get(`${parlor.address}/api/games/${table.link.split("/").at(-1)}/moves?round=1`);
  assert.deepEqual((await answer.json()).moves, ["A1", "A2", "E0"]);
  // It stays that way.
  await page.reload();
  await table.listed(["b1", "c1", "a5"]);
  await guest.leave();
});

test("the guest's own page has results and takes all games away", async () => {
  const guest = await Guest.enter(browser, parlor.address, { acceptDownloads: true });
  const { page } = guest;
  const lost = await guest.opens({ game: "classic", seats: ["me", "easy"] });
  await lost.resigns();
  await guest.opens({ game: "hex", seats: ["me", "me"] });
  await page.getByRole("link", { name: "My games" }).click();
  await page.locator(".own-games-list a").nth(1).waitFor();
  assert.deepEqual(await page.locator(".results td").allTextContents(), ["Classic", "Easy", "0", "0", "1"]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download 2 games" }).click(),
  ]);
  const bytes = await readFile(await download.path());
  assert.equal(download.suggestedFilename(), "parlor-games.zip");
  assert.equal(bytes.readUInt32LE(0), 0x04034b50);
  assert.equal(bytes.toString("latin1").match(/"game":"(classic|hex)"/g)?.length, 2);
  // Settings are here, too.
  await page.locator("#own-theme").selectOption("dark");
  assert.equal(await paper(guest), "rgb(20, 23, 28)");
  await guest.leave();
});
