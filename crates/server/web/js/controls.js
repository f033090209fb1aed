// @ts-check
// The buttons of a game: exactly what the server says one's seats can do.

/** @import { State } from "./types.js" */

import { html } from "./dom.js";

/** How long a button that asks again stays so, in milliseconds. */
const DOUBT = 4_000;
/** A second press that follows faster was meant for the first question. */
const THOUGHT = 500;

export class Controls {
  /** @param {(what: string) => void} act */
  constructor(act) {
    this.act = act;
    this.element = html("div", { class: "controls", role: "group", "aria-label": "What you can do" });
    this.shown = "";
    /** The buttons there are. @type {string[]} */
    this.names = [];
  }

  /**
   * @param {State} state
   * @param {number[]} mine
   */
  show(state, mine) {
    const can = what(state, mine);
    const asks = hasOpponent(state, mine);
    // While a question is open nothing else is asked, but what was there keeps its place: nobody presses what has just
    // come under their finger.
    const ended = state.ending !== null;
    const kept = (/** @type {string} */ name) =>
      state.offer !== null && OFFERS[name] === ended && this.names.includes(name);
    const buttons = KINDS.filter(({ name }) => can.has(name) || kept(name));
    this.names = buttons.map(({ name }) => name);
    // Buttons that stay are left alone: focus and a half-given answer stay where they are.
    const shown = JSON.stringify([buttons.map(({ name }) => [name, can.has(name)]), asks]);
    if (shown === this.shown) {
      return;
    }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
    this.shown = shown;
    // Of several things that could come next only the first stands out.
    const first = buttons.find(({ main }) => main);
    this.element.replaceChildren(
      ...buttons.map((kind) => {
        const button = this.button({ ...kind, main: kind === first }, asks);
        button.disabled = !can.has(kind.name);
        return button;
      }),
    );
    if (focused) {
      const again = /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-do="${focused}"]`));
      again?.focus();
    }
  }

  /**
   * @param {Kind} kind
   * @param {boolean} asks
   */
  button({ name, label, asking, sure, main }, asks) {
    const text = asks && asking ? asking : label;
    const button = html("button", { type: "button", class: main ? "main" : "", "data-do": name }, text);
    let doubted = false;
    let since = 0;
    button.onclick = () => {
      if (doubted && Date.now() - since < THOUGHT) {
        return;
      }
      if (sure && !doubted) {
        doubted = true;
        since = Date.now();
        button.textContent = sure;
        button.classList.add("danger");
        setTimeout(() => {
          doubted = false;
          button.textContent = text;
          button.classList.remove("danger");
        }, DOUBT);
        return;
      }
      this.act(name);
    };
    return button;
  }
}

/**
 * What somebody on these seats can do, but for moving.
 * @param {State} state
 * @param {number[]} mine
 */
export function what(state, mine) {
  return new Set(mine.flatMap((player) => state.can[player - 1] ?? []));
}

/**
 * Whether somebody else has to be asked.
 * @param {State} state
 * @param {number[]} mine
 */
function hasOpponent(state, mine) {
  return state.seats.some((seat, index) => seat.kind === "guest" && !mine.includes(index + 1));
}

/** @typedef {{name: string, label: string, asking?: string, sure?: string, main?: boolean}} Kind */

/** What is asked of the other player, and whether that is after the end. @type {Record<string, boolean>} */
const OFFERS = { undo: false, draw: false, rematch: true };

/** In the order they are shown; the answers to a question stand beside it. @type {Kind[]} */
const KINDS = [
  { name: "continue", label: "Go on", main: true },
  { name: "rematch", label: "Play again", asking: "Ask for a rematch", main: true },
  { name: "undo", label: "Take back", asking: "Ask to take back" },
  { name: "draw", label: "Call it a draw", asking: "Offer a draw" },
  { name: "resign", label: "Resign", sure: "Really resign?" },
];
