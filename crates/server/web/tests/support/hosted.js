// @ts-check
// A server and a browser for all tests of a file.

import { after, before } from "node:test";
import { Guest, launch } from "./browser.js";
import { Parlor } from "./parlor.js";

/** @type {Parlor} */
export let parlor;
/** @type {import("playwright-core").Browser} */
export let browser;

/** Starts both before the first test of the file and stops them after the last. */
export function hosted() {
  before(async () => {
    parlor = await Parlor.start();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await parlor?.stop();
  });
}

/**
 * Ann opens a game for a friend, and Bob follows the link.
 * @param {object} [opening] of classic unless it says otherwise
 */
export async function twoAt(opening = {}) {
  const [ann, bob] = await Promise.all([Guest.enter(browser, parlor.address), Guest.enter(browser, parlor.address)]);
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"], ...opening });
  const second = await bob.open(first.link);
  await first.page.locator(".seat.here").nth(1).waitFor();
  return { ann, bob, first, second };
}
