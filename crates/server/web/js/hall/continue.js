// @ts-check
// The games that go on, above everything else in the hall: those in which it is the guest's turn come first.

/** @import { Game, OwnGame } from "../types.js" */
/** @import { Board } from "../boards/board.js" */
/** @import { HallState } from "./state.js" */

import { game as fetchGame } from "../api.js";
import { NO_CALLBACKS, boardFor } from "../boards/board.js";
import { html, say } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { sidesOf } from "../sides.js";
import { statusFor } from "../text.js";

/** The most games that are shown; the others are on the guest's own page. */
const MOST = 4;

/** Whether it is the guest's turn. @param {OwnGame} own */
const isTheirTurn = ({ turn, mine }) => turn !== null && mine.includes(turn);

/** The games to go on with, the most pressing first. @param {OwnGame[]} own */
export function unfinished(own) {
  const going = own.filter(({ over, mine }) => !over && mine.length > 0);
  return [...going.filter(isTheirTurn), ...going.filter((game) => !isTheirTurn(game))].slice(0, MOST);
}

export class Continue {
  constructor() {
    this.title = html("h2", {});
    this.list = html("ul", { class: "continue-list" });
    this.element = html(
      "section",
      { class: "continue", "aria-label": "Games that go on", hidden: true },
      html("div", { class: "continue-head" }, this.title, html("a", { href: "/me" }, "All my games")),
      this.list,
    );
    this.rendered = "";
    /** @type {Map<string, Board>} */
    this.boards = new Map();
    this.isDisposed = false;
  }

  /** @param {HallState} state */
  render({ games, own }) {
    const shown = unfinished(own ?? []);
    const rendered = JSON.stringify(shown);
    if (!own || rendered === this.rendered) {
      return;
    }
    this.rendered = rendered;
    this.element.hidden = shown.length === 0;
    say(this.title, shown.some(isTheirTurn) ? "Your turn" : "Continue");
    this.disposeBoards();
    this.list.replaceChildren(...shown.map((game) => this.entry(game, games)));
  }

  dispose() {
    this.isDisposed = true;
    this.disposeBoards();
  }

  disposeBoards() {
    this.boards.forEach((board) => board.dispose());
    this.boards.clear();
  }

  /**
   * @param {OwnGame} own
   * @param {Game[]} games
   */
  entry(own, games) {
    const game = games.find(({ name }) => name === own.game);
    const picture = html("div", { class: "picture", "aria-hidden": "true", inert: true });
    if (game) {
      this.draw(own.id, game, picture);
    }
    const others = own.names.filter((_, index) => !own.mine.includes(index + 1));
    const against = others.length > 0 ? [" – ", html("bdi", {}, others.join(", "))] : [];
    return html(
      "li",
      {},
      html(
        "a",
        { href: `/g/${own.id}`, class: isTheirTurn(own) ? "their-turn" : "", "data-pieces": game && pieceKind(game) },
        picture,
        html("span", { class: "continue-name" }, html("strong", {}, game?.title ?? own.game), ...against),
        html("span", { class: "status-text" }, statusFor(own, game && own.mine.length > 1 ? sidesOf(game) : null)),
      ),
    );
  }

  /**
   * Draws the position once it is known.
   * @param {string} id
   * @param {Game} game
   * @param {HTMLElement} picture
   */
  async draw(id, game, picture) {
    const snapshot = await fetchGame(id).catch(() => null);
    if (snapshot && !this.isDisposed && picture.isConnected) {
      const board = boardFor(game, snapshot.view, NO_CALLBACKS);
      this.boards.set(id, board);
      picture.replaceChildren(board.element);
    }
  }
}
