// @ts-check
// The pieces on a board, by cell.

/** @import { Cell, PieceKind, View } from "../types.js" */

import { set, svg } from "../dom.js";
import { piece } from "./pieces.js";

/** A piece, whose it is and its drawing. @typedef {{player: number, element: SVGGElement}} Piece */

export class PieceLayer {
  /**
   * @param {PieceKind} kind
   * @param {string[]} side_labels
   * @param {(cell: Cell) => readonly [number, number]} middle where a cell's middle is in the drawing
   */
  constructor(kind, side_labels, middle) {
    this.kind = kind;
    this.side_labels = side_labels;
    this.middle = middle;
    this.element = svg("g", { class: "pieces", "aria-hidden": "true" });
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
  }

  /** The cells with a piece. @returns {Cell[]} */
  cells() {
    return [...this.pieces.keys()].map((place) => /** @type {Cell} */ (place.split(",").map(Number)));
  }

  /** @param {Cell} cell */
  at(cell) {
    return this.pieces.get(String(cell));
  }

  /**
   * Puts a piece on a cell.
   * @param {Cell} cell
   * @param {number} player
   * @returns {Element} the part of it that is moved when something is shown
   */
  put(cell, player) {
    this.take(cell);
    const element = piece(this.kind, player, this.side_labels);
    this.element.append(element);
    this.place(cell, { player, element });
    return form(element);
  }

  /** Takes a piece away. @param {Cell} cell */
  take(cell) {
    this.at(cell)?.element.remove();
    this.pieces.delete(String(cell));
  }

  /**
   * Several pieces go from one cell to another, all at once.
   * @param {Cell[][]} ways
   */
  move(ways) {
    const moved = ways.map(([from, to]) => ({ from, to, moving: this.at(from) }));
    moved.forEach(({ from }) => this.pieces.delete(String(from)));
    moved.forEach(({ to, moving }) => moving && this.place(to, moving));
  }

  /** All pieces go so many rows down. @param {number} rows */
  lower(rows) {
    this.move(this.cells().map((cell) => [cell, [cell[0] + rows, cell[1]]]));
  }

  /** Shows a view's pieces; those that are right already are left alone. @param {View} view */
  show({ cells, side_labels }) {
    this.side_labels = side_labels;
    // A board that has shrunk again has no cell for the pieces at its old edge.
    for (const [row, column] of this.cells()) {
      if (!cells[row]?.[column]) {
        this.take([row, column]);
      }
    }
    cells.forEach((players, row) =>
      players.forEach((player, column) => {
        if (player > 0 && this.at([row, column])?.player !== player) {
          this.put([row, column], player);
        }
      }),
    );
  }

  /** Takes all pieces away. */
  clear() {
    this.pieces.clear();
    this.element.replaceChildren();
  }

  /** Marks the pieces on these cells and no others. @param {Cell[]} cells */
  mark(cells) {
    const names = new Set(cells.map(String));
    this.pieces.forEach(({ element }, place) => element.classList.toggle("marked", names.has(place)));
  }

  /**
   * @param {Cell} cell
   * @param {Piece} placed
   */
  place(cell, placed) {
    const [x, y] = this.middle(cell);
    set(placed.element, { transform: `translate(${x.toFixed(2)},${y.toFixed(2)})` });
    this.pieces.set(String(cell), placed);
  }
}

/** The part of a piece that is moved when something is shown. @param {SVGGElement} element */
export function form(element) {
  return /** @type {Element} */ (element.firstElementChild);
}
