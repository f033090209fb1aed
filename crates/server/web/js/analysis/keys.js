// @ts-check
// The keyboard of the analysis board. Arrows step, unless the cursor is on the board or arrows are the game's moves.

/** @import { Arrow, LegalMove } from "../types.js" */
/** @import { Board } from "../boards/board.js" */
/** @import { Disposer } from "../disposer.js" */
/** @import { BoardCommand } from "./client.js" */

import { keysDialog } from "../table/shortcuts.js";

/** @type {Record<string, Arrow>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** @type {Record<string, BoardCommand>} */
const STEPS = {
  ArrowLeft: { do: "back" },
  ArrowRight: { do: "forward" },
  ArrowUp: { do: "sibling", by: -1 },
  ArrowDown: { do: "sibling", by: 1 },
};

/** @type {Record<string, BoardCommand>} */
const OTHERS = {
  ",": { do: "back" },
  ".": { do: "forward" },
  Home: { do: "first" },
  End: { do: "last" },
};

/**
 * @typedef {object} KeyCallbacks
 * @property {() => Board} board
 * @property {(command: BoardCommand) => void} act
 * @property {() => boolean} isPanel whether arrows are moves
 * @property {() => boolean} isBusy whether a position is set up
 * @property {() => void} delete
 * @property {() => void} promote
 * @property {() => void} engine
 * @property {() => void} best
 * @property {() => void} help
 * @property {() => LegalMove[]} targets
 * @property {(moves: string[]) => void} play
 */

/**
 * @param {KeyCallbacks} callbacks
 * @param {Disposer} disposer
 */
export function listenToKeys(callbacks, disposer) {
  /** @type {Record<string, () => void>} */
  const actions = {
    Delete: callbacks.delete,
    p: callbacks.promote,
    e: callbacks.engine,
    b: callbacks.best,
    "?": callbacks.help,
  };
  disposer.listen(
    document,
    "keydown",
    (/** @type {KeyboardEvent} */ event) => {
      const { key, target } = event;
      const isField = target instanceof Element && target.closest("input, select, textarea, summary") !== null;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isField ||
        document.querySelector("dialog[open]") ||
        callbacks.isBusy()
      ) {
        return;
      }
      const isOnBoard = target instanceof Element && target.closest(".hit, .pad, .pick") !== null;
      const step = event.shiftKey || !(callbacks.isPanel() || isOnBoard) ? STEPS[key] : undefined;
      const command = step ?? OTHERS[key];
      const action = actions[key];
      if (command) {
        event.preventDefault();
        callbacks.act(command);
      } else if (action) {
        event.preventDefault();
        action();
      } else if (ARROWS[key] && callbacks.board().arrow(ARROWS[key])) {
        event.preventDefault();
      } else if (/^[0-9]$/.test(key)) {
        const moves = callbacks.targets().filter(([place]) => "column" in place && place.column === Number(key));
        if (moves.length > 0) {
          callbacks.play(moves.map(([, move]) => move));
        }
      }
    },
    { capture: true },
  );
}

/** The keys of an analysis board. @type {[string, string][]} */
const KEYS = [
  ["← →", "One move back, one forward"],
  ["↑ ↓", "Another variation"],
  ["Home  End", "Start, end of the line"],
  ["Shift ← →", "One move back, one forward, where arrows are moves"],
  ["0 – 9", "Play in the column of this number"],
  ["b", "Play the engine's best move, or let chance choose"],
  ["e", "Engine on or off"],
  ["p", "Promote the line"],
  ["Delete", "Delete from here on"],
  ["Ctrl V", "Paste a game"],
  ["?", "This list"],
];

/** A dialog with the keys. */
export const keyList = () => keysDialog(KEYS);
