// @ts-check
// The board of a table. Updates are shown in order, each with its steps; the state says when to stop showing and draw.

/** @import { Board, BoardCallbacks } from "../boards/board.js" */
/** @import { GameSnapshot, LegalMove, PositionAt, Step, View } from "../types.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { Animator, lastMove, show } from "../boards/animator.js";
import { boardFor } from "../boards/board.js";
import { html } from "../dom.js";
import { isReviewing, playableMoves } from "./selectors.js";

export class BoardView {
  /**
   * @param {TableState} state
   * @param {(action: TableAction) => void} dispatch
   * @param {BoardCallbacks} callbacks
   */
  constructor(state, dispatch, callbacks) {
    this.state = state;
    this.dispatch = dispatch;
    this.callbacks = callbacks;
    this.element = html("div", { class: "frame" });
    this.animator = new Animator();
    this.isPlaying = false;
    this.isDisposed = false;
    /** What is drawn; null while something moves. @type {GameSnapshot | PositionAt | null} */
    this.drawn = null;
    /** What the board knows. @type {{playable: LegalMove[], player: number, drawn: object | null} | null} */
    this.offered = null;
    /** The earlier position that is shown. @type {PositionAt | null} */
    this.looking = null;
    /** The animation of that position. @type {Promise<void>} */
    this.shown = Promise.resolve();
    /** @type {Board} */
    this.board = this.makeBoard(state.shown.view);
  }

  /** @param {TableState} state */
  render(state) {
    const before = this.state;
    this.state = state;
    if (isReviewing(state)) {
      if (this.isPlaying) {
        this.animator.hurry();
      }
      this.renderPosition(state);
    } else if (state.queue.length === 0) {
      this.animator.hurry();
      this.draw(state.shown, state.shown.view, state.shown.last);
    } else if (!this.isPlaying) {
      this.play();
    } else if (state.queue.length > 1 && state.queue !== before.queue) {
      // What is shown is behind what has happened.
      this.animator.hurry();
    }
    this.offer();
    this.board.element.classList.toggle("sending", typeof state.pending?.move === "string");
  }

  /** Resolves when an earlier position has been shown. */
  get settled() {
    return this.shown;
  }

  dispose() {
    this.isDisposed = true;
    this.animator.hurry();
    this.board.dispose();
  }

  /** Shows the queue, one update after another. */
  async play() {
    this.isPlaying = true;
    for (let update = this.state.queue[0]; update; update = this.state.queue[0]) {
      const animator = this.startAnimation();
      await show(this.board, update.steps, animator);
      if (this.isDisposed) {
        return;
      }
      if (this.state.queue[0] === update) {
        // Whatever was cut short, the next move is shown on the board it was made on.
        this.draw(update.snapshot, update.snapshot.view, update.snapshot.last);
        this.dispatch({ type: "shown" });
      }
    }
    this.isPlaying = false;
  }

  /** Shows an earlier position. @param {TableState} state */
  renderPosition({ review: { position, animate } }) {
    if (!position || position === this.looking) {
      return;
    }
    this.looking = position;
    this.shown = this.showPosition(position, animate);
  }

  /**
   * @param {PositionAt} position
   * @param {boolean} animate
   */
  async showPosition(position, animate) {
    this.animator.hurry();
    const animator = this.startAnimation();
    this.board.last({ cell: null, column: null });
    if (animate) {
      await show(this.board, position.steps, animator);
    }
    if (this.state.review.position === position && !this.isDisposed) {
      this.draw(position, position.view, position.steps);
      this.offer();
    }
  }

  startAnimation() {
    this.animator = new Animator();
    this.drawn = null;
    return this.animator;
  }

  /**
   * Shows a view at once.
   * @param {GameSnapshot | PositionAt} drawn
   * @param {View} view
   * @param {Step[]} steps of the last move
   */
  draw(drawn, view, steps) {
    if (drawn === this.drawn) {
      return;
    }
    this.fit(view);
    this.board.draw(view);
    this.board.last(lastMove(steps));
    this.drawn = drawn;
    if (!isReviewing(this.state)) {
      this.looking = null;
    }
  }

  /** A board made for another size is exchanged. @param {View} view */
  fit(view) {
    const fits = view.layout === "columns" || this.board.element.dataset.size === sizeOf(view);
    if (!fits) {
      this.board.dispose();
      this.board = this.makeBoard(view);
    }
  }

  /** @param {View} view */
  makeBoard(view) {
    const board = boardFor(this.state.game, view, this.callbacks);
    board.element.dataset.size = sizeOf(view);
    this.element.replaceChildren(board.element);
    return board;
  }

  /** Lets the board know what may be played on it, if that or what is drawn has changed. */
  offer() {
    const playable = playableMoves(this.state);
    const player = this.state.latest.turn ?? 1;
    const { offered, drawn } = this;
    if (offered?.playable === playable && offered.player === player && offered.drawn === drawn) {
      return;
    }
    this.offered = { playable, player, drawn };
    this.board.offer(
      playable.filter(([target]) => !("button" in target)),
      player,
    );
  }
}

/** @param {View} view */
const sizeOf = ({ rows, columns }) => `${rows}x${columns}`;
