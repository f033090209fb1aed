// @ts-check
// Which buttons there are below the board, and what they say.

/** @import { GameSnapshot } from "../types.js" */

/**
 * What a button says: in a game for one, to an opponent who has to be asked, and to be sure.
 * @typedef {{name: string, label: string, solo?: string, asking?: string, sure?: string, soloSure?: string, main?: boolean}} Button
 */

/** In the order they are shown; the answers to an offer are beside it. @type {Button[]} */
export const BUTTONS = [
  { name: "continue", label: "Continue", main: true },
  { name: "rematch", label: "Play again", asking: "Offer rematch", main: true },
  { name: "undo", label: "Undo", asking: "Ask to undo" },
  { name: "redo", label: "Redo" },
  { name: "draw", label: "Draw", asking: "Offer draw" },
  { name: "cancel", label: "Cancel game", sure: "Really cancel?" },
  { name: "resign", label: "Resign", solo: "New game", sure: "Really resign?", soloSure: "Really restart?" },
  { name: "leave", label: "Give up seat" },
];

/** What can't be done while an offer is open, and whether that is after the end. @type {Record<string, boolean>} */
const WITHOUT_OFFER = { undo: false, draw: false, leave: false, rematch: true };

/**
 * What somebody on these seats can do.
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine
 * @returns {Set<string>}
 */
export function commandsOf(snapshot, mine) {
  return new Set(mine.flatMap((player) => snapshot.can[player - 1] ?? []));
}

/**
 * The names of the buttons to show. While an offer is open some of it can't be done, but the buttons keep their
 * places: nobody presses what has just come under their finger.
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine
 * @param {string[]} before the buttons there were
 */
export function buttonsFor(snapshot, mine, before) {
  const can = commandsOf(snapshot, mine);
  const hasEnded = snapshot.ending !== null;
  const isKept = (/** @type {string} */ name) =>
    snapshot.offer !== null && WITHOUT_OFFER[name] === hasEnded && before.includes(name);
  return BUTTONS.map(({ name }) => name).filter((name) => can.has(name) || isKept(name));
}

/**
 * What a button says.
 * @param {Button} button
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine
 */
export function labelOf({ label, solo, asking }, snapshot, mine) {
  if (snapshot.seats.length === 1) {
    return solo ?? label;
  }
  return asking && hasOpponent(snapshot, mine) ? asking : label;
}

/**
 * What a button says to be sure; nothing where it need not be.
 * @param {Button} button
 * @param {GameSnapshot} snapshot
 */
export const sureLabelOf = ({ sure, soloSure }, { seats }) => (seats.length === 1 ? (soloSure ?? sure) : sure);

/**
 * Whether somebody else has to be asked.
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine
 */
function hasOpponent(snapshot, mine) {
  return snapshot.seats.some((seat, index) => seat.kind === "guest" && !mine.includes(index + 1));
}
