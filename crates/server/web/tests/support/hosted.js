// @ts-check
// A server and a browser for all tests of a file.

import { after, before } from "node:test";
import { launch } from "./browser.js";
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
