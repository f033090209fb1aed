// @ts-check
// Games that are played in the browser alone: alone, against engines, and by two at one device. The page asks here
// whatever it asks the server of other games.

/** @import { ClientCommand, Me, Message, OpenGame, OpenedGame, OwnGame } from "../types.js" */
/** @import { Transport } from "../command-queue.js" */
/** @import { Listener } from "../socket.js" */

import { all, isLocal, load, newId, save } from "./saved-games.js";
import { LocalTable, newSeed } from "./local-table.js";

/** The table that is open. @type {{id: string, table: Promise<LocalTable>} | null} */
let opened = null;

/** Whether a game can be played without a server: nobody is asked to join it. @param {OpenGame} opening */
export const canPlayAlone = ({ seats, clock }) => !seats.includes("friend") && !clock;

/** Starts a game in this browser. @param {OpenGame} opening @returns {OpenedGame} */
export function create({ game, options = {}, seats }) {
  const id = newId();
  const rounds = [[]];
  save({
    ...{ id, game, options, seats, rounds, seed: newSeed(), seq: 1, undone: [], resigned: null },
    ...{ wins: [0, 0], record: "", snapshot: null, summary: null },
  });
  return { id };
}

/** Opens a game of this browser; fails if it is not kept here. @param {string} id @param {Me} me */
export function table(id, me) {
  if (opened?.id !== id) {
    const before = opened;
    before?.table.then((one) => one.dispose()).catch(() => {});
    const kept = load(id);
    if (!kept) {
      return Promise.reject(new Error("this game is not kept in this browser"));
    }
    const opening = { id, table: LocalTable.open(kept, me) };
    opened = opening;
    // It is tried again when it is asked for again.
    opening.table.catch(() => (opened = opened === opening ? null : opened));
  }
  return opened.table;
}

/** The games of this browser, as lists show them. @returns {OwnGame[]} */
export const ownGames = () => all().flatMap(({ summary }) => summary ?? []);

/** The address of a game's record. @param {string} id */
export const recordAddress = (id) => `data:application/x-ndjson,${encodeURIComponent(load(id)?.record ?? "")}`;

/** Carries commands to a table in this browser. @implements {Transport} */
export class LocalTransport {
  /**
   * @param {string} id
   * @param {Listener} listener
   * @param {Me} me
   */
  constructor(id, listener, me) {
    this.id = id;
    this.listener = listener;
    this.me = me;
    /** @type {LocalTable | null} */
    this.table = null;
    this.isDisposed = false;
  }

  async open() {
    this.listener.failure("");
    let opening;
    try {
      opening = await table(this.id, this.me);
    } catch (error) {
      if (!this.isDisposed) {
        this.listener.failure(`This game can't be opened: ${/** @type {Error} */ (error).message}.`);
      }
      return;
    }
    if (this.isDisposed) {
      return;
    }
    this.table = opening;
    opening.send = (message) => this.listener.message(message);
    opening.fail = (reason) => this.listener.failure(reason);
    this.listener.connection(true, "");
    const { id: guest, name } = this.me;
    const snapshot = opening.snapshot();
    /** @type {Message} */
    const hello = { type: "hello", seq: snapshot.seq, you: guest, snapshot, moves: opening.moves };
    this.listener.message(hello);
    this.listener.message({ type: "presence", seq: snapshot.seq, count: 1, guests: [{ guest, name }] });
    opening.think();
  }

  /** @param {ClientCommand} command */
  transmit(command) {
    this.table?.execute(command);
    return this.table !== null;
  }

  restart() {}

  pause() {
    this.table?.pause();
  }

  resume() {
    this.table?.resume();
  }

  dispose() {
    this.isDisposed = true;
    if (opened?.id === this.id) {
      opened = null;
    }
    this.table?.dispose();
  }
}

export { isLocal };
