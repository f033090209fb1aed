// @ts-check
// What the game at a table is about: its rules, for those who see it for the first time, its options, its keys.

/** @import { Game } from "../types.js" */
/** @import { TableState } from "./state.js" */

import { html, say } from "../dom.js";
import { sidesOf } from "../sides.js";
import { optionsText } from "../text.js";

export class About {
  /**
   * @param {Game} game
   * @param {() => void} showKeys
   */
  constructor(game, showKeys) {
    this.options = html("p", { class: "options-text" });
    /** Which sign belongs to which color: the rules name the signs. */
    this.signs = html("p", { class: "signs" });
    this.element = html(
      "section",
      { class: "help", "aria-label": "About the game" },
      html("h2", {}, game.title),
      this.options,
      html("p", {}, game.rules),
      this.signs,
      html("button", { type: "button", class: "plain show-keys", onclick: showKeys }, "Keys (?)"),
    );
  }

  /** @param {TableState} state */
  render({ game, shown }) {
    say(this.options, optionsText(game, shown));
    const { side_labels: labels } = shown.view;
    const signs = sidesOf(game, shown.view).flatMap((side, index) =>
      side.toLowerCase() === labels[index].toLowerCase() ? [] : [`${side} has ${labels[index]}`],
    );
    say(this.signs, shown.seats.length > 1 && signs.length > 0 ? `${signs.join(", ")}.` : "");
  }

  dispose() {}
}
