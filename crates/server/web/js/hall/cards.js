// @ts-check
// The games to choose from, each with a small board.

/** @import { Game } from "../types.js" */
/** @import { Board } from "../boards/board.js" */
/** @import { HallState } from "./state.js" */

import { NO_CALLBACKS, boardFor } from "../boards/board.js";
import { html } from "../dom.js";
import { pieceKind, thumbnail } from "../game-info.js";

export class Cards {
  /**
   * @param {Game[]} games
   * @param {(game: Game) => void} choose is called for every tap, on the card that is chosen already too
   */
  constructor(games, choose) {
    this.choose = choose;
    /** @type {Board[]} */
    this.boards = [];
    this.element = html(
      "div",
      { class: "games", role: "radiogroup", "aria-label": "Games" },
      ...games.map((game) => this.card(game)),
    );
  }

  /** @param {HallState} state */
  render({ game }) {
    const input = this.element.querySelector(`input[value="${CSS.escape(game.name)}"]`);
    if (input instanceof HTMLInputElement) {
      input.checked = true;
    }
  }

  dispose() {
    this.boards.forEach((board) => board.dispose());
  }

  /** @param {Game} game */
  card(game) {
    const board = boardFor(game, thumbnail(game), NO_CALLBACKS);
    this.boards.push(board);
    return html(
      "label",
      { class: "card", "data-game": game.name, "data-pieces": pieceKind(game) },
      html("input", { type: "radio", name: "game", value: game.name, onclick: () => this.choose(game) }),
      html("div", { class: "picture", "aria-hidden": "true", inert: true }, board.element),
      html("span", { class: "card-name" }, game.title),
      html("span", { class: "card-line" }, game.tagline),
    );
  }
}
