// @ts-check
// A button that shows a view on the whole screen, for a room.

import { html } from "./dom.js";

/**
 * @param {() => HTMLElement} view
 * @param {(text: string) => void} [tell] says that it can't be
 */
export function fullScreenButton(view, tell = () => {}) {
  const toggle = async () => {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : view().requestFullscreen());
    } catch {
      tell("This browser allows no full screen.");
    }
  };
  return html("button", { type: "button", class: "full-screen", onclick: toggle }, "Full screen");
}
