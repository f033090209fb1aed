// @ts-check
// A second click that follows the first too soon is no move: the board has changed under it. For a moment after another
// player's move begins to show, clicks on the board are ignored. Chance is no player.

/** @import { Step, Update } from "../types.js" */

import { moverOf } from "../text.js";

/** How long clicks are ignored, in milliseconds. */
export const GUARD_TIME = 300;

export class ClickGuard {
  /** @param {(isClosed: boolean) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.closedUntil = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether clicks are ignored now. */
  get isClosed() {
    return performance.now() < this.closedUntil;
  }

  /** A move begins to show. @param {Pick<Update, "snapshot"> & {steps: Step[]}} update */
  moveShown({ steps, snapshot }) {
    const mover = moverOf(steps);
    if (mover !== null && snapshot.turn !== mover && !snapshot.options.free) {
      this.close();
    }
  }

  close() {
    this.closedUntil = performance.now() + GUARD_TIME;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed(false), GUARD_TIME);
    this.changed(true);
  }

  dispose() {
    clearTimeout(this.timer);
  }
}
