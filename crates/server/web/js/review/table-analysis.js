// @ts-check
// What the engines say at a table: values and hints while one plays alone, against an engine or at one device, and the
// review after the end. Never in a running game between people.

/** @import { Table } from "../table/table.js" */
/** @import { TableState } from "../table/state.js" */
/** @import { GameSpec, Report } from "../engine/types.js" */
/** @import { GameSnapshot, LegalMove } from "../types.js" */

import { AnalysisClient } from "../analysis/client.js";
import { Disposer } from "../disposer.js";
import { html, say, set } from "../dom.js";
import { load, save } from "../settings.js";
import { isOneDevice } from "../sides.js";
import { isReviewing, listedMoves, minePlayers } from "../table/selectors.js";
import { written } from "../text.js";
import { Evaluator } from "../values/evaluator.js";
import { showHint, showValues } from "../values/value-overlay.js";
import { listedOrder, longValue } from "../values/words.js";
import { ReviewPanel } from "./review-panel.js";

/** Where it is kept whether values are shown. */
const STORAGE_KEY = "parlor.values";
/** The most moves whose values are listed. */
const MOST_LISTED = 9;

/**
 * Whether the engines may be asked about a game: not while people play each other.
 * @param {GameSnapshot} snapshot
 */
export function mayAnalyze({ ending, seats }) {
  if (ending !== null) {
    return true;
  }
  return seats.filter(({ kind }) => kind !== "engine").length < 2 || isOneDevice(seats);
}

export class TableAnalysis {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.disposer = new Disposer();
    this.evaluator = new Evaluator((progress) => {
      this.report = progress.report;
      say(this.text, progress.text);
      this.draw();
    });
    /** @type {Report | null} */
    this.report = null;
    this.isOn = load(STORAGE_KEY).isOn === true;
    this.isHinting = false;
    /** The position that is valued. */
    this.key = "";
    this.switch = html(
      "button",
      { type: "button", class: "switch", role: "switch", onclick: () => this.turn(!this.isOn) },
      html("span", { class: "knob", "aria-hidden": "true" }),
      "Show values",
    );
    this.hintButton = html("button", { type: "button", class: "hint-button", onclick: () => this.hint() }, "Hint");
    this.row = html("div", { class: "row" }, this.switch);
    this.text = html("p", { class: "engine-text", role: "status" });
    this.list = html("ol", { class: "lines", "aria-label": "Values of the moves" });
    this.live = html("section", { class: "engine", "aria-label": "Engine" }, this.row, this.list, this.text);
    this.toBoard = html("button", { type: "button", onclick: () => this.openBoard() }, "Open on the analysis board");
    this.review = new ReviewPanel(table);
    this.mount = table.tabs.panel("analysis");
    this.disposer.add(table.store.subscribe((state) => this.render(state)));
    this.disposer.listen(table.element, "parlor-review", () => this.review.start());
    this.render(table.store.state);
  }

  /** @param {TableState} state */
  render(state) {
    const isAllowed = mayAnalyze(state.latest);
    const isOver = state.latest.ending !== null;
    const parts = isAllowed ? [this.live, ...(isOver ? [this.review.element] : []), this.toBoard] : [];
    if (this.mount && (this.mount.childElementCount !== parts.length || this.mount.firstChild !== (parts[0] ?? null))) {
      this.mount.replaceChildren(...parts);
    }
    set(this.switch, { "aria-checked": String(this.isOn) });
    // Whoever plays has it at hand; where nobody does, it is beside the values.
    const isPlaying = isAllowed && !isOver && minePlayers(state).length > 0;
    this.table.controls.setExtras(isPlaying ? [this.hintButton] : []);
    if (!isPlaying && this.hintButton.parentElement !== this.row) {
      this.row.append(this.hintButton);
    }
    this.review.render(state);
    const { position, targets } = this.position(state);
    set(this.hintButton, { disabled: !position });
    const key = isAllowed && position ? JSON.stringify(position) : "";
    if (key !== this.key) {
      this.key = key;
      this.report = null;
      this.isHinting = false;
      this.targets = targets;
      this.evaluator.stop();
      say(this.text, "");
      if (key && this.isOn) {
        this.evaluator.evaluate(/** @type {GameSpec} */ (position));
      }
      this.draw();
    }
  }

  /**
   * The position that is shown, where a player is to move.
   * @param {TableState} state
   * @returns {{position: GameSpec | null, targets: LegalMove[]}}
   */
  position(state) {
    const { latest, shown, review, moves } = state;
    const at = isReviewing(state) ? review.at : null;
    const view = at === null ? shown.view : review.position?.view;
    const isSettled = at === null ? state.queue.length === 0 : review.position !== null;
    if (
      !view ||
      !isSettled ||
      view.move_targets.length === 0 ||
      (at === null && latest.turn === null && latest.ending === null && latest.seats.length > 1)
    ) {
      return { position: null, targets: [] };
    }
    const line = at === null ? moves : listedMoves(state).slice(0, at);
    return { position: { game: latest.game, options: latest.options, moves: line }, targets: view.move_targets };
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    save(STORAGE_KEY, { isOn });
    this.key = "";
    this.render(this.table.store.state);
  }

  /** Shows the best move, once. */
  hint() {
    const { position, targets } = this.position(this.table.store.state);
    if (position && mayAnalyze(this.table.store.state.latest)) {
      this.isHinting = true;
      this.targets = targets;
      if (this.report) {
        this.draw();
      } else {
        this.evaluator.evaluate(position);
      }
    }
  }

  draw() {
    const { board } = this.table.board;
    const { game, latest } = this.table.store.state;
    const targets = this.targets ?? [];
    const best = this.report?.moves[0];
    if (this.report && this.isOn) {
      showValues(board, game, targets, this.report);
    } else {
      showValues(board, game, targets, null);
    }
    if (this.isHinting && best && this.report) {
      showHint(board, targets, best.move);
      const text = `Best: ${written(best.move, latest, game)}, ${longValue(this.report, 0)}`;
      if (this.hintButton.parentElement === this.row) {
        say(this.text, text);
      } else if (this.table.store.state.hint?.text !== text) {
        this.table.store.dispatch({ type: "hint", text });
      }
    }
    const { report } = this;
    this.list.replaceChildren(
      ...(report && this.isOn
        ? listedOrder(game, report.moves, MOST_LISTED).map((index) => {
            const move = written(report.moves[index].move, latest, game);
            return html("li", {}, html("b", {}, move), ` ${longValue(report, index)}`);
          })
        : []),
    );
  }

  /** Opens the game on the analysis board, with all its moves. */
  async openBoard() {
    const { latest, moves } = this.table.store.state;
    if (!mayAnalyze(latest)) {
      return;
    }
    const client = new AnalysisClient();
    try {
      const { id } = await client.client.ask({ op: "open", game: latest.game, options: latest.options, moves });
      const text = await client.client.ask({ op: "record", id });
      await client.act({ do: "new", game: latest.game, options: latest.options });
      const { fragment } = await client.act({ do: "paste", text });
      this.table.navigate(`/analysis#${fragment}`);
    } catch (error) {
      say(this.text, /** @type {Error} */ (error).message);
    } finally {
      client.dispose();
    }
  }

  dispose() {
    this.disposer.dispose();
    this.table.controls.setExtras([]);
    this.evaluator.dispose();
    this.review.dispose();
  }
}
