// @ts-check
// The buttons of a game: exactly what the server says the guest can do, and what others put beside them.

/** @import { TableAction, TableState } from "./state.js" */
/** @import { Button } from "./buttons.js" */

import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { BUTTONS, commandsOf, labelOf, sureLabelOf } from "./buttons.js";
import { playersOf } from "./state.js";

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
    this.element = html("div", { class: "controls", role: "group", "aria-label": "Actions" });
    /** @type {TableState | null} */
    this.state = null;
    const listen = (/** @type {string} */ type, /** @type {(event: any) => boolean} */ isOther) =>
      this.disposer.listen(document, type, (event) => isOther(event) && this.stopConfirming());
    listen("pointerdown", ({ target }) => !this.confirmingButton()?.contains(target));
    listen("keydown", ({ key }) => key === "Escape");
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
      const isSure = confirming === button.name;
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
      html("button", { type: "button", "data-do": name, onclick: (event) => this.press(name, event.detail) });
    this.element.replaceChildren(...names.map((name) => kept.get(name) ?? make(name)), ...this.extras);
    if (focused) {
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-do="${focused}"]`))?.focus();
    }
  }

  /**
   * @param {string} name
   * @param {number} clicks 2 for the second click of a double click, which confirms nothing
   */
  press(name, clicks) {
    const needsConfirmation = BUTTONS.some((button) => button.name === name && button.sure);
    if (!needsConfirmation) {
      this.act(name);
    } else if (this.state?.confirming !== name) {
      this.dispatch({ type: "confirm", name });
    } else if (clicks < 2) {
      this.act(name);
    }
  }

  /** The button that asks for confirmation. */
  confirmingButton() {
    return this.own().find(({ dataset }) => dataset.do === this.state?.confirming);
  }

  /** Takes the question back: the player does something else. */
  stopConfirming() {
    if (this.state?.confirming) {
      this.dispatch({ type: "confirm", name: null });
    }
  }

  dispose() {
    this.disposer.dispose();
  }
}
