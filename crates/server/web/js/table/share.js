// @ts-check
// What can be taken away from a game: its link and its record; and who is watching.

/** @import { TableState } from "./state.js" */

import { record, recordAddress } from "../api.js";
import { Disposer } from "../disposer.js";
import { copy, html, say } from "../dom.js";

/** How long a button says that it has copied something, in milliseconds. */
const COPIED = 1_600;

/** The address to send to a friend. @param {string} id */
export const gameAddress = (id) => `${location.origin}/g/${id}`;

/**
 * A button that copies something and says so for a moment.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 * @param {Disposer} disposer
 * @param {string} [name] a class of its own
 */
export function copyButton(label, text, disposer, name = "") {
  const button = html("button", { type: "button", class: `copy ${name}` }, label);
  button.onclick = async () => {
    const isCopied = await copy(await text()).catch(() => false);
    say(button, isCopied ? "Copied" : "Could not copy");
    disposer.after(COPIED, () => say(button, label));
  };
  return button;
}

export class Share {
  /** @param {string} id */
  constructor(id) {
    this.disposer = new Disposer();
    const link = html("input", {
      type: "text",
      class: "link",
      readonly: true,
      "aria-label": "Link to this game",
      value: gameAddress(id),
      onfocus: () => link.select(),
    });
    this.spectators = html("p", { class: "spectators" });
    this.element = html(
      "section",
      { class: "share", "aria-label": "Link and record" },
      html(
        "div",
        { class: "row" },
        link,
        copyButton("Copy link", () => gameAddress(id), this.disposer, "copy-link"),
      ),
      html(
        "div",
        { class: "row" },
        copyButton("Copy record", () => record(id), this.disposer, "copy-record"),
        html("a", { class: "button download", href: recordAddress(id), download: `${id}.parlor` }, "Download record"),
      ),
      this.spectators,
    );
  }

  /** @param {TableState} state */
  render({ guests, latest, me }) {
    const others = guests.filter(({ guest }) => !latest.seats.some((seat) => seat.guest === guest));
    const names = others.map(({ guest, name }) => (guest === me.id ? `${name} (you)` : name));
    say(this.spectators, names.length > 0 ? `Spectators: ${names.join(", ")}` : "No spectators.");
  }

  dispose() {
    this.disposer.dispose();
  }
}
