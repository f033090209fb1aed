// @ts-check
// What a presenter does when the server doesn't accept a position.

import { ApiError } from "../api.js";
import { title } from "../title.js";

/**
 * - `retry`: the same position may be accepted later.
 * - `skip`: this position is never accepted, but the next one may be.
 * - `stop`: this board can't be presented any more.
 * @typedef {{then: "retry" | "skip" | "stop", text: string}} Refusal
 */

/** @param {unknown} error @returns {Refusal} */
export function refusalOf(error) {
  if (!(error instanceof ApiError) || error.status === 0) {
    return { then: "retry", text: "Can't reach the server. Retrying..." };
  }
  const { status, message } = error;
  if (status >= 500 || status === 408 || status === 429) {
    return { then: "retry", text: `${title(message)}. Retrying...` };
  }
  if (status === 403) {
    return { then: "stop", text: `You've stopped presenting: ${message}.` };
  }
  const reason = status === 413 ? "the position is too long" : message;
  return { then: "skip", text: `Your followers can't see this position: ${reason}.` };
}
