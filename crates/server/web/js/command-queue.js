// @ts-check
// What was asked for at a table, until it is known what came of it.
//
// A move that was late only because somebody sat down or changed their name is still meant: it is sent once more when
// that is known here. So is a question, if the other player has asked the same.

/** @import { Command, Refused } from "./types.js" */
/** @import { Table } from "./table.js" */

/** How many presses may wait for the one that is under way. */
const MOST_WAITING = 3;

const LATE = "The game had gone on; that came too late.";

export class CommandQueue {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What was last asked for with a button, and by which command. @type {{name: string, id: string | null}} */
    this.asked = { name: "", id: null };
    /** The last move that was sent, and the position it was meant for. @type {{move: string, position: string} | null} */
    this.sent = null;
    /** What came too late, and the number up to which to catch up before it is known whether it is still meant. */
    /** @type {{what: string, seq: number} | null} */
    this.late = null;
    /** Presses that came while another was under way. @type {string[]} */
    this.waiting = [];
  }

  get live() {
    return this.table.live;
  }

  /** A button was pressed. @param {string} name */
  act(name) {
    if (this.live.free) {
      this.asked = { name, id: this.live.send(name) };
      this.table.tellConnection();
    }
  }

  /** What a command did, if it was a button of one's own. @param {string | null} command */
  did(command) {
    return command !== null && command === this.asked.id ? this.asked.name : "";
  }

  /** A move was chosen. @param {string} move */
  play(move) {
    const { lost, notice, state } = this.table;
    if (this.live.free) {
      this.send(move);
    } else if (lost !== null) {
      notice.hint("There is no connection, and one move waits already.");
    } else if (state.view.layout === "panel" && this.waiting.length < MOST_WAITING) {
      this.waiting.push(move);
    }
  }

  /** @param {string} move */
  send(move) {
    this.sent = { move, position: this.table.position };
    this.late = null;
    this.live.send("move", move);
    this.table.tellConnection();
  }

  /** Gives the next command, if one waits: what was late and is still meant, or the press that has waited longest. */
  next() {
    if (this.late && this.live.free && (this.live.seq ?? 0) >= this.late.seq) {
      const { what } = this.late;
      this.late = null;
      this.table.settle();
      this.again(what);
    }
    while (this.live.free && this.waiting.length > 0) {
      const move = this.waiting.shift();
      if (move && this.table.isPlayable(move)) {
        this.table.settle();
        this.send(move);
      }
    }
  }

  /** Asks once more for what was late, if it is still meant. @param {string} what */
  again(what) {
    const { mine, position, state } = this.table;
    if (what === "move" && this.sent?.position === position && this.table.isPlayable(this.sent.move)) {
      this.send(this.sent.move);
    } else if (state.offer?.what === what && !mine.includes(state.offer.by)) {
      // Both have asked for the same at the same moment: they agree.
      this.act(what);
    } else if (what === "move" || !state.offer) {
      this.table.notice.error(LATE);
    }
  }

  /**
   * A command came to nothing.
   * @param {Refused} refused
   * @param {Command} command
   */
  refused({ seq, error, stale }, command) {
    this.waiting = [];
    if (stale && (["draw", "rematch"].includes(command.do) || (command.do === "move" && this.sent))) {
      this.late = { what: command.do, seq };
    } else {
      this.table.notice.error(stale ? LATE : error);
    }
    this.table.render();
  }
}
