// @ts-check
// The keyboard: arrows and Enter work a cursor on the board, a column's number or a cell's name plays there.

/** @import { Arrow, LegalMove } from "../types.js" */
/** @import { Disposer } from "../disposer.js" */
/** @import { Board } from "../boards/board.js" */

/** How long the next letter of a name may take, in milliseconds. */
export const PAUSE = 900;

/** @type {Record<string, Arrow>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * @typedef {object} KeyCallbacks
 * @property {() => Board} board
 * @property {() => LegalMove[]} targets what may be played now
 * @property {(moves: string[]) => void} choose
 * @property {(text: string) => void} hint
 * @property {(by: number) => void} step one move back or forward in the game
 * @property {(text: string) => string} whyNot nothing can be played, or not there
 */

/**
 * Listens for keys that are meant for the board.
 * @param {KeyCallbacks} callbacks
 * @param {Disposer} disposer
 */
export function listenToKeys(callbacks, disposer) {
  let typed = "";
  let cancel = () => {};

  const forget = () => {
    cancel();
    typed = "";
  };

  const playTyped = () => {
    const moves = named(callbacks.targets(), typed);
    forget();
    callbacks.hint("");
    if (moves.length > 0) {
      callbacks.choose(moves);
    }
  };

  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const board = callbacks.board();
    if (event.ctrlKey || event.metaKey || event.altKey || isForAnother(event)) {
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) {
      forget();
      if (board.arrow(arrow)) {
        event.preventDefault();
      }
    } else if (event.key === "," || event.key === ".") {
      callbacks.step(event.key === "," ? -1 : 1);
    } else if (event.key === "Escape") {
      forget();
      callbacks.hint("");
    } else if (event.key === "Enter" && typed) {
      // It ends what was typed; the cell that has the focus is not meant.
      event.preventDefault();
      event.stopPropagation();
      playTyped();
    } else if (/^[a-z0-9]$/i.test(event.key)) {
      const text = typed + event.key.toUpperCase();
      const targets = callbacks.targets();
      const matches = targets.filter(([target, move]) => label(target, move).startsWith(text));
      if (matches.length === 0) {
        forget();
        // Letters that begin no name at all are not meant for the board.
        if (/[0-9]/.test(text)) {
          callbacks.hint(callbacks.whyNot(text));
        }
        return;
      }
      typed = text;
      cancel();
      if (matches.every(([target, move]) => label(target, move) === text)) {
        playTyped();
      } else {
        callbacks.hint(`${typed} …`);
        cancel = disposer.after(PAUSE, playTyped);
      }
    }
  };
  // Before the board's own cells hear of it.
  disposer.listen(document, "keydown", pressed, { capture: true });
}

/**
 * The moves at the target of this name.
 * @param {LegalMove[]} targets
 * @param {string} text
 */
function named(targets, text) {
  return targets.filter(([target, move]) => label(target, move) === text).map(([, move]) => move);
}

/**
 * What is typed for a target: a column's number, a cell's name, the word on a button.
 * @param {LegalMove[0]} target
 * @param {string} move
 */
function label(target, move) {
  return ("column" in target ? String(target.column) : "arrow" in target ? "" : move).toUpperCase();
}

/**
 * Whether the key belongs to a field, a list or an open dialog.
 * @param {KeyboardEvent} event
 */
function isForAnother({ target, key }) {
  if (document.querySelector("dialog[open]") !== null) {
    return true;
  }
  // What opens and closes on Enter has no use for other keys.
  const others = key === "Enter" ? "input, select, textarea, summary" : "input, select, textarea";
  return target instanceof HTMLElement && target.closest(others) !== null;
}
