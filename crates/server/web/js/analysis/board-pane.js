// @ts-check
// The board of an analysis: what is drawn follows from the state; a step forward is shown as it happens. Arrows and marks
// can be drawn over it, and pieces put on it.

/** @import { Board } from "../boards/board.js" */
/** @import { Cell, Game, LegalMove, Step, View } from "../types.js" */
/** @import { Report } from "../engine/types.js" */

import { Animator, lastMove, show } from "../boards/animator.js";
import { boardFor } from "../boards/board.js";
import { html, svg } from "../dom.js";
import { onSettings, settings } from "../settings.js";
import { sideOf } from "../sides.js";
import { showHint, showValues } from "../values/value-overlay.js";

/**
 * What is shown.
 * @typedef {object} Shown
 * @property {View} view
 * @property {Step[]} steps of the last move
 * @property {LegalMove[]} targets what may be played
 * @property {number} player whose piece that is
 */
/** An arrow, or a mark where it has no end. @typedef {{from: Cell, to?: Cell, color?: number}} Mark */
/**
 * @typedef {object} PaneCallbacks
 * @property {(moves: string[]) => void} choose
 * @property {(text: string) => void} hint
 * @property {(name: string) => void} [refuse]
 */

export class BoardPane {
  /**
   * @param {Game} game
   * @param {Shown} shown
   * @param {PaneCallbacks} callbacks
   */
  constructor(game, shown, callbacks) {
    this.game = game;
    this.shown = shown;
    this.callbacks = { refuse: () => {}, scored: () => {}, ...callbacks };
    this.element = html("div", { class: "frame" });
    this.marks = svg("g", { class: "drawn-marks", "aria-hidden": "true" });
    /** @type {Mark[]} */
    this.drawnMarks = [];
    /** What a click on a cell does, while it is not a move. @type {((cell: Cell) => void) | null} */
    this.pick = null;
    /** @type {{from: Cell, pointer: number} | null} */
    this.drag = null;
    /** @type {Report | null} */
    this.report = null;
    this.animator = new Animator();
    /** @type {Board} */
    this.board = this.makeBoard(shown.view);
    this.notation = settings().notation;
    this.stopListening = onSettings(({ notation }) => {
      if (notation !== this.notation) {
        this.notation = notation;
        this.remake();
      }
    });
    this.draw(shown, false);
  }

  /** @param {View} view */
  makeBoard(view) {
    const board = boardFor(this.game, view, this.callbacks);
    board.element.dataset.size = sizeOf(view);
    this.element.replaceChildren(board.element, ...(board.legend ? [board.legend] : []));
    board.values.before(this.marks);
    this.showMarks(this.drawnMarks);
    return board;
  }

  /** Another board for the same position. */
  remake() {
    this.animator.hurry();
    this.board.dispose();
    this.board = this.makeBoard(this.shown.view);
    this.draw(this.shown, false);
    this.values(this.report);
    this.pickCells(this.pick);
  }

  /**
   * Shows a position.
   * @param {Shown} shown
   * @param {boolean} isStep whether it follows the one before by its last move
   */
  async draw(shown, isStep) {
    this.shown = shown;
    this.animator.hurry();
    const animator = new Animator();
    this.animator = animator;
    this.values(null);
    if (isStep) {
      this.board.offer([], shown.player);
      await show(this.board, shown.steps, animator);
      if (this.animator !== animator) {
        return;
      }
    }
    const fits = shown.view.layout === "columns" || this.board.element.dataset.size === sizeOf(shown.view);
    if (!fits) {
      this.board.dispose();
      this.board = this.makeBoard(shown.view);
    }
    this.board.draw(shown.view);
    this.board.last(lastMove(shown.steps));
    this.offer();
    this.values(this.report);
  }

  /** Lets the board know what may be played on it. */
  offer() {
    const { targets, player } = this.shown;
    this.board.offer(this.pick ? [] : targets.filter(([target]) => !("button" in target)), player);
    this.pickCells(this.pick);
  }

  /** Shows the values of moves. @param {Report | null} report */
  values(report) {
    this.report = report;
    showValues(this.board, this.game, this.shown.targets, report);
  }

  /** Shows one move. @param {string} move */
  hint(move) {
    showHint(this.board, this.shown.targets, move);
  }

  /**
   * Has clicks on cells do something else than play; nothing to play again.
   * @param {((cell: Cell) => void) | null} pick
   */
  pickCells(pick) {
    this.pick = pick;
    const { element, values } = this.board;
    element.querySelector(".picks")?.remove();
    if (!pick) {
      return;
    }
    const { view } = this.shown;
    const { rows, columns, cells } = view;
    const areas = Array.from({ length: rows * columns }, (_, index) => {
      const cell = [Math.floor(index / columns), index % columns];
      const place = this.board.place({ cell });
      const value = cells[cell[0]][cell[1]];
      const what = value === 0 ? "empty" : view.layout === "panel" ? value : sideOf(this.game, view, value);
      const label = `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${what}`;
      const size = place ? place.side * 0.92 : 0;
      return place
        ? svg("rect", {
            class: "pick",
            role: "button",
            tabindex: 0,
            "aria-label": label,
            "data-cell": String(cell),
            x: place.x - size / 2,
            y: place.y - size / 2,
            width: size,
            height: size,
            rx: 10,
            // A swipe over the board begins elsewhere.
            onpointerdown: (/** @type {PointerEvent} */ event) =>
              this.drag === null && !this.element.onpointerdown && event.stopPropagation(),
            onclick: () => pick(cell),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                event.stopPropagation();
                pick(cell);
              }
            },
          })
        : null;
    });
    values.after(svg("g", { class: "picks" }, ...areas));
    values.ownerSVGElement?.removeAttribute("aria-hidden");
  }

  /** Shows arrows and marks over the board. @param {Mark[]} marks */
  showMarks(marks) {
    this.drawnMarks = marks;
    const board = /** @type {Board | undefined} */ (this.board);
    if (board && !this.marks.isConnected) {
      board.values.before(this.marks);
    }
    this.marks.replaceChildren(...marks.flatMap((mark) => (board ? drawMark(board, mark) : [])));
  }

  /**
   * Lets arrows and marks be drawn: a drag makes an arrow, a click a mark, and both again take it away.
   * @param {((marks: Mark[]) => void) | null} changed
   * @param {() => number} color
   */
  drawMarks(changed, color) {
    this.pickCells(changed ? () => {} : null);
    this.board.element.classList.toggle("marking", changed !== null);
    if (!changed) {
      this.element.onpointerdown = null;
      this.element.onpointerup = null;
      return;
    }
    this.element.onpointerdown = (event) => {
      const from = cellAt(event.target);
      this.drag = from ? { from, pointer: event.pointerId } : null;
    };
    this.element.onpointerup = (event) => {
      const to = cellAt(document.elementFromPoint(event.clientX, event.clientY));
      const from = this.drag?.from;
      this.drag = null;
      if (from && to) {
        changed(toggled(this.drawnMarks, { from, ...(same(from, to) ? {} : { to }), color: color() }));
      }
    };
  }

  dispose() {
    this.stopListening();
    this.animator.hurry();
    this.board.dispose();
  }
}

/** @param {EventTarget | null} target @returns {Cell | null} */
function cellAt(target) {
  const place = target instanceof Element ? target.closest("[data-cell]") : null;
  const cell = place?.getAttribute("data-cell")?.split(",").map(Number);
  return cell?.length === 2 ? cell : null;
}

/** @param {Cell} one @param {Cell | undefined} two */
const same = (one, two) => two !== undefined && one[0] === two[0] && one[1] === two[1];

/**
 * With the mark, or without it if it was there.
 * @param {Mark[]} marks
 * @param {Mark} mark
 */
function toggled(marks, mark) {
  const isSame = (/** @type {Mark} */ { from, to }) =>
    same(from, mark.from) && (to === undefined ? mark.to === undefined : same(to, mark.to));
  return marks.some(isSame) ? marks.filter((other) => !isSame(other)) : [...marks, mark].slice(-200);
}

/**
 * @param {Board} board
 * @param {Mark} mark
 */
function drawMark(board, { from, to, color = 0 }) {
  const start = board.place({ cell: from });
  const end = to ? board.place({ cell: to }) : null;
  if (!start) {
    return [];
  }
  const classes = `mark color-${color % 4}`;
  if (!end) {
    return [svg("circle", { class: classes, cx: start.x, cy: start.y, r: start.side * 0.4 })];
  }
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = start.side * 0.3;
  const [tipX, tipY] = [end.x - ux * start.side * 0.12, end.y - uy * start.side * 0.12];
  const [baseX, baseY] = [tipX - ux * head, tipY - uy * head];
  const side = (/** @type {number} */ by) =>
    `${(baseX - uy * head * by).toFixed(1)},${(baseY + ux * head * by).toFixed(1)}`;
  return [
    svg("path", { class: `${classes} shaft`, d: `M${start.x},${start.y}L${baseX.toFixed(1)},${baseY.toFixed(1)}` }),
    svg("path", { class: `${classes} head`, d: `M${tipX.toFixed(1)},${tipY.toFixed(1)}L${side(0.6)}L${side(-0.6)}Z` }),
  ];
}

/** @param {View} view */
const sizeOf = ({ rows, columns }) => `${rows}x${columns}`;
