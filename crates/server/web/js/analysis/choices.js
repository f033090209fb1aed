// @ts-check
// What can be chosen beside an analysis board: whose piece a click means, moves that are words, what chance does.

/** @import { Cell, Game } from "../types.js" */
/** @import { BoardCommand, BoardState } from "./client.js" */

import { html } from "../dom.js";
import { sideOf } from "../sides.js";
import { spoken, title } from "../text.js";

/**
 * @typedef {object} ChoiceCallbacks
 * @property {(command: BoardCommand) => void} act
 * @property {(text: string) => void} tell
 */

/** The command that lets chance move. @returns {BoardCommand} */
export const chanceCommand = () => ({ do: "chance", seed: Math.floor(Math.random() * 2 ** 32) });

export class Choices {
  /** @param {ChoiceCallbacks} callbacks */
  constructor({ act, tell }) {
    this.act = act;
    this.tell = tell;
    this.element = html("div", { class: "row choices" });
  }

  /**
   * A target was chosen: its only move is made, and of several it is asked which.
   * @param {Game} game
   * @param {BoardState} state
   * @param {string[]} moves
   */
  choose(game, { view }, moves) {
    if (moves.length === 1) {
      this.act({ do: "play", text: moves[0] });
      return;
    }
    const side = (/** @type {string} */ move) => sideOf(game, view, Number(move.match(/^p([12]):/)?.[1] ?? 1));
    this.element.replaceChildren(...moves.map((move) => this.button(side(move), { do: "play", text: move })));
    this.tell(`Whose piece? ${title(spoken(game, moves[0]))}`);
  }

  /** What can be done that is not on the board. @param {BoardState} state */
  render(state) {
    const words = state.view.move_targets.filter(([target]) => "button" in target);
    this.element.replaceChildren(
      ...words.map(([, move]) => this.button(title(move), { do: "play", text: move })),
      ...(state.can_continue ? [this.button("Continue", { do: "play", text: "continue" })] : []),
      ...(state.turn === "chance"
        ? [html("span", {}, "Choose a free cell, or"), this.button("Let chance choose", chanceCommand())]
        : []),
    );
  }

  /** Cells to click on where chance is to move. @param {BoardState} state */
  chancePicker(state) {
    if (state.turn !== "chance") {
      return null;
    }
    const moves = new Map(
      state.chance_targets.map(([target, move]) => ["cell" in target ? String(target.cell) : "", move]),
    );
    return (/** @type {Cell} */ cell) => {
      const move = moves.get(String(cell));
      if (move) {
        this.act({ do: "play", text: move });
      }
    };
  }

  /**
   * @param {string} label
   * @param {BoardCommand} command
   */
  button(label, command) {
    return html("button", { type: "button", onclick: () => this.act(command) }, label);
  }
}
