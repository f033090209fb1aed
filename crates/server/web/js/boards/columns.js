// @ts-check
// Boards with columns that pieces fall down: a slab with holes for discs, bins for shapes, an open field for tokens.

/** @import { Cell, Game, LegalMove, View } from "../types.js" */
/** @import { Board, BoardCallbacks } from "./board.js" */
/** @import { Animator } from "./animator.js" */

import { Disposer } from "../disposer.js";
import { html, set, svg } from "../dom.js";
import { canGrow, columnName, hasPoints, pieceKind } from "../game-info.js";
import { sideOf } from "../sides.js";
import { title } from "../text.js";
import { byTarget } from "./board.js";
import { boardArt } from "./board-art.js";
import { piece } from "./pieces.js";
import { Scroller } from "./scroller.js";
import { straightRuns } from "./lines.js";
import { PieceLayer, form } from "./piece-layer.js";
import { Touch } from "./touch.js";

/** The side of a cell, in the drawing's units. */
const CELL = 100;
/** The room above the board, in which the next disc hovers. */
const ABOVE = 96;
/** The room that a slab's edge takes below the cells. */
const EDGE = 20;
/** No cell is drawn smaller than this many pixels; a larger board scrolls. */
const SMALLEST = 20;

/**
 * @param {Game} game
 * @param {View} start
 * @param {BoardCallbacks} callbacks
 * @returns {Board}
 */
export function columnsBoard(game, start, callbacks) {
  const disposer = new Disposer();
  const kind = pieceKind(game);
  const grows = canGrow(game);
  const back = svg("g", { class: "back", "aria-hidden": "true" });
  const front = svg("g", { class: "front", "aria-hidden": "true" });
  const marks = svg("g", { class: "marks", "aria-hidden": "true" });
  const hits = svg("g", { class: "hits" });
  const values = svg("g", { class: "values" });
  /** @param {Cell} cell */
  const middle = ([row, column]) => /** @type {const} */ ([column * CELL + CELL / 2, ABOVE + row * CELL + CELL / 2]);
  const pieces = new PieceLayer(kind, start.side_labels, middle);
  const drawing = svg(
    "svg",
    { class: "drawing", role: "group", "aria-label": "Board", preserveAspectRatio: "xMidYMax meet" },
    back,
    pieces.element,
    front,
    marks,
    hits,
    values,
  );
  const element = html("div", { class: `board columns ${grows ? "grows" : ""}`, "data-pieces": kind }, drawing);
  // Pieces come to rest at the bottom, and the columns' numbers are there.
  const scroller = new Scroller(element, drawing, disposer, "bottom");

  const touch = new Touch(callbacks.hint);
  let view = start;
  let rows = 0;
  let columns = 0;
  let cursor = -1;
  /** @type {[LegalMove[], number]} */
  let offered = [[], 1];
  /** @type {Map<string, string[]>} */
  let playable = new Map();
  /** @type {Cell[]} */
  let marked = [];

  /** The columns that can be played in: one more than there are, where the board grows. */
  const shownColumns = () => columns + (grows ? 1 : 0);

  /** The size of the columns' numbers: on a large board, where the cells are small, they must be read too. */
  const letters = () => Math.min(50, Math.max(26, 1.9 * Math.max(shownColumns(), rows)));

  /** Where the numbers are, below the cells. */
  const line = () => Math.max(48, EDGE + 0.76 * letters());

  /** The room below, for the numbers and the mark of the last move. */
  const below = () => line() + 18;

  /**
   * @param {number} newRows
   * @param {number} newColumns
   */
  function resize(newRows, newColumns) {
    if (newRows === rows && newColumns === columns) {
      return;
    }
    // Rows are added on top: pieces keep their distance from the bottom.
    pieces.lower(rows === 0 ? 0 : newRows - rows);
    [rows, columns] = [newRows, newColumns];
    const width = shownColumns() * CELL + 40;
    const height = ABOVE + rows * CELL + below();
    set(drawing, { viewBox: `-20 0 ${width} ${height}` });
    element.style.setProperty("--wide", String(width));
    element.style.setProperty("--high", String(height));
    element.style.setProperty("--least", `${SMALLEST / CELL}px`);
    element.style.setProperty("--label", `${letters()}px`);
    element.style.setProperty("--most-width", grows ? "100cqw" : `${170 * columns}px`);
    const drawn = boardArt(kind, rows, columns, CELL, ABOVE);
    back.replaceChildren(...drawn.back);
    front.replaceChildren(...drawn.front, ...numbers());
    const focused = hits.contains(document.activeElement);
    hits.replaceChildren(...Array.from({ length: shownColumns() }, (_, column) => hitArea(column)));
    board.offer(...offered);
    if (focused) {
      /** @type {SVGGElement | undefined} */ (hits.children[cursor])?.focus();
    }
  }

  const numbers = () =>
    Array.from({ length: shownColumns() }, (_, column) =>
      svg("text", { class: "label", x: column * CELL + CELL / 2, y: ABOVE + rows * CELL + line() }, column),
    );

  /** @param {number} column */
  function hitArea(column) {
    const x = column * CELL;
    const box = { x: x + 4, y: 6, width: CELL - 8, height: ABOVE + rows * CELL + below() - 12, rx: 14 };
    return svg(
      "g",
      {
        class: "hit",
        role: "button",
        tabindex: -1,
        "data-column": column,
        onpointerdown: (/** @type {PointerEvent} */ event) => touch.press(event),
        onclick: (/** @type {MouseEvent} */ event) => click(/** @type {Element} */ (event.currentTarget), column),
        onfocus: () => (cursor = column),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            event.stopPropagation();
            play(column);
          }
        },
      },
      svg("rect", { class: "area", ...box }),
      svg("rect", { class: "ring", ...box }),
      svg("g", { class: "hover", transform: `translate(${x + CELL / 2},${ABOVE / 2 - 2})` }),
    );
  }

  /**
   * @param {Element} place
   * @param {number} column
   */
  function click(place, column) {
    if (!playable.has(String(column))) {
      callbacks.refuse(String(column));
    } else if (touch.plays(place, name(column))) {
      play(column);
    }
  }

  /** @param {number} column */
  function play(column) {
    const moves = playable.get(String(column));
    if (moves) {
      callbacks.choose(moves);
    } else {
      callbacks.refuse(String(column));
    }
  }

  /** @param {Cell[]} cells */
  function mark(cells) {
    marked = cells;
    pieces.mark(cells);
    marks.querySelectorAll(".line, .strike").forEach((ring) => ring.remove());
    for (const cell of cells) {
      const [cx, cy] = middle(cell);
      marks.append(svg("circle", { class: "line", cx, cy, r: 45 }));
    }
    for (const [from, to] of straightRuns(cells)) {
      const [[x, y], [right, down]] = [middle(from), middle(to)];
      const d = `M${x},${y}L${right},${down}`;
      marks.append(svg("path", { class: "strike under", d }), svg("path", { class: "strike", d }));
    }
  }

  /** Scrolls a cell into view. @param {Cell} cell */
  function reveal(cell) {
    scroller.reveal(middle(cell), CELL);
  }

  /** @param {number} column */
  const name = (column) => `${title(columnName(game))} ${column}`;

  /** A column in words: its pieces from the bottom up, and how many cells are free. @param {number} column */
  function label(column) {
    if (column >= columns) {
      return `${name(column)}: new`;
    }
    const discs = view.cells.map((row) => row[column] ?? 0).filter((player) => player > 0);
    const told = discs.reverse().map((player) => sideOf(game, view, player));
    const free = rows - discs.length;
    // A board that grows is never full.
    const room = grows ? [] : [free > 0 ? `${free} free` : "full"];
    return `${name(column)}: ${[told.join(" ") || "empty", ...room].join(", ")}`;
  }

  /**
   * Points float up where the lines are.
   * @param {number[]} players
   * @param {Animator} animator
   */
  async function score(players, animator) {
    callbacks.scored(players);
    const targets = marked.map(middle);
    const floats = players.map((player, index) => {
      const own = marked.filter((cell) => pieces.at(cell)?.player === player).map(middle);
      const around = own.length > 0 ? own : targets;
      const x = mean(around.map(([across]) => across)) + index * 4;
      const y = mean(around.map(([, down]) => down));
      return svg(
        "g",
        { class: `point player-${player}`, transform: `translate(${x},${y})` },
        svg("text", { y: 18 }, "+1"),
      );
    });
    marks.append(...floats);
    const rise = [
      { transform: "translateY(20px)", opacity: 0 },
      { transform: "translateY(0)", opacity: 1 },
    ];
    await Promise.all(
      floats.map((float) => animator.move(/** @type {Element} */ (float.firstElementChild), rise, 180)),
    );
    await animator.hold(420);
    floats.forEach((float) => float.remove());
  }

  /**
   * @param {Cell} cell
   * @param {number} player
   * @param {Animator} animator
   */
  function drop(cell, player, animator) {
    const height = (cell[0] + 1) * CELL;
    const frames = [
      { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.5,.05,.9,.55)" },
      { transform: "translateY(0)", offset: 0.74, easing: "ease-out" },
      { transform: `translateY(${-Math.min(14, height / 24)}px)`, offset: 0.87, easing: "ease-in" },
      { transform: "translateY(0)" },
    ];
    return animator.move(pieces.put(cell, player), frames, 80 + 45 * Math.sqrt(cell[0] + 1), "linear");
  }

  /**
   * @param {Cell[]} cells
   * @param {Animator} animator
   */
  async function vanish(cells, animator) {
    const away = [
      { transform: "scale(1)", opacity: 1 },
      { transform: "scale(1.12)", opacity: 1, offset: 0.3 },
      { transform: "scale(0)", opacity: 0 },
    ];
    const gone = cells.map((cell) => pieces.at(cell));
    await Promise.all(gone.map((disc) => disc && animator.move(form(disc.element), away, 190)));
    cells.forEach((cell) => pieces.take(cell));
    mark([]);
  }

  /**
   * @param {Cell[][]} falls
   * @param {Animator} animator
   */
  async function fall(falls, animator) {
    pieces.move(falls);
    await Promise.all(
      falls.map(([from, to]) => {
        const fallen = pieces.at(to);
        const depth = to[0] - from[0];
        const frames = [{ transform: `translateY(${-depth * CELL}px)` }, { transform: "translateY(0)" }];
        const time = 90 + 45 * Math.sqrt(depth);
        return fallen && animator.move(form(fallen.element), frames, time, "cubic-bezier(.5,.05,.9,.6)");
      }),
    );
    await animator.hold(120);
  }

  /** @type {Board} */
  const board = {
    element,

    draw(next) {
      view = next;
      resize(view.rows, view.columns);
      pieces.show(view);
      mark(view.line);
      element.classList.toggle("decided", view.winner !== null && view.line.length > 0);
    },

    async step(step, animator) {
      if ("grow" in step) {
        resize(step.grow[0], step.grow[1]);
        await animator.hold(120);
      } else if ("drop" in step) {
        board.last({ cell: null, column: step.drop.cell[1] });
        reveal(step.drop.cell);
        await drop(step.drop.cell, step.drop.player, animator);
      } else if ("mark" in step) {
        mark(step.mark);
        await animator.hold(hasPoints(game) ? 260 : 180);
      } else if ("score" in step) {
        await score(step.score, animator);
      } else if ("vanish" in step) {
        await vanish(step.vanish, animator);
      } else if ("fall" in step) {
        await fall(step.fall, animator);
      }
    },

    last({ cell, column }) {
      marks.querySelectorAll(".last").forEach((old) => old.remove());
      if (cell) {
        const [cx, cy] = middle(cell);
        // Between the walls of a bin there is less room.
        marks.prepend(svg("circle", { class: "last", cx, cy, r: kind === "shape" ? 42 : 45 }));
        reveal(cell);
      }
      if (column !== null) {
        const [x] = middle([0, column]);
        marks.prepend(svg("path", { class: "last caret", d: `M${x - 12},${ABOVE + rows * CELL + line() + 12}h24` }));
      }
    },

    offer(targets, player) {
      offered = [targets, player];
      touch.forget();
      playable = byTarget(targets);
      element.classList.toggle("playable", targets.length > 0);
      const areas = /** @type {SVGGElement[]} */ ([...hits.children]);
      if (cursor < 0 || cursor >= areas.length) {
        cursor = Math.floor(columns / 2);
      }
      areas.forEach((area, column) => {
        const open = playable.has(String(column));
        set(area, {
          "aria-label": label(column),
          "aria-disabled": open ? null : "true",
          tabindex: column === cursor ? 0 : -1,
        });
        area.lastElementChild?.replaceChildren(...(open ? [piece(kind, player, view.side_labels)] : []));
      });
    },

    arrow(arrow) {
      if (arrow !== "left" && arrow !== "right") {
        return false;
      }
      const areas = /** @type {SVGGElement[]} */ ([...hits.children]);
      const focused = areas.includes(/** @type {any} */ (document.activeElement));
      const next = focused ? cursor + (arrow === "left" ? -1 : 1) : cursor;
      if (areas[next]) {
        areas.forEach((area, column) => set(area, { tabindex: column === next ? 0 : -1 }));
        areas[next].focus();
      }
      return true;
    },

    values,

    place(target) {
      if ("cell" in target) {
        const [x, y] = middle(target.cell);
        return { x, y, side: CELL };
      }
      // Above the board, where the next piece hovers.
      return "column" in target && target.column < shownColumns()
        ? { x: target.column * CELL + CELL / 2, y: ABOVE / 2, side: CELL }
        : null;
    },

    dispose: () => disposer.dispose(),
  };
  return board;
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
