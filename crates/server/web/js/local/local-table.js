// @ts-check
// A table without a server: rules and engines in the page decide what the server decides otherwise. It speaks the
// server's messages, so that everything else of the page is the same.

/** @import { ClientCommand, CommandKind, Ending, GameSnapshot, Me, Message, PositionAt, Step } from "../types.js" */
/** @import { LocalGame, Rules, SearchWorker } from "../engine/index.js" */
/** @import { GameState } from "../engine/types.js" */
/** @import { KeptGame } from "./saved-games.js" */

import { namedStatus } from "../sides.js";
import { title } from "../title.js";
import { save } from "./saved-games.js";

/** Milliseconds before each move when engines play each other, so that people can watch. */
export const ENGINE_MATCH_DELAY = 500;

/** What changes a table: what is to be shown, and how many of the moves stay. @typedef {{steps: Step[], keep: number}} Effect */

export class LocalTable {
  /**
   * @param {KeptGame} kept
   * @param {LocalGame} game
   * @param {Me} me
   * @param {Rules} rules
   * @param {SearchWorker} searchWorker
   */
  constructor(kept, game, me, rules, searchWorker) {
    this.kept = kept;
    this.game = game;
    this.me = me;
    this.rules = rules;
    this.searchWorker = searchWorker;
    this.isDisposed = false;
    /** @type {(message: Message) => void} */
    this.send = () => {};
    /** Is called with why an engine can't move, and with nothing once it tries again. @type {(reason: string) => void} */
    this.fail = () => {};
    this.isThinking = false;
    this.isPaused = false;
    /** How often it was paused: a search from before is not meant any more. */
    this.pauses = 0;
    /** One command after the other. @type {Promise<void>} */
    this.work = Promise.resolve();
  }

  /**
   * @param {KeptGame} kept
   * @param {Me} me
   */
  static async open(kept, me) {
    const { Rules, SearchWorker } = await import("../engine/index.js");
    const rules = new Rules();
    const { game: name, options, rounds } = kept;
    const game = await rules.openGame({ game: name, options, moves: rounds.at(-1) });
    const table = new LocalTable(kept, game, me, rules, new SearchWorker());
    await table.settleChance([]);
    await table.keep();
    return table;
  }

  get moves() {
    return this.game.state.moves;
  }

  /** The players that the guest plays for. */
  get mine() {
    return this.kept.seats.flatMap((seat, index) => (seat === "me" ? [index + 1] : []));
  }

  /** How the round ended. @returns {Ending | null} */
  get ending() {
    const { resigned } = this.kept;
    return resigned === null ? this.game.state.ending : /** @type {Ending} */ ({ resigned });
  }

  /** The player to move. */
  get turn() {
    return this.ending === null ? this.game.state.turn : null;
  }

  /** @returns {GameSnapshot} */
  snapshot() {
    const { kept, me } = this;
    const { game, options, view, last } = this.game.state;
    const seats = kept.seats.map((seat) => {
      const [name, ...limit] = seat.split(":");
      return seat === "me"
        ? { kind: /** @type {const} */ ("guest"), guest: me.id, name: me.name, limit: null }
        : { kind: /** @type {const} */ ("engine"), guest: null, name: title(name), limit: limit.join(":") || null };
    });
    const can = kept.seats.map((seat, index) => (seat === "me" ? this.available(index + 1) : []));
    return {
      ...{ id: kept.id, game, options, view, last, seats, can },
      ...{ seq: kept.seq, round: kept.rounds.length, turn: this.turn, status_text: this.statusText(seats) },
      ...{ ending: this.ending, host: me.id, offer: null, wins: kept.wins, clock: null },
    };
  }

  /** @param {{name: string | null}[]} seats */
  statusText(seats) {
    const { turn, mine, game } = this;
    const isShared = mine.length === 2;
    const labels = game.state.view.side_labels;
    const names = seats.map(({ name }, index) => title((isShared ? labels[index] : name) ?? ""));
    return namedStatus({ ending: this.ending, turn, status_text: title(game.state.status_text) }, names);
  }

  /** What a player can do now. @param {number} player @returns {CommandKind[]} */
  available(player) {
    const isOver = this.ending !== null;
    const { state } = this.game;
    /** @type {[CommandKind, boolean][]} */
    const kinds = [
      ["move", this.turn === player],
      ["undo", state.stops.length > 1 && this.kept.resigned === null],
      ["redo", state.undone.length > 0 && this.kept.resigned === null],
      ["resign", !isOver],
      ["rematch", isOver],
      ["continue", isOver && this.kept.resigned === null && state.can_continue],
    ];
    return kinds.flatMap(([kind, isPossible]) => (isPossible ? [kind] : []));
  }

  /** Carries out a command, after those before it. @param {ClientCommand} command */
  execute(command) {
    this.work = this.work.then(async () => {
      const { seq } = this.kept;
      try {
        const effect = await this.act(command);
        await this.changed(effect, command.id);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        this.send({ type: "refused", seq, command: command.id, error: message, stale: false });
      }
      this.think();
    });
  }

  /** @param {ClientCommand} command @returns {Promise<Effect>} */
  async act({ do: kind, move }) {
    const { game, kept, mine, turn } = this;
    const player = turn !== null && mine.includes(turn) ? turn : mine[0];
    if (!this.available(player).includes(kind)) {
      throw new Error(turn === null ? "the game is over" : "it is not your turn");
    }
    this.searchWorker.stop();
    const keep = this.moves.length;
    switch (kind) {
      case "move": {
        const { steps } = await game.play(move ?? "");
        return { steps: await this.settleChance(steps), keep };
      }
      case "continue":
        await game.play("continue");
        return { steps: [], keep };
      case "undo":
        await this.undo();
        return { steps: [], keep: this.moves.length };
      case "redo": {
        const { steps } = await game.redo();
        while (game.state.undone.length > 0 && (game.state.is_chance || !this.mayMove())) {
          await game.redo();
        }
        return { steps, keep };
      }
      case "resign":
        kept.resigned = player;
        this.count(3 - player);
        return { steps: [], keep };
      case "rematch":
        await this.rematch();
        return { steps: [], keep: 0 };
      default:
        throw new Error("there is nobody to ask");
    }
  }

  /** Whether the guest is to move. */
  mayMove() {
    const { turn } = this.game.state;
    return turn !== null && this.mine.includes(turn);
  }

  /** Goes back to where the guest was last to move. */
  async undo() {
    const wasWon = winnerOf(this.ending);
    const { stops } = this.game.state;
    for (const stop of stops.slice(0, -1).reverse()) {
      const { turn } = await this.game.at(stop);
      if (turn !== null && this.mine.includes(turn)) {
        await this.game.goto(stop);
        break;
      }
    }
    if (wasWon !== null) {
      this.count(wasWon, -1);
    }
  }

  async rematch() {
    const { kept } = this;
    kept.seats.reverse();
    kept.wins.reverse();
    kept.resigned = null;
    kept.seed = newSeed();
    kept.rounds.push([]);
    await this.game.setLine([]);
    await this.settleChance([]);
  }

  /** Lets chance move while it is its turn. @param {Step[]} steps so far */
  async settleChance(steps) {
    const all = [...steps];
    while (this.game.state.is_chance) {
      const { steps: more } = await this.game.chance(this.kept.seed);
      all.push(...more);
    }
    return all;
  }

  /** Counts a win. @param {number} player */
  count(player, by = 1) {
    this.kept.wins = this.kept.wins.map((wins, index) => (index + 1 === player ? wins + by : wins));
  }

  /**
   * Keeps the game and tells what has changed.
   * @param {Effect} effect
   * @param {string} [command]
   */
  async changed({ steps, keep }, command) {
    const from = this.kept.seq;
    if (steps.length > 0) {
      const winner = winnerOf(this.game.state.ending);
      winner !== null && this.count(winner);
    }
    this.kept.seq += 1;
    await this.keep();
    const { seq, view, round, turn, status_text, ending, seats, can, wins, last } = this.snapshot();
    const { rows, columns, status, next, winner, scores, goal, line, side_labels } = view;
    const cells = view.cells.flat().map((value, at) => [at, value]);
    const move_targets = [{ at: 0, remove: 1e6, insert: view.move_targets }];
    const board = { rows, columns, status, next, winner, scores, goal, line, side_labels, cells, move_targets };
    const moves = { keep, add: this.moves.slice(keep) };
    const change = { round, turn, status_text, ending, seats, can, wins, last, view: board };
    const message = { type: "update", seq, from, command, by: command && this.mine[0], steps, moves, change };
    this.send(/** @type {Message} */ (/** @type {unknown} */ (message)));
  }

  /** Lets no engine move until it is resumed. */
  pause() {
    this.isPaused = true;
    this.pauses += 1;
    this.searchWorker.stop();
  }

  resume() {
    this.isPaused = false;
    this.think();
  }

  /** Lets an engine move that is to move. */
  async think() {
    const { turn, kept } = this;
    const engine = turn === null ? "me" : kept.seats[turn - 1];
    if (engine === "me" || this.isThinking || this.isPaused || this.isDisposed) {
      return;
    }
    this.isThinking = true;
    this.fail("");
    const { seq } = kept;
    const { pauses } = this;
    const spec = { game: kept.game, options: kept.options, moves: this.moves };
    try {
      if (this.mine.length === 0) {
        await new Promise((resolve) => {
          setTimeout(resolve, ENGINE_MATCH_DELAY);
        });
      }
      const chosen = this.pauses === pauses ? await this.searchWorker.engineMove(spec, engine) : "";
      this.work = this.work.then(async () => {
        if (kept.seq === seq && this.pauses === pauses && !this.isDisposed) {
          const keep = this.moves.length;
          const { steps } = await this.game.play(chosen);
          await this.changed({ steps: await this.settleChance(steps), keep });
        }
      });
      await this.work;
    } catch (error) {
      const { message, name } = /** @type {Error} */ (error);
      // After a stop, the command that stopped it lets it think again.
      if (name !== "Stopped" && !this.isDisposed) {
        this.fail(`The computer can't move: ${message}.`);
      }
    }
    this.isThinking = false;
    if (kept.seq !== seq || this.pauses !== pauses) {
      this.think();
    }
  }

  /** Keeps the game in the browser. */
  async keep() {
    const { kept, game } = this;
    const { view, moves, undone } = game.state;
    kept.rounds[kept.rounds.length - 1] = moves;
    kept.undone = undone;
    kept.record = await game.record();
    kept.snapshot = this.snapshot();
    const { ending, turn, status_text, options, seats } = kept.snapshot;
    kept.summary = {
      ...{ id: kept.id, game: kept.game, options, ending, turn, status_text, mine: this.mine, updated: Date.now() },
      ...{ names: seats.map(({ name }) => name ?? ""), over: ending !== null, size: `${view.rows}x${view.columns}` },
      target: view.goal?.target ?? null,
    };
    save(kept);
  }

  /**
   * An earlier position, of this round or of one before.
   * @param {number} at
   * @param {number | null} round
   * @returns {Promise<PositionAt>}
   */
  async positionAt(at, round) {
    const { game, options, rounds } = this.kept;
    const moves = rounds[(round ?? rounds.length) - 1] ?? [];
    const after = (/** @type {number} */ plies) => this.rules.position({ game, options, moves: moves.slice(0, plies) });
    const { view, last: steps, status_text } = await after(at);
    const by = at === 0 ? null : (await after(at - 1)).turn;
    return {
      at,
      by,
      move: moves[at - 1] ?? null,
      of: moves.length,
      seq: this.kept.seq,
      status_text,
      steps,
      view,
    };
  }

  dispose() {
    this.isDisposed = true;
    this.searchWorker.dispose();
    this.rules.dispose();
  }
}

/** A seed that no record writes otherwise than it is. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 50);

/** @param {GameState["ending"]} ending @returns {number | null} */
const winnerOf = (ending) => (ending !== null && typeof ending === "object" && "won" in ending ? ending.won : null);
