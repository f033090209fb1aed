// @ts-check
// The state of a table: what the server said last, what of it has been shown, and where the player looks. Everything on
// the page follows from it by the pure functions here and in selectors.js.

/** @import { ClientCommand, Game, GameSnapshot, LegalMove, Me, PositionAt, PresentGuest, Update } from "../types.js" */
/** @import { PredictedUpdate } from "./prediction.js" */

import { changeText } from "../text.js";
import { buttonsFor } from "./buttons.js";

/**
 * Where the player looks: `at` moves into a round, or at the game as it is when `at` is null.
 * @typedef {object} Review
 * @property {number | null} at
 * @property {number | null} round an earlier round; null for the current one
 * @property {string[]} moves of that earlier round
 * @property {PositionAt | null} position what is shown, once it is known
 * @property {boolean} animate whether it follows from the position before it
 */

/** More than one move can be made at a target, and it is asked which. @typedef {{moves: string[], where: string}} Pick */

/**
 * @typedef {object} TableState
 * @property {Me} me
 * @property {Game} game
 * @property {GameSnapshot} latest what the server said last; commands are given against it
 * @property {number} heardAt when it said so, by our clock
 * @property {GameSnapshot} shown what is on the page: behind `latest` while moves are shown
 * @property {Update[]} queue updates that are still to be shown
 * @property {string[]} moves of the round that is shown, those of chance too
 * @property {number[]} scored the players who have scored in the update that is being shown
 * @property {PresentGuest[]} guests who is there, as far as they are listed
 * @property {number} present how many are there
 * @property {number | null} place in the queue for engines; null while the game does not wait there
 * @property {string | null} lost why there is no connection; null while there is one
 * @property {ClientCommand | null} pending the first command that is under way
 * @property {number} underWay how many there are
 * @property {LegalMove[]} everPlayable all moves that could be made at some time in this game
 * @property {PredictedUpdate[]} ahead moves under way that are shown already, as the rules say; the server may refuse them
 * @property {{shown: GameSnapshot, moves: string[]}} base what to go back to if it does
 * @property {Review} review
 * @property {{text: string} | null} hint
 * @property {{text: string} | null} error
 * @property {string} failure why a game of this browser can't go on; empty while it can
 * @property {Pick | null} pick
 * @property {string[]} buttons the commands that have a button
 * @property {string | null} confirming the button that asks for confirmation
 */

/**
 * @typedef {{type: "hello", snapshot: GameSnapshot, moves: string[], now: number}
 *   | {type: "update", update: Update, own: string, now: number}
 *   | {type: "presence", guests: PresentGuest[], count: number}
 *   | {type: "presence change", arrived: PresentGuest[], left: string[], count: number}
 *   | {type: "queue", place: number | null}
 *   | {type: "connection", lost: string | null}
 *   | {type: "pending", commands: ClientCommand[]}
 *   | {type: "predict", ahead: PredictedUpdate[]}
 *   | {type: "take back"}
 *   | {type: "scored", players: number[]}
 *   | {type: "shown"}
 *   | {type: "catch up"}
 *   | {type: "look", at: number}
 *   | {type: "look at round", round: number, moves: string[]}
 *   | {type: "position", position: PositionAt, animate: boolean}
 *   | {type: "back to game"}
 *   | {type: "hint", text: string}
 *   | {type: "error", text: string}
 *   | {type: "failure", text: string}
 *   | {type: "pick", pick: Pick | null}
 *   | {type: "confirm", name: string | null}} TableAction
 */

/** @type {Review} */
const PRESENT = { at: null, round: null, moves: [], position: null, animate: false };

/**
 * @param {GameSnapshot} snapshot
 * @param {Game} game
 * @param {Me} me
 * @param {number} now
 * @returns {TableState}
 */
export function initialState(snapshot, game, me, now) {
  return withButtons({
    me,
    game,
    latest: snapshot,
    heardAt: now,
    shown: snapshot,
    queue: [],
    moves: [],
    scored: [],
    guests: [],
    present: 0,
    place: null,
    lost: null,
    pending: null,
    underWay: 0,
    everPlayable: snapshot.view.move_targets,
    ahead: [],
    base: { shown: snapshot, moves: [] },
    review: PRESENT,
    hint: null,
    error: null,
    failure: "",
    pick: null,
    buttons: [],
    confirming: null,
  });
}

/**
 * @param {TableState} state
 * @param {TableAction} action
 * @returns {TableState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "hello": {
      const { snapshot, moves, now } = action;
      const heard = hear(state, snapshot, "", now);
      return inRange(withButtons({ ...heard, shown: snapshot, moves, queue: [], scored: [], ahead: [] }));
    }
    case "update": {
      const [first, ...ahead] = state.ahead;
      const isConfirmed = first !== undefined && first.command === action.update.command;
      const known = isConfirmed ? state : takeBack(state);
      const changed = hear(known, action.update.snapshot, action.own, action.now);
      // The answer to a move that was shown is no news: what was said about the position is still true.
      const isKnown = isConfirmed && first.steps.length === action.update.steps.length;
      const heard = isKnown ? { ...changed, hint: changed.hint ?? state.hint, pick: state.pick } : changed;
      const queued = isConfirmed ? confirm(heard, ahead, action.update) : enqueue(heard, action.update);
      return state.review.at === null ? queued : catchUp(queued);
    }
    case "presence":
      return { ...state, guests: action.guests, present: action.count };
    case "presence change": {
      const gone = [...action.left, ...action.arrived.map(({ guest }) => guest)];
      const stayed = state.guests.filter(({ guest }) => !gone.includes(guest));
      return { ...state, guests: [...stayed, ...action.arrived], present: action.count };
    }
    case "queue":
      return { ...state, place: action.place };
    case "connection":
      return { ...state, lost: action.lost };
    case "pending":
      return { ...state, pending: action.commands[0] ?? null, underWay: action.commands.length };
    case "predict": {
      // What the server said comes first.
      const ready = state.ahead.length > 0 ? state : catchUp(state);
      const base = state.ahead.length > 0 ? state.base : { shown: ready.shown, moves: ready.moves };
      const queue = [...ready.queue, ...action.ahead];
      const everPlayable = action.ahead.reduce((all, { snapshot }) => withMoves(all, snapshot), state.everPlayable);
      const next = { ...ready, base, ahead: [...state.ahead, ...action.ahead], queue, everPlayable };
      return state.review.at === null ? next : catchUp(next);
    }
    case "take back":
      return takeBack(state);
    case "scored":
      return { ...state, scored: [...state.scored, ...action.players] };
    case "shown":
      return showNext(state);
    case "catch up":
      return catchUp(state);
    case "look":
      return catchUp({ ...state, review: { ...state.review, at: action.at }, hint: null, pick: null });
    case "look at round": {
      const { round, moves } = action;
      return catchUp({ ...state, review: { ...PRESENT, round, moves, at: moves.length }, hint: null, pick: null });
    }
    case "position":
      return { ...state, review: { ...state.review, position: action.position, animate: action.animate } };
    case "back to game":
      return { ...state, review: PRESENT, hint: null, pick: null };
    case "hint":
      return { ...state, hint: action.text ? { text: action.text } : null, pick: null };
    case "error":
      return { ...state, error: action.text ? { text: action.text } : null };
    case "failure":
      return state.failure === action.text ? state : { ...state, failure: action.text };
    case "pick":
      return { ...state, pick: action.pick };
    case "confirm":
      return { ...state, confirming: action.name };
    default:
      return state;
  }
}

/** The players that the guest plays for. @param {GameSnapshot} snapshot @param {Me} me */
export function playersOf(snapshot, me) {
  return snapshot.seats.flatMap((seat, index) => (seat.guest === me.id ? [index + 1] : []));
}

/**
 * Takes in a snapshot, and hints at what the board does not show.
 * @param {TableState} state
 * @param {GameSnapshot} snapshot
 * @param {string} own the guest's own command, if it was that
 * @param {number} now
 * @returns {TableState}
 */
function hear(state, snapshot, own, now) {
  const text = changeText(state.latest, snapshot, playersOf(state.latest, state.me), own);
  const heard = { ...state, latest: snapshot, heardAt: now, everPlayable: withMoves(state.everPlayable, snapshot) };
  // A hint about an earlier position is no longer true.
  const isOutdated = text !== "" || snapshot.seq > state.latest.seq;
  return isOutdated ? { ...heard, hint: text ? { text } : null, pick: null } : heard;
}

/**
 * Moves, and those of a snapshot that are not among them; the same list if there are none.
 * @param {LegalMove[]} moves
 * @param {GameSnapshot} snapshot
 */
function withMoves(moves, { view }) {
  const isNew = (/** @type {LegalMove} */ [, move]) => !moves.some(([, known]) => known === move);
  const found = view.layout === "panel" ? view.move_targets.filter(isNew) : [];
  return found.length > 0 ? [...moves, ...found] : moves;
}

/**
 * @param {TableState} state
 * @param {Update} update
 * @returns {TableState}
 */
const enqueue = (state, update) => ({ ...state, queue: [...state.queue, update] });

/**
 * Takes in the update of a move that is shown already: only what it did besides is still to be shown. While other moves
 * are shown ahead of the server, nothing of it is.
 * @param {TableState} state
 * @param {PredictedUpdate[]} ahead those that are still to be confirmed
 * @param {Update} update
 * @returns {TableState}
 */
function confirm(state, ahead, update) {
  const moves = [...state.base.moves.slice(0, update.moves.keep), ...update.moves.add];
  const base = { shown: update.snapshot, moves };
  const shown = state.ahead[0].steps;
  if (JSON.stringify(update.steps.slice(0, shown.length)) !== JSON.stringify(shown)) {
    return enqueue(takeBack(state), update);
  }
  const shownSteps = shown.length;
  const next = { ...state, ahead, base };
  return ahead.length > 0 ? next : enqueue(next, { ...update, shownSteps });
}

/**
 * Goes back to what the server said, if moves were shown ahead of it.
 * @param {TableState} state
 * @returns {TableState}
 */
function takeBack(state) {
  if (state.ahead.length === 0) {
    return state;
  }
  const { shown, moves } = state.base;
  const queue = state.queue.filter((update) => !("isPredicted" in update));
  return inRange(withButtons({ ...state, ahead: [], queue, shown, moves, scored: [] }));
}

/**
 * Notes that the first update of the queue has been shown.
 * @param {TableState} state
 * @returns {TableState}
 */
function showNext(state) {
  const [update, ...queue] = state.queue;
  if (!update) {
    return state;
  }
  const moves = [...state.moves.slice(0, update.moves.keep), ...update.moves.add];
  return inRange(withButtons({ ...state, shown: update.snapshot, moves, queue, scored: [] }));
}

/**
 * @param {TableState} state
 * @returns {TableState}
 */
function catchUp(state) {
  return state.queue.length === 0 ? state : catchUp(showNext(state));
}

/**
 * A move that was undone can't be shown any more.
 * @param {TableState} state
 * @returns {TableState}
 */
function inRange(state) {
  const { at, round } = state.review;
  const isGone = round === null && at !== null && at > state.moves.length;
  return isGone ? { ...state, review: PRESENT } : state;
}

/**
 * @param {TableState} state
 * @returns {TableState}
 */
function withButtons(state) {
  const buttons = buttonsFor(state.shown, playersOf(state.shown, state.me), state.buttons);
  const { confirming } = state;
  return { ...state, buttons, confirming: confirming && buttons.includes(confirming) ? confirming : null };
}
