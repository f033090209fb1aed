// @ts-check
// What the player asks for at a table, until it is known what came of it.
//
// A move that was late only because somebody joined or changed their name is still meant: it is sent once more when that
// is known here. So is an offer, if the other player has offered the same.

/** @import { ClientCommand, CommandKind, GameSnapshot, Refused } from "../types.js" */
/** @import { CommandQueue } from "../command-queue.js" */
/** @import { Store } from "../store.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { spoken, title } from "../text.js";
import { isPlayable, minePlayers, positionKey } from "./selectors.js";

const TOO_LATE = "The game has changed in the meantime. Please try again.";

export class PlayerCommands {
  /**
   * @param {Store<TableState, TableAction>} store
   * @param {CommandQueue} queue
   */
  constructor(store, queue) {
    this.store = store;
    this.queue = queue;
    /** The last move that was sent, and the position it was meant for. @type {{move: string, position: string} | null} */
    this.sent = null;
    /**
     * A command that came too late, and the number up to which to catch up before it is known whether it is still meant.
     * @type {{kind: CommandKind, seq: number} | null}
     */
    this.late = null;
    /** Moves that were chosen before the connection was there, and the board they were meant for. @type {{move: string, board: string}[]} */
    this.early = [];
    queue.onPending((commands) => store.dispatch({ type: "pending", commands }));
    queue.onSettled(({ command, refusal, dropped }) => refusal && this.refused(command, refusal, dropped));
  }

  /** A button was pressed. @param {string} name */
  act(name) {
    this.queue.send(/** @type {CommandKind} */ (name));
  }

  /** A move was chosen. @param {string} move */
  play(move) {
    const { lost, latest, ahead } = this.store.state;
    const isAlone = latest.seats.length === 1;
    if (this.queue.isReady) {
      this.send(move);
    } else if (this.queue.seq === null) {
      // The board is seen a moment before anything can be sent.
      if (isAlone || this.early.length === 0) {
        this.early.push({ move, board: boardKey(latest) });
      }
    } else if (lost !== null) {
      this.store.dispatch({ type: "hint", text: "There is no connection, and a move is waiting already." });
    } else if (isAlone || ahead.length > 0) {
      // Nobody can come between them: it is sent behind what is under way. Alone, a press that changes nothing is none.
      this.queue.sendBehind("move", move, isAlone);
    }
  }

  /** Sends what was chosen too early, and once more what was late, if it is still meant. */
  next() {
    const { late, queue, store } = this;
    if (this.early.length > 0 && queue.isReady) {
      const [first, ...others] = this.early.splice(0);
      if (first.board === boardKey(store.state.latest) && isPlayable(store.state, first.move)) {
        [first, ...others].forEach(({ move }) => this.play(move));
      } else {
        store.dispatch({ type: "error", text: TOO_LATE });
      }
    }
    if (late && queue.isReady && (queue.seq ?? 0) >= late.seq) {
      this.late = null;
      store.dispatch({ type: "catch up" });
      this.retry(late.kind);
    }
  }

  /** @param {string} move */
  send(move) {
    this.sent = { move, position: positionKey(this.store.state) };
    this.late = null;
    this.queue.send("move", move);
  }

  /** Sends once more what was late, if it is still meant. @param {CommandKind} kind */
  retry(kind) {
    const { state } = this.store;
    const { offer } = state.latest;
    if (kind === "move" && this.sent?.position === positionKey(state) && isPlayable(state, this.sent.move)) {
      this.send(this.sent.move);
    } else if (offer && offer.what === kind && !minePlayers(state).includes(offer.by)) {
      // Both have offered the same at the same moment: they agree.
      this.act(kind);
    } else if (kind === "move" || !offer) {
      this.store.dispatch({ type: "error", text: TOO_LATE });
    }
  }

  /**
   * @param {ClientCommand} command
   * @param {Refused} refusal
   * @param {ClientCommand[]} dropped
   */
  refused(command, { seq, error, stale }, dropped) {
    const { state } = this.store;
    if (command.even_if_illegal !== undefined && state.latest.seats.length === 1 && !stale) {
      // A press that was made before its board was known, and changes nothing there.
      return;
    }
    const mayRetry = ["draw", "rematch"].includes(command.do) || (command.do === "move" && this.sent !== null);
    if (stale && mayRetry) {
      this.late = { kind: command.do, seq };
    } else {
      const moves = [command, ...dropped].flatMap(({ move }) => (move ? [spoken(state.game, move)] : []));
      const back = state.ahead.length > 0 || dropped.length > 0 ? `${title(moves.join(", "))} is taken back. ` : "";
      this.store.dispatch({ type: "error", text: back + (stale ? TOO_LATE : error) });
    }
    this.store.dispatch({ type: "take back" });
  }
}

/** What tells a board and its turn from others, before the moves are known. @param {GameSnapshot} snapshot */
const boardKey = ({ round, turn, view }) => JSON.stringify([round, turn, view.cells]);
