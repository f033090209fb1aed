// @ts-check
// Takes the pictures of the page in docs/pictures anew: a game of hex, the hall, and the analysis board.

import { join } from "node:path";
import { Guest, launch } from "../tests/support/browser.js";
import { Parlor, ROOT } from "../tests/support/parlor.js";

const parlor = await Parlor.start();
const browser = await launch();

/** @param {Guest} guest @param {string} name */
async function take(guest, name) {
  await guest.page.mouse.move(0, 0);
  await guest.page.screenshot({ path: join(ROOT, `docs/pictures/${name}.png`) });
}

const guest = await Guest.enter(browser, parlor.address, { viewport: { width: 1280, height: 820 } });
await guest.hall();
await take(guest, "hall");
const table = await guest.opens({ game: "hex", seats: ["me", "me"] });
for (const [index, move] of ["F5", "E6", "G4", "D7", "H4"].entries()) {
  await table.type(move);
  await table.moves(index + 1);
}
await guest.page.locator(".hint-button").waitFor();
await take(guest, "table");

await guest.page.setViewportSize({ width: 1440, height: 1000 });
await guest.page.goto(`${parlor.address}/analysis#classic/6x7/4453`);
// All columns are proven, and each of the best lines has its continuation.
await guest.until(
  () =>
    document.querySelectorAll(".values .value.proven").length === 7 &&
    [...document.querySelectorAll(".lines li")].every((line) => /\d \d \d/.test(line.textContent ?? "")),
  null,
);
await take(guest, "analysis");
await browser.close();
await parlor.stop();
