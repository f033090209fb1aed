// @ts-check
// Rules and engines in the page: they say what the program itself says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { DIST } from "../tools/source-hash.mjs";
import { Guest, launch } from "./support/browser.js";
import { PROGRAM, Parlor } from "./support/parlor.js";

/** @typedef {typeof import("../js/engine/index.js")} Engine */
/** @typedef {import("../js/engine/types.js").GameSpec} GameSpec */

/** @type {Parlor} */
let parlor;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Guest} */
let guest;
/** The address of the module. */
const MODULE = `/assets/${readdirSync(DIST).find((name) => /^engine-\w+\.js\.br$/.test(name))}`.replace(/\.br$/, "");

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

for (const [game, engine, moves] of POSITIONS) {
  test(`${game}: ${engine} finds in the page what it finds in the program`, async () => {
    const report = await guest.page.evaluate(
      async ({ address, position, spec }) => {
        const { Thinker } = /** @type {Engine} */ (await import(address));
        const thinker = new Thinker();
        const found = await thinker.analyze(position, { engine: spec }).done;
        thinker.dispose();
        return found;
      },
      { address: MODULE, position: { game, moves }, spec: engine },
    );
    const expected = JSON.parse(await native(["analyze", game, ...moves, "--engine", engine, "--json"]));
    assert.deepEqual([report.game, report.next, report.nodes], [expected.game, expected.next, expected.nodes]);
    assert.deepEqual(rounded(report.moves), rounded(expected.moves));
    assert.ok(report.moves.some(({ move }) => move === report.chosen));
    assert.equal(report.words.length, report.moves.length);
  });
}

/** @param {import("../js/engine/types.js").MoveValue[]} moves */
const rounded = (moves) => moves.map((value) => ({ ...value, score: value.score.toFixed(4) }));

test("a search reports on the way, can be stopped, and the next one begins", async () => {
  const result = await guest.page.evaluate(async (address) => {
    const { Stopped, Thinker } = /** @type {Engine} */ (await import(address));
    const thinker = new Thinker();
    const position = { game: "hex", options: { size: "11x11" }, moves: ["F6"] };
    /** @type {(value?: unknown) => void} */
    let reported = () => {};
    const report = new Promise((resolve) => {
      reported = resolve;
    });
    const search = thinker.analyze(position, { engine: "strong:3m", onReport: (one) => reported(one) });
    await report;
    search.stop();
    const stopped = await search.done.catch((error) => error instanceof Stopped);
    const chosen = await thinker.engineMove(position, "easy");
    const wrong = await thinker.engineMove(position, "nobody").catch((error) => error.message);
    thinker.dispose();
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
    const { Thinker } = /** @type {Engine} */ (await import(address));
    const thinker = new Thinker();
    await thinker.engineMove({ game: "super" }, "easy");
    thinker.stop();
    await thinker.engineMove({ game: "super" }, "easy");
    thinker.dispose();
  }, MODULE);
  assert.deepEqual(
    asked.filter((path) => path.startsWith("/assets/data/")),
    ["/assets/data/super-6x7.weights"],
  );
  assert.equal(asked.filter((path) => path.endsWith(".wasm")).length, 1);
  await visitor.leave();
});
