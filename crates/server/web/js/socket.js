// @ts-check
// The WebSocket of a live game. It reconnects by itself, and says where the client left off.

/** @import { ClientCommand, Message } from "./types.js" */
/** @import { Transport } from "./command-queue.js" */

import { ApiError, game, isAlive } from "./api.js";
import { addressOf } from "./base-path.js";
import { PATIENCE } from "./command-queue.js";
import { Disposer } from "./disposer.js";

/** How long nothing may be heard before the server is asked whether it is there, in milliseconds. */
const SILENCE = 20_000;
/** After how many attempts the reason is asked for. */
const PROBE_AFTER = 4;
/** The longest pause between two attempts. */
const LONGEST_PAUSE = 6_000;

/**
 * @typedef {object} Listener
 * @property {() => number | null} last the number of the last message that was taken in
 * @property {(message: Message) => void} message
 * @property {(connected: boolean, reason: string) => void} connection was opened or lost, and why it stays lost
 * @property {(reason: string) => void} failure why a game of this browser can't go on; empty once it is tried again
 */

/** @implements {Transport} */
export class SocketTransport {
  /**
   * @param {string} id the game
   * @param {Listener} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.disposer = new Disposer();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Whether the server has said hello. */
    this.isGreeted = false;
    this.attempts = 0;
    this.heardAt = 0;
    this.isPaused = false;
    this.cancelRetry = () => {};
    this.disposer.listen(window, "offline", () => this.restart());
    this.disposer.listen(window, "online", () => this.hasten());
    this.disposer.listen(document, "visibilitychange", () => document.hidden || this.probe());
    this.disposer.every(1_000, () => this.watch());
  }

  /** Connects, if there is no connection yet. */
  open() {
    if (this.socket || this.isPaused || this.disposer.isDisposed) {
      return;
    }
    this.cancelRetry();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const last = this.listener.last();
    const query = last === null ? "" : `?last=${last}`;
    const socket = new WebSocket(`${scheme}//${location.host}${addressOf(`/api/games/${this.id}/live`)}${query}`);
    this.socket = socket;
    this.isGreeted = false;
    this.heardAt = Date.now();
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.restart();
  }

  /** @param {ClientCommand} command */
  transmit(command) {
    if (!this.isGreeted || this.socket?.readyState !== WebSocket.OPEN) {
      return false;
    }
    this.socket.send(JSON.stringify(command));
    return true;
  }

  /** Stops listening until it is resumed. */
  pause() {
    this.isPaused = true;
    this.cancelRetry();
    this.close();
  }

  /** Connects again, and hears what has happened. */
  resume() {
    this.isPaused = false;
    this.attempts = 0;
    this.open();
  }

  /** Gives the connection up and arranges for another. */
  restart() {
    if (this.isPaused) {
      return;
    }
    this.close();
    this.listener.connection(false, "");
    if (this.attempts === PROBE_AFTER) {
      this.probeReason();
    }
    const pause = Math.min(LONGEST_PAUSE, 200 * 2 ** this.attempts) * (0.6 + 0.4 * Math.random());
    this.attempts += 1;
    this.cancelRetry();
    this.cancelRetry = this.disposer.after(pause, () => this.open());
  }

  dispose() {
    this.disposer.dispose();
    this.close();
  }

  close() {
    const socket = this.socket;
    this.socket = null;
    this.isGreeted = false;
    socket?.close();
  }

  /** The network is back: an attempt that still waits for it is not waited for. */
  hasten() {
    if (!this.isGreeted) {
      this.attempts = 0;
      this.restart();
      this.open();
    }
  }

  /** @param {Message} message */
  hear(message) {
    this.heardAt = Date.now();
    if (message.type === "hello") {
      this.isGreeted = true;
      this.attempts = 0;
      this.listener.connection(true, "");
    }
    this.listener.message(message);
  }

  /** Notices a connection that is dead without having been closed. */
  watch() {
    if (!this.socket) {
      return;
    }
    if (!this.isGreeted && Date.now() - this.heardAt > 2 * PATIENCE) {
      this.restart();
    } else if (!document.hidden && Date.now() - this.heardAt > SILENCE) {
      this.probe();
    }
  }

  /** A socket does not say why it was refused; a request does. */
  async probeReason() {
    const reason = await game(this.id).then(
      () => "",
      (error) => (error instanceof ApiError && error.status > 0 ? error.message : ""),
    );
    if (!this.isGreeted && reason && !this.disposer.isDisposed) {
      this.listener.connection(false, reason);
    }
  }

  /** Asks whether the server is still there. */
  async probe() {
    const socket = this.socket;
    if (!socket) {
      this.open();
      return;
    }
    this.heardAt = Date.now();
    if (!(await isAlive(PATIENCE)) && this.socket === socket) {
      this.restart();
    }
  }
}
