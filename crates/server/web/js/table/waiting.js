// @ts-check
// What is shown while a seat is free: to those inside, the link in every form; to those who come, whether to play.

/** @import { TableState } from "./state.js" */

import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { sideOf } from "../sides.js";
import { nameOf } from "../text.js";
import { commandsOf } from "./buttons.js";
import { hasFreeSeat, isHost, minePlayers } from "./selectors.js";
import { copyButton, gameAddress, linkField, shareButton } from "./share.js";

/** For those inside: the link, to copy, to share and to scan. */
export class Waiting {
  /**
   * @param {string} id the game
   * @param {() => void} cancel
   */
  constructor(id, cancel) {
    this.disposer = new Disposer();
    this.cancel = html(
      "button",
      { type: "button", class: "cancel-game", "data-do": "cancel", onclick: cancel },
      "Cancel",
    );
    this.element = html(
      "section",
      { class: "waiting", "aria-label": "Invitation", hidden: true },
      html("img", {
        class: "qr",
        src: `/preview/${id}/qr.svg`,
        alt: "QR code of the link",
        width: 152,
        height: 152,
        loading: "lazy",
      }),
      html(
        "div",
        { class: "waiting-text" },
        html("strong", {}, "Send the link to a friend"),
        html("span", {}, "or let them scan the code. You may make the first move already if it is yours."),
        linkField(id),
        html(
          "div",
          { class: "row" },
          copyButton("Copy link", () => gameAddress(id), this.disposer, "main invite"),
          ...shareButton(id),
          this.cancel,
        ),
      ),
    );
  }

  /** @param {TableState} state */
  render(state) {
    const isInside = minePlayers(state).length > 0 || isHost(state);
    this.element.hidden = !(hasFreeSeat(state) && isInside && state.latest.ending === null);
    const can = /** @type {Set<string>} */ (commandsOf(state.latest, minePlayers(state)));
    this.cancel.hidden = !can.has("cancel");
  }

  dispose() {
    this.disposer.dispose();
  }
}

/** For those who come by the link: play or watch. Nobody takes a seat by opening an address. */
export class Invitation {
  /**
   * @param {string} id the game
   * @param {() => void} play
   */
  constructor(id, play) {
    this.key = `parlor.watch.${id}`;
    this.text = html("strong", {});
    this.about = html("span", {});
    this.element = html(
      "section",
      { class: "invitation", "aria-label": "Invitation", hidden: true },
      this.text,
      this.about,
      html(
        "div",
        { class: "row" },
        html("button", { type: "button", class: "main play-seat", onclick: play }, "Play"),
        html("button", { type: "button", class: "watch-game", onclick: () => this.watch() }, "Watch"),
      ),
    );
    this.isWatching = sessionStorage.getItem(this.key) !== null;
    /** @type {TableState | null} */
    this.state = null;
  }

  /** @param {TableState} state */
  render(state) {
    this.state = state;
    const { latest, game } = state;
    const free = latest.seats.findIndex(({ kind }) => kind === "open");
    const isAsked = free >= 0 && minePlayers(state).length === 0 && !isHost(state) && latest.ending === null;
    this.element.hidden = !isAsked || this.isWatching;
    if (!isAsked) {
      return;
    }
    const other = latest.seats.findIndex(({ kind }) => kind !== "open");
    say(
      this.text,
      other < 0 ? `Play ${game.title}?` : `${nameOf(latest, other + 1)} invites you to play ${game.title}`,
    );
    const order = free === 0 ? "moves first" : "moves second";
    say(this.about, `You would play ${sideOf(game, latest.view, free + 1)}, who ${order}.`);
  }

  watch() {
    this.isWatching = true;
    try {
      sessionStorage.setItem(this.key, "");
    } catch {
      // It is asked again after a reload.
    }
    if (this.state) {
      this.render(this.state);
    }
  }

  dispose() {}
}
