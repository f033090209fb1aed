// @ts-check
// Shows the player's own moves before the server has confirmed them. What they do is asked of the rules, which run in
// the page; where chance comes next, that is for the server to say.

/** @import { GameSnapshot, Step, Update, View } from "../types.js" */
/** @import { CommandQueue } from "../command-queue.js" */
/** @import { LocalGame, Rules } from "../engine/index.js" */
/** @import { Store } from "../store.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { namedStatus } from "../sides.js";
import { nameOf, title } from "../text.js";
import { minePlayers } from "./selectors.js";

/** An update as it is expected of a command. @typedef {Update & {command: string, isPredicted: true}} PredictedUpdate */

/**
 * What the rules say about moves.
 * @typedef {object} Prediction
 * @property {View} view before them
 * @property {{text: string, steps: Step[], view: View, turn: number | null}[]} moves
 */

/** The rules, once for all tables. @type {Promise<Rules> | null} */
let loaded = null;

/** Loads the rules. */
function rules() {
  loaded ??= import("../engine/index.js").then(async (engine) => {
    const opened = new engine.Rules();
    await opened.start();
    return opened;
  });
  loaded.catch(() => (loaded = null));
  return loaded;
}

export class Predictor {
  /**
   * @param {Store<TableState, TableAction>} store
   * @param {CommandQueue} queue
   * @param {() => void} onReady is called when moves are shown at once from now on
   */
  constructor(store, queue, onReady) {
    this.onReady = onReady;
    this.store = store;
    this.queue = queue;
    /** The moves that the server has confirmed. @type {string[]} */
    this.moves = [];
    /** @type {LocalGame | null} */
    this.game = null;
    this.isLoading = false;
    this.isDisposed = false;
    /** How often it was asked: only the last answer counts. */
    this.asked = 0;
  }

  /** Takes in how the list of moves has changed. @param {{keep: number, add: string[]}} change */
  confirmed({ keep, add }) {
    this.moves = [...this.moves.slice(0, keep), ...add];
    this.load();
    this.refresh();
  }

  /** Loads the rules when the guest plays. Without them every move waits for the server. */
  async load() {
    const { state } = this.store;
    if (this.isLoading || minePlayers(state).length === 0 || state.latest.ending !== null) {
      return;
    }
    this.isLoading = true;
    const { game, options, view } = state.latest;
    const opened = await rules()
      .then((engine) => engine.openGame({ game, options }))
      .catch(() => null);
    // Browsers compile a function when it is first called: the first move should not have to wait for that.
    const [[, move] = []] = view.move_targets;
    await opened?.predict(this.moves, move === undefined ? [] : [move]).catch(() => {});
    if (this.isDisposed) {
      opened?.close().catch(() => {});
    } else if (opened) {
      this.game = opened;
      this.onReady();
      this.refresh();
    }
  }

  /** Predicts what the moves that are under way will do, as far as that is not shown yet. */
  async refresh() {
    this.asked += 1;
    const { asked, game } = this;
    const underWay = this.moveCommands();
    if (!game || underWay.length <= this.store.state.ahead.length) {
      return;
    }
    const ahead = underWay.map(({ move }) => move);
    /** @type {Prediction | null} */
    const prediction = await game.predict(this.moves, ahead).catch(() => null);
    if (asked !== this.asked || this.isDisposed) {
      return;
    }
    const { state } = this.store;
    if (!prediction || String(prediction.view.cells) !== String(state.latest.view.cells)) {
      // The rules do not know this game: the server alone does.
      this.game = null;
      return;
    }
    const updates = prediction.moves.map((predicted, index) => this.expected(predicted, index, underWay[index].id));
    const isSame = state.ahead.every(({ command }, index) => command === updates[index]?.command);
    const more = updates.slice(state.ahead.length);
    if (isSame && more.length > 0) {
      this.store.dispatch({ type: "predict", ahead: more });
    }
  }

  dispose() {
    this.isDisposed = true;
    this.game?.close().catch(() => {});
  }

  /** The moves that are under way, up to the first command of another kind. */
  moveCommands() {
    const { commands } = this.queue;
    const end = commands.findIndex((command) => command.do !== "move" || typeof command.move !== "string");
    return commands.slice(0, end < 0 ? undefined : end).map(({ id, move }) => ({ id, move: String(move) }));
  }

  /**
   * @param {Prediction["moves"][number]} predicted
   * @param {number} index
   * @param {string} command
   * @returns {PredictedUpdate}
   */
  expected({ text, steps, view, turn }, index, command) {
    const { latest } = this.store.state;
    const mine = minePlayers(this.store.state);
    const can = latest.can.map((commands, seat) => {
      const mayMove = mine.includes(seat + 1) && (turn === null || turn === seat + 1);
      const others = commands.filter((kind) => kind !== "move");
      return mayMove ? [...others, /** @type {const} */ ("move")] : others;
    });
    const names = latest.seats.map(({ kind }, seat) =>
      kind === "guest" ? nameOf(latest, seat + 1) : title(nameOf(latest, seat + 1)),
    );
    const status_text = namedStatus({ ending: null, turn, status_text: latest.status_text }, names);
    /** @type {GameSnapshot} */
    const snapshot = { ...latest, view, last: steps, turn, status_text, can };
    const moves = { keep: this.moves.length + index, add: [text] };
    return { seq: latest.seq, steps, moves, snapshot, command, isPredicted: true };
  }
}
