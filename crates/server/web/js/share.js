// @ts-check
// What can be taken away from a game: its link and its record; and who is looking on.

/** @import { Person, State } from "./types.js" */

import { record, recordAddress } from "./api.js";
import { copy, html, say } from "./dom.js";

/**
 * A button that copies something and says so for a moment.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 * @param {string} [name] a class of its own
 */
export function copyButton(label, text, name = "") {
  const button = html("button", { type: "button", class: `copy ${name}` }, label);
  button.onclick = async () => {
    const done = await copy(await text()).catch(() => false);
    say(button, done ? "Copied" : "Could not copy");
    setTimeout(() => say(button, label), 1_600);
  };
  return button;
}

export class Share {
  /** @param {string} id */
  constructor(id) {
    const link = html("input", {
      type: "text",
      class: "link",
      readonly: true,
      "aria-label": "Link to this game",
      value: address(id),
    });
    link.onfocus = () => link.select();
    this.people = html("p", { class: "people" });
    this.element = html(
      "section",
      { class: "share", "aria-label": "Link and record" },
      html(
        "div",
        { class: "row" },
        link,
        copyButton("Copy link", () => address(id), "copy-link"),
      ),
      html(
        "div",
        { class: "row" },
        copyButton("Copy record", () => record(id), "copy-record"),
        html("a", { class: "button download", href: recordAddress(id), download: `${id}.parlor` }, "Download record"),
      ),
      this.people,
    );
  }

  /**
   * Who is there beside the players.
   * @param {State} state
   * @param {Person[]} people
   * @param {string} me
   */
  show(state, people, me) {
    const watching = people.filter(({ guest }) => !state.seats.some((seat) => seat.guest === guest));
    const names = watching.map(({ guest, name }) => (guest === me ? `${name} (you)` : name));
    say(this.people, names.length > 0 ? `Watching: ${names.join(", ")}` : "Nobody else is watching.");
  }
}

/** The address to send to a friend. @param {string} id */
export const address = (id) => `${location.origin}/g/${id}`;
