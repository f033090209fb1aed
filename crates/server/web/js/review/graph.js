// @ts-check
// The graph of a review: the chance of the first player after every move.

/** @import { Game } from "../types.js" */
/** @import { Review } from "./review-panel.js" */

import { html, svg } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { typeset } from "../values/words.js";

const WIDTH = 320;
const HEIGHT = 110;

/**
 * @param {Game} game
 * @param {Review} review
 * @param {(ply: number) => void} go
 */
export function graph(game, { points, turning_points: turns }, go) {
  const last = Math.max(1, points.at(-1)?.number ?? 1);
  const x = (/** @type {number} */ number) => (WIDTH * number) / last;
  const y = (/** @type {number} */ height) => HEIGHT * (1 - height);
  const line = points.map(({ number, height }) => `${x(number).toFixed(1)},${y(height).toFixed(1)}`).join(" L");
  const drawing = svg(
    "svg",
    { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    line &&
      svg("path", {
        class: "area",
        d: `M${x(points[0].number)},${HEIGHT} L${line} L${x(points[points.length - 1].number)},${HEIGHT}Z`,
      }),
    svg("path", { class: "middle", d: `M0,${HEIGHT / 2}H${WIDTH}` }),
    line && svg("path", { class: "curve", d: `M${line}` }),
  );
  const marks = points.map(({ ply, number, height, words }) => {
    const turn = turns.find((one) => one.number === number);
    return html("button", {
      type: "button",
      class: `graph-point ${turn ? turn.severity : ""}`,
      "data-at": ply,
      style: null,
      tabindex: turn ? 0 : -1,
      title: `${number === 0 ? "Start" : `Move ${number}`}: ${typeset(words)}`,
      "aria-label": `${number === 0 ? "Start" : `Move ${number}`}: ${typeset(words)}`,
      "data-x": ((100 * number) / last).toFixed(2),
      "data-y": (100 * (1 - height)).toFixed(2),
      onclick: () => go(ply),
    });
  });
  for (const mark of marks) {
    mark.style.left = `${mark.dataset.x}%`;
    mark.style.top = `${mark.dataset.y}%`;
  }
  const who =
    game.players > 1 ? `The chance of ${game.names[0]} after every move` : "The chance to win after every move";
  return html(
    "div",
    { class: "review-graph", role: "group", "aria-label": who, "data-pieces": pieceKind(game) },
    drawing,
    ...marks,
  );
}
