// @ts-check
// A diamond of six-sided cells, with borders in the players' colors and signs, and the winning chain.

/** @import { Arrow, Cell, Game, View } from "../types.js" */
/** @import { Board, BoardCallbacks } from "./board.js" */

import { Disposer } from "../disposer.js";
import { html, say, set, svg } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { cellName, chosenNotation } from "../notation.js";
import { onSettings } from "../settings.js";
import { sideOf } from "../sides.js";
import { byTarget } from "./board.js";
import { piece, polygon, sign } from "./pieces.js";
import { Scroller } from "./scroller.js";
import { PieceLayer } from "./piece-layer.js";
import { Touch } from "./touch.js";

/** From a cell's center to its corners, in the drawing's units. */
const RADIUS = 54;
/** From a cell's center to that of the next in its row. */
const WIDTH = RADIUS * Math.sqrt(3);
/** From a row to the next. */
const HEIGHT = RADIUS * 1.5;
/**
 * Where the screen is narrow and high the diamond is turned, so that its columns are upright: it fits, and its cells are
 * larger. On a low one they are larger as it lies otherwise.
 */
const NARROW = "(max-width: 34rem) and (min-height: 46.01rem)";
/** By how much, in degrees. */
const TURN = 30;
/** No cell is drawn narrower than this many pixels; a larger board scrolls. */
const SMALLEST = 20;

/**
 * @param {Game} game
 * @param {View} start
 * @param {BoardCallbacks} callbacks
 * @returns {Board}
 */
export function diamondBoard(game, start, callbacks) {
  const disposer = new Disposer();
  const kind = pieceKind(game);
  const { rows, columns } = start;
  const borders = svg("g", { class: "borders", "aria-hidden": "true" });
  const ground = svg("g", { class: "ground" });
  const marks = svg("g", { class: "marks", "aria-hidden": "true" });
  const stones = new PieceLayer(kind, start.side_labels, (cell) => middle(cell));
  const values = svg("g", { class: "values" });
  const drawing = svg(
    "svg",
    { class: "drawing", role: "group", "aria-label": "Board" },
    borders,
    ground,
    marks,
    stones.element,
    values,
  );
  const element = html("div", { class: "board diamond", "data-pieces": kind }, drawing);
  const scroller = new Scroller(element, drawing, disposer);
  // A game without names for its cells has no rows and columns to exchange either.
  const notation = chosenNotation(game) ?? OWN;
  const ways = [1, 2].map((player) => html("span", { class: `way player-${player}` }));
  const legend = html("p", { class: "ways", "data-pieces": kind }, ...ways);
  const nameWays = () =>
    ways.forEach((way, index) => say(way, `${sideOf(game, start, index + 1)}: ${notation.ways[index]}`));
  nameWays();
  disposer.add(onSettings(nameWays));

  let view = start;
  /** @type {Cell} */
  let cursor = [Math.floor(rows / 2), Math.floor(columns / 2)];
  /** @type {Map<string, string[]>} */
  let playable = new Map();
  /** What was offered and which move was marked as the last. @type {Parameters<Board["offer"]>} */
  let offered = [[], 1];
  /** @type {Parameters<Board["last"]>[0]} */
  let lastMove = { cell: null, column: null };
  /** @type {Map<string, SVGGElement>} */
  const places = new Map();
  const touch = new Touch(callbacks.hint);

  const narrow = matchMedia(NARROW);
  /** By how much the diamond is turned, in degrees. */
  let turned = 0;

  /** Where a cell lies: the notation may exchange rows and columns. @param {Cell} cell @returns {Cell} */
  const lies = ([row, column]) => (notation.transposed ? [column, row] : [row, column]);

  /** @param {Cell} cell @returns {[number, number]} */
  const middle = (cell) => drawnMiddle(lies(cell));

  /** @param {Cell} cell where it lies @returns {[number, number]} */
  const drawnMiddle = ([row, column]) => turn([(column + row / 2) * WIDTH, row * HEIGHT]);

  /** @param {[number, number]} point @returns {[number, number]} */
  function turn([x, y]) {
    const angle = (turned * Math.PI) / 180;
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  }

  /** How far the rows' numbers are from the board: the larger ones of a large board need more room. */
  const aside = () => (columns > 18 ? 56 : 42);

  lay();
  disposer.listen(narrow, "change", () => {
    lay();
    board.draw(view);
    board.offer(...offered);
    board.last(lastMove);
  });

  function lay() {
    turned = narrow.matches && rows > 6 ? TURN : 0;
    const corners = [
      [0, 0],
      [0, columns - 1],
      [rows - 1, 0],
      [rows - 1, columns - 1],
    ].map((cell) => drawnMiddle(/** @type {Cell} */ (cell)));
    const margin = 30 + aside();
    const left = Math.min(...corners.map(([x]) => x)) - WIDTH / 2 - margin;
    const top = Math.min(...corners.map(([, y]) => y)) - RADIUS - 62;
    const width = Math.max(...corners.map(([x]) => x)) + WIDTH / 2 + 36 - left;
    const height = Math.max(...corners.map(([, y]) => y)) + RADIUS + 36 - top;
    set(drawing, { viewBox: [left, top, width, height].map((side) => side.toFixed(1)).join(" ") });
    element.style.setProperty("--wide", width.toFixed(1));
    element.style.setProperty("--high", height.toFixed(1));
    element.style.setProperty("--least", `${(SMALLEST / WIDTH).toFixed(3)}px`);
    element.style.setProperty("--label", `${Math.min(44, Math.max(30, 2 * columns))}px`);
    element.style.setProperty("--most-width", `${110 * (columns * 1.5 + 1)}px`);
    stones.clear();
    marks.replaceChildren();
    ground.replaceChildren();
    borders.replaceChildren(...drawBorders(), ...drawLabels());
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const place = hitArea([row, column]);
        places.set(`${row},${column}`, place);
        ground.append(place);
      }
    }
  }

  /** @param {Cell} cell */
  function hitArea(cell) {
    const [x, y] = middle(cell);
    return svg(
      "g",
      {
        class: "hit",
        role: "button",
        tabindex: -1,
        transform: `translate(${x.toFixed(2)},${y.toFixed(2)})`,
        "data-cell": String(cell),
        onpointerdown: (/** @type {PointerEvent} */ event) => touch.press(event),
        onclick: () => click(cell),
        onfocus: () => (cursor = cell),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            event.stopPropagation();
            play(cell);
          }
        },
      },
      svg("polygon", { class: "area", points: polygon(6, RADIUS - 1.5, turned - 90) }),
      svg("polygon", { class: "well", points: polygon(6, RADIUS - 8, turned - 90, 2) }),
      svg("g", { class: "hover" }),
    );
  }

  /** @param {Cell} cell */
  function click(cell) {
    const place = places.get(String(cell));
    if (!playable.has(String(cell))) {
      callbacks.refuse(name(cell));
    } else if (place && touch.plays(place, name(cell))) {
      play(cell);
    }
  }

  /** @param {Cell} cell */
  function play(cell) {
    const moves = playable.get(String(cell));
    if (moves) {
      callbacks.choose(moves);
    } else {
      callbacks.refuse(name(cell));
    }
  }

  /** Strips along the sides: player one joins left and right, player two top and bottom, unless that is exchanged. */
  function drawBorders() {
    const corner = (/** @type {Cell} */ cell, /** @type {number} */ degrees, out = RADIUS) => {
      const [x, y] = drawnMiddle(cell);
      const angle = ((degrees + turned) * Math.PI) / 180;
      return `${(x + out * Math.cos(angle)).toFixed(1)},${(y + out * Math.sin(angle)).toFixed(1)}`;
    };
    const [bottom, right] = [rows - 1, columns - 1];
    const [across, down] = notation.transposed ? [2, 1] : [1, 2];
    /** @type {{player: number, cells: Cell[], corners: number[], sign: number}[]} */
    const sides = [
      { player: down, cells: line(columns, (step) => [0, step]), corners: [-150, -90, -30], sign: -90 },
      { player: down, cells: line(columns, (step) => [bottom, step]), corners: [150, 90, 30], sign: 90 },
      { player: across, cells: line(rows, (step) => [step, 0]), corners: [-150, 150], sign: 180 },
      { player: across, cells: line(rows, (step) => [step, right]), corners: [-30, 30], sign: 0 },
    ];
    return sides.flatMap(({ player, cells, corners, sign: towards }) => {
      const points = cells.flatMap((cell) => corners.map((degrees) => corner(cell, degrees))).join(" ");
      const far = player === down ? RADIUS + 7 : WIDTH / 2 + 8;
      const signs = cells.map((cell) =>
        svg("g", { transform: `translate(${corner(cell, towards, far)})` }, sign(player, 6)),
      );
      return [
        svg(
          "g",
          { class: `border player-${player}` },
          svg("polyline", { class: "rim", points }),
          svg("polyline", { points }),
          ...signs,
        ),
      ];
    });
  }

  /** Letters and numbers beside the board. */
  function drawLabels() {
    const labels = [];
    const beside = (/** @type {Cell} */ cell, /** @type {[number, number]} */ away) => {
      const [[x, y], [right, down]] = [drawnMiddle(cell), turn(away)];
      return { class: "label", x: (x + right).toFixed(1), y: (y + down + 9).toFixed(1) };
    };
    for (let column = 0; column < columns; column++) {
      labels.push(svg("text", beside([0, column], [-26, -RADIUS - 38]), letter(column)));
    }
    for (let row = 0; row < rows; row++) {
      labels.push(svg("text", beside([row, 0], [-WIDTH / 2 - aside(), 0]), row + notation.first_row));
    }
    return labels;
  }

  /** @param {number} column */
  function letter(column) {
    return String.fromCharCode((notation.capitals ? 65 : 97) + column);
  }

  /** @param {Cell} cell */
  function name(cell) {
    return cellName(notation, cell);
  }

  /** Draws a chain as links between touching cells. @param {Cell[]} cells */
  function mark(cells) {
    marks.querySelectorAll(".chain").forEach((old) => old.remove());
    stones.mark(cells);
    const player = (cells.length > 0 && stones.at(cells[0])?.player) || 1;
    let links = "";
    cells.forEach((one, index) => {
      for (const other of cells.slice(index + 1)) {
        const [[x, y], [to, down]] = [middle(one), middle(other)];
        if (Math.hypot(to - x, down - y) < WIDTH * 1.1) {
          links += `M${x.toFixed(1)},${y.toFixed(1)}L${to.toFixed(1)},${down.toFixed(1)}`;
        }
      }
      const [x, y] = middle(one);
      links += `M${x.toFixed(1)},${y.toFixed(1)}h0.1`;
    });
    if (links) {
      marks.append(svg("path", { class: `chain player-${player}`, d: links }));
    }
  }

  /** @type {Board} */
  const board = {
    element,

    draw(next) {
      view = next;
      stones.show(view);
      mark(view.line);
      element.classList.toggle("decided", view.winner !== null && view.line.length > 0);
    },

    async step(step, animator) {
      const grow = [
        { transform: "scale(.3)", opacity: 0 },
        { transform: "scale(1.08)", opacity: 1, offset: 0.7 },
        { transform: "scale(1)" },
      ];
      if ("place" in step) {
        board.last({ cell: step.place.cell, column: null });
        await animator.move(stones.put(step.place.cell, step.place.player), grow, 150);
      } else if ("swap" in step) {
        const { from, to, player } = step.swap;
        const [[x, y], [right, down]] = [middle(from), middle(to)];
        stones.take(from);
        const slide = [{ transform: `translate(${x - right}px,${y - down}px)` }, { transform: "none" }];
        await animator.move(stones.put(to, player), slide, 190, "ease-in-out");
      } else if ("mark" in step) {
        mark(step.mark);
        const chain = /** @type {SVGPathElement | null} */ (marks.querySelector(".chain"));
        if (chain) {
          await animator.move(chain, [{ opacity: 0 }, { opacity: 1 }], 190);
        }
      }
    },

    last(last) {
      lastMove = last;
      const { cell } = last;
      marks.querySelectorAll(".last").forEach((old) => old.remove());
      if (cell) {
        const [x, y] = middle(cell);
        scroller.reveal([x, y], WIDTH);
        marks.prepend(
          svg("polygon", {
            class: "last",
            points: polygon(6, RADIUS - 8, turned - 90),
            transform: `translate(${x},${y})`,
          }),
        );
      }
    },

    offer(targets, player) {
      offered = [targets, player];
      playable = byTarget(targets);
      touch.forget();
      element.classList.toggle("playable", targets.length > 0);
      for (const [place, area] of places) {
        const [row, column] = place.split(",").map(Number);
        const owner = view.cells[row][column];
        const open = playable.has(place);
        set(area, {
          "aria-label": `${name([row, column])}, ${owner === 0 ? "empty" : sideOf(game, view, owner)}`,
          "aria-disabled": open ? null : "true",
          tabindex: row === cursor[0] && column === cursor[1] ? 0 : -1,
        });
        const hover = /** @type {SVGGElement} */ (area.lastElementChild);
        if (open && hover.dataset.player !== String(player)) {
          hover.replaceChildren(piece(kind, player, view.side_labels));
          hover.dataset.player = String(player);
        } else if (!open) {
          hover.replaceChildren();
          delete hover.dataset.player;
        }
      }
    },

    arrow(arrow) {
      const focused = places.get(String(cursor)) === document.activeElement;
      const [down, right] = focused ? lies(STEPS[arrow]) : [0, 0];
      /** @type {Cell} */
      const next = [cursor[0] + down, cursor[1] + right];
      const place = places.get(String(next));
      if (place) {
        set(/** @type {Element} */ (places.get(String(cursor))), { tabindex: -1 });
        set(place, { tabindex: 0 });
        place.focus();
        callbacks.hint(name(next));
      }
      return true;
    },

    values,

    place(target) {
      if (!("cell" in target)) {
        return null;
      }
      const [x, y] = middle(target.cell);
      return { x, y, side: WIDTH };
    },

    legend,

    dispose: () => disposer.dispose(),
  };
  return board;
}

/**
 * @param {number} length
 * @param {(step: number) => Cell} make
 */
function line(length, make) {
  return Array.from({ length }, (_, step) => make(step));
}

/** @type {Record<Arrow, Cell>} */
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** How a board lies that says nothing about it. @type {import("../notation.js").Notation} */
const OWN = {
  name: "",
  label: "",
  transposed: false,
  capitals: true,
  first_row: 0,
  ways: ["left to right", "top to bottom"],
};
