// @ts-check
// What can be taken away from a game: its link and its record; and who is watching.

/** @import { ExportFormat, Game } from "../types.js" */
/** @import { TableState } from "./state.js" */

import { exportAddress, record, recordAddress } from "../api.js";
import { addressOf } from "../base-path.js";
import { Disposer } from "../disposer.js";
import { copy, html, say } from "../dom.js";
import { exportFormats } from "../game-info.js";

/** How long a button says that it has copied something, in milliseconds. */
const COPIED = 1_600;

/** The address to send to a friend. @param {string} id */
export const gameAddress = (id) => location.origin + addressOf(`/g/${id}`);

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

/** The link in a field, to be seen and selected. @param {string} id */
export function linkField(id) {
  const link = html("input", {
    type: "text",
    class: "link",
    readonly: true,
    "aria-label": "Link to this game",
    value: gameAddress(id),
    onfocus: () => link.select(),
  });
  return link;
}

/** A button for the system's own way to share, where there is one. @param {string} id */
export function shareButton(id) {
  if (typeof navigator.share !== "function") {
    return [];
  }
  const share = () => navigator.share({ title: document.title, url: gameAddress(id) }).catch(() => {});
  return [html("button", { type: "button", class: "share-sheet", onclick: share }, "Share")];
}

/**
 * A link to the game in a format of other programs: a file, or a board at another site.
 * @param {string} id
 * @param {ExportFormat} format
 */
function exportLink(id, format) {
  const href = exportAddress(id, format);
  if (format === "hexworld") {
    return html(
      "a",
      { class: "button export", href, target: "_blank", rel: "noopener noreferrer" },
      "Open in HexWorld",
    );
  }
  return html("a", { class: "button export", href, download: `${id}.${format}` }, `Download ${format.toUpperCase()}`);
}

/** @param {string} id @param {Game} game */
function exportRow(id, game) {
  const links = exportFormats(game).map((format) => exportLink(id, format));
  return links.length > 0 ? [html("div", { class: "row exports" }, ...links)] : [];
}

export class Share {
  /** @param {string} id @param {Game} game */
  constructor(id, game) {
    this.disposer = new Disposer();
    this.element = html(
      "section",
      { class: "share", "aria-label": "Link and record" },
      html(
        "div",
        { class: "row" },
        linkField(id),
        copyButton("Copy link", () => gameAddress(id), this.disposer, "copy-link"),
        ...shareButton(id),
      ),
      html(
        "div",
        { class: "row" },
        copyButton("Copy record", () => record(id), this.disposer, "copy-record"),
        html("a", { class: "button download", href: recordAddress(id), download: `${id}.parlor` }, "Download record"),
      ),
      ...exportRow(id, game),
    );
  }

  render() {}

  dispose() {
    this.disposer.dispose();
  }
}

/** Who is watching. */
export class Spectators {
  constructor() {
    this.element = html("p", { class: "spectators" });
  }

  /** @param {TableState} state */
  render({ guests, present, latest, me }) {
    const others = guests.filter(({ guest }) => !latest.seats.some((seat) => seat.guest === guest));
    const names = others.map(({ guest, name }) => (guest === me.id ? `${name} (you)` : name));
    // Of a crowd only some are listed.
    const more = present > guests.length ? ` and ${present - guests.length} more` : "";
    say(this.element, names.length > 0 ? `Spectators: ${names.join(", ")}${more}` : "No spectators.");
  }

  dispose() {}
}
