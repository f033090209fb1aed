// @ts-check
// Values a position: a quick estimate first, then a proof where an engine can give one, then how each of the best moves
// goes on. One position at a time.

/** @import { GameSpec, Report } from "../engine/types.js" */

import { EngineError, Stopped } from "../engine/errors.js";
import { SearchWorker } from "../engine/search-worker.js";
import { title } from "../title.js";
import { isProven } from "./words.js";

/** The quick estimate. */
const QUICK = "strong:1s";
/** How a move goes on, and how far that is looked for. */
const CONTINUATION = "strong:150ms";
const LINE_LENGTH = 8;
/** How much memory an engine may take in a page, in bytes. */
const MEMORY = 64 << 20;

/**
 * @typedef {object} Progress
 * @property {Report | null} report the best that is known
 * @property {boolean} isDone whether no better value comes
 * @property {Map<string, string[]>} lines how moves go on, each from the move itself, as far as that is known
 * @property {string} text what is going on, in words
 */

export class Evaluator {
  /** @param {(progress: Progress) => void} onProgress */
  constructor(onProgress) {
    this.onProgress = onProgress;
    /** @type {SearchWorker | null} */
    this.searchWorker = null;
    /** What was found out, by position. @type {Map<string, {report: Report, lines: Progress["lines"]}>} */
    this.known = new Map();
    this.generation = 0;
  }

  /**
   * Values a position; what was under way is stopped.
   * @param {GameSpec} position
   * @param {number} [lines] of how many of the best moves it is wanted how they go on
   */
  async evaluate(position, lines = 0) {
    this.stop();
    const generation = this.generation;
    const key = JSON.stringify([position.game, position.options, position.setup, position.moves]);
    const tell = (
      /** @type {Omit<Progress, "lines">} */ progress,
      /** @type {Progress["lines"]} */ found = new Map(),
    ) => generation === this.generation && this.onProgress({ ...progress, lines: found });
    try {
      const known = this.known.get(key) ?? { report: await this.search(position, tell), lines: new Map() };
      if (generation !== this.generation) {
        return;
      }
      if (this.known.size > 2_000) {
        this.known.clear();
      }
      this.known.set(key, known);
      const done = { report: known.report, isDone: true, text: doneText(known.report) };
      tell(done, known.lines);
      await this.continue(position, known, lines, () => tell(done, known.lines));
    } catch (error) {
      if (!(error instanceof Stopped)) {
        tell({ report: null, isDone: true, text: /** @type {Error} */ (error).message });
      }
    }
  }

  /**
   * Finds how the best moves go on, each a step further where an engine names few moves, as where they are proven.
   * @param {GameSpec} position
   * @param {{report: Report, lines: Progress["lines"]}} known
   * @param {number} count
   * @param {() => void} tell
   */
  async continue(position, { report, lines }, count, tell) {
    const { moves: before = [] } = position;
    const { generation } = this;
    for (const { move } of report.moves.slice(0, count)) {
      let line = lines.get(move) ?? (move === report.line[0] ? report.line : [move]);
      for (let more = [""]; more.length > 0 && line.length < LINE_LENGTH && generation === this.generation;) {
        more = await this.lineFrom({ ...position, moves: [...before, ...line] }, CONTINUATION);
        line = [...line, ...more];
        lines.set(move, line);
        tell();
      }
    }
  }

  /**
   * The best line from a position; empty where nobody is to move, because the game is over or chance moves.
   * @param {GameSpec} position
   * @param {string} engine
   * @returns {Promise<string[]>}
   */
  async lineFrom(position, engine) {
    try {
      return (await this.searchWorker?.analyze(position, { memory: MEMORY, engine }).done)?.line ?? [];
    } catch (error) {
      if (error instanceof EngineError) {
        return [];
      }
      throw error;
    }
  }

  /**
   * @param {GameSpec} position
   * @param {(progress: Omit<Progress, "lines">) => void} tell
   * @returns {Promise<Report>}
   */
  async search(position, tell) {
    tell({ report: null, isDone: false, text: "Thinking …" });
    this.searchWorker ??= new SearchWorker();
    const { searchWorker } = this;
    const loading = (/** @type {{name: string, loaded: number, total: number}} */ { loaded, total }) =>
      tell({ report: null, isDone: false, text: `Loading the engine's data, ${percent(loaded, total)} …` });
    const options = { memory: MEMORY, onLoading: loading };
    const quick = await searchWorker.analyze(position, {
      ...options,
      engine: QUICK,
      onReport: (report) => tell({ report, isDone: false, text: thinkingText(report) }),
    }).done;
    if (quick.moves.every(isProven) || !(await this.canProve(position))) {
      return quick;
    }
    tell({ report: quick, isDone: false, text: "Looking for a proof …" });
    const exact = await searchWorker.analyze(position, {
      ...options,
      engine: "perfect",
      // What is not proven yet keeps its estimate.
      onReport: (report) => tell({ report: merged(quick, report), isDone: false, text: "Looking for a proof …" }),
    }).done;
    return merged(quick, exact);
  }

  /** Whether an engine proves the values of this board. @param {GameSpec} position */
  async canProve({ game, options, setup }) {
    /** @type {import("../engine/types.js").EngineOffer[]} */
    const engines = (await this.searchWorker?.client.ask({ op: "engines", game, options, setup })) ?? [];
    return engines.some(({ name, unfit }) => name === "perfect" && unfit === null);
  }

  stop() {
    this.generation += 1;
    this.searchWorker?.stop();
  }

  dispose() {
    this.generation += 1;
    this.searchWorker?.dispose();
    this.searchWorker = null;
  }
}

/**
 * The proven values, and estimates where there are none.
 * @param {Report} estimates
 * @param {Report} proofs
 * @returns {Report}
 */
export function merged(estimates, proofs) {
  const proven = proofs.moves.filter(isProven);
  if (proven.length === 0) {
    return estimates;
  }
  if (proven.length === proofs.moves.length) {
    return proofs;
  }
  const words = new Map(
    [...listed(estimates), ...listed(proofs).filter(({ value }) => isProven(value))].map((entry) => [
      entry.value.move,
      entry,
    ]),
  );
  const rank = (/** @type {{value: import("../engine/types.js").MoveValue}} */ { value }) =>
    !isProven(value) ? 1 : value.outcome === "win" ? 0 : value.outcome === "draw" ? 2 : 3;
  const entries = [...words.values()].sort((one, two) => rank(one) - rank(two) || two.value.score - one.value.score);
  return {
    ...estimates,
    moves: entries.map(({ value }) => value),
    words: entries.map(({ word }) => word),
    line: entries[0].value.move === estimates.line[0] ? estimates.line : [entries[0].value.move],
    value: entries[0].value,
  };
}

/** @param {Report} report */
const listed = ({ moves, words }) => moves.map((value, index) => ({ value, word: words[index] }));

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole > 0 ? `${Math.round((100 * part) / whole)}%` : "");

/** @param {Report} report */
const thinkingText = ({ nodes }) => `Thinking, ${nodes.toLocaleString("en")} positions …`;

/** @param {Report} report */
function doneText({ moves, engine, nodes }) {
  const how = moves.every(isProven) ? "Proven" : moves.some(isProven) ? "Partly proven" : "Estimated";
  return `${how} by ${title(engine)}${nodes > 0 ? `, ${nodes.toLocaleString("en")} positions` : ""}`;
}
