// @ts-check
// The line under the board: an offer, an error, a word to play, an invitation. It keeps its place when it is empty.

/** @import { LegalMove } from "./types.js" */

import { html } from "./dom.js";
import { address, copyButton } from "./share.js";

/**
 * @typedef {object} Situation
 * @property {boolean} open a seat is free
 * @property {string} id the game
 * @property {string} offer what is on offer, in words
 * @property {string[]} answers what one can do about it
 * @property {LegalMove[]} buttons moves that are words
 * @property {string} back where in the past we look
 * @property {boolean} sit we have opened the game for others and could sit down ourselves
 * @property {boolean} watching we have no seat
 */

/** @typedef {{choose: (moves: string[]) => void, act: (name: string) => void, back: () => void, sit: () => void}} NoticeCallbacks */

/** What can be done about an offer. @type {Record<string, string>} */
export const ANSWERS = { accept: "Accept", decline: "Decline", withdraw: "Withdraw" };

/** How long something is said, in milliseconds. */
const WHILE = 6_000;

export class Notice {
  /** @param {NoticeCallbacks} callbacks */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.element = html("div", { class: "notice", role: "status" });
    /** @type {Situation | null} */
    this.situation = null;
    this.said = "";
    this.wrong = "";
    /** Where a piece is to be placed whose owner is asked for. */
    this.where = "";
    /** @type {HTMLElement[] | null} */
    this.picking = null;
    this.timer = 0;
    this.forgetting = 0;
    this.shown = "";
  }

  /** @param {Situation} situation */
  show(situation) {
    this.situation = situation;
    this.draw();
  }

  /** Something to say beside the board. @param {string} text */
  hint(text) {
    this.said = text;
    this.picking = null;
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => text && this.hint(""), WHILE);
    this.draw();
  }

  /** Something that came to nothing. @param {string} text */
  error(text) {
    this.wrong = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wrong = "";
      this.draw();
    }, WHILE);
    this.draw();
  }

  /**
   * More than one move can be made at a target: whose is it?
   * @param {string[]} moves
   * @param {string[]} labels
   * @param {string} where
   */
  pick(moves, labels, where) {
    this.where = where;
    this.picking = moves.map((move, index) =>
      html("button", { type: "button", "data-move": move, onclick: () => this.picked(move) }, labels[index] ?? move),
    );
    clearTimeout(this.forgetting);
    this.shown = "";
    this.draw();
    this.picking[0]?.focus();
  }

  /** @param {string} move */
  picked(move) {
    this.picking = null;
    this.callbacks.choose([move]);
  }

  draw() {
    const { element, situation } = this;
    const choice = this.picking?.map(({ dataset }) => dataset.move);
    const words = JSON.stringify(choice ?? [situation, this.said, this.wrong]);
    if (words === this.shown) {
      return;
    }
    this.shown = words;
    element.classList.toggle("asks", !this.picking && !situation?.back && Boolean(situation?.offer));
    element.classList.toggle("wrong", this.wrong !== "" && !situation?.offer);
    element.replaceChildren(...this.content());
  }

  /** The most pressing thing there is to say. @returns {Node[]} */
  content() {
    const { situation } = this;
    const text = (/** @type {string} */ words) => html("span", {}, words);
    if (this.picking) {
      return [text(`${this.where}:`), ...this.picking];
    }
    if (this.wrong && !situation?.offer) {
      return [text(this.wrong)];
    }
    if (!situation) {
      return [];
    }
    if (situation.back) {
      return [
        text(this.said || situation.back),
        html("button", { type: "button", class: "to-live", onclick: this.callbacks.back }, "Back to the game"),
      ];
    }
    if (situation.offer) {
      const answer = (/** @type {string} */ name) =>
        html(
          "button",
          {
            type: "button",
            class: name === "accept" ? "main" : "",
            "data-do": name,
            onclick: () => this.callbacks.act(name),
          },
          ANSWERS[name],
        );
      return [text(situation.offer), ...situation.answers.map(answer)];
    }
    const words = situation.buttons.map(([target, move]) =>
      html(
        "button",
        { type: "button", class: "main word", "data-move": move, onclick: () => this.callbacks.choose([move]) },
        "button" in target ? target.button : move,
      ),
    );
    if (words.length > 0) {
      return [text(this.said || "Or take the first stone as yours:"), ...words];
    }
    if (this.said) {
      return [text(this.said)];
    }
    if (situation.open && !situation.watching) {
      return [
        text("Send the link to a friend to begin."),
        copyButton("Copy link", () => address(situation.id), "main invite"),
        ...(situation.sit
          ? [html("button", { type: "button", onclick: this.callbacks.sit }, "Sit down yourself")]
          : []),
      ];
    }
    return situation.watching ? [text("You are watching.")] : [];
  }
}
