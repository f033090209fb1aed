// @ts-check
// The requests about boards that others follow.

import { ApiError } from "../api.js";
import { addressOf } from "../base-path.js";

/** How many follow. @param {number} count */
export const followersText = (count) => `${count} ${count === 1 ? "follower" : "followers"}`;

/**
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(addressOf(path), { method, cache: "no-store", ...sent });
  } catch {
    throw new ApiError(0, "the server can't be reached");
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new ApiError(answer.status, said.error ?? `the server answered ${answer.status}`);
  }
  return answer.status === 204 ? null : answer.json();
}
