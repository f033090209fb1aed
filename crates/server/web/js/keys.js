// @ts-check
// The keyboard: arrows and Enter move a cursor on the board, a column's number or a cell's name plays there.

/** @import { Arrow, LegalMove } from "./types.js" */
/** @import { Board } from "./boards/board.js" */

/** How long the next letter of a name may take, in milliseconds. */
export const PAUSE = 900;

/** @type {Record<string, Arrow>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * @typedef {object} Player
 * @property {() => Board | null} board
 * @property {() => LegalMove[]} targets what may be played now
 * @property {(moves: string[]) => void} choose
 * @property {(text: string) => void} hint
 * @property {(by: number) => void} look steps back or forth in the game
 * @property {(text: string) => string} why nothing can be played, or not there, in words
 */

/**
 * Listens for keys that are meant for the board.
 * @param {Player} player
 */
export function listen(player) {
  let typed = "";
  let timer = 0;

  const forget = () => {
    clearTimeout(timer);
    typed = "";
  };

  const playTyped = () => {
    const moves = named(player.targets(), typed);
    forget();
    player.hint("");
    if (moves.length > 0) {
      player.choose(moves);
    }
  };

  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const board = player.board();
    if (!board || event.ctrlKey || event.metaKey || event.altKey || isForAnother(event)) {
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) {
      forget();
      if (board.arrow(arrow)) {
        event.preventDefault();
      }
    } else if (event.key === "," || event.key === ".") {
      player.look(event.key === "," ? -1 : 1);
    } else if (event.key === "Escape") {
      forget();
      player.hint("");
    } else if (event.key === "Enter" && typed) {
      // It ends what was typed; the cell that has the focus is not meant.
      event.preventDefault();
      event.stopPropagation();
      playTyped();
    } else if (/^[a-z0-9]$/i.test(event.key)) {
      const text = typed + event.key.toUpperCase();
      const targets = player.targets();
      const matches = targets.filter(([target, move]) => label(target, move).startsWith(text));
      if (matches.length === 0) {
        forget();
        // Letters that begin no name at all are not meant for the board.
        if (/[0-9]/.test(text)) {
          player.hint(player.why(text));
        }
        return;
      }
      typed = text;
      clearTimeout(timer);
      if (matches.every(([target, move]) => label(target, move) === text)) {
        playTyped();
      } else {
        player.hint(`${typed} …`);
        timer = setTimeout(playTyped, PAUSE);
      }
    }
  };
  // Before the board's own cells hear of it.
  document.addEventListener("keydown", pressed, { capture: true });
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
 * Whether the key belongs to a field, a list or an open dialogue.
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
