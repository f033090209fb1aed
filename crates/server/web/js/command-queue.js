// @ts-check
// Delivers a player's commands, one at a time: none is lost, and none is carried out twice.
//
// A command is kept, over a reload too, until it was carried out or refused. After every new connection it is sent again
// as it was, which the server recognizes by its id. What carries the commands is a `Transport`: the socket of a live
// game, a fake in a test, and whatever else speaks the same messages.

/** @import { ClientCommand, CommandKind, Message, Refused } from "./types.js" */

import { Disposer } from "./disposer.js";

/** How long a command may stay without an answer before the connection is opened anew, in milliseconds. */
export const PATIENCE = 4_000;

/**
 * What carries commands to a game and messages back.
 * @typedef {object} Transport
 * @property {() => void} open connects, and connects again whenever the connection is lost
 * @property {(command: ClientCommand) => boolean} transmit whether it could be sent now
 * @property {() => void} restart gives up a connection that does not answer
 * @property {() => void} dispose
 */

/**
 * Where a command is kept until it is settled.
 * @typedef {object} CommandStorage
 * @property {() => ClientCommand | null} load
 * @property {(command: ClientCommand | null) => void} save
 */

/** A command that was carried out or refused. @typedef {{command: ClientCommand, refusal: Refused | null}} Settled */

export class CommandQueue {
  /**
   * @param {Transport} transport
   * @param {CommandStorage} storage
   */
  constructor(transport, storage) {
    this.transport = transport;
    this.storage = storage;
    this.disposer = new Disposer();
    /** The number of the last message, which the next command expects. @type {number | null} */
    this.seq = null;
    /** The command that is under way. @type {ClientCommand | null} */
    this.pending = storage.load();
    this.transmitted = false;
    /** @type {((settled: Settled) => void)[]} */
    this.settledListeners = [];
    /** @type {((pending: ClientCommand | null) => void)[]} */
    this.pendingListeners = [];
    this.stopWaiting = () => {};
  }

  /** Whether a command can be sent now. */
  get isReady() {
    return this.pending === null && this.seq !== null;
  }

  /**
   * Sends a command, if none is under way.
   * @param {CommandKind} kind
   * @param {string} [move]
   * @returns {ClientCommand | null}
   */
  send(kind, move) {
    if (this.pending !== null || this.seq === null) {
      return null;
    }
    const command = { id: randomToken(), expects: this.seq, do: kind, ...(move === undefined ? {} : { move }) };
    this.hold(command);
    this.transmit();
    return command;
  }

  /** Gives up the command that is under way, if it can't have arrived. */
  cancel() {
    const canceled = this.pending !== null && !this.transmitted;
    if (canceled) {
      this.hold(null);
    }
    return canceled;
  }

  /** Calls back when a command was carried out or refused. @param {(settled: Settled) => void} listener */
  onSettled(listener) {
    this.settledListeners.push(listener);
  }

  /** Calls back when a command is under way, or none any more. @param {(pending: ClientCommand | null) => void} listener */
  onPending(listener) {
    this.pendingListeners.push(listener);
  }

  /**
   * Takes a message in.
   * @param {Message} message
   * @returns {{isNews: boolean, settled: ClientCommand | null}} whether it was not seen before, and the command it settles
   */
  receive(message) {
    // At the same number only something beside the game has changed, such as a name.
    const isNews = !(message.type === "update" && this.seq !== null && message.seq < this.seq);
    if (isNews && (message.type === "update" || (message.type === "hello" && message.snapshot))) {
      this.seq = message.seq;
    }
    const command = this.pending;
    const answers = command !== null && "command" in message && message.command === command.id;
    if (answers) {
      this.hold(null);
      const refusal = message.type === "refused" ? message : null;
      this.settledListeners.forEach((listener) => listener({ command, refusal }));
    }
    return { isNews, settled: answers ? command : null };
  }

  /** Sends the command that is under way, where there is one. */
  transmit() {
    this.stopWaiting();
    if (this.pending && this.transport.transmit(this.pending)) {
      this.transmitted = true;
      this.stopWaiting = this.disposer.after(PATIENCE, () => this.transport.restart());
    }
  }

  dispose() {
    this.disposer.dispose();
  }

  /** @param {ClientCommand | null} command */
  hold(command) {
    this.stopWaiting();
    this.pending = command;
    this.transmitted = false;
    this.storage.save(command);
    this.pendingListeners.forEach((listener) => listener(command));
  }
}

/**
 * Keeps a game's command for as long as the tab is open.
 * @param {string} id the game
 * @returns {CommandStorage}
 */
export function tabStorage(id) {
  const key = `parlor.command.${id}`;
  return {
    load() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    save(command) {
      try {
        if (command) {
          sessionStorage.setItem(key, JSON.stringify(command));
        } else {
          sessionStorage.removeItem(key);
        }
      } catch {
        // Without storage a command survives everything but a reload.
      }
    },
  };
}

/** An id that no other command has; `randomUUID` is missing where the page came over plain HTTP. */
function randomToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
