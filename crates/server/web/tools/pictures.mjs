// @ts-check
// Takes the pictures in docs/pictures: a game of hex, the start page, the analysis board, and the full screen of a terminal.

import { join } from "node:path";
import { Guest, launch } from "../tests/support/browser.js";
import { Parlor, ROOT } from "../tests/support/parlor.js";
import { Terminal } from "./terminal.mjs";

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

const terminal = new Terminal(100, 30, ["play", "classic", "--names", "Ann,Bob", "--no-animation"]);
await terminal.sees("Ann");
for (const column of ["3", "3", "3", "2", "3", "4"]) {
  terminal.press(column);
}
await terminal.sees("ply 7");
terminal.press("F5");
await terminal.sees("wins in ");
const page = await browser.newPage({ viewport: { width: 100, height: 100 }, deviceScaleFactor: 1.5 });
await page.setContent(terminal.html());
await page.screenshot({ path: join(ROOT, "docs/pictures/terminal.png"), fullPage: true });
terminal.stop();
await browser.close();
await parlor.stop();
