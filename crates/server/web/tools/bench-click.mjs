// @ts-check
// Measures in Chromium how long after a click a disc is on the board, and how long until the frame with it is drawn, with a
// server whose answers take 150 ms: 75 ms each way.

import { Guest, launch } from "../tests/support/browser.js";
import { Parlor } from "../tests/support/parlor.js";
import { Wire } from "../tests/support/wire.js";

const [COUNT = "20"] = process.argv.slice(2);
const parlor = await Parlor.start();
const browser = await launch();
const guest = await Guest.enter(browser, parlor.address);
const wire = new Wire();
await wire.tap(guest);
const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
await guest.page.locator('.table[data-rules="ready"]').waitFor();
wire.delay = 75;
/** @type {{shown: number, drawn: number}[]} */
const taken = [];
for (let made = 0; made < Number(COUNT); made++) {
  await table.mayMove(true);
  await table.unguarded();
  taken.push(
    await guest.page.evaluate(async (column) => {
      const pieces = /** @type {Element} */ (document.querySelector(".pieces"));
      const before = pieces.childElementCount;
      /** @type {Promise<number>} */
      const appeared = new Promise((resolve) => {
        new MutationObserver(() => pieces.childElementCount > before && resolve(performance.now())).observe(pieces, {
          childList: true,
        });
      });
      const started = performance.now();
      const place = /** @type {Element} */ (document.querySelector(`.hit[data-column="${column}"]`));
      place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      const shown = (await appeared) - started;
      // This is called when the frame is drawn that has it.
      await new Promise(requestAnimationFrame);
      return { shown, drawn: performance.now() - started };
    }, made % 7),
  );
  await table.moves(made + 1);
}
for (const what of /** @type {const} */ (["shown", "drawn"])) {
  const times = taken.map((one) => one[what]).sort((one, two) => one - two);
  const [median, most] = [times[Math.floor(times.length / 2)], times[times.length - 1]];
  console.log(`${what}: median ${median.toFixed(1)} ms, at most ${most.toFixed(1)} ms, of ${times.length} clicks`);
}
await browser.close();
await parlor.stop();
