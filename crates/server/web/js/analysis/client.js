// @ts-check
// An analysis board in the rules worker: a game with a tree of variations. No rule is written here.

/** @import { GameSnapshot, LegalMove, Step, View } from "../types.js" */
/** @import { Setup } from "../engine/types.js" */

import { WorkerClient } from "../engine/worker-client.js";

/**
 * @typedef {object} BoardState
 * @property {string} game
 * @property {GameSnapshot["options"]} options
 * @property {string} fragment
 * @property {number} revision
 * @property {number} current the number of the node that is looked at
 * @property {number[]} path
 * @property {View} view
 * @property {Step[]} steps
 * @property {"player" | "chance" | "over"} turn
 * @property {number | null} player
 * @property {string} status_text
 * @property {boolean} can_continue
 * @property {LegalMove[]} chance_targets
 * @property {Setup | null} setup
 * @property {string[]} moves
 * @property {string} comment
 * @property {boolean} has_next
 * @property {string[]} formats
 */
/**
 * @typedef {object} BoardNode
 * @property {number} node
 * @property {number} parent
 * @property {string} text
 * @property {number} number
 * @property {number | null} by
 * @property {string} comment
 * @property {number} children
 * @property {boolean} is_first
 */
/**
 * What can be asked of a board.
 * @typedef {{do: "new", game: string, options?: object} | {do: "open", fragment: string} | {do: "paste", text: string} |
 *   {do: "set_up", setup: Setup} | {do: "play", text: string} | {do: "chance", seed: number} |
 *   {do: "go", node: number} | {do: "back" | "forward" | "first" | "last"} | {do: "sibling", by: number} |
 *   {do: "delete", node: number} | {do: "promote", node: number, to_main_line?: boolean} |
 *   {do: "comment", node: number, text: string}} BoardCommand
 */

/** A client of one analysis board. `state` and `nodes` are always those of the last answer. */
export class AnalysisClient {
  constructor() {
    this.client = new WorkerClient();
    this.id = 0;
    /** @type {BoardState | null} */
    this.state = null;
    /** @type {BoardNode[]} */
    this.nodes = [];
    /** Commands are carried out one after the other. @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /**
   * Carries out a command and returns the state after it. Fails with words where it can't be.
   * @param {BoardCommand | ((state: BoardState) => BoardCommand)} command one that depends on where the board stands is
   *   made when those before it are carried out
   * @returns {Promise<BoardState>}
   */
  act(command) {
    const done = this.last.then(() =>
      this.send(typeof command === "function" ? command(/** @type {BoardState} */ (this.state)) : command),
    );
    this.last = done.catch(() => {});
    return done;
  }

  /** @param {BoardCommand} command */
  async send(command) {
    const request =
      this.id === 0
        ? { op: "open_board", command }
        : { op: "board", id: this.id, command, known: this.state?.revision };
    const { id, state, nodes } = await this.client.ask(request);
    this.id = id;
    this.state = state;
    this.nodes = nodes ?? this.nodes;
    return /** @type {BoardState} */ (state);
  }

  /**
   * Why a board can't be, if it can't.
   * @param {{game: string, options: object}} position
   * @param {Setup} setup
   */
  async checkSetup(position, setup) {
    /** @type {string[]} */
    const reasons = [];
    // Whoever the board leaves open may be either.
    for (const next of setup.next === null ? [null, 1, 2] : [setup.next]) {
      try {
        await this.client.ask({ op: "position", ...position, setup: { ...setup, next } });
        return "";
      } catch (error) {
        reasons.push(/** @type {Error} */ (error).message);
      }
    }
    return reasons[0];
  }

  /** The analysis in a format to take away. @param {string} format @returns {Promise<string>} */
  export(format) {
    return this.client.ask({ op: "export_board", id: this.id, format });
  }

  dispose() {
    this.client.dispose();
  }
}
