// @ts-check
// The requests the page makes. An answer that is no success becomes an `ApiError` with the server's message.

/** @import { KeptGame } from "./local/saved-games.js" */
/** @import { Catalogue, GameSnapshot, Me, OpenGame, OpenedGame, OwnGame, PositionAt, Round } from "./types.js" */

import { addressOf } from "./base-path.js";
import { isLocal, load } from "./local/saved-games.js";
import { canPlayAlone, create, ownGames, recordAddress as localRecordAddress, table } from "./local/local.js";

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

/** What the page has asked for in advance, which a request that avoids caches would not find. */
const PRELOADED = ["/api/catalogue", "/api/me"];

/** @returns {Promise<Catalogue>} */
export const catalogue = () => ask("/api/catalogue");

/** Who the guest is, as the server said last. @type {Me | null} */
let known = null;

/** @returns {Promise<Me>} */
export async function me() {
  known = await ask("/api/me");
  return /** @type {Me} */ (known);
}

/**
 * @param {string} name
 * @returns {Promise<Me>}
 */
export const rename = (name) => ask("/api/me", { name });

/** @returns {Promise<OwnGame[]>} */
export async function myGames() {
  const local = ownGames();
  /** @type {OwnGame[]} */
  const games = await ask("/api/me/games").catch((error) => {
    if (local.length > 0) {
      return [];
    }
    throw error;
  });
  return [...games, ...local].sort((one, other) => other.updated - one.updated);
}

/**
 * Everything the server stores about the guest, as a JSON file.
 * @returns {Promise<Blob>}
 */
export const myData = async () => (await reach("/api/me/export", {})).blob();

/** Deletes what the server stores about the guest. */
export const deleteMyData = () => reach("/api/me", { method: "DELETE" });

/**
 * Opens a game. Where nobody else is needed and the server does not answer, it is played in this browser.
 * @param {OpenGame} opening
 * @returns {Promise<OpenedGame>}
 */
export async function open(opening) {
  try {
    return await ask("/api/games", opening);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && canPlayAlone(opening)) {
      return create(opening);
    }
    throw error;
  }
}

/**
 * @param {string} id
 * @returns {Promise<GameSnapshot>}
 */
export const game = (id) => (isLocal(id) ? localGame(id) : ask(`/api/games/${id}`));

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
export async function positionAt(id, at, round) {
  if (isLocal(id)) {
    return (await localTable(id)).positionAt(at, round);
  }
  return ask(`/api/games/${id}/view?at=${at}${round === null ? "" : `&round=${round}`}`);
}

/**
 * The moves of an earlier round.
 * @param {string} id
 * @param {number} round
 * @returns {Promise<Round>}
 */
export async function movesOfRound(id, round) {
  if (isLocal(id)) {
    const { rounds } = kept(id);
    return { moves: rounds[round - 1] ?? [], round, rounds: rounds.length };
  }
  return ask(`/api/games/${id}/moves?round=${round}`);
}

/**
 * Where a game's record is: a path of this server, or the record itself.
 * @param {string} id
 */
export const recordAddress = (id) => (isLocal(id) ? localRecordAddress(id) : `/api/games/${id}/record`);

/**
 * The path of a game in a format of other programs.
 * @param {string} id
 * @param {string} format
 */
export const exportAddress = (id, format) => `/api/games/${id}/export/${format}`;

/**
 * @param {string} id
 * @returns {Promise<string>}
 */
export async function record(id) {
  if (isLocal(id)) {
    return kept(id).record;
  }
  const answer = await reach(recordAddress(id), {});
  return answer.text();
}

/**
 * Whether the server answers at all.
 * @param {number} patience in milliseconds
 */
export async function isAlive(patience) {
  try {
    const answer = await fetch(addressOf("/health"), { cache: "no-store", signal: AbortSignal.timeout(patience) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {string} id @returns {KeptGame} */
function kept(id) {
  const found = load(id);
  if (!found) {
    throw new ApiError(404, "this game is not kept in this browser");
  }
  return found;
}

/** @param {string} id */
async function localTable(id) {
  kept(id);
  return table(id, known ?? (await me()));
}

/** @param {string} id @returns {Promise<GameSnapshot>} */
async function localGame(id) {
  return kept(id).snapshot ?? (await localTable(id)).snapshot();
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
    const isPreloaded = PRELOADED.includes(path) && !request.method;
    answer = await fetch(addressOf(path), { cache: isPreloaded ? "default" : "no-store", ...request });
  } catch {
    throw new ApiError(0, "the server can't be reached");
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new ApiError(answer.status, said.error ?? `the server answered ${answer.status}`);
  }
  return answer;
}
