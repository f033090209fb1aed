// @ts-check
// A panel of tiles that slide and merge, played with the arrows or by swiping.

/** @import { Arrow, Cell, Game, View } from "../types.js" */
/** @import { Board, BoardCallbacks } from "./board.js" */

import { html, say, set, svg } from "../dom.js";
import { byTarget } from "./board.js";
import { word } from "./pieces.js";

const CELL = 100;
/** The shortest swipe, in pixels. */
const SWIPE = 24;

/** Where the values of presses are shown, as parts of width and height. @type {Record<Arrow, [number, number]>} */
const SIDES = { left: [0.06, 0.5], up: [0.5, 0.06], down: [0.5, 0.94], right: [0.94, 0.5] };

/** @type {[Arrow, string][]} */
const ARROWS = [
  ["left", "←"],
  ["up", "↑"],
  ["down", "↓"],
  ["right", "→"],
];

/**
 * @param {Game} _game
 * @param {View} start
 * @param {BoardCallbacks} callbacks
 * @returns {Board}
 */
export function panelBoard(_game, start, callbacks) {
  const { rows, columns } = start;
  const pieces = svg("g", { class: "pieces" });
  const marks = svg("g", { class: "marks" });
  const values = svg("g", { class: "values" });
  const [width, height] = [columns * CELL, rows * CELL];
  const drawing = svg(
    "svg",
    { class: "drawing", viewBox: `-16 -16 ${width + 32} ${height + 32}`, "aria-hidden": "true" },
    svg("rect", { class: "tray", x: -12, y: -12, width: width + 24, height: height + 24, rx: 18 }),
    ...each((row, column) =>
      svg("rect", { class: "well", x: column * CELL + 5, y: row * CELL + 5, width: 90, height: 90, rx: 12 }),
    ),
    pieces,
    marks,
    values,
  );
  // The same board as a table, to be explored cell by cell with a screen reader.
  const cells = each(() => html("td", {}, "empty"));
  const table = html(
    "table",
    { class: "cells", "aria-label": "Board" },
    html(
      "tr",
      {},
      html("td", {}),
      ...Array.from({ length: columns }, (_, column) => html("th", { scope: "col" }, `Column ${column + 1}`)),
    ),
    ...Array.from({ length: rows }, (_, row) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, `Row ${row + 1}`),
        ...cells.slice(row * columns, (row + 1) * columns),
      ),
    ),
  );
  const keys = ARROWS.map(([arrow, sign]) =>
    html(
      "button",
      { type: "button", class: "arrow", "data-arrow": arrow, "aria-label": arrow, onclick: () => play(arrow) },
      sign,
    ),
  );
  const pad = html("div", { class: "pad", role: "group", "aria-label": "Arrows" }, ...keys);
  const element = html("div", { class: "board panel" }, drawing, html("div", { class: "unseen" }, table), pad);
  element.style.setProperty("--wide", String(width + 32));
  element.style.setProperty("--high", String(height + 32));
  element.style.setProperty("--least", `${30 / CELL}px`);
  element.style.setProperty("--most-width", `${190 * columns}px`);

  /** @type {Map<string, string[]>} */
  let playable = new Map();
  /** @type {Map<string, {value: number, element: SVGGElement}>} */
  const tiles = new Map();
  let open = false;

  /** @template T @param {(row: number, column: number) => T} make */
  function each(make) {
    return Array.from({ length: rows * columns }, (_, index) => make(Math.floor(index / columns), index % columns));
  }

  /** @param {Arrow} arrow */
  function play(arrow) {
    const moves = playable.get(arrow);
    if (moves) {
      callbacks.choose(moves);
    } else {
      callbacks.refuse(arrow);
    }
    return open;
  }

  /**
   * @param {Cell} cell
   * @param {number} value
   */
  function put([row, column], value) {
    take([row, column]);
    const step = Math.min(15, Math.round(Math.log2(value)));
    const form = svg(
      "g",
      { class: "form" },
      svg("rect", { class: "thickness", x: -45, y: -41, width: 90, height: 90, rx: 12 }),
      svg("rect", { class: "body", x: -45, y: -45, width: 90, height: 90, rx: 12 }),
      word(String(value), 72),
    );
    const tile = svg("g", { class: `piece tile tile-${step}` }, form);
    moveTo(tile, [row, column]);
    pieces.append(tile);
    tiles.set(`${row},${column}`, { value, element: tile });
    return form;
  }

  /** @param {Cell} cell */
  function take(cell) {
    tiles.get(String(cell))?.element.remove();
    tiles.delete(String(cell));
  }

  /**
   * @param {SVGGElement} tile
   * @param {Cell} cell
   */
  function moveTo(tile, [row, column]) {
    set(tile, { transform: `translate(${column * CELL + CELL / 2},${row * CELL + CELL / 2})` });
  }

  /**
   * @param {{from: Cell, to: Cell, value: number, merged: boolean}[]} slides
   * @param {import("./animator.js").Animator} animator
   */
  async function slide(slides, animator) {
    const moving = slides.map((slid) => ({ ...slid, tile: tiles.get(String(slid.from)) }));
    moving.forEach(({ from, tile }) => tile && tiles.delete(String(from)));
    await Promise.all(
      moving.map(({ from, to, merged, tile }) => {
        if (!tile) {
          return undefined;
        }
        moveTo(tile.element, to);
        if (merged) {
          // It ends under the tile it merges into.
          pieces.prepend(tile.element);
        } else {
          tiles.set(String(to), tile);
        }
        const back = `translate(${(from[1] - to[1]) * CELL}px,${(from[0] - to[0]) * CELL}px)`;
        const form = /** @type {Element} */ (tile.element.firstElementChild);
        return animator.move(form, [{ transform: back }, { transform: "none" }], 110, "ease-in-out");
      }),
    );
    const grown = moving
      .filter(({ merged }) => merged)
      .map(({ to, value, tile }) => {
        tile?.element.remove();
        return put(to, 2 * value);
      });
    const swell = [{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }];
    await Promise.all(grown.map((form) => animator.move(form, swell, 120)));
  }

  /** @type {{x: number, y: number} | null} */
  let finger = null;
  drawing.addEventListener("pointerdown", (event) => {
    finger = { x: event.clientX, y: event.clientY };
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointerup", (event) => {
    if (!finger) {
      return;
    }
    const [right, down] = [event.clientX - finger.x, event.clientY - finger.y];
    finger = null;
    if (Math.max(Math.abs(right), Math.abs(down)) >= SWIPE) {
      play(Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
    }
  });
  drawing.addEventListener("pointercancel", () => (finger = null));

  return {
    element,

    draw(view) {
      each((row, column) => {
        const value = view.cells[row][column];
        const there = tiles.get(`${row},${column}`);
        if (value === 0) {
          take([row, column]);
        } else if (there?.value !== value) {
          put([row, column], value);
        }
      });
      view.cells.flat().forEach((value, index) => say(cells[index], value === 0 ? "empty" : String(value)));
    },

    async step(step, animator) {
      marks.replaceChildren();
      if ("slide" in step) {
        await slide(step.slide, animator);
      } else if ("appear" in step) {
        const pop = [{ transform: "scale(0)" }, { transform: "scale(1.1)", offset: 0.7 }, { transform: "scale(1)" }];
        await animator.move(put(step.appear.cell, step.appear.value), pop, 130);
      }
    },

    last({ cell }) {
      marks.replaceChildren();
      if (cell) {
        marks.append(
          svg("rect", { class: "last", x: cell[1] * CELL + 5, y: cell[0] * CELL + 5, width: 90, height: 90, rx: 12 }),
        );
      }
    },

    offer(targets) {
      playable = byTarget(targets);
      open = targets.length > 0;
      element.classList.toggle("playable", open);
      keys.forEach((key) => set(key, { "aria-disabled": playable.has(String(key.dataset.arrow)) ? null : "true" }));
    },

    arrow: play,

    values,

    place(target) {
      if ("cell" in target) {
        const [row, column] = target.cell;
        return { x: column * CELL + CELL / 2, y: row * CELL + CELL / 2, side: CELL };
      }
      const side = "arrow" in target ? SIDES[/** @type {Arrow} */ (target.arrow)] : undefined;
      return side ? { x: side[0] * width, y: side[1] * height, side: CELL } : null;
    },

    // Its listeners are on its own elements.
    dispose: () => {},
  };
}
