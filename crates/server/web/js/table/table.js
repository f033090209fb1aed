// @ts-check
// The view of a live game: one store, the components that are drawn from it, and the connection that feeds it.
//
// Whoever moves does so against what the server said last, so a move made while something still moves on the board ends
// that animation first.

/** @import { Game, GameSnapshot, Me, Message } from "../types.js" */
/** @import { TableAction, TableState } from "./state.js" */

import { join } from "../api.js";
import { applyUpdate } from "../apply-update.js";
import { CommandQueue, tabStorage } from "../command-queue.js";
import { Disposer } from "../disposer.js";
import { announce, byId, html, say } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { isLocal } from "../local/saved-games.js";
import { LocalTransport } from "../local/local.js";
import { translated } from "../notation.js";
import { reload } from "../reload.js";
import { isStill, onSettings } from "../settings.js";
import { SocketTransport } from "../socket.js";
import { play } from "../sound.js";
import { Store } from "../store.js";
import { announcement, headline, optionsText, placeText, showingText, spoken, title } from "../text.js";
import { BoardView } from "./board-view.js";
import { Controls } from "./controls.js";
import { BANNER_COMMANDS, EndBanner, moodOf } from "./end-banner.js";
import { About } from "./help.js";
import { listenToKeys } from "./keys.js";
import { MoveList } from "./move-list.js";
import { MoveStrip } from "./move-strip.js";
import { Notice } from "./notice.js";
import { PlayerCommands } from "./player-commands.js";
import { Predictor } from "./prediction.js";
import { Seats } from "./seats.js";
import { connectionText, isReviewing, minePlayers, playableMoves, whyNot } from "./selectors.js";
import { Share, Spectators } from "./share.js";
import { shortcuts } from "./shortcuts.js";
import { initialState, playersOf, reduce } from "./state.js";
import { Stepper } from "./stepper.js";
import { Tabs } from "./tabs.js";
import { Invitation, Waiting } from "./waiting.js";
import { WatchControls } from "./watch-controls.js";

/** How long a hint or an error is shown, in milliseconds. */
const NOTICE_TIME = 6_000;
/** A headline of more characters than this needs smaller ones on a phone. */
const LONG_LINE = 28;
/** Where everything is one below the other. */
const NARROW = "(max-width: 56rem)";

export class Table {
  /**
   * @param {GameSnapshot} snapshot
   * @param {Game} game
   * @param {Me} me
   * @param {(address: string) => void} navigate
   */
  constructor(snapshot, game, me, navigate) {
    const { id } = snapshot;
    this.id = id;
    this.navigate = navigate;
    this.disposer = new Disposer();
    /** @type {Store<TableState, TableAction>} */
    this.store = new Store(initialState(snapshot, game, me, Date.now()), reduce);
    const dispatch = (/** @type {TableAction} */ action) => this.store.dispatch(action);
    /** @type {import("../socket.js").Listener} */
    const listener = {
      last: () => this.queue.seq,
      message: (message) => this.receive(message),
      connection: (connected, reason) => this.connectionChanged(connected, reason),
      failure: (text) => dispatch({ type: "failure", text }),
    };
    this.transport = isLocal(id) ? new LocalTransport(id, listener, me) : new SocketTransport(id, listener);
    this.queue = new CommandQueue(this.transport, tabStorage(id));
    this.commands = new PlayerCommands(this.store, this.queue);
    this.predictor = new Predictor(this.store, this.queue, () => this.element.setAttribute("data-rules", "ready"));
    this.queue.onPending(() => this.predictor.refresh());
    dispatch({ type: "pending", commands: this.queue.commands });
    this.isJoining = false;
    /** Whether a game for one is given up for another one. */
    this.isRestarting = false;

    const choose = (/** @type {string[]} */ moves) => this.choose(moves);
    const act = (/** @type {string} */ name) => this.act(name);
    const hint = (/** @type {string} */ text) => dispatch({ type: "hint", text });
    const why = (/** @type {string} */ text) => hint(whyNot(this.store.state, text));
    this.tabs = new Tabs([
      ["moves", "Moves", html("div", {})],
      // Whoever fills it brings its tab with it.
      ["analysis", "Analysis", html("div", { class: "analysis-mount" })],
      ["about", "About", html("div", {})],
    ]);
    const banner = new EndBanner({ act, review: () => this.review() }, () => this.render(this.store.state));
    const invitation = new Invitation(id, () => this.sit());
    const scored = (/** @type {number[]} */ players) => dispatch({ type: "scored", players });
    const callbacks = { choose, refuse: why, scored, hint };
    this.board = new BoardView(this.store.state, dispatch, callbacks, [banner.element, invitation.element]);
    this.stepper = new Stepper(id, this.store, () => this.board.settled);
    const back = () => this.stepper.toGame();
    const retry = async () => (await reload()) || this.transport.open();
    const notice = new Notice({ choose: (move) => choose([move]), act, back, retry, sit: () => this.sit() });
    this.controls = new Controls(dispatch, act, () => ["cancel", ...(banner.isOpen ? BANNER_COMMANDS : [])]);
    const waiting = new Waiting(id, () => act("cancel"));
    const watching = new WatchControls({
      pause: () => this.transport.pause(),
      resume: () => this.transport.resume(),
      stop: () => this.toHall(),
    });
    // A game that was called off is left.
    this.queue.onSettled(({ command, refusal }) => {
      if (/** @type {string} */ (command.do) === "cancel" && !refusal) {
        this.toHall();
      }
    });
    const keyList = shortcuts(game, snapshot.view.layout);
    const [seats, strip, spectators] = [new Seats(), new MoveStrip(this.stepper), new Spectators()];
    const [moveList, share, about] = [
      new MoveList(this.stepper),
      new Share(id, game),
      new About(game, () => keyList.showModal()),
    ];
    this.components = [
      this.board,
      banner,
      invitation,
      seats,
      this.controls,
      notice,
      waiting,
      strip,
      watching,
      moveList,
      share,
      about,
      spectators,
    ];
    this.tabs.panel("moves")?.append(moveList.element);
    this.tabs.element.append(spectators.element);
    this.tabs.panel("about")?.append(about.element, share.element);

    this.title = html("h1", { class: "headline", tabindex: "-1" });
    this.about = html("p", { class: "about" });
    this.element = html(
      "div",
      { class: "table", "data-game": game.name, "data-pieces": pieceKind(game), "data-layout": snapshot.view.layout },
      html("div", { class: "heading" }, this.about, this.title),
      seats.element,
      this.board.element,
      strip.element,
      html("div", { class: "foot" }, notice.element, this.controls.element, watching.element),
      waiting.element,
      this.tabs.element,
      keyList,
    );
    const isStepping = () => this.store.state.shown.ending !== null || isReviewing(this.store.state);
    listenToKeys(
      {
        board: () => this.board.board,
        targets: () => playableMoves(this.store.state),
        choose,
        hint,
        step: (by) => this.stepper.step(by),
        whyNot: (text) => whyNot(this.store.state, text),
        isStepping,
        back,
        help: () => keyList.showModal(),
        written: (move) => translated(game, move),
      },
      this.disposer,
    );

    this.disposer.add(this.store.subscribe((state) => this.render(state)));
    this.disposer.add(this.store.subscribe((state) => this.restart(state)));
    this.disposer.add(this.store.subscribe(announceShown));
    this.disposer.add(this.store.subscribe(soundEnd));
    this.disposer.add(this.store.subscribe(this.forgetNotices()));
    this.disposer.add(onSettings(() => this.render(this.store.state)));
    this.render(this.store.state);
    this.transport.open();
  }

  /** Draws everything from the state. @param {TableState} state */
  render(state) {
    const { game, shown, lost } = state;
    const hadFocus = this.element.contains(document.activeElement);
    const line = headlineNow(state) + placeText(state);
    document.title = `${line} – ${game.title} – Parlor`;
    say(this.title, line);
    this.title.classList.toggle("long", line.length > LONG_LINE);
    say(this.about, optionsText(game, shown));
    const classes = {
      "my-turn": playableMoves(state).length > 0,
      over: shown.ending !== null,
      "has-lost": shown.ending !== null && moodOf(state) === "lost",
      reviewing: isReviewing(state),
      // What is on the page is behind what is known: something is still being shown.
      showing: state.queue.length > 0,
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
    [this.transport, this.queue, this.predictor, this.stepper, this.tabs, ...this.components].forEach((part) =>
      part.dispose(),
    );
    byId("banner").hidden = true;
  }

  /** @param {Message} message */
  receive(message) {
    const { latest } = this.store.state;
    if (message.type === "update" && message.from > latest.seq) {
      // Something was missed: a new connection gets it.
      this.transport.restart();
      return;
    }
    const { isNews, settled } = this.queue.receive(message, minePlayers(this.store.state));
    const now = Date.now();
    if ("snapshot" in message && message.snapshot) {
      this.store.dispatch({ type: "hello", snapshot: message.snapshot, moves: message.moves ?? [], now });
      this.predictor.confirmed({ keep: 0, add: message.moves ?? [] });
    } else if (message.type === "update" && isNews) {
      const applied = applyUpdate(latest, message);
      // Counted from the moves that are confirmed: those that are shown ahead are not.
      const keep = Math.min(applied.moves.keep, this.predictor.moves.length);
      const update = { ...applied, moves: { ...applied.moves, keep }, command: settled?.id };
      this.store.dispatch({ type: "update", update, own: settled?.do ?? "", now });
      this.predictor.confirmed(update.moves);
    } else if (message.type === "presence") {
      this.store.dispatch({ type: "presence", guests: message.guests, count: message.count });
    } else if (message.type === "presence_change") {
      const { arrived = [], left = [], count } = message;
      this.store.dispatch({ type: "presence change", arrived, left, count });
    } else if (message.type === "queue") {
      this.store.dispatch({ type: "queue", place: message.place });
    }
    if (message.type === "hello") {
      this.queue.transmit();
    }
    this.commands.next();
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

  /** A button was pressed. Nobody resigns alone: what is given up is begun anew. @param {string} name */
  act(name) {
    this.isRestarting = name === "resign" && this.store.state.latest.seats.length === 1;
    this.commands.act(name);
  }

  /** Begins the next game once the end of the one before was shown, and counted. @param {TableState} state */
  restart({ shown, queue }) {
    if (this.isRestarting && shown.ending !== null && queue.length === 0) {
      this.isRestarting = false;
      this.commands.act("rematch");
    }
  }

  /** Takes the first free seat. */
  async sit() {
    if (!this.isJoining) {
      this.isJoining = true;
      await join(this.id).catch(({ message }) => this.store.dispatch({ type: "error", text: message }));
      this.isJoining = false;
    }
  }

  /** Shows how it went: in the Analysis tab, or from the first move on. */
  review() {
    this.tabs.select("moves");
    this.tabs.select("analysis");
    if (this.tabs.selected === "moves") {
      this.stepper.goTo(0);
    }
    // Where it is below the board, it comes into view.
    if (matchMedia(NARROW).matches) {
      this.tabs.element.scrollIntoView({ block: "start", behavior: isStill() ? "instant" : "smooth" });
    }
    this.element.dispatchEvent(new CustomEvent("parlor-review"));
  }

  /** Leaves the table for the hall, where the same game is chosen. */
  toHall() {
    this.navigate(`/#${this.store.state.game.name}`);
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

/** The headline; while a move is shown that takes its time, what it does. @param {TableState} state */
function headlineNow(state) {
  const { game, me, queue, scored, shown } = state;
  const [update] = isReviewing(state) ? [] : queue;
  const mine = playersOf(shown, me);
  const showing = update && showingText(game, update.snapshot, update.steps, update.moves.add, scored, mine);
  return showing || headline(game, shown, mine);
}

/** The end of a game is heard. @param {TableState} state @param {TableState} before */
function soundEnd(state, before) {
  if (state.shown.ending !== null && before.shown.ending === null && state.shown.seq > before.shown.seq) {
    const mood = moodOf(state);
    play(mood === "drawn" ? "over" : mood);
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
    const line = headline(state.game, snapshot, playersOf(snapshot, state.me));
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
