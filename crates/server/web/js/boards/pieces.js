// @ts-check
// The pieces on a board: discs, shapes, tokens and stones. Those of the two players differ in form or sign, not only
// in color.
//
// A piece is drawn around (0, 0) in a cell of 100 by 100.

/** @import { PieceKind } from "../types.js" */

import { svg } from "../dom.js";

/**
 * A player's piece.
 * @param {PieceKind} kind
 * @param {number} player 1 or 2
 * @param {string[]} side_labels what the players are called on the board
 * @returns {SVGGElement}
 */
export function piece(kind, player, side_labels) {
  const form = svg("g", { class: "form" }, ...(forms[kind] ?? forms.disc)(player, side_labels[player - 1] ?? ""));
  return svg("g", { class: `piece ${kind} player-${player}` }, form);
}

/**
 * A picture of a player's piece beside a name.
 * @param {PieceKind} kind
 * @param {number} player
 * @param {string[]} side_labels
 */
export function emblem(kind, player, side_labels) {
  return svg(
    "svg",
    { class: "emblem", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    piece(kind, player, side_labels),
  );
}

/** @type {Partial<Record<PieceKind, (player: number, label: string) => SVGElement[]>> & {disc: (player: number) => SVGElement[]}} */
const forms = {
  disc: (player) => [
    svg("circle", { class: "body", r: 41 }),
    svg("circle", { class: "rim", r: 35 }),
    svg("path", { class: "shine", d: "M-27,-20A33.600,33.600 0 0 1 20,-27" }),
    sign(player, 15),
  ],
  // Circle and pentagon; on a winning line a double circle and an outlined pentagon, as docs/games/ has them.
  shape: (player) => {
    const outline = (/** @type {number} */ size, /** @type {string} */ name) =>
      player === 1
        ? svg("circle", { class: name, r: size })
        : svg("polygon", { class: name, points: polygon(5, size * 1.08, -90, 3) });
    return player === 1
      ? [outline(35, "body plain"), outline(34, "outline traced"), outline(19, "body traced")]
      : [outline(37, "body plain"), outline(33, "outline traced")];
  },
  token: (player, label) => {
    const body =
      player === 1
        ? svg("circle", { class: "body", r: 41 })
        : svg("rect", { class: "body", x: -38, y: -38, width: 76, height: 76, rx: 16 });
    return [body, word(label, 62)];
  },
  stone: (player) => [
    svg("circle", { class: "body", r: 34 }),
    svg("path", { class: "shine", d: "M-20,-15A25,25 0 0 1 15,-20" }),
    sign(player, 13),
  ],
};

/** What the players' colors are called, by the set of pieces. @type {Record<string, [string, string]>} */
const COLORS = { standard: ["Red", "Yellow"], vivid: ["Orange", "Blue"], mono: ["Black", "White"] };

/**
 * What the color of a player's pieces is called.
 * @param {PieceKind} kind
 * @param {string} set
 * @param {number} player
 */
export function colorName(kind, set, player) {
  const name = (COLORS[set] ?? COLORS.standard)[player - 1];
  return name === "Yellow" && (kind === "shape" || kind === "stone") ? "Blue" : name;
}

/**
 * O or X.
 * @param {number} player
 * @param {number} size
 */
export function sign(player, size) {
  return player === 1
    ? svg("circle", { class: "sign", r: size })
    : svg("path", { class: "sign", d: `M${-size},${-size}L${size},${size}M${-size},${size}L${size},${-size}` });
}

/**
 * A text that fits between two sides, however long it is.
 * @param {string} text
 * @param {number} width
 */
export function word(text, width) {
  const letters = Math.max(1, [...text].length);
  const size = Math.max(9, Math.min(44, (width / letters) * 1.55));
  const shown = [...text].slice(0, 12).join("") + (letters > 12 ? "…" : "");
  const fits = Math.min(letters, 13) * size * 0.62 <= width;
  return svg(
    "text",
    {
      class: "word",
      y: size * 0.36,
      "font-size": size,
      ...(fits ? {} : { textLength: width, lengthAdjust: "spacingAndGlyphs" }),
    },
    shown,
  );
}

/**
 * The corners of a regular polygon.
 * @param {number} corners
 * @param {number} radius
 * @param {number} from the angle of the first, in degrees
 * @param {number} [down] how far down its center lies
 */
export function polygon(corners, radius, from, down = 0) {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = ((from + (360 * corner) / corners) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle) + down).toFixed(2)}`;
  }).join(" ");
}
