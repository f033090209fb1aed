// @ts-check
// A table as its player sees it.

/** @typedef {import("./browser.js").Guest} Guest */

import { PAUSE } from "../../js/table/keys.js";

export class TablePage {
  /** @param {Guest} guest */
  constructor(guest) {
    this.guest = guest;
    this.page = guest.page;
  }

  get link() {
    return this.page.url();
  }

  /** Waits until the table is connected. */
  async connected() {
    await this.guest.until(
      () =>
        /** @type {HTMLElement} */ (document.querySelector("#banner")).hidden &&
        document.querySelector(".seat.here") !== null,
      null,
    );
  }

  /** Waits until the connection is shown as lost. */
  async disconnected() {
    await this.page.locator("#banner:not([hidden])").waitFor();
  }

  async headline() {
    return (await this.page.locator(".headline").textContent()) ?? "";
  }

  /** Waits for a headline. @param {string} text */
  async says(text) {
    await this.guest.until((text) => document.querySelector(".headline")?.textContent === text, text);
  }

  /** Waits until so many moves are made and shown, with all that came of the last one. @param {number} count */
  async moves(count) {
    const text = count === 0 ? "No moves yet" : `Move ${count} of ${count}`;
    await this.guest.until(
      (text) =>
        document.querySelector(".where")?.textContent === text && !document.querySelector(".sending, .table.showing"),
      text,
    );
  }

  /** The moves as they are listed. @returns {Promise<string[]>} */
  list() {
    return this.page.locator(".moves button").allTextContents();
  }

  /** Waits until the list of moves is this. @param {(string | number)[]} moves */
  async listed(moves) {
    await this.guest.until(
      (text) => Array.from(document.querySelectorAll(".moves button"), (move) => move.textContent).join(" ") === text,
      moves.join(" "),
    );
  }

  /** Waits until this player may move, or may not. @param {boolean} may */
  async mayMove(may) {
    await this.guest.until((may) => document.querySelector(".table")?.classList.contains("my-turn") === may, may);
  }

  /** The place of a move: a column's or a cell's. @param {string | number} move */
  place(move) {
    return this.page.locator(
      typeof move === "number" ? `.hit[data-column="${move}"]` : `.hit[data-cell="${cell(move)}"]`,
    );
  }

  /** Waits until a click on the board would be a move. */
  async unguarded() {
    await this.guest.until(() => document.querySelector(".frame.guarded") === null, null);
  }

  /** Plays with the mouse. @param {string | number} move */
  async click(move) {
    await this.mayMove(true);
    await this.unguarded();
    const box = await this.place(move).boundingBox();
    if (!box) {
      throw new Error(`there is no place ${move}`);
    }
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Plays by typing the move's name. @param {string | number} move */
  async type(move) {
    await this.mayMove(true);
    await this.unhurried(() => this.page.keyboard.type(String(move)));
  }

  /**
   * Types while the page waits for the next key as long as a busy machine takes to send it.
   * @param {() => Promise<void>} typing
   */
  async unhurried(typing) {
    await this.page.evaluate((pause) => {
      const real = window.setTimeout;
      const patient = (/** @type {() => void} */ act, /** @type {number} */ after) =>
        real(act, after === pause ? 1e6 : after);
      Object.assign(window, { real, setTimeout: patient });
    }, PAUSE);
    await typing();
    await this.page.evaluate(() => Object.assign(window, { setTimeout: Reflect.get(window, "real") }));
  }

  /** Plays with arrows and Enter. @param {string | number} move */
  async steer(move) {
    await this.mayMove(true);
    await this.unguarded();
    await this.page.keyboard.press("ArrowLeft");
    const where = () =>
      this.page.evaluate(() => {
        const { column, cell } = /** @type {SVGElement} */ (document.activeElement).dataset;
        return column !== undefined ? [0, Number(column)] : String(cell).split(",").map(Number);
      });
    const [row, column] = typeof move === "number" ? [0, move] : cell(move).split(",").map(Number);
    const [atRow, atColumn] = await where();
    for (let step = 0; step < Math.abs(column - atColumn); step++) {
      await this.page.keyboard.press(column > atColumn ? "ArrowRight" : "ArrowLeft");
    }
    for (let step = 0; step < Math.abs(row - atRow); step++) {
      await this.page.keyboard.press(row > atRow ? "ArrowDown" : "ArrowUp");
    }
    await this.page.keyboard.press("Enter");
  }

  /** Shows one of the panels beside the board. @param {"moves" | "about"} name */
  async tab(name) {
    await this.page.locator(`#tab-${name}`).click();
  }

  /** Presses one of the buttons that the server allows. @param {string} name */
  async do(name) {
    await this.page.locator(`[data-do="${name}"]`).click();
  }

  /** Resigns and confirms it. */
  async resigns() {
    const resign = this.page.locator('[data-do="resign"]');
    await resign.click();
    await this.page.getByRole("button", { name: "Really resign?" }).waitFor();
    await resign.click();
    await this.page.locator(".table.over").waitFor();
  }

  /** Ends the game by a request: nobody resigns a game for one by a button. */
  async ends() {
    const { request } = this.page.context();
    const address = this.link.replace("/g/", "/api/games/");
    const { seq } = await (await request.get(address)).json();
    const answer = await request.post(`${address}/do`, { data: { do: "resign", id: `end ${seq}`, expects: seq } });
    if (!answer.ok()) {
      throw new Error(await answer.text());
    }
    await this.page.locator(".table.over").waitFor();
  }

  /** Waits until the next game of a rematch has begun, in which nothing was played yet. */
  async begins() {
    await this.guest.until(() => document.querySelector(".table.over") === null, null);
    await this.moves(0);
  }

  /** The buttons there are. */
  can() {
    return this.page
      .locator("[data-do]:not([hidden])")
      .evaluateAll((buttons) => buttons.map((button) => /** @type {HTMLElement} */ (button).dataset.do));
  }

  /** Pieces on the board by player. */
  async pieces() {
    const count = (/** @type {number} */ player) => this.page.locator(`.pieces .player-${player}`).count();
    return [await count(1), await count(2)];
  }
}

/** The row and column of a cell's name: `B0` is `0,1`. @param {string} name */
function cell(name) {
  return `${Number(name.slice(1))},${name.charCodeAt(0) - 65}`;
}
