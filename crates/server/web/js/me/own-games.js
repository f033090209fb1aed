// @ts-check
// The guest's own games as a list.

/** @import { Game, OwnGame } from "../types.js" */

import { html } from "../dom.js";
import { sidesOf } from "../sides.js";
import { ago, statusFor, unusualOptions } from "../text.js";

export class OwnGames {
  constructor() {
    this.list = html("ul", { class: "own-games-list" });
    this.element = html(
      "section",
      { class: "own-games", id: "mine", "aria-label": "My games" },
      html("h2", {}, "My games"),
      this.list,
    );
    /** What is listed: the same list is left alone, so that nobody loses their place in it. */
    this.rendered = "";
  }

  /**
   * @param {Game[]} games
   * @param {OwnGame[]} own
   */
  render(games, own) {
    const rendered = JSON.stringify(own.map((game) => [game, ago(game.updated)]));
    if (rendered === this.rendered) {
      return;
    }
    this.rendered = rendered;
    const empty = html("li", { class: "none" }, "No games yet. The games you play will be listed here.");
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.href : "";
    this.list.replaceChildren(...(own.length > 0 ? own.map((game) => entry(game, games)) : [empty]));
    [...this.list.querySelectorAll("a")].find(({ href }) => href === focused)?.focus();
  }
}

/**
 * @param {OwnGame} own
 * @param {Game[]} games
 */
function entry(own, games) {
  const game = games.find(({ name }) => name === own.game);
  const sides = game && own.mine.length > 1 ? sidesOf(game) : null;
  // Each name in the direction it is written in.
  const names = (sides ?? own.names).flatMap((name, index) => [index > 0 ? " – " : "", html("bdi", {}, name)]);
  const options = unusualOptions(own, game);
  return html(
    "li",
    {},
    html(
      "a",
      { href: `/g/${own.id}`, class: own.over ? "over" : "" },
      html("strong", {}, game?.title ?? own.game),
      html("span", { class: "names" }, ...names, options && ` · ${options}`),
      html("span", { class: "status-text" }, statusFor(own, sides)),
      html("span", { class: "when" }, ago(own.updated)),
    ),
  );
}
