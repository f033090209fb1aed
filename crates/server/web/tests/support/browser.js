// @ts-check
// A real Chromium, and guests in it: each has cookies and storage of its own.

import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./parlor.js";
import { TablePage } from "./table.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

/** How long anything may take on a busy machine, in milliseconds; less when a mistake is looked for. */
const PATIENCE = Number(process.env.PATIENCE ?? 45_000);

/** @returns {Promise<Browser>} */
export function launch() {
  const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (!executablePath) {
    throw new Error("there is no Chromium: install it, as scripts/test does, or name it in CHROMIUM");
  }
  // As root, Chromium does not start with its sandbox. Software rendering needs no emulated GPU.
  const args = ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  return chromium.launch({ executablePath, args });
}

/** Somebody with a browser window. */
export class Guest {
  /**
   * @param {Page} page
   * @param {string} address
   */
  constructor(page, address) {
    this.page = page;
    this.address = address;
    /** What the page complained about: a broken script, a refused style. @type {string[]} */
    this.complaints = [];
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => this.complaints.push(String(error.stack)));
    page.on("console", (message) => {
      // Some tests take the network away.
      if (message.type() === "error" && !/net::ERR_|WebSocket connection/.test(message.text())) {
        this.complaints.push(message.text());
      }
    });
  }

  /**
   * @param {Browser} browser
   * @param {string} address
   * @param {Options} [options]
   */
  static async enter(browser, address, options = {}) {
    const context = await browser.newContext({
      reducedMotion: "reduce",
      // What a service worker keeps would be kept from the tests that look at requests.
      serviceWorkers: "block",
      viewport: { width: 1200, height: 800 },
      ...options,
    });
    return new Guest(await context.newPage(), address);
  }

  /** Opens the hall. */
  async hall() {
    await this.page.goto(this.address);
    await this.page.locator(".hall .action").first().waitFor();
  }

  /**
   * Chooses a game in the hall, with all its options in view.
   * @param {string} game
   */
  async choose(game) {
    await this.hall();
    await this.page.locator(`.card[data-game="${game}"] input`).check();
    if ((await this.page.locator('.more-toggle[aria-expanded="true"]').count()) === 0) {
      await this.page.locator(".more-toggle").click();
    }
  }

  /**
   * Starts the chosen game by the button for a mode.
   * @param {"computer" | "friend" | "here" | "alone" | "watch" | "seats"} mode
   */
  async start(mode) {
    await this.press(mode);
    return this.seated();
  }

  /** Presses the button for a mode. @param {string} mode */
  async press(mode) {
    await this.page.locator(`button[data-mode="${mode}"]`).click();
  }

  /** Waits for a table and its connection. */
  async seated() {
    await this.page.locator(".table").waitFor();
    const table = new TablePage(this);
    await table.connected();
    return table;
  }

  /** Opens a link, and plays if there is a seat. @param {string} link */
  async open(link) {
    await this.page.goto(link);
    await this.page.locator(".table").waitFor();
    if (await this.page.locator(".invitation").isVisible()) {
      await this.page.locator(".play-seat").click();
      await this.page.locator(".invitation").waitFor({ state: "hidden" });
    }
    return this.seated();
  }

  /**
   * Creates a game by a request and opens it.
   * @param {object} opening
   */
  async opens(opening) {
    const { request } = this.page.context();
    await request.get(`${this.address}/api/me`);
    const answer = await request.post(`${this.address}/api/games`, { data: opening });
    const { id, error } = await answer.json();
    if (error) {
      throw new Error(error);
    }
    return this.open(`${this.address}/g/${id}`);
  }

  /**
   * Waits for something about the page.
   * @template T
   * @param {(argument: T) => unknown} condition
   * @param {T} argument
   */
  async until(condition, argument) {
    await this.page.waitForFunction(/** @type {any} */ (condition), argument, { timeout: PATIENCE, polling: 40 });
  }

  /**
   * Waits until the clipboard holds a text with this part, and returns the text.
   * @param {string} part
   */
  async copied(part) {
    for (const start = Date.now(); Date.now() - start < PATIENCE;) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (text.includes(part)) {
        return text;
      }
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    throw new Error(`${part} was not copied`);
  }

  /** Saves a screenshot in target/screenshots. @param {string} name */
  async picture(name) {
    const folder = join(ROOT, "target/screenshots");
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  async leave() {
    await this.page.context().close();
  }
}
