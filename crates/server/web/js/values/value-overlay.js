// @ts-check
// The values of moves on the board itself: a chip above each column, a dot on each cell, a chip at each side of a panel.
// The same picture for hints, analysis and review. Where the pointer rests the value is told in words, as it is to
// screen readers, which have the list beside the board too.

/** @import { Board } from "../boards/board.js" */
/** @import { Game, LegalMove } from "../types.js" */
/** @import { Report } from "../engine/types.js" */

import { say, set, svg } from "../dom.js";
import { chanceOf, isProven, isUnknown, longValue, shortValue } from "./words.js";

/** On a board with many cells only so many have their value written out. */
const MOST_WRITTEN = 6;
/** The size of letters on a cell, as part of its side. */
const DOT_LETTER = 0.23;
/** The width of a letter for each unit of its height, at most. */
const LETTER_WIDTH = 0.68;
/** Letters that would be smaller than this are left out, in pixels: the shade tells enough, and the list the rest. */
const SMALLEST_LETTERS = 8;

/**
 * Shows the values of moves, or nothing.
 * @param {Board} board
 * @param {Game} game
 * @param {LegalMove[]} targets what can be played
 * @param {Report | null} report
 */
export function showValues(board, game, targets, report) {
  const { values } = board;
  set(values, { "aria-hidden": "true" });
  values.classList.toggle("shown", report !== null);
  board.element.classList.toggle("valued", report !== null);
  values.replaceChildren(...(report ? signs(board, game, targets, report) : []));
  showWords(board, targets, report);
}

/**
 * Tells at each place of the board what a move there is worth, in words.
 * @param {Board} board
 * @param {LegalMove[]} targets
 * @param {Report | null} report
 */
function showWords(board, targets, report) {
  const indexes = new Map(report?.moves.map(({ move }, index) => [move, index]));
  /** @type {Map<string, string>} */
  const words = new Map();
  for (const [target, move] of targets) {
    const index = indexes.get(move);
    if (report && index !== undefined && !isUnknown(report.moves[index])) {
      words.set(String(Object.values(target)[0]), longValue(report, index));
    }
  }
  board.element.querySelectorAll(".hit, .arrow").forEach((place) => {
    const { column, cell, arrow } = /** @type {HTMLElement | SVGElement} */ (place).dataset;
    const text = words.get(column ?? cell ?? arrow ?? "");
    if (place instanceof HTMLElement) {
      set(place, { title: text });
    } else if (text) {
      say(place.querySelector(":scope > title") ?? place.appendChild(svg("title")), text);
    } else {
      place.querySelector(":scope > title")?.remove();
    }
  });
}

/**
 * Shows one move only, without its value.
 * @param {Board} board
 * @param {LegalMove[]} targets
 * @param {string} move
 */
export function showHint(board, targets, move) {
  const target = targets.find(([, text]) => text === move)?.[0];
  const place = target && board.place(target);
  set(board.values, { "aria-hidden": "true" });
  board.values.classList.toggle("shown", Boolean(place));
  board.values.replaceChildren(
    ...(place
      ? [svg("g", { class: "value hint", transform: at(place) }, svg("path", { d: star(place.side * 0.3) }))]
      : []),
  );
}

/**
 * @param {Board} board
 * @param {Game} game
 * @param {LegalMove[]} targets
 * @param {Report} report
 */
function signs(board, game, targets, report) {
  const byMove = new Map(targets.map(([target, move]) => [move, target]));
  const best = report.moves[0];
  const scale = board.values.ownerSVGElement?.getScreenCTM()?.a ?? 1;
  return report.moves.flatMap((value, index) => {
    const target = byMove.get(value.move);
    const place = target && board.place(target);
    if (!target || !place || isUnknown(value)) {
      return [];
    }
    const isAsGood = isProven(best) && isProven(value) && value.score === best.score && value.outcome === best.outcome;
    // Where everything loses, nothing is outlined but the engine's choice.
    const isBest = index === 0 || (isAsGood && best.outcome !== "loss");
    const chance = chanceOf(game, value);
    const classes = ["value", isProven(value) ? "proven" : "estimated", isBest ? "best" : "", verdict(chance)];
    const text = shortValue(game, value);
    const isLegible = place.side * DOT_LETTER * Math.abs(scale) >= SMALLEST_LETTERS;
    const isWritten = isProven(value) || (index < MOST_WRITTEN && isLegible);
    const drawn =
      "cell" in target
        ? dot(place.side, chance, isWritten ? text : "")
        : chip(place.side, text, "arrow" in target ? String(target.arrow) : "");
    const transform = at("arrow" in target ? inside(board, place) : place);
    const group = svg("g", { class: classes.filter(Boolean).join(" "), transform, "data-move": value.move }, ...drawn);
    group.style.setProperty("--chance", chance.toFixed(3));
    return [group];
  });
}

/**
 * A place moved so far from the edge that a chip fits.
 * @param {Board} board
 * @param {import("../boards/board.js").Place} place
 */
function inside(board, { x, y, side }) {
  const box = board.values.ownerSVGElement?.viewBox.baseVal;
  const [wide, high] = [side * 0.58, side * 0.26];
  const between = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.min(most, Math.max(least, value));
  return box
    ? { x: between(x, box.x + wide, box.x + box.width - wide), y: between(y, box.y + high, box.y + box.height - high) }
    : { x, y };
}

/** Good, even or bad, for those who see no difference in color. @param {number} chance */
const verdict = (chance) => (chance > 0.55 ? "good" : chance < 0.45 ? "bad" : "even");

/** @param {{x: number, y: number}} place */
const at = ({ x, y }) => `translate(${x.toFixed(1)},${y.toFixed(1)})`;

/** @type {Record<string, string>} */
const ARROWS = { left: "←", up: "↑", down: "↓", right: "→" };

/**
 * @param {number} side
 * @param {string} text
 * @param {string} arrow
 */
function chip(side, text, arrow) {
  const written = arrow ? `${ARROWS[arrow]} ${text}` : text;
  // With its arrow a text is longer, and has the width of a tile.
  const most = side * (arrow ? 1.16 : 0.9);
  // Chips beside each other do not touch, whatever is written on them.
  const letter = Math.min(side * (arrow ? 0.22 : 0.27), (most - 16) / (written.length * LETTER_WIDTH));
  const width = Math.min(most, Math.max(side * 0.62, 20 + written.length * letter * LETTER_WIDTH));
  const height = side * 0.44;
  return [
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    svg("text", { y: letter * 0.35, "font-size": letter }, written),
  ];
}

/**
 * @param {number} side
 * @param {number} chance
 * @param {string} text
 */
function dot(side, chance, text) {
  // A cross would be taken for a stone of the second player.
  const letter = { win: "✓", loss: "−", draw: "=" }[text] ?? text.replace("≈", "");
  const radius = side * (0.13 + 0.25 * chance);
  return [
    svg("circle", { r: Math.max(radius, letter ? side * 0.24 : 0) }),
    svg("text", { y: side * 0.085, "font-size": side * (letter.length > 1 ? DOT_LETTER : 0.32) }, letter),
  ];
}

/** A star with five points. @param {number} radius */
function star(radius) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2;
    const out = index % 2 === 0 ? radius : radius * 0.45;
    return `${(out * Math.cos(angle)).toFixed(1)},${(out * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
