// @ts-check
// What boards of columns are made of, behind the pieces and in front of them.

/** @import { PieceKind } from "../types.js" */

import { svg } from "../dom.js";

/** @typedef {{back: SVGElement[], front: SVGElement[]}} BoardArt */

/**
 * The board for a kind of pieces, without them.
 * @param {PieceKind} kind
 * @param {number} rows
 * @param {number} columns
 * @param {number} cell the side of a cell
 * @param {number} above the room above the board
 * @returns {BoardArt}
 */
export function boardArt(kind, rows, columns, cell, above) {
  const draw = kind === "shape" ? bins : kind === "token" ? field : slab;
  return draw(rows, columns, cell, above);
}

/**
 * A slab with holes; discs fall behind it.
 * @type {(rows: number, columns: number, cell: number, above: number) => BoardArt}
 */
function slab(rows, columns, cell, above) {
  const [width, height] = [columns * cell, rows * cell];
  const radius = 40;
  let holes = "";
  // Light falls from above: the upper edge of a hole lies in the shade, the lower one shines.
  let shades = "";
  let lights = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = column * cell + cell / 2 - radius;
      const middle = above + row * cell + cell / 2;
      holes += `M${left},${middle}a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0Z`;
      shades += `M${left},${middle}a${radius},${radius} 0 0,1 ${2 * radius},0`;
      lights += `M${left},${middle}a${radius},${radius} 0 0,0 ${2 * radius},0`;
    }
  }
  const edge = `M-2,${above - 12}h${width + 4}a14,14 0 0 1 14,14v${height + 4}a14,14 0 0 1 -14,14h${-width - 4}a14,14 0 0 1 -14,-14v${-height - 4}a14,14 0 0 1 14,-14Z`;
  return {
    back: [svg("rect", { class: "hollow", x: 0, y: above, width, height })],
    front: [
      svg("path", { class: "slab", "fill-rule": "evenodd", d: edge + holes }),
      svg("path", { class: "bevel light", d: `M0,${above - 7}h${width}${lights}` }),
      svg("path", { class: "bevel shade", d: `M0,${above + height + 11}h${width}${shades}` }),
    ],
  };
}

/**
 * Bins open at the top, side by side.
 * @type {(rows: number, columns: number, cell: number, above: number) => BoardArt}
 */
function bins(rows, columns, cell, above) {
  const height = rows * cell;
  const back = [];
  for (let column = 0; column < columns; column++) {
    back.push(
      svg("rect", { class: "bin", x: column * cell + 4, y: above, width: cell - 8, height: height + 2, rx: 12 }),
    );
    for (let row = 1; row < rows; row++) {
      const y = above + row * cell;
      back.push(svg("path", { class: "level", d: `M${column * cell + 22},${y}h${cell - 44}` }));
    }
  }
  const wall = (/** @type {number} */ column) => `M${column * cell},${above - 14}V${above + height + 4}`;
  const walls = Array.from({ length: columns + 1 }, (_, column) => wall(column)).join("");
  return { back, front: [svg("path", { class: "wall", d: `${walls}M0,${above + height + 4}H${columns * cell}` })] };
}

/**
 * An open field, with the outlines of where it can grow.
 * @type {(rows: number, columns: number, cell: number, above: number) => BoardArt}
 */
function field(rows, columns, cell, above) {
  const [width, height] = [columns * cell, rows * cell];
  /** @type {SVGElement[]} */
  const back = [
    svg("rect", { class: "ground", x: 0, y: above, width, height, rx: 10 }),
    svg("rect", { class: "new", x: width + 5, y: above + 5, width: cell - 10, height: height - 10, rx: 12 }),
  ];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      back.push(
        svg("circle", { class: "blank", cx: column * cell + cell / 2, cy: above + row * cell + cell / 2, r: 7 }),
      );
    }
  }
  const floor = svg("path", { class: "floor", d: `M-6,${above + height + 5}H${width + cell + 6}` });
  return { back, front: [floor] };
}
