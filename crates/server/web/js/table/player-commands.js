// @ts-check
// What the player asks for at a table, until it is known what came of it.
//
// A move that was late only because somebody joined or changed their name is still meant: it is sent once more when that
// is known here. So is an offer, if the other player has offered the same.

/** @import { ClientCommand, CommandKind, Refused } from "../types.js" */
/** @import { CommandQueue } from "../command-queue.js" */
/** @import { Store } from "../store.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { isPlayable, minePlayers, positionKey } from "./selectors.js";

/** How many moves may wait for the one that is under way. */
const MOST_WAITING = 3;

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
    /** Moves that were made while another was under way. @type {string[]} */
    this.waiting = [];
    queue.onPending((command) => store.dispatch({ type: "pending", command }));
    queue.onSettled(({ command, refusal }) => refusal && this.refused(command, refusal));
  }

  /** A button was pressed. @param {string} name */
  act(name) {
    this.queue.send(/** @type {CommandKind} */ (name));
  }

  /** A move was chosen. @param {string} move */
  play(move) {
    const { lost, latest } = this.store.state;
    if (this.queue.isReady) {
      this.send(move);
    } else if (lost !== null) {
      this.store.dispatch({ type: "hint", text: "There is no connection, and a move is waiting already." });
    } else if (latest.view.layout === "panel" && this.waiting.length < MOST_WAITING) {
      this.waiting.push(move);
    }
  }

  /** Sends the next command, if one waits: the one that was late and is still meant, or the move that waited longest. */
  next() {
    const { late, queue, store } = this;
    if (late && queue.isReady && (queue.seq ?? 0) >= late.seq) {
      this.late = null;
      store.dispatch({ type: "catch up" });
      this.retry(late.kind);
    }
    while (queue.isReady && this.waiting.length > 0) {
      const move = this.waiting.shift();
      if (move && isPlayable(store.state, move)) {
        store.dispatch({ type: "catch up" });
        this.send(move);
      }
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
   */
  refused(command, { seq, error, stale }) {
    this.waiting = [];
    const mayRetry = ["draw", "rematch"].includes(command.do) || (command.do === "move" && this.sent !== null);
    if (stale && mayRetry) {
      this.late = { kind: command.do, seq };
    } else {
      this.store.dispatch({ type: "error", text: stale ? TOO_LATE : error });
    }
  }
}
