// @ts-check
// A finger covers more than one small place: its first touch shows which one is meant, its second plays there. So does
// every first click of a guest who wants to confirm moves.

import { settings } from "../settings.js";

/** Below this many pixels a place is chosen with one touch and played with another. */
const FINGER = 32;

export class Touch {
  /** @param {(text: string) => void} hint says something beside the board */
  constructor(hint) {
    this.hint = hint;
    this.finger = false;
    /** What a first touch has chosen. @type {Element | null} */
    this.chosen = null;
  }

  /** Notes whether it is a finger that presses. @param {PointerEvent} event */
  press(event) {
    this.finger = event.pointerType === "touch";
  }

  /**
   * Whether a press on a place is to be played at once.
   * @param {Element} place
   * @param {string} name
   */
  plays(place, name) {
    const isSmall = this.finger && place.getBoundingClientRect().width < FINGER;
    const isAsked = settings().confirm || isSmall;
    if (!isAsked || this.chosen === place) {
      return true;
    }
    this.forget();
    this.chosen = place;
    place.classList.add("chosen");
    this.hint(`${name}: ${this.finger ? "touch" : "click"} again to play there`);
    return false;
  }

  forget() {
    this.chosen?.classList.remove("chosen");
    this.chosen = null;
  }
}
