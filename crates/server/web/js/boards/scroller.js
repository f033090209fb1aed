// @ts-check
// A board larger than its frame: it fades at the edges where there is more of it, and the cell that matters is scrolled
// into view.

/** @import { Disposer } from "../disposer.js" */

import { isStill } from "../settings.js";

/** A cell of a drawing, in the drawing's units. @typedef {{middle: readonly [number, number], side: number}} Part */

/** A board may be this many pixels larger than its frame without fading. */
const SLACK = 2;
/** How far from an edge a cell has to be for it to be seen well, in pixels: there the board fades. */
const MARGIN = 48;

/** A page is enlarged if it is more than this many times as large as it was. */
const ENLARGED = 1.05;

export class Scroller {
  /**
   * @param {HTMLElement} element what scrolls
   * @param {SVGSVGElement} drawing what is scrolled
   * @param {Disposer} disposer
   * @param {"top" | "bottom"} [from] which end is seen first
   */
  constructor(element, drawing, disposer, from = "top") {
    this.element = element;
    this.drawing = drawing;
    this.from = from;
    /** What is to be seen. @type {Part | null} */
    this.wanted = null;
    this.started = false;
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(element);
    sizes.observe(drawing);
    disposer.add(() => sizes.disconnect());
    disposer.listen(element, "scroll", () => this.fade(), { passive: true });
  }

  /**
   * Scrolls just as far as is needed to see a cell; whoever scrolls away from it afterwards may stay there.
   * @param {readonly [number, number]} middle
   * @param {number} side
   */
  reveal(middle, side) {
    const same = this.wanted?.middle[0] === middle[0] && this.wanted.middle[1] === middle[1];
    this.wanted = { middle, side };
    if (this.started && !same) {
      this.go(isStill() ? "instant" : "smooth");
      requestAnimationFrame(() => this.follow());
    }
  }

  /** Whoever has enlarged the page with two fingers sees a part of it: the last move is brought there. */
  follow() {
    if (visualViewport && visualViewport.scale > ENLARGED) {
      const behavior = isStill() ? "instant" : "smooth";
      this.drawing.querySelector(".marks .last")?.scrollIntoView({ block: "center", inline: "center", behavior });
    }
  }

  /** A board has no size before it is on the page, and another one when the window or the game has. */
  resized() {
    const { element } = this;
    if (element.clientWidth === 0) {
      return;
    }
    if (!this.started) {
      this.started = true;
      element.scrollTop = this.from === "bottom" ? element.scrollHeight : 0;
    }
    this.go("instant");
    this.fade();
  }

  /** @param {ScrollBehavior} behavior */
  go(behavior) {
    const { element, drawing, wanted } = this;
    const matrix = drawing.getScreenCTM();
    if (!matrix || !wanted) {
      return;
    }
    const middle = new DOMPoint(...wanted.middle).matrixTransform(matrix);
    const frame = element.getBoundingClientRect();
    const around = (wanted.side * matrix.a) / 2 + MARGIN;
    const left = way(middle.x - frame.left, around, element.clientWidth);
    const top = way(middle.y - frame.top, around, element.clientHeight);
    // Only the board scrolls, never the page.
    if (left !== 0 || top !== 0) {
      element.scrollBy({ left, top, behavior });
    }
  }

  /** Marks the edges at which there is more of the board. */
  fade() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = this.element;
    classList.toggle("more-left", scrollLeft > SLACK);
    classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > SLACK);
    classList.toggle("more-above", scrollTop > SLACK);
    classList.toggle("more-below", scrollHeight - clientHeight - scrollTop > SLACK);
  }
}

/**
 * How far to scroll along one side for a place to be seen with what is around it.
 * @param {number} place
 * @param {number} around
 * @param {number} room
 */
function way(place, around, room) {
  return place < around ? place - around : place > room - around ? place - room + around : 0;
}
