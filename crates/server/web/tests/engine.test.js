// @ts-check
// Rules and engines in the page: they say what the program itself says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Guest, launch } from "./support/browser.js";
import { PROGRAM, Parlor, engineModule } from "./support/parlor.js";

/** @typedef {typeof import("../js/engine/index.js")} Engine */
/** @typedef {import("../js/engine/types.js").GameSpec} GameSpec */

/** @type {Parlor} */
let parlor;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Guest} */
let guest;
/** The address of the module. */
const MODULE = engineModule();

before(async () => {
  parlor = await Parlor.start();
  browser = await launch();
  guest = await Guest.enter(browser, parlor.address);
  await guest.hall();
});

after(async () => {
  await guest.leave();
  await browser.close();
  await parlor.stop();
});

/** What the program says. @param {string[]} args */
async function native(args) {
  const { stdout } = await promisify(execFile)(PROGRAM, args);
  return stdout;
}

test("rules: play, undo, step, lines, records and refusals", async () => {
  const result = await guest.page.evaluate(async (address) => {
    const { EngineError, Rules } = /** @type {Engine} */ (await import(address));
    const rules = new Rules();
    const game = await rules.openGame({ game: "classic" });
    const { steps } = await game.play("3");
    await game.play("3");
    await game.undo();
    const redone = await game.redo();
    const back = await game.goto(1);
    const branch = await game.play("0");
    const line = await game.setLine(["6", "6", "6"]);
    const earlier = await game.at(1);
    const refused = await game.play("9").catch((error) => error instanceof EngineError);
    const again = await rules.openRecord(await game.record());
    const full = await rules.position({ game: "classic", setup: { cells: [[1, 1]], next: 1 } }).catch(String);
    rules.dispose();
    return { steps, redone, back, branch, line, earlier, refused, again: again.state, full, state: game.state };
  }, MODULE);
  assert.deepEqual(result.steps, [{ drop: { cell: [5, 3], player: 1 } }]);
  assert.deepEqual(result.redone.state.moves, ["3", "3"]);
  assert.deepEqual(result.back.state.undone, ["3"]);
  assert.deepEqual(result.branch.state.moves, ["3", "0"]);
  assert.equal(result.line.state.view.cells[3][6], 1);
  assert.deepEqual(result.earlier.moves, ["6"]);
  assert.deepEqual([result.refused, result.state.moves.length], [true, 3]);
  assert.deepEqual(result.again.view, result.state.view);
  assert.match(String(result.full), /row|column|board|size/i);
});

/** A position of each game, and an engine with a limit that does not depend on the clock. */
const POSITIONS = /** @type {[string, string, string[]][]} */ ([
  ["shapes", "perfect", ["2", "2"]],
  ["classic", "perfect", ["3", "3", "3", "3", "3"]],
  ["classic", "strong:3000n", ["3"]],
  ["super", "strong:20000n", ["3", "3", "2"]],
  ["growing", "strong:5000n", ["p1:0"]],
  ["hex", "strong:300n", ["F6"]],
  ["hex", "medium:500n", ["F6", "E4"]],
  ["1024", "strong:2000n", ["@1,1", "@0,1"]],
]);

/** The engine of hex that a network guides: the program computes it in whole numbers where it can, the page does not. */
const isRough = (/** @type {string} */ game, /** @type {string} */ engine) =>
  game === "hex" && engine.startsWith("strong");

for (const [game, engine, moves] of POSITIONS) {
  test(`${game}: ${engine} finds in the page what it finds in the program`, async () => {
    const report = await guest.page.evaluate(
      async ({ address, position, spec }) => {
        const { SearchWorker } = /** @type {Engine} */ (await import(address));
        const searchWorker = new SearchWorker();
        const found = await searchWorker.analyze(position, { engine: spec }).done;
        searchWorker.dispose();
        return found;
      },
      { address: MODULE, position: { game, moves }, spec: engine },
    );
    const expected = JSON.parse(await native(["analyze", game, ...moves, "--engine", engine, "--json"]));
    assert.deepEqual([report.game, report.next, report.nodes], [expected.game, expected.next, expected.nodes]);
    if (isRough(game, engine)) {
      const names = (/** @type {{ move: string }[]} */ values) => values.map(({ move }) => move).sort();
      assert.deepEqual(names(report.moves), names(expected.moves));
      const difference = Math.abs(report.moves[0].score - expected.moves[0].score);
      assert.ok(difference < 0.1, String(difference));
    } else {
      assert.deepEqual(rounded(report.moves), rounded(expected.moves));
    }
    assert.ok(report.moves.some(({ move }) => move === report.chosen));
    assert.equal(report.words.length, report.moves.length);
  });
}

test("an engine begins with an empty table, though the memory was another's", async () => {
  const nodes = await guest.page.evaluate(async (address) => {
    const { SearchWorker } = /** @type {Engine} */ (await import(address));
    const searchWorker = new SearchWorker();
    const found = [];
    // A seed of its own makes an engine of its own, in the memory that the one before has left; the larger board needs
    // another kind of table.
    for (const [index, size] of ["6x7", "6x7", "5x8", "6x7"].entries()) {
      const position = { game: "classic", options: { size }, moves: [..."333332224442"] };
      found.push((await searchWorker.analyze(position, { engine: "perfect", seed: index }).done).nodes);
    }
    searchWorker.dispose();
    return found;
  }, MODULE);
  assert.ok(nodes[0] > 0, String(nodes));
  assert.deepEqual([nodes[1], nodes[3]], [nodes[0], nodes[0]]);
});

/** @param {import("../js/engine/types.js").MoveValue[]} moves */
const rounded = (moves) => moves.map((value) => ({ ...value, score: value.score.toFixed(4) }));

test("a search reports on the way, can be stopped, and the next one begins", async () => {
  const result = await guest.page.evaluate(async (address) => {
    const { Stopped, SearchWorker } = /** @type {Engine} */ (await import(address));
    const searchWorker = new SearchWorker();
    const position = { game: "hex", options: { size: "11x11" }, moves: ["F6"] };
    /** @type {(value?: unknown) => void} */
    let reported = () => {};
    const report = new Promise((resolve) => {
      reported = resolve;
    });
    const search = searchWorker.analyze(position, { engine: "strong:3m", onReport: (one) => reported(one) });
    await report;
    search.stop();
    const stopped = await search.done.catch((error) => error instanceof Stopped);
    const chosen = await searchWorker.engineMove(position, "easy");
    const wrong = await searchWorker.engineMove(position, "nobody").catch((error) => error.message);
    searchWorker.dispose();
    return { stopped, chosen, wrong };
  }, MODULE);
  assert.equal(result.stopped, true);
  assert.match(result.chosen, /^[A-K]\d+$|^swap$/i);
  assert.match(result.wrong, /no engine/);
});

test("a data file is fetched when it is first needed, and once", async () => {
  const visitor = await Guest.enter(browser, parlor.address);
  /** @type {string[]} */
  const asked = [];
  visitor.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visitor.hall();
  assert.deepEqual(
    asked.filter((path) => /wasm|data/.test(path)),
    [],
  );
  await visitor.page.evaluate(async (address) => {
    const { SearchWorker } = /** @type {Engine} */ (await import(address));
    const searchWorker = new SearchWorker();
    await searchWorker.engineMove({ game: "super" }, "easy");
    searchWorker.stop();
    await searchWorker.engineMove({ game: "super" }, "easy");
    searchWorker.dispose();
  }, MODULE);
  assert.deepEqual(
    asked.filter((path) => path.startsWith("/assets/data/")),
    ["/assets/data/super-6x7.weights"],
  );
  assert.equal(asked.filter((path) => path.endsWith(".wasm")).length, 1);
  await visitor.leave();
});
