// @ts-check
// The engine beside the board: on or off, what it says in words, and its best lines.

/** @import { Game, LegalMove } from "../types.js" */
/** @import { GameSpec, Report } from "../engine/types.js" */
/** @import { Progress } from "../values/evaluator.js" */

import { html, say, set } from "../dom.js";
import { load, save } from "../settings.js";
import { written } from "../text.js";
import { Evaluator } from "../values/evaluator.js";
import { chanceOf, isProven, isUnknown, listedOrder, longValue, shortValue } from "../values/words.js";

/** Where it is kept whether the engine is on, and how many lines are shown. */
const STORAGE_KEY = "parlor.analysis";

/** @typedef {{options: {free?: boolean}, view: {side_labels: string[]}}} Written what a move's text depends on */

/**
 * @typedef {object} EngineCallbacks
 * @property {(report: Report | null) => void} values shows values on the board
 * @property {(moves: string[]) => void} play plays a line
 */

export class EnginePanel {
  /**
   * @param {Game} game
   * @param {EngineCallbacks} callbacks
   */
  constructor(game, callbacks) {
    this.game = game;
    this.callbacks = callbacks;
    const { isOn = true, lines = 3 } = load(STORAGE_KEY);
    this.isOn = isOn === true;
    this.lines = Math.min(9, Math.max(1, Number(lines) || 3));
    this.evaluator = new Evaluator((progress) => this.progressed(progress));
    /** @type {GameSpec | null} */
    this.position = null;
    /** @type {Written} */
    this.written = { options: {}, view: { side_labels: [] } };
    this.toggle = html(
      "button",
      { type: "button", class: "switch", role: "switch", title: "Engine (e)", onclick: () => this.turn(!this.isOn) },
      html("span", { class: "knob", "aria-hidden": "true" }),
      "Engine",
    );
    this.count = html(
      "select",
      { "aria-label": "Number of lines", onchange: () => this.setLines(Number(this.count.value)) },
      ...[1, 2, 3, 5, 9].map((many) => html("option", { value: many }, `${many} line${many > 1 ? "s" : ""}`)),
    );
    this.count.value = String(this.lines);
    this.bar = html("div", { class: "chance-bar", role: "img" }, html("span", {}));
    this.text = html("p", { class: "engine-text", role: "status" });
    this.list = html("ol", { class: "lines", "aria-label": "Best moves" });
    this.element = html(
      "section",
      { class: "engine", "aria-label": "Engine" },
      html("div", { class: "row" }, this.toggle, this.count),
      this.bar,
      this.list,
      this.text,
    );
    /** @type {Report | null} */
    this.report = null;
    /** How moves go on. @type {Progress["lines"]} */
    this.continuations = new Map();
    this.render();
  }

  /**
   * Values another position; none where nobody is to move.
   * @param {GameSpec | null} position
   * @param {Written} shown
   */
  look(position, shown) {
    this.position = position;
    this.written = shown;
    this.report = null;
    this.callbacks.values(null);
    this.start();
  }

  /** Turns the engine on or off. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.keep();
    this.start();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    this.keep();
    this.start();
  }

  keep() {
    save(STORAGE_KEY, { isOn: this.isOn, lines: this.lines });
  }

  start() {
    if (this.isOn && this.position) {
      this.evaluator.evaluate(this.position, this.lines);
    } else {
      this.evaluator.stop();
      this.report = null;
      this.callbacks.values(null);
      say(this.text, "");
    }
    this.render();
  }

  /** @param {Progress} progress */
  progressed({ report, text, isDone, lines }) {
    this.report = report;
    this.continuations = lines;
    set(this.element, { "data-done": isDone ? "true" : "false" });
    say(this.text, text);
    this.callbacks.values(report);
    this.render();
  }

  render() {
    set(this.toggle, { "aria-checked": String(this.isOn) });
    const { report, game } = this;
    const moves = report?.moves ?? [];
    this.bar.hidden = !report || moves.length === 0 || isUnknown(moves[0]);
    if (report && moves.length > 0) {
      const own = chanceOf(game, moves[0]);
      const first = game.players > 1 && report.next === 2 ? 1 - own : own;
      this.bar.style.setProperty("--chance", first.toFixed(3));
      set(this.bar, { "aria-label": `${game.names[0]}: ${Math.round(100 * first)}% to win` });
    }
    this.list.replaceChildren(
      ...listedOrder(game, moves, this.lines).flatMap((index) =>
        report && !isUnknown(moves[index]) ? [this.line(report, index)] : [],
      ),
    );
  }

  /**
   * @param {Report} report
   * @param {number} index
   */
  line(report, index) {
    const value = report.moves[index];
    const best = report.line[0] === value.move ? report.line : [value.move];
    const line = this.continuations.get(value.move) ?? best;
    const texts = line.slice(0, 12).map((move) => written(move, /** @type {any} */ (this.written), this.game));
    const said = longValue(report, index);
    return html(
      "li",
      {},
      html(
        "button",
        {
          type: "button",
          class: "best-line",
          "data-move": value.move,
          onclick: () => this.callbacks.play([value.move]),
        },
        html("strong", { class: `worth ${isProven(value) ? "proven" : "estimated"}` }, shortValue(this.game, value)),
        html("span", { class: "said" }, html("b", {}, texts[0]), ` ${texts.slice(1).join(" ")}`),
        html("span", { class: "certainty" }, said),
      ),
    );
  }

  /** The best move that is known. */
  get best() {
    return this.report?.moves[0]?.move ?? null;
  }

  dispose() {
    this.evaluator.dispose();
  }
}

/**
 * The targets of a view at which the player moves.
 * @param {LegalMove[]} targets
 */
export const isPlayable = (targets) => targets.length > 0;
