// @ts-check
// A live game: its board, its players, and everything that can be done there.
//
// Updates are shown in order, each with its steps. Whoever moves does so against what the server said last, so a
// move given while something still moves on the board ends that movement first.

/** @import { Me, Message, Past, Person, LegalMove, State, Update } from "./types.js" */
/** @import { Board } from "./boards/board.js" */

import { join } from "./api.js";
import { boardFor } from "./boards/board.js";
import { Controls, what } from "./controls.js";
import { announce, byId, html, say } from "./dom.js";
import { help } from "./help.js";
import { listen } from "./keys.js";
import { ANSWERS, Notice } from "./notice.js";
import { Animator, lastMove, show } from "./animator.js";
import { Review } from "./review.js";
import { Seats } from "./seats.js";
import { Share } from "./share.js";
import { Live } from "./socket.js";
import { CommandQueue } from "./command-queue.js";
import { chosen, happened, headline, offered, spoken, title, told, written } from "./text.js";

export class Table {
  /**
   * @param {State} state
   * @param {Me} me
   */
  constructor(state, me) {
    this.me = me;
    /** What the server said last, and when. */
    this.state = state;
    this.heardAt = Date.now();
    /** @type {Person[]} */
    this.people = [];
    /** @type {Update[]} */
    this.queue = [];
    this.animator = new Animator();
    this.showing = false;
    this.commands = new CommandQueue(this);
    this.joining = false;
    /** Why there is no connection; null while there is one. @type {string | null} */
    this.lost = null;
    /** The number and round up to which everything was read out. */
    this.told = state.seq;
    this.round = state.round;

    this.seats = new Seats();
    this.controls = new Controls((name) => this.commands.act(name));
    this.share = new Share(state.id);
    this.notice = new Notice({
      choose: (moves) => this.choose(moves),
      act: (name) => this.commands.act(name),
      back: () => this.review.live(),
      sit: () => this.sit(),
    });
    this.review = new Review(state.id, {
      written: (move) => written(move, this.state),
      past: (past, animate) => this.lookBack(past, animate),
      live: () => {
        this.notice.hint("");
        this.settle();
      },
    });
    this.live = new Live(state.id, {
      heard: (message) => this.heard(message),
      changed: (connected, reason) => this.connected(connected, reason),
      refused: (refused, command) => this.commands.refused(refused, command),
    });

    this.title = html("h1", { class: "headline", tabindex: "-1" });
    this.about = html("p", { class: "about" });
    this.frame = html("div", { class: "frame" });
    /** @type {Board} */
    this.board = this.makeBoard(state);
    this.element = html(
      "div",
      { class: "table", "data-game": state.game },
      html("div", { class: "heading" }, this.about, this.title),
      this.seats.element,
      html("div", { class: "play" }, this.frame, this.notice.element, this.controls.element),
      html("div", { class: "aside" }, this.review.element, this.share.element, help(state)),
    );
    listen({
      board: () => this.board,
      targets: () => this.playable(),
      choose: (moves) => this.choose(moves),
      hint: (text) => this.notice.hint(text),
      look: (by) => this.review.look(by),
      why: (text) => this.why(text),
    });
    this.render();
    this.live.open();
  }

  /** The players one plays for. */
  get mine() {
    return this.state.seats.flatMap((seat, index) => (seat.guest === this.me.id ? [index + 1] : []));
  }

  /** What one may play now. @returns {LegalMove[]} */
  playable() {
    const { turn, can, view } = this.state;
    const players = turn === null ? this.mine : this.mine.filter((player) => player === turn);
    const may = players.some((player) => can[player - 1]?.includes("move"));
    return may && this.review.at === null ? view.move_targets : [];
  }

  /** Why nothing can be played, or not there. @param {string} text */
  why(text) {
    if (this.review.at !== null) {
      return "You are looking back: go back to the game to play.";
    }
    if (this.state.ending !== null) {
      return "The game is over.";
    }
    if (this.playable().length === 0) {
      return this.mine.length === 0 ? "You are watching." : "It is not your turn.";
    }
    const { layout, columns } = this.state.view;
    const full = layout === "columns" && Number(text) < columns;
    return full
      ? `${title(spoken(String(Number(text)), this.state.game))} is full.`
      : `Nothing can be played at ${text}.`;
  }

  /** @param {Message} message */
  heard(message) {
    if (message.type === "hello" && message.snapshot) {
      this.queue = [];
      this.hold(message.snapshot, null);
      this.review.change(0, message.moves ?? [], message.snapshot.round);
      this.settle();
    } else if (message.type === "update") {
      const behind = this.queue.length > 0;
      this.hold(message.snapshot, message.command);
      this.queue.push(message);
      if (behind) {
        this.animator.hurry();
      }
      this.play();
    } else if (message.type === "presence") {
      this.people = message.guests;
      this.render();
    }
    this.commands.next();
    this.tellSending();
    this.takeSeat();
  }

  /**
   * Keeps what the server said, and mentions what the board does not show.
   * @param {State} state
   * @param {string | null} command the command that did it
   */
  hold(state, command) {
    const news = happened(this.state, state, this.mine, this.commands.did(command));
    // What was said about how things stood is no longer so.
    const goneOn = state.seq > this.state.seq;
    this.state = state;
    this.heardAt = Date.now();
    if (news || goneOn) {
      this.notice.hint(news);
    }
  }

  /** Shows what is in the queue, one update after another. */
  async play() {
    if (this.showing) {
      return;
    }
    this.showing = true;
    for (let update = this.queue[0]; update; update = this.queue[0]) {
      if (this.review.at === null) {
        const animator = new Animator();
        this.animator = animator;
        this.offer();
        await show(this.board, update.steps, animator);
        // Whatever was cut short, the next move is shown on the board it was made on.
        if (this.review.at === null && this.queue[0] === update) {
          this.board.draw(update.snapshot.view);
        }
      }
      if (this.queue[0] === update) {
        this.take(update);
      }
    }
    this.showing = false;
    this.settle();
  }

  /** Notes an update that has been shown. @param {Update} update */
  take(update) {
    this.queue = this.queue.filter((waiting) => waiting !== update);
    const again = update.snapshot.round !== this.round;
    const undone = !again && update.moves.keep < this.review.moves.length && update.moves.add.length === 0;
    this.round = update.snapshot.round;
    this.review.change(update.moves.keep, update.moves.add, update.snapshot.round);
    if (update.seq > this.told) {
      this.told = update.seq;
      const line = headline(update.snapshot, this.mine);
      announce(
        undone
          ? `Taken back. ${line}`
          : again
            ? `A new game. ${line}`
            : told(update.snapshot, update.moves.add.slice(-2), update.steps, line),
      );
    }
  }

  /** Shows the game as it stands, at once. */
  settle() {
    this.animator.hurry();
    this.queue.forEach((update) => this.take(update));
    if (this.review.at === null) {
      this.fit();
      this.board.draw(this.state.view);
      this.board.last(lastMove(this.state.last));
    }
    this.render();
  }

  /** A board made for another size is exchanged. */
  fit() {
    const { rows, columns, layout } = this.state.view;
    const fits = layout === "columns" || this.board.element.dataset.size === `${rows}x${columns}`;
    if (!fits) {
      this.board = this.makeBoard(this.state);
    }
  }

  /** @param {State} state */
  makeBoard(state) {
    const board = boardFor(state.view, {
      choose: (moves) => this.choose(moves),
      scored: (players) => this.seats.scored(players),
      hint: (text) => this.notice.hint(text),
    });
    board.element.dataset.size = `${state.view.rows}x${state.view.columns}`;
    this.frame.replaceChildren(board.element);
    return board;
  }

  /** Everything around the board. */
  render() {
    const { state, mine } = this;
    const focused = this.element?.contains(document.activeElement);
    const open = state.seats.some(({ kind }) => kind === "open");
    const playable = this.playable();
    const line = headline(state, mine);
    document.title = `${line} – ${title(state.game)} – Parlor`;
    say(this.title, line);
    say(this.about, `${title(state.game)} · ${chosen(state)}`.replace(/ · $/, ""));
    this.element?.classList.toggle("my-turn", playable.length > 0);
    this.element?.classList.toggle("over", state.ending !== null);
    this.element?.classList.toggle("looking-back", this.review.at !== null);
    this.seats.show(state, this.heardAt, this.me.id, this.people);
    this.controls.show(state, mine);
    this.share.show(state, this.people, this.me.id);
    this.notice.show({
      open,
      id: state.id,
      offer: offered(state, mine),
      answers: Object.keys(ANSWERS).filter((name) => what(state, mine).has(name)),
      buttons: playable.filter(([target]) => "button" in target),
      back: this.review.words,
      sit: open && this.isHost && mine.length === 0,
      watching: mine.length === 0 && !(open && this.isHost),
    });
    this.offer();
    // A button that was pressed and is gone leaves its reader at the line that tells what came of it.
    if (focused && document.activeElement === document.body) {
      this.title.focus({ preventScroll: true });
    }
  }

  /** Lets the board know what may be played on it. */
  offer() {
    this.board.offer(
      this.playable().filter(([target]) => !("button" in target)),
      this.state.turn ?? 1,
    );
  }

  /** A target was chosen. @param {string[]} moves */
  choose(moves) {
    if (moves.length > 1) {
      this.notice.pick(moves, this.state.view.side_labels, title(spoken(moves[0], this.state.game)));
      return;
    }
    this.notice.hint("");
    this.settle();
    this.commands.play(moves[0]);
    this.tellSending();
  }

  /** Shows whether a move is on its way. */
  tellSending() {
    this.board.element.classList.toggle("sending", this.live.pending?.move !== undefined);
  }

  /** What tells a position from the others of this table. */
  get position() {
    return `${this.state.round}: ${this.review.moves.join(" ")}`;
  }

  /** Whether a move can be made now. @param {string} move */
  isPlayable(move) {
    return this.playable().some(([, playable]) => playable === move);
  }

  /**
   * @param {boolean} connected
   * @param {string} reason
   */
  connected(connected, reason) {
    this.lost = connected ? null : reason || this.lost || "no connection";
    this.element?.classList.toggle("lost", !connected);
    this.tellConnection();
  }

  /** Says what is wrong with the connection, and that what was given is not lost. */
  tellConnection() {
    const banner = byId("banner");
    banner.hidden = this.lost === null;
    const pending = this.live?.pending;
    const move = pending?.move === undefined ? "" : `Your move, ${spoken(pending.move, this.state.game)}, is kept. `;
    const kept = pending && !move ? "What you asked for is kept. " : move;
    say(banner, this.lost === null ? "" : `${title(this.lost)}. ${kept}Trying again …`);
  }

  /** Whether one opened the game: without a seat in it, one opened it for others. */
  get isHost() {
    return this.state.host === this.me.id;
  }

  /** Whoever opens the link while a seat is free sits down on it; who opened the game for others may. */
  takeSeat() {
    const free = this.state.seats.some(({ kind }) => kind === "open");
    if (free && this.mine.length === 0 && !this.isHost) {
      this.sit();
    }
  }

  /** Sits down on the first free seat. */
  async sit() {
    if (!this.joining) {
      this.joining = true;
      await join(this.state.id).catch(() => {});
      this.joining = false;
    }
  }

  /**
   * @param {Past} past
   * @param {boolean} animate
   */
  async lookBack(past, animate) {
    this.animator.hurry();
    const animator = new Animator();
    this.animator = animator;
    this.render();
    this.board.last({ cell: null, column: null });
    if (animate) {
      await show(this.board, past.steps, animator);
    }
    if (this.review.at !== null && this.animator === animator) {
      this.board.draw(past.view);
      this.board.last(lastMove(past.steps));
      this.offer();
    }
  }
}
