// @ts-check
// The line beside the board: a failure, an offer, an error, a hint, a choice, an invitation. It keeps its place when it is
// empty.

/** @import { TableState } from "./state.js" */

import { html } from "../dom.js";
import { offerText, written } from "../text.js";
import { commandsOf } from "./buttons.js";
import { hasFreeSeat, isHost, isReviewing, minePlayers, playableMoves, reviewText } from "./selectors.js";
import { playersOf } from "./state.js";

/**
 * @typedef {object} NoticeCallbacks
 * @property {(move: string) => void} choose
 * @property {(name: string) => void} act
 * @property {() => void} back to the game
 * @property {() => void} retry after a failure
 * @property {() => void} sit takes a free seat
 */

/** What is said, and what can be pressed beside it. @typedef {{text: string, kind: "" | "offer" | "error", buttons: NoticeButton[]}} Content */

/**
 * A button that does a command, makes a move, or something else.
 * @typedef {{act: string, label: string} | {move: string, label: string, isMain: boolean} | {other: "back" | "retry" | "sit"}} NoticeButton
 */

/** What can be done about an offer. @type {Record<string, string>} */
const ANSWERS = { accept: "Accept", decline: "Decline", withdraw: "Withdraw" };

/**
 * The most pressing thing there is to say.
 * @param {TableState} state
 * @returns {Content}
 */
export function noticeContent(state) {
  const { shown, me, hint, error, failure, pick } = state;
  if (failure) {
    return { text: failure, kind: "error", buttons: [{ other: "retry" }] };
  }
  if (pick) {
    const buttons = pick.moves.map((move, index) => ({
      move,
      label: shown.view.side_labels[index] ?? written(move, shown, state.game),
      isMain: false,
    }));
    return { text: `${pick.where}:`, kind: "", buttons };
  }
  const mine = playersOf(shown, me);
  const offer = offerText(shown, mine);
  if (error && !offer) {
    return { text: error.text, kind: "error", buttons: [] };
  }
  if (isReviewing(state)) {
    return { text: hint?.text ?? reviewText(state), kind: "", buttons: [{ other: "back" }] };
  }
  if (offer) {
    const can = commandsOf(shown, mine);
    const answers = Object.entries(ANSWERS).filter(([name]) => can.has(name));
    return { text: offer, kind: "offer", buttons: answers.map(([act, label]) => ({ act, label })) };
  }
  const words = playableMoves(state).flatMap(([target, move]) =>
    "button" in target ? [{ move, label: target.button, isMain: true }] : [],
  );
  if (words.length > 0) {
    return { text: hint?.text ?? "Or take the first stone as yours:", kind: "", buttons: words };
  }
  if (hint) {
    return { text: hint.text, kind: "", buttons: [] };
  }
  const hasSeat = minePlayers(state).length > 0;
  if (hasFreeSeat(state) && hasSeat) {
    return { text: "Waiting for a friend to join.", kind: "", buttons: [] };
  }
  if (hasFreeSeat(state) && isHost(state)) {
    return { text: "Send the link to a friend to begin.", kind: "", buttons: [{ other: "sit" }] };
  }
  const isWatching = !hasSeat && !hasFreeSeat(state);
  return { text: isWatching ? "You are a spectator." : "", kind: "", buttons: [] };
}

export class Notice {
  /** @param {NoticeCallbacks} callbacks */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.element = html("div", { class: "notice", role: "status" });
    /** What is there now: only what differs is written, so that a screen reader does not repeat it. */
    this.rendered = "";
  }

  /** @param {TableState} state */
  render(state) {
    const content = noticeContent(state);
    const rendered = JSON.stringify(content);
    if (rendered === this.rendered) {
      return;
    }
    this.rendered = rendered;
    this.element.classList.toggle("offers", content.kind === "offer");
    this.element.classList.toggle("wrong", content.kind === "error");
    const buttons = content.buttons.map((button) => this.button(button));
    this.element.replaceChildren(...(content.text ? [html("span", {}, content.text)] : []), ...buttons);
    if (state.pick) {
      buttons[0]?.focus();
    }
  }

  /** @param {NoticeButton} button */
  button(button) {
    const { act, back, choose, retry, sit } = this.callbacks;
    if ("act" in button) {
      const name = button.act;
      const look = { type: "button", class: name === "accept" ? "main" : "", "data-do": name };
      return html("button", { ...look, onclick: () => act(name) }, button.label);
    }
    if ("move" in button) {
      const look = { type: "button", class: button.isMain ? "main word" : "", "data-move": button.move };
      return html("button", { ...look, onclick: () => choose(button.move) }, button.label);
    }
    switch (button.other) {
      case "back":
        return html("button", { type: "button", class: "to-live", onclick: back }, "Back to the game");
      case "retry":
        return html("button", { type: "button", class: "main", onclick: retry }, "Retry");
      default:
        return html("button", { type: "button", onclick: sit }, "Join yourself");
    }
  }

  dispose() {}
}
