// @ts-check
// The buttons of a game: exactly what the server says the guest can do, and what others put beside them.

/** @import { TableAction, TableState } from "./state.js" */
/** @import { Button } from "./buttons.js" */

import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { BUTTONS, commandsOf, labelOf, sureLabelOf } from "./buttons.js";
import { playersOf } from "./state.js";

/** How long a button asks whether it is meant, in milliseconds. */
const DOUBT = 4_000;
/** A second press that follows faster belongs to the first. */
const DOUBLE_CLICK = 500;

export class Controls {
  /**
   * @param {(action: TableAction) => void} dispatch
   * @param {(name: string) => void} act
   * @param {() => string[]} elsewhere commands that have a button in another place
   */
  constructor(dispatch, act, elsewhere) {
    this.dispatch = dispatch;
    this.act = act;
    this.elsewhere = elsewhere;
    this.names = "";
    /** Buttons of others. @type {HTMLElement[]} */
    this.extras = [];
    this.disposer = new Disposer();
    this.stopDoubt = () => {};
    this.element = html("div", { class: "controls", role: "group", "aria-label": "Actions" });
    /** @type {TableState | null} */
    this.state = null;
  }

  /** @param {TableState} state */
  render(state) {
    const { shown, me, confirming } = state;
    const before = this.state;
    this.state = state;
    const elsewhere = this.elsewhere();
    const buttons = state.buttons.filter((name) => !elsewhere.includes(name));
    const isSame = String(buttons) === this.names;
    if (before && before.shown === shown && isSame && before.confirming === confirming) {
      return;
    }
    if (!isSame) {
      this.names = String(buttons);
      this.rebuild(buttons);
    }
    const mine = playersOf(shown, me);
    const can = commandsOf(shown, mine);
    // Of several things that could come next only the first stands out.
    const first = BUTTONS.find(({ name, main }) => main && buttons.includes(name));
    for (const element of this.own()) {
      const button = /** @type {Button} */ (BUTTONS.find(({ name }) => name === element.dataset.do));
      const isSure = confirming?.name === button.name;
      say(element, (isSure && sureLabelOf(button, shown)) || labelOf(button, shown, mine));
      element.classList.toggle("danger", isSure);
      element.classList.toggle("main", button === first);
      element.disabled = !can.has(button.name);
    }
  }

  /** Puts other buttons behind those of the game. @param {HTMLElement[]} extras */
  setExtras(extras) {
    if (extras.length !== this.extras.length || extras.some((extra, index) => extra !== this.extras[index])) {
      this.extras = extras;
      this.element.replaceChildren(...this.own(), ...extras);
    }
  }

  /** The buttons of the game. @returns {HTMLButtonElement[]} */
  own() {
    return [...this.element.querySelectorAll("button")].filter(({ dataset }) => dataset.do !== undefined);
  }

  /** @param {string[]} names */
  rebuild(names) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
    const kept = new Map(this.own().map((button) => [button.dataset.do, button]));
    const make = (/** @type {string} */ name) =>
      html("button", { type: "button", "data-do": name, onclick: () => this.press(name) });
    this.element.replaceChildren(...names.map((name) => kept.get(name) ?? make(name)), ...this.extras);
    if (focused) {
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-do="${focused}"]`))?.focus();
    }
  }

  /** @param {string} name */
  press(name) {
    const confirming = this.state?.confirming;
    const needsConfirmation = BUTTONS.some((button) => button.name === name && button.sure);
    if (!needsConfirmation) {
      this.act(name);
    } else if (confirming?.name !== name) {
      this.dispatch({ type: "confirm", name, now: Date.now() });
      this.stopDoubt();
      this.stopDoubt = this.disposer.after(DOUBT, () =>
        this.dispatch({ type: "confirm", name: null, now: Date.now() }),
      );
    } else if (Date.now() - confirming.since >= DOUBLE_CLICK) {
      this.act(name);
    }
  }

  dispose() {
    this.disposer.dispose();
  }
}
