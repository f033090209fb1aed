// @ts-check
// Measures the Connect Four solver in Chromium against the program itself, on the test positions of the engines. Both
// find the value of every move, by one thread, and the best of three times counts, because machines are busy; positions whose
// moves are all in the book are left out. The page has thought before: a browser compiles the module twice, quickly at
// first and better while it runs. "answered" is the time from the page's question to its answer, messages included.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Guest, launch } from "../tests/support/browser.js";
import { PROGRAM, Parlor, engineModule } from "../tests/support/parlor.js";
import { ROOT } from "./source-hash.mjs";

const SETS = ["end-hard", "middle-easy", "middle-hard", "begin-easy"];
const [COUNT = "100"] = process.argv.slice(2);
/** The program that is compared: a release build is best. */
const NATIVE = process.env.NATIVE ?? PROGRAM;
const MODULE = engineModule();

const parlor = await Parlor.start();
const browser = await launch();
const guest = await Guest.enter(browser, parlor.address);
await guest.hall();
/** How often each position is measured. */
const REPEATS = 3;
const sum = { native: 0, page: 0 };

/** What the page finds out about a position. @param {string[]} moves */
const thought = (moves) =>
  guest.page.evaluate(
    async ({ address, position }) => {
      const { SearchWorker } = await import(address);
      const searchWorker = Reflect.get(window, "searchWorker") ?? new SearchWorker();
      Reflect.set(window, "searchWorker", searchWorker);
      // A seed of its own makes an engine of its own, with an empty table, as the program has.
      const seed = Math.floor(Math.random() * 1e9);
      const asked = performance.now();
      const { nodes, seconds } = await searchWorker.analyze(position, { engine: "perfect", seed }).done;
      return { nodes, seconds, answered: (performance.now() - asked) / 1_000 };
    },
    { address: MODULE, position: { game: "classic", moves } },
  );

for (let warm = 0; warm < 3; warm++) {
  await thought(["1", "0", "5"]);
}
for (const set of SETS) {
  const lines = readFileSync(join(ROOT, "crates/engines/tests/data/connect4", set), "utf8")
    .trim()
    .split("\n");
  const total = { native: 0, page: 0, answered: 0, nodes: 0 };
  for (const line of lines.slice(0, Number(COUNT))) {
    const moves = [...line.split(" ")[0]].map((digit) => String(Number(digit) - 1));
    const args = ["analyze", "classic", ...moves, "--engine", "perfect", "--threads", "1", "--json"];
    const best = { native: Infinity, page: Infinity, answered: Infinity };
    let nodes = 0;
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const native = JSON.parse(execFileSync(NATIVE, args, { encoding: "utf8" }));
      const page = await thought(moves);
      if (page.nodes !== native.nodes) {
        throw new Error(`${line}: ${page.nodes} nodes in the page, ${native.nodes} in the program`);
      }
      ({ nodes } = native);
      best.native = Math.min(best.native, native.seconds);
      best.page = Math.min(best.page, page.seconds);
      best.answered = Math.min(best.answered, page.answered);
    }
    if (nodes > 0) {
      total.native += best.native;
      total.page += best.page;
      total.answered += best.answered;
      total.nodes += nodes;
    }
  }
  sum.native += total.native;
  sum.page += total.page;
  const ratio = (total.native / total.page).toFixed(2);
  console.log(
    `${set}: ${total.nodes} nodes, ${total.native.toFixed(3)} s, in Chromium ${total.page.toFixed(3)} s: ${ratio}, ` +
      `answered in ${total.answered.toFixed(3)} s`,
  );
}
console.log(`all: ${(sum.native / sum.page).toFixed(2)} of the program's speed`);
await browser.close();
await parlor.stop();
