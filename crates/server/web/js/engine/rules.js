// @ts-check
// The rules in the page: a worker that answers at once. No rule is written in JavaScript.

/** @import { Change, EngineOffer, GameSpec, GameState } from "./types.js" */

import { WorkerClient } from "./worker-client.js";

/** A client of the rules worker. One is enough for a page; it has any number of games. */
export class Rules {
  constructor() {
    this.client = new WorkerClient();
  }

  /** Loads the module, so that the first request is answered at once. */
  start() {
    return this.client.start();
  }

  /**
   * Opens a game, with moves already played.
   * @param {GameSpec} spec
   */
  async openGame(spec) {
    const { id, state } = await this.client.ask({ op: "open", ...spec });
    return new LocalGame(this.client, id, state);
  }

  /**
   * Opens the game of a record, as it stood at its end.
   * @param {string} text
   */
  async openRecord(text) {
    const { id, state } = await this.client.ask({ op: "open_record", text });
    return new LocalGame(this.client, id, state);
  }

  /**
   * The state of a position.
   * @param {GameSpec} spec
   * @returns {Promise<GameState>}
   */
  position(spec) {
    return this.client.ask({ op: "position", ...spec });
  }

  /**
   * The engines of a game, the strongest last.
   * @param {GameSpec} spec
   * @returns {Promise<EngineOffer[]>}
   */
  engines(spec) {
    return this.client.ask({ op: "engines", ...spec });
  }

  dispose() {
    this.client.dispose();
  }
}

/** A game in the rules worker. `state` is always that of the last answer. */
export class LocalGame {
  /**
   * @param {WorkerClient} client
   * @param {number} id
   * @param {GameState} state
   */
  constructor(client, id, state) {
    this.client = client;
    this.id = id;
    this.state = state;
  }

  /** Plays a move of whoever is to move, chance included, or `continue`. @param {string} text */
  play(text) {
    return this.change({ op: "play", text });
  }

  /** Lets chance move. @param {number} seed */
  chance(seed) {
    return this.change({ op: "chance", seed });
  }

  undo() {
    return this.change({ op: "undo" });
  }

  redo() {
    return this.change({ op: "redo" });
  }

  /** Goes to the position after this many plies, forward into what was undone too. @param {number} ply */
  goto(ply) {
    return this.change({ op: "goto", ply });
  }

  /** Goes to another line from the start. @param {string[]} moves */
  setLine(moves) {
    return this.change({ op: "set_line", moves });
  }

  /**
   * The position after this many plies, without going there.
   * @param {number} ply
   * @returns {Promise<GameState>}
   */
  at(ply) {
    return this.client.ask({ op: "state", id: this.id, ply });
  }

  /**
   * Goes to a line of which is certain, and predicts what further moves would do, up to where chance comes in.
   * @param {string[]} moves
   * @param {string[]} ahead
   * @returns {Promise<import("../table/prediction.js").Prediction>}
   */
  predict(moves, ahead) {
    return this.client.ask({ op: "predict", id: this.id, moves, ahead });
  }

  /** The line as the text of a record. @returns {Promise<string>} */
  record() {
    return this.client.ask({ op: "record", id: this.id });
  }

  /** The line in a format of other programs. @param {string} format @returns {Promise<string | null>} */
  export(format) {
    return this.client.ask({ op: "export", id: this.id, format });
  }

  close() {
    return this.client.ask({ op: "close", id: this.id });
  }

  /**
   * @param {object} request
   * @returns {Promise<Change>}
   */
  async change(request) {
    /** @type {Change} */
    const change = await this.client.ask({ ...request, id: this.id });
    this.state = change.state;
    return change;
  }
}
