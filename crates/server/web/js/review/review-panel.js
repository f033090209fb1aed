// @ts-check
// The review of a game that is over: who stood how, which moves changed that and what was better, and how well each
// played. The positions are valued one after the other in the browser; the result is kept there with the game.

/** @import { Table } from "../table/table.js" */
/** @import { TableState } from "../table/state.js" */
/** @import { GameSpec, MoveValue } from "../engine/types.js" */

import { Disposer } from "../disposer.js";
import { html, say, set } from "../dom.js";
import { SearchWorker } from "../engine/search-worker.js";
import { Stopped } from "../engine/errors.js";
import { isOneDevice, sideOf } from "../sides.js";
import { stops } from "../table/selectors.js";
import { written } from "../text.js";
import { typeset } from "../values/words.js";
import { graph } from "./graph.js";
import { keepReview, keptReview } from "./kept-reviews.js";
import { tryDialog } from "./try-dialog.js";

/**
 * @typedef {object} ReviewPoint
 * @property {number} ply
 * @property {number} number
 * @property {number} chance
 * @property {number} height where it lies in the graph, 0 to 1
 * @property {boolean} is_proven
 * @property {string} words
 */
/**
 * @typedef {object} TurningPoint
 * @property {number} ply
 * @property {number} number
 * @property {number} by
 * @property {string} played
 * @property {string} better
 * @property {number} loss
 * @property {"inaccuracy" | "mistake" | "blunder"} severity
 * @property {string} words
 */
/** @typedef {{points: ReviewPoint[], turning_points: TurningPoint[], accuracy: (number | null)[], valued: number[]}} Review */
/** The values of a position's moves. @typedef {{ply: number, moves: MoveValue[]}} Valued */

/** All positions together may take this long, and one at most or at least this long, in milliseconds. */
const ALL = 25_000;
const MOST = 500;
const LEAST = 30;
/** How often the review is drawn while it grows, in milliseconds. */
const REDRAW = 400;

/** What the turning points are called, beside their color. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class ReviewPanel {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.disposer = new Disposer();
    /** @type {SearchWorker | null} */
    this.searchWorker = null;
    /** @type {Valued[]} */
    this.values = [];
    /** @type {Review | null} */
    this.review = null;
    /** Which game is reviewed, and its round. */
    this.round = "";
    /** The same with its moves. */
    this.key = "";
    this.isRunning = false;
    this.startButton = html(
      "button",
      { type: "button", class: "main", onclick: () => this.start() },
      "Review the game",
    );
    this.progress = html("progress", { max: 1, value: 0, "aria-label": "Review" });
    this.text = html("p", { class: "engine-text", role: "status" });
    this.body = html("div", { class: "review-body" });
    this.element = html(
      "section",
      { class: "game-review", "aria-label": "Review" },
      html("h2", {}, "Review"),
      this.startButton,
      this.progress,
      this.text,
      this.body,
    );
    this.progress.hidden = true;
  }

  /** @param {TableState} state */
  render(state) {
    if (state.latest.ending === null || state.queue.length > 0) {
      this.reset("");
      return;
    }
    const moves = state.moves.join(" ");
    const round = `${this.table.id} ${state.latest.round}`;
    const key = `${round} ${moves}`;
    if (key !== this.key && state.moves.length > 0) {
      this.reset(key);
      this.round = round;
      const kept = keptReview(round, moves);
      if (kept) {
        this.values = kept.values;
        this.review = kept.review;
        this.startButton.hidden = true;
        this.draw(state);
      }
    }
    this.markCurrent(state);
  }

  /** @param {string} key */
  reset(key) {
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.isRunning = false;
    this.searchWorker?.stop();
    this.values = [];
    this.review = null;
    this.body.replaceChildren();
    this.progress.hidden = true;
    this.startButton.hidden = false;
    say(this.text, "");
  }

  /** Values every position of the game. */
  async start() {
    const state = this.table.store.state;
    if (this.isRunning || this.values.length > 0 || state.latest.ending === null || state.moves.length === 0) {
      return;
    }
    const { key } = this;
    this.isRunning = true;
    this.startButton.hidden = true;
    this.progress.hidden = false;
    this.searchWorker ??= new SearchWorker();
    const places = stops(state.moves).slice(0, -1);
    const time = Math.round(Math.min(MOST, Math.max(LEAST, ALL / places.length)));
    let drawn = 0;
    try {
      for (const [index, { at }] of places.entries()) {
        const { moves } = await this.searchWorker.analyze(this.position(state, at), {
          engine: `strong:${time}ms`,
          onLoading: ({ loaded, total }) =>
            say(this.text, `Loading the engine's data, ${Math.round((100 * loaded) / (total || 1))}%`),
        }).done;
        if (key !== this.key) {
          return;
        }
        this.values.push({ ply: at, moves: essential(moves, state.moves[at]) });
        this.progress.value = (index + 1) / places.length;
        say(this.text, `Move ${index + 1} of ${places.length}`);
        if (performance.now() - drawn > REDRAW) {
          await this.refresh(state);
          drawn = performance.now();
        }
      }
      await this.refresh(state);
      if (this.review) {
        keepReview(this.round, { moves: state.moves.join(" "), values: this.values, review: this.review });
      }
      say(this.text, "");
    } catch (error) {
      if (!(error instanceof Stopped)) {
        say(this.text, /** @type {Error} */ (error).message);
        this.startButton.hidden = false;
        this.values = [];
      }
    }
    this.progress.hidden = true;
    this.isRunning = false;
  }

  /** @param {TableState} state @param {number} at @returns {GameSpec} */
  position({ latest: { game, options }, moves }, at) {
    return { game, options, moves: moves.slice(0, at) };
  }

  /** Draws the review anew. @param {TableState} state */
  async refresh(state) {
    const { key } = this;
    this.searchWorker ??= new SearchWorker();
    const position = this.position(state, state.moves.length);
    const review = await this.searchWorker.client.ask({ op: "review", position, values: this.values });
    if (key === this.key) {
      this.review = review;
      this.draw(state);
    }
  }

  /** @param {TableState} state */
  draw(state) {
    const { review } = this;
    if (!review) {
      return;
    }
    const { game, latest } = state;
    const isShared = isOneDevice(latest.seats);
    const names = latest.seats.map(({ name }, index) =>
      isShared ? sideOf(game, latest.view, index + 1) : (name ?? game.names[index]),
    );
    const accuracy = review.accuracy.flatMap((value, index) =>
      value === null
        ? []
        : [
            html(
              "div",
              { class: `accuracy player-${index + 1}` },
              html("strong", {}, `${Math.round(value)}%`, html("small", {}, " accuracy")),
              html("span", {}, names[index] ?? ""),
            ),
          ],
    );
    const points = review.turning_points;
    this.body.replaceChildren(
      graph(game, review, (ply) => this.table.stepper.goTo(ply)),
      html("div", { class: "accuracies", role: "group", "aria-label": "Accuracy" }, ...accuracy),
      points.length === 0
        ? html("p", { class: "engine-text" }, "No move changed how the game stood.")
        : html(
            "ol",
            { class: "turning-points", "aria-label": "Turning points" },
            ...points.map((point) => this.turningPoint(state, point, names)),
          ),
    );
    this.markCurrent(state);
  }

  /**
   * @param {TableState} state
   * @param {TurningPoint} point
   * @param {string[]} names
   */
  turningPoint(state, point, names) {
    const { game, latest } = state;
    const number =
      latest.seats.length > 1 ? `${Math.ceil(point.number / 2)}${point.by === 2 ? "…" : "."}` : `${point.number}.`;
    const move = written(point.played, latest, game);
    return html(
      "li",
      { class: point.severity, "data-ply": point.ply },
      html(
        "button",
        { type: "button", class: "turning-point", onclick: () => this.table.stepper.goTo(point.ply + 1) },
        html("b", {}, `${number} ${move}${SIGNS[point.severity]}`),
        html("span", {}, `${latest.seats.length > 1 ? `${names[point.by - 1]} ` : ""}${typeset(point.words)}`),
      ),
      html(
        "button",
        {
          type: "button",
          class: "try",
          "aria-label": `Try it yourself at move ${number}`,
          onclick: () => this.try(state, point),
        },
        "Try it",
      ),
    );
  }

  /** @param {TableState} state @param {TurningPoint} point */
  try(state, point) {
    this.table.stepper.goTo(point.ply);
    const values = this.values.find(({ ply }) => ply === point.ply)?.moves ?? [];
    const dialog = tryDialog(state.game, this.position(state, point.ply), point, values);
    this.table.element.append(dialog);
    dialog.showModal();
  }

  /** Marks the position that is shown. @param {TableState} state */
  markCurrent(state) {
    const at = state.review.at ?? state.moves.length;
    this.body
      .querySelectorAll("[data-at]")
      .forEach((mark) => set(mark, { "data-current": mark.getAttribute("data-at") === String(at) ? "true" : null }));
    this.body.querySelectorAll(".turning-points li").forEach((item) => {
      const ply = Number(item.getAttribute("data-ply"));
      set(item, { "aria-current": at === ply || at === ply + 1 ? "step" : null });
    });
  }

  dispose() {
    this.key = "";
    this.searchWorker?.dispose();
    this.disposer.dispose();
  }
}

/**
 * What of the values a review needs: the best, the one that was made, and another, so that there was a choice.
 * @param {MoveValue[]} moves
 * @param {string} made
 */
function essential(moves, made) {
  const own = moves.find(({ move }) => move === made);
  const best = moves.slice(0, 2);
  return own && !best.includes(own) ? [...best, own] : best;
}
