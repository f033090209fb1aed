// @ts-check
// The options of a game as fields; the server says which there are.

/** @import { Game } from "../types.js" */
/** @import { HallAction, HallState } from "./state.js" */

import { html, writeField } from "../dom.js";
import { isSquare, sizeLabels } from "../game-info.js";

/** The field of this name. @typedef {(name: string) => HTMLInputElement | HTMLSelectElement} FieldMaker */

export class OptionFields {
  /** @param {(action: HallAction) => void} dispatch */
  constructor(dispatch) {
    this.dispatch = dispatch;
    this.element = html("fieldset", { class: "options" });
    /** The game the fields are for. @type {Game | null} */
    this.game = null;
    /** The fields by name. @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = new Map();
  }

  /** @param {HallState} state */
  render({ game, fields }) {
    if (game !== this.game) {
      this.game = game;
      this.fields.clear();
      const options = game.choices.flatMap((choice) => this.makers[choice]?.(game) ?? []);
      this.element.replaceChildren(html("legend", {}, "Options"), ...options);
    }
    this.fields.forEach((field, name) => writeField(field, fields[name]));
  }

  dispose() {}

  /** @type {Record<string, (game: Game) => HTMLElement>} */
  makers = {
    size: (game) => {
      const [usualRows, usualColumns] = game.defaults.size.split("x");
      const rows = this.number("rows", usualRows);
      const [first, second] = sizeLabels(game);
      if (isSquare(game)) {
        return html("div", { class: "field" }, html("label", { for: "rows" }, first), rows);
      }
      const columns = this.number("columns", usualColumns);
      rows.setAttribute("aria-label", first);
      columns.setAttribute("aria-label", second);
      return group(`${first} × ${second}`, rows, "×", columns);
    },

    target: () => {
      const powers = Array.from({ length: 15 }, (_, power) => 2 ** (power + 1));
      const field = html("select", { id: "target" }, ...powers.map((power) => html("option", {}, power)));
      this.listen("target", field);
      return html("div", { class: "field" }, html("label", { for: "target" }, "Target tile"), field);
    },

    tokens: () =>
      group(
        "Tokens and blank",
        this.text("token1", "First player's token"),
        this.text("token2", "Second player's token"),
        this.text("blank", "Blank"),
      ),

    swap: () => this.box("swap", "Swap rule: the second player may take the first stone"),
    "idle-spawns": () => this.box("idle_spawns", "A press that changes nothing counts too"),
    free: () => this.box("free", "Free placement: either side places at any time (two on one device)"),
  };

  /** Left empty, it means the usual number. @param {string} name @param {string} usual */
  number(name, usual) {
    const field = html("input", { id: name, type: "number", inputmode: "numeric", step: 1, placeholder: usual });
    return this.listen(name, field);
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  text(name, label) {
    return this.listen(name, html("input", { type: "text", class: "token", maxlength: 16, "aria-label": label }));
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  box(name, label) {
    const field = this.listen(name, html("input", { type: "checkbox", name }));
    return html("label", { class: "field box" }, field, html("span", {}, label));
  }

  /**
   * @template {HTMLInputElement | HTMLSelectElement} Field
   * @param {string} name
   * @param {Field} field
   */
  listen(name, field) {
    const value = () => (field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field.value);
    field.addEventListener("input", () => this.dispatch({ type: "field", name, value: value() }));
    this.fields.set(name, field);
    return field;
  }
}

/**
 * @param {string} name
 * @param {...(HTMLElement | string)} fields
 */
function group(name, ...fields) {
  return html(
    "div",
    { class: "field" },
    html("span", { class: "name" }, name),
    html("span", { class: "pair" }, ...fields),
  );
}
