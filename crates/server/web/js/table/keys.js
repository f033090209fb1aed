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
 * @property {() => boolean} isStepping whether arrows step through the game: it is over, or an earlier position is shown
 * @property {() => void} back to the game
 * @property {() => void} help lists the keys
 * @property {(move: string) => string} written a move as it is written
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
    const moves = named(callbacks.targets(), typed, callbacks.written);
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
    if (event.key === "?") {
      event.preventDefault();
      callbacks.help();
    } else if ((arrow === "left" || arrow === "right") && callbacks.isStepping() && !isOnBoard(event)) {
      event.preventDefault();
      callbacks.step(arrow === "left" ? -1 : 1);
    } else if (arrow) {
      forget();
      if (board.arrow(arrow)) {
        event.preventDefault();
      }
    } else if (event.key === "," || event.key === ".") {
      callbacks.step(event.key === "," ? -1 : 1);
    } else if (event.key === "Escape") {
      if (!typed) {
        callbacks.back();
      }
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
      const labelOf = (/** @type {LegalMove} */ [target, move]) => label(target, callbacks.written(move));
      const matches = targets.filter((target) => labelOf(target).startsWith(text));
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
      if (matches.every((target) => labelOf(target) === text)) {
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
 * @param {KeyCallbacks["written"]} written
 */
function named(targets, text, written) {
  return targets.filter(([target, move]) => label(target, written(move)) === text).map(([, move]) => move);
}

/** Whether the cursor is on the board. @param {KeyboardEvent} event */
function isOnBoard({ target }) {
  return target instanceof Element && target.closest(".hit, .pad") !== null;
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
  // What opens and closes on Enter has no use for other keys, and tabs have use for arrows alone.
  const others = key === "Enter" ? ", summary" : key in ARROWS ? ', [role="tab"]' : "";
  return target instanceof HTMLElement && target.closest(`input, select, textarea${others}`) !== null;
}
