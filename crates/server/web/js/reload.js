// @ts-check

import { isAlive } from "./api.js";

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 4_000;

/**
 * Loads the page again, unless the page would be lost: without a service worker only the server has it.
 * @returns {Promise<boolean>} whether it is loaded again
 */
export async function reload() {
  const isKept = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  const mayReload = isKept || (await isAlive(PATIENCE));
  if (mayReload) {
    location.reload();
  }
  return mayReload;
}
