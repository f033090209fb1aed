// @ts-check
// Buttons for a game that engines play by themselves. They rest while nobody watches: whoever pauses stops watching.

/** @import { TableState } from "./state.js" */

import { html, say } from "../dom.js";

/**
 * @typedef {object} WatchCallbacks
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => void} stop
 */

export class WatchControls {
  /** @param {WatchCallbacks} callbacks */
  constructor({ pause, resume, stop }) {
    this.isPaused = false;
    this.text = html("span", { class: "paused", role: "status" });
    this.toggle = html("button", { type: "button", class: "main pause" }, "Pause");
    this.toggle.onclick = () => {
      this.isPaused = !this.isPaused;
      (this.isPaused ? pause : resume)();
      say(this.toggle, this.isPaused ? "Go on" : "Pause");
      say(this.text, this.isPaused ? "Paused" : "");
    };
    this.element = html(
      "div",
      { class: "watch-controls", role: "group", "aria-label": "Watching", hidden: true },
      this.text,
      this.toggle,
      html("button", { type: "button", class: "stop", onclick: stop }, "Stop"),
    );
  }

  /** @param {TableState} state */
  render({ latest }) {
    const isEngines = latest.seats.every(({ kind }) => kind === "engine");
    this.element.hidden = !isEngines || latest.ending !== null;
  }

  dispose() {}
}
