// @ts-check
// Animations on a board, which can be finished at once.

/** @import { Cell, Step } from "../types.js" */
/** @import { Board } from "./board.js" */

import { isStill } from "../settings.js";

/** No animation takes longer than this, in milliseconds: whoever plays quickly waits for none. */
const LONGEST = 190;

/** The animation of some steps. When it is hurried, what is left of it takes no time. */
export class Animator {
  constructor() {
    this.hurried = document.hidden;
    // With reduced motion the phases are still shown one after another.
    this.still = isStill();
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<() => void>} */
    this.holding = new Set();
  }

  /**
   * Moves an element through some frames.
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} milliseconds
   * @param {string} [easing]
   */
  async move(element, frames, milliseconds, easing = "ease-out") {
    if (this.hurried || this.still) {
      return;
    }
    const animation = element.animate(frames, { duration: Math.min(LONGEST, milliseconds), easing });
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /**
   * Pauses, so that everybody can look.
   * @param {number} milliseconds
   * @returns {Promise<void>}
   */
  hold(milliseconds) {
    if (this.hurried) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.holding.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.holding.add(done);
    });
  }

  /** Finishes what is under way, and lets nothing else take time. */
  hurry() {
    this.hurried = true;
    this.running.forEach((animation) => animation.finish());
    this.holding.forEach((done) => done());
  }
}

/**
 * Shows steps in order, unless it is overtaken.
 * @param {Board} board
 * @param {Step[]} steps
 * @param {Animator} animator
 */
export async function show(board, steps, animator) {
  for (const step of steps) {
    if (animator.hurried) {
      return;
    }
    await board.step(step, animator);
  }
}

/**
 * Where the last move's piece has come to rest, and in which column it was dropped.
 * @param {Step[]} steps
 * @returns {{cell: Cell | null, column: number | null}}
 */
export function lastMove(steps) {
  /** @type {Cell | null} */
  let cell = null;
  /** @type {number | null} */
  let column = null;
  for (const step of steps) {
    if ("drop" in step) {
      cell = step.drop.cell;
      column = cell[1];
    } else if ("place" in step) {
      cell = step.place.cell;
    } else if ("swap" in step) {
      cell = step.swap.to;
    } else if ("appear" in step) {
      cell = step.appear.cell;
    } else if (cell && "vanish" in step && step.vanish.some((gone) => same(gone, cell))) {
      cell = null;
    } else if (cell && "fall" in step) {
      cell = step.fall.find(([from]) => same(from, cell))?.[1] ?? cell;
    }
  }
  return { cell, column };
}

/**
 * @param {Cell} one
 * @param {Cell | null} other
 */
function same(one, other) {
  return other !== null && one[0] === other[0] && one[1] === other[1];
}
