// @ts-check
// Delivers a player's commands in order: none is lost, and none is carried out twice.
//
// A command is kept, over a reload too, until it was carried out or refused. After every new connection it is sent again
// as it was, which the server recognizes by its id. A command can be given behind others that are still under way; if one
// of them is refused, those behind it are dropped. What carries the commands is a `Transport`: the socket of a live
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
 * Where commands are kept until they are settled.
 * @typedef {object} CommandStorage
 * @property {() => ClientCommand[]} load
 * @property {(commands: ClientCommand[]) => void} save
 */

/**
 * A command that was carried out or refused, and those behind it that were dropped with it.
 * @typedef {{command: ClientCommand, refusal: Refused | null, dropped: ClientCommand[]}} Settled
 */

/** The most commands that are under way at the same time. */
const MOST_UNDER_WAY = 64;

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
    /** The commands that are under way, the first one first. @type {ClientCommand[]} */
    this.commands = storage.load();
    /** How many of them were sent over this connection. */
    this.transmitted = 0;
    /** @type {((settled: Settled) => void)[]} */
    this.settledListeners = [];
    /** @type {((commands: ClientCommand[]) => void)[]} */
    this.pendingListeners = [];
    this.stopWaiting = () => {};
  }

  /** The first command that is under way. */
  get pending() {
    return this.commands[0] ?? null;
  }

  /** Whether nothing is under way, and a command can be sent. */
  get isReady() {
    return this.commands.length === 0 && this.seq !== null;
  }

  /**
   * Sends a command, if none is under way.
   * @param {CommandKind} kind
   * @param {string} [move]
   * @returns {ClientCommand | null}
   */
  send(kind, move) {
    return this.commands.length > 0 ? null : this.sendBehind(kind, move);
  }

  /**
   * Sends a command behind those that are under way.
   * @param {CommandKind} kind
   * @param {string} [move]
   * @param {boolean} [evenIfIllegal] whether it is meant also if the move before it can't be made
   * @returns {ClientCommand | null}
   */
  sendBehind(kind, move, evenIfIllegal = false) {
    if (this.seq === null || this.commands.length >= MOST_UNDER_WAY) {
      return null;
    }
    /** @type {ClientCommand} */
    const command = { id: randomToken(), expects: this.seq, do: kind, ...(move === undefined ? {} : { move }) };
    const before = this.commands.at(-1);
    if (before) {
      command.after = before.id;
      command.even_if_illegal = evenIfIllegal;
    }
    this.hold([...this.commands, command]);
    this.transmitNew();
    return command;
  }

  /** Gives up the commands that are under way, if none can have arrived. */
  cancel() {
    const canceled = this.commands.length > 0 && this.transmitted === 0;
    if (canceled) {
      this.hold([]);
    }
    return canceled;
  }

  /** Calls back when a command was carried out or refused. @param {(settled: Settled) => void} listener */
  onSettled(listener) {
    this.settledListeners.push(listener);
  }

  /** Calls back when other commands are under way. @param {(commands: ClientCommand[]) => void} listener */
  onPending(listener) {
    this.pendingListeners.push(listener);
  }

  /**
   * Takes a message in.
   * @param {Message} message
   * @param {number[]} mine the players that the guest plays for
   * @returns {{isNews: boolean, settled: ClientCommand | null}} whether it was not seen before, and the command it settles
   */
  receive(message, mine) {
    const isNews = !(message.type === "update" && this.seq !== null && message.from < this.seq);
    if (isNews && (message.type === "update" || ("snapshot" in message && message.snapshot))) {
      this.seq = message.seq;
    }
    // Everybody gets an update: another guest's command may have the same id.
    const isOwn = message.type !== "update" || message.by === undefined || mine.includes(message.by);
    const id = "command" in message && isOwn ? message.command : undefined;
    const at = this.commands.findIndex((command) => command.id === id);
    if (at < 0) {
      return { isNews, settled: null };
    }
    const command = this.commands[at];
    this.settle(at, message.type === "refused" ? message : null);
    return { isNews, settled: command };
  }

  /** Sends all commands that are under way, over a new connection. */
  transmit() {
    this.transmitted = 0;
    this.transmitNew();
  }

  /** Sends those that were not sent yet, and waits for an answer. */
  transmitNew() {
    this.stopWaiting();
    while (this.transmitted < this.commands.length && this.transport.transmit(this.commands[this.transmitted])) {
      this.transmitted += 1;
    }
    if (this.transmitted > 0) {
      this.stopWaiting = this.disposer.after(PATIENCE, () => this.transport.restart());
    }
  }

  /**
   * Removes a command that was answered. After a refusal those behind it are dropped, unless they are meant anyway.
   * @param {number} at
   * @param {Refused | null} refusal
   */
  settle(at, refusal) {
    const [command, behind] = [this.commands[at], this.commands.slice(at + 1)];
    const isDropped = refusal !== null && behind[0]?.even_if_illegal !== true;
    const kept = isDropped ? [] : behind;
    this.transmitted = Math.max(0, this.transmitted - at - 1);
    this.hold(kept);
    this.transmitNew();
    const dropped = isDropped ? behind : [];
    this.settledListeners.forEach((listener) => listener({ command, refusal, dropped }));
  }

  dispose() {
    this.disposer.dispose();
  }

  /** @param {ClientCommand[]} commands */
  hold(commands) {
    this.stopWaiting();
    this.commands = commands;
    this.transmitted = Math.min(this.transmitted, commands.length);
    this.storage.save(commands);
    this.pendingListeners.forEach((listener) => listener(commands));
  }
}

/**
 * Keeps a game's commands for as long as the tab is open.
 * @param {string} id the game
 * @returns {CommandStorage}
 */
export function tabStorage(id) {
  const key = `parlor.command.${id}`;
  return {
    load() {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]");
        return Array.isArray(kept) ? kept : [kept];
      } catch {
        return [];
      }
    },
    save(commands) {
      try {
        if (commands.length > 0) {
          sessionStorage.setItem(key, JSON.stringify(commands));
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
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(9))));
}
