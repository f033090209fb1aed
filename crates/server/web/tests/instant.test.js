// @ts-check
// Moves are shown before the server has answered, and taken back if it refuses them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Guest, launch } from "./support/browser.js";
import { Parlor } from "./support/parlor.js";
import { Wire } from "./support/wire.js";

/** @typedef {import("./support/table.js").TablePage} TablePage */

/** @type {Parlor} */
let parlor;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  parlor = await Parlor.start();
  browser = await launch();
});

after(async () => {
  await browser.close();
  await parlor.stop();
});

/**
 * Opens a game of which the rules are loaded.
 * @param {object} opening
 * @param {Wire} wire
 */
async function opened(opening, wire) {
  const guest = await Guest.enter(browser, parlor.address);
  await wire.tap(guest);
  const table = await guest.opens(opening);
  await guest.page.locator('.table[data-rules="ready"]').waitFor();
  return { guest, table };
}

/** Waits until there are so many pieces of each player. @param {TablePage} table @param {number[]} expected */
async function pieces(table, expected) {
  await table.guest.until(
    (counts) =>
      [1, 2].every((player) => document.querySelectorAll(`.pieces .player-${player}`).length === counts[player - 1]),
    expected,
  );
}

test("a click on a board whose connection is not there yet is made when it is", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const wire = new Wire();
  wire.isHeld = true;
  await wire.tap(guest);
  const table = await guest.opens({ game: "classic", seats: ["me", "easy"] });
  await table.click(3);
  assert.deepEqual(wire.sent, []);
  wire.release();
  await pieces(table, [1, 1]);
  await table.moves(2);
  assert.equal(wire.sent.length, 1);
  await guest.leave();
});

test("a disc is drawn while the server's answer is withheld", async () => {
  const wire = new Wire();
  const { guest, table } = await opened({ game: "classic", seats: ["me", "easy"] }, wire);
  wire.isHeld = true;
  await table.click(3);
  await pieces(table, [1, 0]);
  await table.listed([3]);
  await table.mayMove(false);
  assert.equal(wire.sent.length, 1);
  wire.release();
  // The move is not shown twice, and the engine answers.
  await pieces(table, [1, 1]);
  await table.moves(2);
  await guest.leave();
});

test("a stone of hex and the swap are shown at once", async () => {
  const wire = new Wire();
  const { guest, table } = await opened(
    { game: "hex", options: { size: "5x5", swap: true }, seats: ["me", "me"] },
    wire,
  );
  wire.isHeld = true;
  await table.click("C2");
  await pieces(table, [1, 0]);
  wire.release();
  await table.moves(1);
  await guest.leave();
});

test("a refused move is taken back, and the page says so", async () => {
  const wire = new Wire();
  const { guest, table } = await opened({ game: "classic", seats: ["me", "me"] }, wire);
  wire.isHeld = true;
  wire.alter = (command) => ({ ...command, move: "77" });
  await table.click(3);
  await pieces(table, [1, 0]);
  wire.alter = (command) => command;
  wire.release();
  await pieces(table, [0, 0]);
  await guest.page
    .getByText(/is taken back/)
    .first()
    .waitFor();
  await table.listed([]);
  await table.click(2);
  await table.listed([2]);
  await guest.leave();
});

test("two at one device move without waiting; after a refusal those behind it are dropped", async () => {
  const wire = new Wire();
  const { guest, table } = await opened({ game: "classic", seats: ["me", "me"] }, wire);
  wire.isHeld = true;
  wire.alter = (command) => (command.move === "3" ? { ...command, move: "77" } : command);
  await table.click(3);
  await pieces(table, [1, 0]);
  await table.click(4);
  await pieces(table, [1, 1]);
  assert.equal(wire.sent[1].after, wire.sent[0].id);
  wire.release();
  await pieces(table, [0, 0]);
  await table.listed([]);
  await guest.page
    .getByText(/3.*4.*is taken back/)
    .first()
    .waitFor();
  await guest.leave();
});

/**
 * A line of tiles pressed to its start.
 * @param {number[]} line
 */
function pressed(line) {
  const tiles = line.filter((tile) => tile > 0);
  const merged = [];
  for (let at = 0; at < tiles.length; at++) {
    const isPair = tiles[at] === tiles[at + 1];
    merged.push(isPair ? 2 * tiles[at] : tiles[at]);
    at += isPair ? 1 : 0;
  }
  return [...merged, ...line.slice(merged.length).fill(0)];
}

/**
 * Which of the presses change the panel, given where tiles appeared: those must have been made, and no others.
 * @param {string[]} presses
 * @param {string[]} moves the game, with its tiles
 */
function effective(presses, moves) {
  const cells = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  const tiles = moves.filter((move) => move.startsWith("@")).map((move) => move.slice(1).split(",").map(Number));
  const appear = () => {
    const [row, column] = tiles.shift() ?? [];
    cells[row][column] = 1;
  };
  appear();
  appear();
  return presses.filter((press) => {
    const before = String(cells);
    for (const index of cells.keys()) {
      const places = [0, 1, 2, 3].map((at) => (press === "L" || press === "R" ? [index, at] : [at, index]));
      const ordered = press === "R" || press === "D" ? places.reverse() : places;
      const line = pressed(ordered.map(([row, column]) => cells[row][column]));
      ordered.forEach(([row, column], at) => (cells[row][column] = line[at]));
    }
    const isMade = String(cells) !== before;
    if (isMade) {
      appear();
    }
    return isMade;
  });
}

for (const [options, title] of /** @type {[object, string][]} */ ([
  [{}, "that change something"],
  [{ idle_spawns: true }, "there are"],
])) {
  test(`twenty presses in a second: all ${title} are made, in order, over a slow line`, async () => {
    const wire = new Wire();
    const { guest, table } = await opened({ game: "1024", options, seats: ["me"] }, wire);
    wire.delay = 75;
    const presses = Array.from({ length: 20 }, (_, index) => "LDRULLDR"[index % 8]);
    await guest.page.evaluate(async (letters) => {
      const keys = { L: "ArrowLeft", D: "ArrowDown", R: "ArrowRight", U: "ArrowUp" };
      for (const letter of letters) {
        const key = keys[/** @type {"L"} */ (letter)];
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    }, presses);
    await guest.until(() => !document.querySelector(".sending, .table.showing"), null);
    const answer = await guest.page
      .context()
      .request.get(`${parlor.address}/api/games/${table.link.split("/").at(-1)}/moves`);
    const { moves } = await answer.json();
    const made = moves.filter((/** @type {string} */ move) => !move.startsWith("@"));
    assert.deepEqual(made, "idle_spawns" in options ? presses : effective(presses, moves));
    await table.moves(made.length);
    await guest.leave();
  });
}

test("at 150 ms round trip a disc is shown long before the answer", async (context) => {
  const wire = new Wire();
  const { guest, table } = await opened({ game: "classic", seats: ["me", "me"] }, wire);
  wire.delay = 75;
  const took = await guest.page.evaluate(async () => {
    const pieces = /** @type {Element} */ (document.querySelector(".pieces"));
    const shown = new Promise((resolve) => {
      new MutationObserver(() => pieces.querySelector(".player-1") && resolve(performance.now())).observe(pieces, {
        childList: true,
        subtree: true,
      });
    });
    const place = /** @type {Element} */ (document.querySelector('.hit[data-column="3"]'));
    const started = performance.now();
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return Number(await shown) - started;
  });
  context.diagnostic(`a disc was shown ${took.toFixed(1)} ms after the click`);
  assert.deepEqual(await table.pieces(), [1, 0]);
  await guest.leave();
});
