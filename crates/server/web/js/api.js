// @ts-check
// The requests the page makes; an answer that is none becomes an error with the server's words.

/** @import { Catalogue, Listed, Me, Opening, Past, State } from "./types.js" */

/** What the server said no to. */
export class Refusal extends Error {
  /**
   * @param {number} status the HTTP status; 0 when there was no answer at all
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @returns {Promise<Catalogue>} */
export const catalogue = () => ask("/api/catalogue");

/** @returns {Promise<Me>} */
export const me = () => ask("/api/me");

/**
 * @param {string} name
 * @returns {Promise<Me>}
 */
export const rename = (name) => ask("/api/me", { name });

/** @returns {Promise<Listed[]>} */
export const myGames = () => ask("/api/me/games");

/**
 * @param {Opening} opening
 * @returns {Promise<{id: string}>}
 */
export const open = (opening) => ask("/api/games", opening);

/**
 * @param {string} id
 * @returns {Promise<State>}
 */
export const game = (id) => ask(`/api/games/${id}`);

/**
 * @param {string} id
 * @returns {Promise<State>}
 */
export const join = (id) => ask(`/api/games/${id}/join`, {});

/**
 * A moment of a game, or of an earlier round at its table.
 * @param {string} id
 * @param {number} at after how many moves
 * @param {number | null} round
 * @returns {Promise<Past>}
 */
export const past = (id, at, round) => ask(`/api/games/${id}/view?at=${at}${round === null ? "" : `&round=${round}`}`);

/**
 * The moves of an earlier round.
 * @param {string} id
 * @param {number} round
 * @returns {Promise<{moves: string[]}>}
 */
export const movesOf = (id, round) => ask(`/api/games/${id}/moves?round=${round}`);

/**
 * The address of a game's record.
 * @param {string} id
 */
export const recordAddress = (id) => `/api/games/${id}/record`;

/**
 * @param {string} id
 * @returns {Promise<string>}
 */
export async function record(id) {
  const answer = await reach(recordAddress(id), {});
  return answer.text();
}

/**
 * Whether the server answers at all.
 * @param {number} patience in milliseconds
 */
export async function alive(patience) {
  try {
    const answer = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(patience) });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * @param {string} path
 * @param {object} [body] what to POST, if anything
 */
async function ask(path, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await reach(path, body === undefined ? {} : post);
  return answer.json();
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function reach(path, request) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", ...request });
  } catch {
    throw new Refusal(0, "the server can't be reached");
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, said.error ?? `the server answered ${answer.status}`);
  }
  return answer;
}
