// @ts-check
// Stepping through a game: fetches earlier positions, while the game waits or continues.

/** @import { Store } from "../store.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { movesOfRound, positionAt } from "../api.js";
import { listedMoves, reviewPlace, stops } from "./selectors.js";

export class Stepper {
  /**
   * @param {string} id the game
   * @param {Store<TableState, TableAction>} store
   * @param {() => Promise<void>} shown resolves when a position has been shown
   */
  constructor(id, store, shown) {
    this.id = id;
    this.store = store;
    this.shown = shown;
    /** Counts requests: an answer to an earlier one is of no use. */
    this.requests = 0;
  }

  /** One move back or forward. @param {number} by */
  step(by) {
    const { state } = this.store;
    const stop = stops(listedMoves(state))[reviewPlace(state).index + by];
    if (stop) {
      this.goTo(stop.at);
    }
  }

  /** Shows the position after so many moves. @param {number} at */
  async goTo(at) {
    const { review, moves } = this.store.state;
    if (review.round === null && at >= moves.length) {
      this.toGame();
      return;
    }
    const from = review.at;
    const found = stops(listedMoves(this.store.state));
    const follows = from !== null && from < at && found.every((stop) => stop.at <= from || stop.at >= at);
    this.store.dispatch({ type: "look", at });
    // A position that follows the one shown is reached as it was: by the player's move, then by that of chance.
    await this.fetch(follows ? Array.from({ length: at - from }, (_, step) => from + step + 1) : [at], follows);
  }

  /** Shows the end of a round. @param {number} round */
  async toRound(round) {
    if (round === this.store.state.shown.round) {
      this.toGame();
      return;
    }
    const request = this.newRequest();
    const found = await movesOfRound(this.id, round).catch(() => null);
    if (request !== this.requests) {
      return;
    }
    if (!found) {
      this.store.dispatch({ type: "error", text: `Round ${round} could not be loaded.` });
      return;
    }
    this.store.dispatch({ type: "look at round", round, moves: found.moves });
    await this.fetch([found.moves.length], false);
  }

  /** Back to the game as it is. */
  toGame() {
    this.newRequest();
    this.store.dispatch({ type: "back to game" });
  }

  /** Ignores all answers that are still to come. */
  dispose() {
    this.newRequest();
  }

  newRequest() {
    this.requests += 1;
    return this.requests;
  }

  /**
   * Fetches positions and has them shown, one after another.
   * @param {number[]} route
   * @param {boolean} animate
   */
  async fetch(route, animate) {
    const request = this.newRequest();
    for (const at of route) {
      const position = await positionAt(this.id, at, this.store.state.review.round).catch(() => null);
      if (!position || request !== this.requests) {
        return;
      }
      this.store.dispatch({ type: "position", position, animate });
      await this.shown();
    }
  }
}
