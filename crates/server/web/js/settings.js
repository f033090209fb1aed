// @ts-check
// What a guest has chosen about the page itself: theme, pieces, sound, motion. Kept in the browser, for every game.

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark" | "contrast"} theme
 * @property {"standard" | "vivid" | "mono"} pieces which set of pieces; in all of them the players differ by a sign
 * @property {boolean} sound
 * @property {"auto" | "reduced"} motion whether animations follow the system or are left out
 * @property {boolean} confirm whether a move is chosen with one click and made with another
 * @property {string} notation how cells are written, by the name the catalogue has for it; empty for the game's own
 */

/** Where they are kept; boot.js reads them before anything is drawn. */
const STORAGE_KEY = "parlor.settings";

/** @type {Settings} */
export const DEFAULTS = {
  theme: "auto",
  pieces: "standard",
  sound: true,
  motion: "auto",
  confirm: false,
  notation: "",
};

/** @type {Settings} */
let current = { ...DEFAULTS, ...load(STORAGE_KEY) };
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

export const settings = () => current;

/** Changes some settings, shows them at once and keeps them. @param {Partial<Settings>} changes */
export function change(changes) {
  current = { ...current, ...changes };
  save(STORAGE_KEY, current);
  show();
  listeners.forEach((listener) => listener(current));
}

/**
 * Calls back after every change until the returned function is called.
 * @param {(settings: Settings) => void} listener
 * @returns {() => void}
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether animations are left out. */
export const isStill = () => current.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the system chooses the colors, so that pieces have none of their own. */
export const hasForcedColors = () => globalThis.matchMedia?.("(forced-colors: active)").matches === true;

/** Shows the settings, and those that are changed in another tab, for as long as the page is open. */
export function showSettings() {
  show();
  addEventListener("storage", ({ key }) => {
    if (key === STORAGE_KEY) {
      change(load(STORAGE_KEY));
    }
  });
}

/** Lets the styles know. */
function show() {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { theme: current.theme, set: current.pieces, motion: current.motion });
}

/**
 * What the browser keeps under a key; nothing where it keeps nothing or something else.
 * @param {string} key
 * @returns {any}
 */
export function load(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/**
 * Keeps something in the browser, where it can.
 * @param {string} key
 * @param {object} value
 */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is only a convenience.
  }
}
