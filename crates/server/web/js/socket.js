// @ts-check
// The live connection of a game: it comes back by itself, and no command is lost or carried out twice.
//
// One command is under way at a time. It is kept, over a reload too, until the server has said that it is on disk or
// came to nothing; after every new connection it is sent again as it was, which the server knows by its id.

/** @import { Command, Message, Refused } from "./types.js" */

import { Refusal, alive, game } from "./api.js";

/** How long an open socket may leave a command without an answer, in milliseconds. */
const PATIENCE = 4_000;
/** How long nothing may be heard before the server is asked whether it is there. */
const SILENCE = 20_000;
/** After how many attempts the reason is asked for. */
const WONDER = 4;
/** The longest pause between two attempts. */
const LONGEST_PAUSE = 6_000;

/**
 * @typedef {object} Listener
 * @property {(message: Message) => void} heard
 * @property {(connected: boolean, reason: string) => void} changed the connection stands or is lost, and why it stays so
 * @property {(refused: Refused, command: Command) => void} refused a command came to nothing
 */

export class Live {
  /**
   * @param {string} id the game
   * @param {Listener} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    /** The number of the last message, which the next command expects. @type {number | null} */
    this.seq = null;
    /** @type {Command | null} */
    this.pending = restore(id);
    /** @type {WebSocket | null} */
    this.socket = null;
    this.greeted = false;
    this.attempts = 0;
    this.heardAt = 0;
    this.sentAt = 0;
    this.retry = 0;
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => this.hasten());
    document.addEventListener("visibilitychange", () => document.hidden || this.probe());
    setInterval(() => this.watch(), 1_000);
  }

  /** Connects, if there is no connection yet. */
  open() {
    if (this.socket) {
      return;
    }
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const last = this.seq === null ? "" : `?last=${this.seq}`;
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.id}/live${last}`);
    this.socket = socket;
    this.greeted = false;
    this.heardAt = Date.now();
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.drop();
  }

  /** Whether a command can be given now. */
  get free() {
    return this.pending === null && this.seq !== null;
  }

  /**
   * Gives a command; it stays under way until it is acknowledged or refused.
   * @param {string} what
   * @param {string} [move]
   * @returns {string | null} its id, if it could be given
   */
  send(what, move) {
    if (!this.free || this.seq === null) {
      return null;
    }
    this.pending = { id: unguessable(), expects: this.seq, do: what, ...(move === undefined ? {} : { move }) };
    keep(this.id, this.pending);
    this.transmit();
    return this.pending.id;
  }

  /** Gives the connection up and arranges for another. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    socket?.close();
    this.listener.changed(false, "");
    if (this.attempts === WONDER) {
      this.probeReason();
    }
    const pause = Math.min(LONGEST_PAUSE, 200 * 2 ** this.attempts) * (0.6 + 0.4 * Math.random());
    this.attempts += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), pause);
  }

  /** The network is back: an attempt that still waits for it is not waited for. */
  hasten() {
    if (!this.greeted) {
      this.attempts = 0;
      this.drop();
      this.open();
    }
  }

  /** @param {Message} message */
  hear(message) {
    this.heardAt = Date.now();
    if (message.type === "hello") {
      this.greeted = true;
      this.attempts = 0;
      this.listener.changed(true, "");
    }
    // What was seen already is not news; at the same number only something around the game has changed, as a name.
    const repeated = message.type === "update" && this.seq !== null && message.seq < this.seq;
    if (message.type === "update" && message.seq === this.seq) {
      message.steps = [];
    }
    const news = message.type === "update" || (message.type === "hello" && message.snapshot !== null);
    if (news && !repeated) {
      this.seq = message.seq;
    }
    const command = this.pending;
    if (command && "command" in message && message.command === command.id) {
      this.pending = null;
      keep(this.id, null);
      if (message.type === "refused") {
        this.listener.refused(message, command);
      }
    }
    if (!repeated) {
      this.listener.heard(message);
    }
    if (message.type === "hello") {
      this.transmit();
    }
  }

  /** Sends the command that is under way, where there is one and a connection that has begun. */
  transmit() {
    if (this.pending && this.greeted && this.socket?.readyState === WebSocket.OPEN) {
      this.sentAt = Date.now();
      this.socket.send(JSON.stringify(this.pending));
    }
  }

  /** Notices a connection that is dead without having been closed. */
  watch() {
    if (!this.socket) {
      return;
    }
    const unanswered = this.pending && this.greeted && Date.now() - this.sentAt > PATIENCE;
    const ungreeted = !this.greeted && Date.now() - this.heardAt > 2 * PATIENCE;
    if (unanswered || ungreeted) {
      this.drop();
    } else if (!document.hidden && Date.now() - this.heardAt > SILENCE) {
      this.probe();
    }
  }

  /** A socket does not say why it was refused; a request does. */
  async probeReason() {
    const reason = await game(this.id).then(
      () => "",
      (error) => (error instanceof Refusal && error.status > 0 ? error.message : ""),
    );
    if (!this.greeted && reason) {
      this.listener.changed(false, reason);
    }
  }

  async probe() {
    const socket = this.socket;
    if (!socket) {
      this.open();
      return;
    }
    this.heardAt = Date.now();
    if (!(await alive(PATIENCE)) && this.socket === socket) {
      this.drop();
    }
  }
}

/** @param {string} id */
const place = (id) => `parlor.command.${id}`;

/**
 * @param {string} id
 * @param {Command | null} command
 */
function keep(id, command) {
  try {
    if (command) {
      sessionStorage.setItem(place(id), JSON.stringify(command));
    } else {
      sessionStorage.removeItem(place(id));
    }
  } catch {
    // Without storage a command survives everything but a reload.
  }
}

/**
 * @param {string} id
 * @returns {Command | null}
 */
function restore(id) {
  try {
    return JSON.parse(sessionStorage.getItem(place(id)) ?? "null");
  } catch {
    return null;
  }
}

/** An id no other command has; `randomUUID` is missing where the page came over plain HTTP. */
function unguessable() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
