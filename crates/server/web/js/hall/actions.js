// @ts-check
// One large button for each mode: each is one click from playing.

/** @import { Game } from "../types.js" */
/** @import { Mode, HallAction, HallState } from "./state.js" */

import { html, say, svg } from "../dom.js";
import { levels } from "../game-info.js";
import { title } from "../text.js";
import { levelOf, modes, offeredLevels } from "./state.js";

/** @type {Record<Mode, string>} */
export const MODES = {
  computer: "Play the computer",
  friend: "Invite a friend",
  here: "Two at this screen",
  alone: "Play",
  watch: "Watch the computer",
  seats: "Start with these seats",
};

/** What each button is about, as paths in a square of 24. @type {Record<string, string>} */
const ICONS = {
  computer: "M5 5h14v10H5ZM9 19h6M12 15v4M9.5 9.5h.01M14.5 9.5h.01",
  friend:
    "M10 14a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.6-5.6L11.6 7.6M14 10a4 4 0 0 0-6-.4l-2.6 2.6a4 4 0 0 0 5.6 5.6l1.4-1.4",
  here: "M9 11a3 3 0 1 0-.01 0ZM16 12a2.5 2.5 0 1 0-.01 0ZM3.5 19c.6-3.2 2.8-5 5.5-5s4.900 1.800 5.500 5M16 15c2.300 0 4 1.400 4.500 4",
  alone: "M8 5.500v13l11-6.500Z",
  watch:
    "M2.500 12s3.500-6 9.500-6 9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6ZM12 14.500a2.500 2.500 0 1 0-.01 0Z",
  analysis: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  puzzles: "M9 4.500h4.500v3a2 2 0 1 1 0 4v3H18a2 2 0 1 0 0 0v5H4.500v-5a2 2 0 1 0 0-4v-6Z",
};

/**
 * @param {string} name
 */
function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

export class Actions {
  /**
   * @param {(action: HallAction) => void} dispatch
   * @param {(mode: Mode) => void} start
   */
  constructor(dispatch, start) {
    this.dispatch = dispatch;
    this.start = start;
    this.element = html("div", { class: "actions" });
    /** The game the buttons are for. @type {Game | null} */
    this.game = null;
    /** @type {Map<Mode, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {HTMLInputElement[]} */
    this.chips = [];
  }

  /** @param {HallState} state */
  render(state) {
    if (state.game !== this.game) {
      this.game = state.game;
      this.build(state.game);
    }
    this.buttons.forEach((button, mode) => {
      button.classList.toggle("main", mode === primary(state));
      button.disabled = state.isOpening;
      say(/** @type {Element} */ (button.querySelector("small")), modeText(mode, state));
    });
    const [level, offered] = [levelOf(state), offeredLevels(state).map(({ name }) => name)];
    this.chips.forEach((chip) => {
      chip.checked = chip.value === level;
      chip.closest("label")?.toggleAttribute("hidden", !offered.includes(chip.value));
    });
  }

  dispose() {}

  /** @param {Game} game */
  build(game) {
    this.buttons.clear();
    const cards = modes(game).map((mode) => {
      const button = html(
        "button",
        { type: "button", class: "action", "data-mode": mode, onclick: () => this.start(mode) },
        icon(mode),
        html("span", { class: "action-name" }, MODES[mode], html("small", {})),
      );
      this.buttons.set(mode, button);
      const hasLevels = mode === "computer" || mode === "watch";
      return html("div", { class: `action-card ${mode}` }, button, hasLevels ? this.levels(game) : null);
    });
    this.element.replaceChildren(
      ...cards,
      link("analysis", "Analysis", `/analysis#${game.name}`, "Set up, explore, evaluate"),
      link("puzzles", "Puzzles", "/puzzles", "One a day, or as many as you like"),
    );
  }

  /** How strong the computer is. @param {Game} game */
  levels(game) {
    const found = levels(game);
    this.chips = found.map(({ name }) =>
      html("input", {
        type: "radio",
        name: "level",
        value: name,
        onchange: () => this.dispatch({ type: "level", level: name }),
      }),
    );
    return html(
      "div",
      { class: "chips", role: "radiogroup", "aria-label": "Level" },
      ...found.map(({ name, about }, index) =>
        html("label", { class: "chip", title: about }, this.chips[index], html("span", {}, title(name))),
      ),
    );
  }
}

/** The mode that is started with Enter or by the button at the foot of a phone. @param {HallState} state */
export function primary({ game, mode }) {
  return mode === "seats" ? modes(game)[0] : mode;
}

/**
 * What a button starts, in a few words.
 * @param {Mode} mode
 * @param {HallState} state
 */
export function modeText(mode, state) {
  const { game, begins } = state;
  const level = levelOf(state);
  const first = { me: "you begin", them: "they begin", random: "random start" }[begins];
  switch (mode) {
    case "computer":
      return `${title(level)} · ${first}`;
    case "friend":
      return `By link or QR code · ${first}`;
    case "here":
      return "Taking turns";
    case "watch":
      return title(level);
    case "alone":
      return game.defaults.target === null ? "" : "With arrows or swipes";
    default:
      return "";
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} href
 * @param {string} about
 */
function link(name, label, href, about) {
  const content = html("span", { class: "action-name" }, label, html("small", {}, about));
  const element = html("a", { class: "button action", href, "data-view": name }, icon(name), content);
  return html("div", { class: "action-card" }, element);
}
