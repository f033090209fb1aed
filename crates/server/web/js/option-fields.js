// @ts-check
// What can be chosen about a game, as fields; which ones there are, the server says.

/** @import { Game, Options } from "./types.js" */

import { html } from "./dom.js";

/** Asks for one choice and reads it again. @typedef {{element: HTMLElement, read: (options: Options) => void}} Field */

export class Choices {
  constructor() {
    this.element = html("fieldset", { class: "choices" });
    /** @type {Field[]} */
    this.fields = [];
  }

  /** @param {Game} game */
  show(game) {
    this.fields = game.choices.flatMap((choice) => (makers[choice] ? [makers[choice](game)] : []));
    this.element.replaceChildren(html("legend", {}, "Options"), ...this.fields.map(({ element }) => element));
  }

  /** @returns {Options} */
  value() {
    /** @type {Options} */
    const options = {};
    this.fields.forEach(({ read }) => read(options));
    return options;
  }
}

/** @type {Record<string, (game: Game) => Field>} */
const makers = {
  size(game) {
    const [rows, columns] = game.defaults.size.split("x");
    const [down, across] = [number("rows", rows), number("columns", columns)];
    if (game.name === "hex") {
      return {
        element: html("div", { class: "field" }, html("label", { for: "rows" }, "Side"), down),
        read: (options) => void (options.size = `${whole(down)}x${whole(down)}`),
      };
    }
    const [first, second] = game.name === "shapes" ? ["Capacity", "bins"] : ["Rows", "columns"];
    return {
      element: html(
        "div",
        { class: "field" },
        html("span", { class: "name" }, `${first} × ${second}`),
        html("span", { class: "pair" }, named(down, first), "×", named(across, second)),
      ),
      read: (options) => void (options.size = `${whole(down)}x${whole(across)}`),
    };
  },

  target(game) {
    const own = String(game.defaults.target ?? 1024);
    const powers = Array.from({ length: 15 }, (_, power) => String(2 ** (power + 1)));
    const field = html(
      "select",
      { id: "target" },
      ...powers.map((power) => html("option", { selected: power === own }, power)),
    );
    return {
      element: html("div", { class: "field" }, html("label", { for: "target" }, "Target tile"), field),
      read: (options) => void (options.target = Number(field.value)),
    };
  },

  tokens(game) {
    const labels = ["First player's token", "Second player's token", "Blank"];
    const own = [...game.names, "."];
    const fields = labels.map((label, index) =>
      html("input", { type: "text", class: "token", value: own[index], maxlength: 16, "aria-label": label }),
    );
    return {
      element: html(
        "div",
        { class: "field" },
        html("span", { class: "name" }, "Tokens and blank"),
        html("span", { class: "pair" }, ...fields),
      ),
      read: (options) => void (options.tokens = fields.map((field) => field.value)),
    };
  },

  // Between people who do not know each other's strength the swap rule is the usual one.
  swap: () => box("swap", "Swap rule: the second player may take the first stone", true),
  "idle-spawns": () => box("idle_spawns", "A press that changes nothing counts too", false),
  free: () => box("free", "Free: either side places at any time (for two at one device)", false),
};

/**
 * @param {"swap" | "idle_spawns" | "free"} key
 * @param {string} label
 * @param {boolean} checked
 * @returns {Field}
 */
function box(key, label, checked) {
  const field = html("input", { type: "checkbox", name: key, checked });
  return {
    element: html("label", { class: "field box" }, field, html("span", {}, label)),
    read: (options) => void (options[key] = field.checked),
  };
}

/**
 * @param {string} id
 * @param {string} value
 */
function number(id, value) {
  return html("input", { id, type: "number", inputmode: "numeric", step: 1, value, required: true });
}

/** What stands in a field, with all its digits: 1e3 is 1000. @param {HTMLInputElement} field */
const whole = ({ value }) => BigInt(Math.trunc(Number(value)));

/**
 * @param {HTMLInputElement} field
 * @param {string} label
 */
function named(field, label) {
  field.setAttribute("aria-label", label);
  return field;
}
