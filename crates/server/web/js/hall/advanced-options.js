// @ts-check
// Everything else that can be chosen before a game, folded away: size, who begins, clock, each seat by itself.

/** @import { Choices, HallAction, HallState } from "./state.js" */

import { html, say, set, writeField } from "../dom.js";
import { ClockFields } from "./clock-fields.js";
import { OptionFields } from "./option-fields.js";
import { SeatPicker } from "./seat-picker.js";
import { title } from "../title.js";
import { unusualChoices } from "./state.js";

/** What the options of a game are called in one word or two. @type {Record<string, string>} */
const OPTION_NAMES = { size: "size", target: "target", tokens: "tokens", swap: "swap rule" };

/** What there is to choose, in one line. @param {HallState["game"]} game */
function choicesText({ choices, players }) {
  const options = choices.flatMap((choice) => OPTION_NAMES[choice] ?? []);
  return title([...options, ...(players > 1 ? ["clock", "who begins"] : []), "engines"].join(", "));
}

export class More {
  /**
   * @param {(action: HallAction) => void} dispatch
   * @param {() => void} start with the seats as they are chosen
   */
  constructor(dispatch, start) {
    this.parts = [new OptionFields(dispatch), new ClockFields(dispatch), new SeatPicker(dispatch, start)];
    const [options, clock, seats] = this.parts;
    this.begins = html(
      "select",
      {
        id: "begins",
        onchange: () => dispatch({ type: "begins", begins: /** @type {Choices["begins"]} */ (this.begins.value) }),
      },
      html("option", { value: "me" }, "Me"),
      html("option", { value: "them" }, "My opponent"),
      html("option", { value: "random" }, "Random"),
    );
    this.order = html(
      "fieldset",
      { class: "order" },
      html("legend", {}, "Start"),
      html("div", { class: "field" }, html("label", { for: "begins" }, "Who begins"), this.begins),
    );
    this.chosen = html("span", { class: "chosen-options" });
    this.reset = html(
      "button",
      { type: "button", class: "plain reset", onclick: () => dispatch({ type: "usual" }) },
      "Usual options",
    );
    this.fields = html(
      "div",
      { class: "more-fields", id: "more-fields", hidden: true },
      html("div", { class: "details" }, options.element, html("div", {}, this.order, clock.element), this.reset),
      seats.element,
    );
    this.toggle = html(
      "button",
      {
        type: "button",
        class: "plain more-toggle",
        "aria-expanded": "false",
        "aria-controls": "more-fields",
        onclick: () => this.show(this.fields.hidden === true),
      },
      html("span", { class: "more-name" }, "More options"),
      this.chosen,
    );
    this.element = html("div", { class: "more" }, this.toggle, this.fields);
  }

  /** @param {HallState} state */
  render(state) {
    this.parts.forEach((part) => part.render(state));
    this.order.hidden = state.game.players === 1;
    writeField(this.begins, state.begins);
    const unusual = unusualChoices(state);
    say(this.chosen, unusual || choicesText(state.game));
    this.chosen.classList.toggle("unusual", unusual !== "");
    this.reset.hidden = unusual === "";
  }

  /** Shows the fields or folds them away. @param {boolean} isOpen */
  show(isOpen) {
    this.fields.hidden = !isOpen;
    set(this.toggle, { "aria-expanded": String(isOpen) });
  }

  dispose() {
    this.parts.forEach((part) => part.dispose());
  }
}
