// @ts-check
// Who sits where: three usual companies at a touch, and each seat by itself.

/** @import { Engine, Game } from "./types.js" */

import { emblem } from "./boards/pieces.js";
import { html, say } from "./dom.js";

/** Time for a move that an engine may be given. */
const TIMES = ["100ms", "500ms", "1s", "2s", "5s"];

/** @typedef {{element: HTMLElement, value: () => string, choose: (who: string) => void, explain: (text: string) => void}} Chair */

export class SeatPicker {
  constructor() {
    this.element = html("fieldset", { class: "company", onchange: () => this.explain() });
    /** @type {Chair[]} */
    this.chairs = [];
    /** The usual companies, and who sits where in them. @type {[HTMLInputElement, string[]][]} */
    this.presets = [];
  }

  /** @param {Game} game */
  show(game) {
    const usual = game.engines.find(({ name }) => name === "medium") ?? game.engines.at(-1);
    this.chairs = Array.from({ length: game.players }, (_, index) => chair(game, index + 1));
    const sit = (/** @type {string[]} */ who) => {
      this.chairs.forEach((seat, index) => seat.choose(who[index]));
      this.explain();
    };
    const exchange = () => sit(this.value().reverse());
    /** @type {[string, string[]][]} */
    const companies =
      game.players === 1
        ? [
            ["I play", ["me"]],
            ...(usual ? [/** @type {[string, string[]]} */ (["Watch an engine", [usual.name]])] : []),
          ]
        : [
            ["A friend, by link", ["me", "friend"]],
            ["The computer", ["me", usual?.name ?? "friend"]],
            ["Two at this device", ["me", "me"]],
          ];
    this.presets = companies.map(([, who]) => [
      html("input", { type: "radio", name: "company", onchange: () => sit(who) }),
      who,
    ]);
    const presets = this.presets.map(([input], index) =>
      html("label", { class: "preset" }, input, html("span", {}, companies[index][0])),
    );
    sit(companies[0][1]);
    this.element.replaceChildren(
      html("legend", {}, game.players === 1 ? "Who plays" : "Who plays whom"),
      html("div", { class: "presets" }, ...presets),
      html(
        "div",
        { class: "chairs" },
        ...this.chairs.map(({ element }) => element),
        game.players === 1
          ? null
          : html(
              "button",
              {
                type: "button",
                class: "exchange",
                title: "Exchange seats",
                "aria-label": "Exchange seats",
                onclick: exchange,
              },
              "⇅",
            ),
      ),
    );
  }

  /**
   * Says how a friend comes to sit there, and to who starts a game without a seat that they will watch; marks the
   * company that was chosen, if it is a usual one.
   */
  explain() {
    const who = this.value();
    this.presets.forEach(([input, usual]) => (input.checked = kinds(usual) === kinds(who)));
    const how = "Whoever opens the link first sits here.";
    const text = who.includes("me") ? how : `You will watch. ${how}`;
    this.chairs.forEach((seat, index) => who[index] === "friend" && seat.explain(text));
  }

  /** The seats as the server wants them. */
  value() {
    return this.chairs.map((seat) => seat.value());
  }
}

/** Who is there, whichever engine it is and wherever they sit. @param {string[]} who */
const kinds = (who) => String(who.map((seat) => (["me", "friend"].includes(seat) ? seat : "engine")).sort());

/**
 * @param {Game} game
 * @param {number} player
 * @returns {Chair}
 */
function chair(game, player) {
  const who = html(
    "select",
    { id: `seat-${player}`, "aria-label": `${game.names[player - 1]}: who` },
    html(
      "optgroup",
      { label: "People" },
      html("option", { value: "me" }, "Me"),
      game.players > 1 ? html("option", { value: "friend" }, "A friend") : null,
    ),
    html(
      "optgroup",
      { label: "Engines" },
      ...game.engines.map((engine) => html("option", { value: engine.name }, engine.name)),
    ),
  );
  const time = html(
    "select",
    { class: "limit", "aria-label": "Thinking time" },
    html("option", { value: "" }, "usual time"),
    ...TIMES.map((limit) => html("option", { value: limit }, limit.replace(/(m?s)$/, " $1"))),
  );
  const about = html("p", { class: "engine-about" });
  const engine = () => game.engines.find(({ name }) => name === who.value);
  const change = () => {
    time.hidden = !takesTime(engine());
    time.value = takesTime(engine()) ? time.value : "";
    about.textContent = engine()?.about ?? "";
  };
  who.onchange = change;
  change();
  const order = game.players === 1 ? "" : player === 1 ? "begins" : "is second";
  return {
    element: html(
      "div",
      { class: `chair player-${player}`, "data-game": game.name },
      game.players === 1 ? null : emblem(game.name, player, game.names),
      html("span", { class: "side" }, html("strong", {}, game.names[player - 1]), html("small", {}, order)),
      html("span", { class: "pair" }, who, time),
      about,
    ),
    value: () => who.value + (time.value ? `:${time.value}` : ""),
    choose: (text) => {
      const [name, limit] = text.split(":");
      who.value = name;
      time.value = limit ?? "";
      change();
    },
    explain: (text) => say(about, text),
  };
}

/** @param {Engine | undefined} engine */
function takesTime(engine) {
  return engine !== undefined && /limit/.test(engine.options);
}
