// @ts-check
// The requests the page makes. An answer that is no success becomes an `ApiError` with the server's message.

/** @import { Catalogue, GameSnapshot, Me, OpenGame, OpenedGame, OwnGame, PositionAt, Round } from "./types.js" */

/** A request that the server refused or did not answer. */
export class ApiError extends Error {
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

/** @returns {Promise<OwnGame[]>} */
export const myGames = () => ask("/api/me/games");

/**
 * @param {OpenGame} opening
 * @returns {Promise<OpenedGame>}
 */
export const open = (opening) => ask("/api/games", opening);

/**
 * @param {string} id
 * @returns {Promise<GameSnapshot>}
 */
export const game = (id) => ask(`/api/games/${id}`);

/**
 * @param {string} id
 * @returns {Promise<GameSnapshot>}
 */
export const join = (id) => ask(`/api/games/${id}/join`, {});

/**
 * An earlier position of a game, or of an earlier round at its table.
 * @param {string} id
 * @param {number} at after how many moves
 * @param {number | null} round
 * @returns {Promise<PositionAt>}
 */
export const positionAt = (id, at, round) =>
  ask(`/api/games/${id}/view?at=${at}${round === null ? "" : `&round=${round}`}`);

/**
 * The moves of an earlier round.
 * @param {string} id
 * @param {number} round
 * @returns {Promise<Round>}
 */
export const movesOfRound = (id, round) => ask(`/api/games/${id}/moves?round=${round}`);

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
export async function isAlive(patience) {
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
    throw new ApiError(0, "the server can't be reached");
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new ApiError(answer.status, said.error ?? `the server answered ${answer.status}`);
  }
  return answer;
}
