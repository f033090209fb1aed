// @ts-check
// The view of a live game: one store, the components that are drawn from it, and the connection that feeds it.
//
// Whoever moves does so against what the server said last, so a move made while something still moves on the board ends
// that animation first.

/** @import { Game, GameSnapshot, Me, Message } from "../types.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { join } from "../api.js";
import { CommandQueue, tabStorage } from "../command-queue.js";
import { Disposer } from "../disposer.js";
import { announce, byId, html, say } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { SocketTransport } from "../socket.js";
import { Store } from "../store.js";
import { announcement, headline, optionsText, spoken, title } from "../text.js";
import { BoardView } from "./board-view.js";
import { Controls } from "./controls.js";
import { help } from "./help.js";
import { listenToKeys } from "./keys.js";
import { MoveList } from "./move-list.js";
import { Notice } from "./notice.js";
import { PlayerCommands } from "./player-commands.js";
import { Seats } from "./seats.js";
import { connectionText, hasFreeSeat, isHost, isReviewing, minePlayers, playableMoves, whyNot } from "./selectors.js";
import { Share } from "./share.js";
import { initialState, playersOf, reduce } from "./state.js";
import { Stepper } from "./stepper.js";

/** How long a hint or an error is shown, in milliseconds. */
const NOTICE_TIME = 6_000;

export class Table {
  /**
   * @param {GameSnapshot} snapshot
   * @param {Game} game
   * @param {Me} me
   */
  constructor(snapshot, game, me) {
    const { id } = snapshot;
    this.id = id;
    this.disposer = new Disposer();
    /** @type {Store<TableState, TableAction>} */
    this.store = new Store(initialState(snapshot, game, me, Date.now()), reduce);
    const dispatch = (/** @type {TableAction} */ action) => this.store.dispatch(action);
    this.transport = new SocketTransport(id, {
      last: () => this.queue.seq,
      message: (message) => this.receive(message),
      connection: (connected, reason) => this.connectionChanged(connected, reason),
    });
    this.queue = new CommandQueue(this.transport, tabStorage(id));
    this.commands = new PlayerCommands(this.store, this.queue);
    dispatch({ type: "pending", command: this.queue.pending });
    this.isJoining = false;

    const choose = (/** @type {string[]} */ moves) => this.choose(moves);
    const act = (/** @type {string} */ name) => this.commands.act(name);
    const hint = (/** @type {string} */ text) => dispatch({ type: "hint", text });
    this.board = new BoardView(this.store.state, dispatch, {
      choose,
      scored: (players) => dispatch({ type: "scored", players }),
      hint,
    });
    this.stepper = new Stepper(id, this.store, () => this.board.settled);
    const notice = new Notice(id, {
      choose: (move) => choose([move]),
      act,
      back: () => this.stepper.toGame(),
      sit: () => this.sit(),
    });
    const [seats, controls] = [new Seats(), new Controls(dispatch, act)];
    const [moveList, share] = [new MoveList(this.stepper), new Share(id)];
    this.components = [this.board, seats, controls, notice, moveList, share];

    this.title = html("h1", { class: "headline", tabindex: "-1" });
    this.about = html("p", { class: "about" });
    this.element = html(
      "div",
      { class: "table", "data-game": game.name, "data-pieces": pieceKind(game) },
      html("div", { class: "heading" }, this.about, this.title),
      seats.element,
      html("div", { class: "play" }, this.board.element, notice.element, controls.element),
      html("div", { class: "aside" }, moveList.element, share.element, help(game, snapshot.view.layout)),
    );
    const keys = { board: () => this.board.board, targets: () => playableMoves(this.store.state), choose, hint };
    const step = (/** @type {number} */ by) => this.stepper.step(by);
    listenToKeys({ ...keys, step, whyNot: (text) => whyNot(this.store.state, text) }, this.disposer);

    this.disposer.add(this.store.subscribe((state) => this.render(state)));
    this.disposer.add(this.store.subscribe(announceShown));
    this.disposer.add(this.store.subscribe(this.forgetNotices()));
    this.render(this.store.state);
    this.transport.open();
  }

  /** Draws everything from the state. @param {TableState} state */
  render(state) {
    const { game, me, shown, lost } = state;
    const hadFocus = this.element.contains(document.activeElement);
    const line = headline(shown, playersOf(shown, me));
    document.title = `${line} – ${game.title} – Parlor`;
    say(this.title, line);
    say(this.about, optionsText(game, shown));
    const classes = {
      "my-turn": playableMoves(state).length > 0,
      over: shown.ending !== null,
      reviewing: isReviewing(state),
      lost: lost !== null,
    };
    Object.entries(classes).forEach(([name, isSet]) => this.element.classList.toggle(name, isSet));
    this.components.forEach((component) => component.render(state));
    byId("banner").hidden = lost === null;
    say(byId("banner"), connectionText(state));
    // A button that was pressed and is gone leaves its user at the line that tells what came of it.
    if (hadFocus && document.activeElement === document.body) {
      this.title.focus({ preventScroll: true });
    }
  }

  dispose() {
    this.disposer.dispose();
    [this.transport, this.queue, this.stepper, ...this.components].forEach((part) => part.dispose());
    byId("banner").hidden = true;
  }

  /** @param {Message} message */
  receive(message) {
    const { isNews, settled } = this.queue.receive(message);
    const now = Date.now();
    if (message.type === "hello" && message.snapshot) {
      this.store.dispatch({ type: "hello", snapshot: message.snapshot, moves: message.moves ?? [], now });
    } else if (message.type === "update" && isNews) {
      this.store.dispatch({ type: "update", update: message, own: settled?.do ?? "", now });
    } else if (message.type === "presence") {
      this.store.dispatch({ type: "presence", guests: message.guests });
    }
    if (message.type === "hello") {
      this.queue.transmit();
    }
    this.commands.next();
    this.takeSeat();
  }

  /**
   * @param {boolean} connected
   * @param {string} reason
   */
  connectionChanged(connected, reason) {
    const lost = connected ? null : reason || (this.store.state.lost ?? "no connection");
    this.store.dispatch({ type: "connection", lost });
  }

  /** A target was chosen: its only move is made, and of several it is asked which. @param {string[]} moves */
  choose(moves) {
    if (moves.length > 1) {
      const where = title(spoken(this.store.state.game, moves[0]));
      this.store.dispatch({ type: "pick", pick: { moves, where } });
      return;
    }
    this.store.dispatch({ type: "hint", text: "" });
    this.store.dispatch({ type: "catch up" });
    this.commands.play(moves[0]);
  }

  /** Whoever opens the link while a seat is free takes it; who opened the game for others may. */
  takeSeat() {
    const { state } = this.store;
    if (hasFreeSeat(state) && minePlayers(state).length === 0 && !isHost(state)) {
      this.sit();
    }
  }

  /** Takes the first free seat. */
  async sit() {
    if (!this.isJoining) {
      this.isJoining = true;
      await join(this.id).catch(() => {});
      this.isJoining = false;
    }
  }

  /** Hints and errors go after a while. */
  forgetNotices() {
    let stopHint = () => {};
    let stopError = () => {};
    return (/** @type {TableState} */ state, /** @type {TableState} */ before) => {
      if (state.hint !== before.hint) {
        stopHint();
        stopHint = state.hint
          ? this.disposer.after(NOTICE_TIME, () => this.store.dispatch({ type: "hint", text: "" }))
          : () => {};
      }
      if (state.error !== before.error) {
        stopError();
        stopError = state.error
          ? this.disposer.after(NOTICE_TIME, () => this.store.dispatch({ type: "error", text: "" }))
          : () => {};
      }
    };
  }
}

/**
 * Reads out what has been shown.
 * @param {TableState} state
 * @param {TableState} before
 * @param {TableAction} action
 */
function announceShown(state, before, action) {
  if (action.type === "hello") {
    return;
  }
  const waiting = action.type === "update" ? [...before.queue, action.update] : before.queue;
  let { moves, shown } = before;
  for (const { moves: change, snapshot, steps } of waiting.slice(0, waiting.length - state.queue.length)) {
    const line = headline(snapshot, playersOf(snapshot, state.me));
    const isNewRound = snapshot.round !== shown.round;
    const isUndone = !isNewRound && change.keep < moves.length && change.add.length === 0;
    if (snapshot.seq > shown.seq) {
      announce(
        isUndone || isNewRound
          ? `${isUndone ? "Move undone." : "A new game."} ${line}.`
          : announcement(state.game, snapshot, change.add.slice(-2), steps, line),
      );
    }
    moves = [...moves.slice(0, change.keep), ...change.add];
    shown = snapshot;
  }
}
