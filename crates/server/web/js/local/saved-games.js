// @ts-check
// The games that are played without a server, as the browser keeps them.

/** @import { GameSnapshot, OwnGame } from "../types.js" */

/**
 * A game that is played in this browser.
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {string} game
 * @property {GameSnapshot["options"]} options
 * @property {string[]} seats player 1's first: `me`, or an engine as a seat has it
 * @property {number} seed of its chance
 * @property {number} seq how often it has changed
 * @property {string[][]} rounds the moves of every round, the current one last
 * @property {string[]} undone what can be redone
 * @property {number | null} resigned the player who has given up the current round
 * @property {number[]} wins by seat
 * @property {string} record the current round as a record, to be exported
 * @property {GameSnapshot | null} snapshot as it stands
 * @property {OwnGame | null} summary as lists of games show it
 */

const PREFIX = "parlor.local.";
const ID = "local-";

/** Whether an id is that of a game in this browser. @param {string} id */
export const isLocal = (id) => id.startsWith(ID);

/** An id for a new game. */
export const newId = () => `${ID}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

/** @param {string} id @returns {KeptGame | null} */
export function load(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
  } catch {
    return null;
  }
}

/** @param {KeptGame} kept */
export function save(kept) {
  try {
    localStorage.setItem(PREFIX + kept.id, JSON.stringify(kept));
  } catch {
    // Without storage the game lasts as long as its page.
  }
}

/** All games that are kept, the latest first. @returns {KeptGame[]} */
export function all() {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const kept = ids.flatMap((key) => load(key.slice(PREFIX.length)) ?? []);
    return kept.sort((one, other) => (other.summary?.updated ?? 0) - (one.summary?.updated ?? 0));
  } catch {
    return [];
  }
}
