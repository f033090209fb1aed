// @ts-check
// The board of a table. Updates are shown in order, each with its steps; the state says when to stop showing and draw.

/** @import { Board, BoardCallbacks } from "../boards/board.js" */
/** @import { GameSnapshot, LegalMove, PositionAt, Step, Update, View } from "../types.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { Animator, lastMove, show } from "../boards/animator.js";
import { boardFor } from "../boards/board.js";
import { html } from "../dom.js";
import { onSettings, settings } from "../settings.js";
import { playSteps } from "../sound.js";
import { moverOf } from "../text.js";
import { ClickGuard, GUARD_TIME } from "./click-guard.js";
import { current, isReviewing, playableMoves } from "./selectors.js";

export class BoardView {
  /**
   * @param {TableState} state
   * @param {(action: TableAction) => void} dispatch
   * @param {BoardCallbacks} callbacks
   * @param {HTMLElement[]} overlays what is shown over the board
   */
  constructor(state, dispatch, callbacks, overlays = []) {
    this.state = state;
    this.dispatch = dispatch;
    this.overlays = overlays;
    this.guard = new ClickGuard((isClosed) => this.element.classList.toggle("guarded", isClosed));
    /** When the last click was answered. */
    this.playedAt = -Infinity;
    this.callbacks = {
      ...callbacks,
      choose: (/** @type {string[]} */ moves) => this.clicked(() => callbacks.choose(moves)),
      refuse: (/** @type {string} */ name) => this.clicked(() => callbacks.refuse(name)),
    };
    this.element = html("div", { class: "frame", onpointerdown: () => this.skip() });
    this.animator = new Animator();
    /** The update that is being shown. @type {TableState["queue"][number] | null} */
    this.showing = null;
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
    this.notation = settings().notation;
    this.stopListening = onSettings(({ notation }) => notation !== this.notation && this.rebuild());
  }

  /** Draws the board anew: it lies in another way now. */
  rebuild() {
    this.notation = settings().notation;
    this.animator.hurry();
    this.board.dispose();
    const { drawn, state } = this;
    this.board = this.makeBoard(drawn?.view ?? state.shown.view);
    this.drawn = null;
    this.offered = null;
    const steps = drawn && "steps" in drawn ? drawn.steps : state.shown.last;
    this.draw(drawn ?? state.shown, drawn?.view ?? state.shown.view, steps);
    this.offer();
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
    } else if (state.queue.filter(isNews).length > 1 && state.queue !== before.queue) {
      // What is shown is behind what has happened.
      this.animator.hurry();
    }
    this.offer();
    this.board.element.classList.toggle("sending", typeof state.pending?.move === "string");
  }

  /** Whoever presses on the board has seen enough of the animation. */
  skip() {
    if (this.isPlaying) {
      this.animator.hurry();
    }
  }

  /** Resolves when an earlier position has been shown. */
  get settled() {
    return this.shown;
  }

  /** Answers a click, unless it belongs to the position before. @param {() => void} answer */
  clicked(answer) {
    const isSecond = performance.now() - this.playedAt < GUARD_TIME && !this.isSolo;
    if (this.guard.isClosed || this.hasUnseenMove || isSecond) {
      return;
    }
    this.playedAt = performance.now();
    answer();
  }

  /** Whether there is nobody whose move a click could be too early for. */
  get isSolo() {
    return this.state.latest.seats.length === 1 || this.state.latest.options.free === true;
  }

  /** Whether somebody has moved and it has not begun to show. */
  get hasUnseenMove() {
    const { queue } = this.state;
    return !this.isSolo && queue.some((update) => update !== this.showing && moverOf(unseenSteps(update)) !== null);
  }

  dispose() {
    this.isDisposed = true;
    this.guard.dispose();
    this.stopListening();
    this.animator.hurry();
    this.board.dispose();
  }

  /** Shows the queue, one update after another. */
  async play() {
    this.isPlaying = true;
    for (let update = this.state.queue[0]; update; update = this.state.queue[0]) {
      const animator = this.startAnimation();
      this.showing = update;
      const steps = unseenSteps(update);
      this.guard.moveShown({ ...update, steps });
      playSteps(steps);
      await show(this.board, steps, animator);
      if (this.isDisposed) {
        return;
      }
      this.showing = null;
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
    this.element.replaceChildren(board.element, ...(board.legend ? [board.legend] : []), ...this.overlays);
    return board;
  }

  /** Lets the board know what may be played on it, if that or what is drawn has changed. */
  offer() {
    const playable = playableMoves(this.state);
    const player = current(this.state).turn ?? 1;
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

/** What an update did that is not shown yet. @param {Update} update */
const unseenSteps = ({ steps, shownSteps = 0 }) => steps.slice(shownSteps);

/** Whether an update is more than what a move that is shown already did besides. @param {Update} update */
const isNews = (update) => update.shownSteps === undefined;

/** @param {View} view */
const sizeOf = ({ rows, columns }) => `${rows}x${columns}`;
