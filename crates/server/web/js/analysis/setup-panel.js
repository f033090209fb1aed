// @ts-check
// Setting up a position: a piece is chosen and put on cells, and who is to move. Whether the board can be is the rules'
// to say, after every change.

/** @import { Cell, Game, View } from "../types.js" */
/** @import { Setup } from "../engine/types.js" */

import { html, say } from "../dom.js";
import { hasPoints, pieceKind } from "../game-info.js";
import { sideOf, sidesOf } from "../sides.js";
import { title } from "../text.js";

/**
 * @typedef {object} SetupCallbacks
 * @property {(cells: number[][]) => void} draw shows the board as it is drawn
 * @property {(setup: Setup) => Promise<string>} check nothing where the board can be, else why not
 * @property {(setup: Setup) => void} done
 * @property {() => void} cancel
 */

export class SetupPanel {
  /**
   * @param {Game} game
   * @param {View} view
   * @param {SetupCallbacks} callbacks
   */
  constructor(game, view, callbacks) {
    this.game = game;
    this.callbacks = callbacks;
    this.layout = view.layout;
    this.cells = view.cells.map((row) => [...row]);
    this.isTiles = pieceKind(game) === "tile";
    this.chosen = 1;
    const most = view.rows * view.columns;
    const pieces = this.isTiles
      ? Array.from({ length: Math.min(most, 12) }, (_, index) => [2 ** index, String(2 ** index)])
      : sidesOf(game, view).map((side, index) => [index + 1, side]);
    const choices = [...pieces, [0, "Empty"]];
    this.palette = html(
      "fieldset",
      { class: "palette" },
      html("legend", {}, "Put on the board"),
      ...choices.map(([value, label]) =>
        html(
          "label",
          { class: this.isTiles ? "" : `player-${value}` },
          html("input", {
            type: "radio",
            name: "piece",
            value,
            checked: value === 1,
            onchange: () => (this.chosen = Number(value)),
          }),
          label,
        ),
      ),
    );
    this.next = html(
      "select",
      { id: "setup-next", onchange: () => this.check() },
      html("option", { value: "" }, "as the board tells"),
      ...sidesOf(game, view).map((side, index) => html("option", { value: index + 1 }, side)),
    );
    this.scores = [0, 1].map((index) =>
      html("input", {
        type: "number",
        min: 0,
        max: 999,
        value: view.scores?.[index] ?? 0,
        "aria-label": `Points of ${sideOf(game, view, index + 1)}`,
        onchange: () => this.check(),
      }),
    );
    this.problem = html("p", { class: "problem", role: "status" });
    this.doneButton = html(
      "button",
      { type: "button", class: "main", onclick: () => callbacks.done(this.setup()) },
      "Done",
    );
    this.element = html(
      "section",
      { class: "setup", "aria-label": "Set up a position" },
      html("h2", {}, "Set up a position"),
      this.palette,
      game.players > 1 && html("div", { class: "row" }, html("label", { for: "setup-next" }, "To move"), this.next),
      hasPoints(game) && html("div", { class: "row" }, "Points", ...this.scores),
      this.problem,
      html(
        "div",
        { class: "row" },
        this.doneButton,
        html("button", { type: "button", onclick: () => this.clear() }, "Clear board"),
        html("button", { type: "button", onclick: callbacks.cancel }, "Cancel"),
      ),
    );
    this.check();
  }

  /** Puts the chosen piece somewhere. In columns pieces lie on each other. @param {Cell} cell */
  put([row, column]) {
    if (this.layout !== "columns") {
      const isThere = this.cells[row][column] === this.chosen;
      this.cells[row][column] = isThere ? 0 : this.chosen;
    } else if (this.chosen === 0) {
      const top = this.cells.findIndex((cells) => cells[column] > 0);
      if (top >= 0) {
        this.cells[top][column] = 0;
      }
    } else if (this.cells[row][column] > 0) {
      this.cells[row][column] = this.chosen;
    } else {
      const below = this.cells.findIndex((cells) => cells[column] > 0);
      const free = (below < 0 ? this.cells.length : below) - 1;
      if (free >= 0) {
        this.cells[free][column] = this.chosen;
      }
    }
    this.callbacks.draw(this.cells);
    this.check();
  }

  clear() {
    this.cells = this.cells.map((row) => row.map(() => 0));
    this.callbacks.draw(this.cells);
    this.check();
  }

  /** @returns {Setup} */
  setup() {
    return {
      cells: this.cells,
      next: this.next.value ? Number(this.next.value) : null,
      scores: hasPoints(this.game)
        ? this.scores.map(({ value }) => Math.max(0, Math.floor(Number(value) || 0)))
        : [0, 0],
    };
  }

  async check() {
    const problem = await this.callbacks.check(this.setup());
    say(this.problem, problem ? `${title(problem)}.` : "");
    this.doneButton.disabled = problem !== "";
  }
}
