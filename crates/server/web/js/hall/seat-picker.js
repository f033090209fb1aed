// @ts-check
// Who plays on each seat: for whoever wants more than the usual modes.

/** @import { Game } from "../types.js" */
/** @import { HallAction, HallState, SeatChoice } from "./state.js" */

import { emblem } from "../boards/pieces.js";
import { html, say, writeField } from "../dom.js";
import { pieceKind, takesLimit } from "../game-info.js";
import { sidesOf } from "../sides.js";
import { title } from "../title.js";

/** Time for a move that an engine may be given. */
const LIMITS = ["100ms", "500ms", "1s", "2s", "5s"];

/** @typedef {{element: HTMLElement, render: (state: HallState) => void}} SeatField */

export class SeatPicker {
  /**
   * @param {(action: HallAction) => void} dispatch
   * @param {() => void} start with these seats
   */
  constructor(dispatch, start) {
    this.dispatch = dispatch;
    this.start = html(
      "button",
      { type: "button", class: "start-seats", "data-mode": "seats", onclick: start },
      "Start with these seats",
    );
    this.element = html("fieldset", { class: "seat-picker" });
    /** The game the fields are for. @type {Game | null} */
    this.game = null;
    /** @type {SeatField[]} */
    this.seats = [];
    /** The seats that are shown. @type {SeatChoice[]} */
    this.chosen = [];
  }

  /** @param {HallState} state */
  render(state) {
    if (state.game !== this.game) {
      this.game = state.game;
      this.build(state.game);
    }
    this.chosen = state.seats;
    this.start.disabled = state.isOpening;
    this.seats.forEach((seat) => seat.render(state));
  }

  dispose() {}

  /** @param {Game} game */
  build(game) {
    const { dispatch } = this;
    this.seats = Array.from({ length: game.players }, (_, index) => seatField(game, index + 1, dispatch));
    const exchange = html(
      "button",
      {
        type: "button",
        class: "exchange",
        title: "Exchange seats",
        "aria-label": "Exchange seats",
        onclick: () => dispatch({ type: "seats", seats: this.chosen.toReversed() }),
      },
      "⇅",
    );
    this.element.replaceChildren(
      html("legend", {}, game.players === 1 ? "Player" : "Each seat by itself"),
      html(
        "div",
        { class: "seat-fields" },
        ...this.seats.map(({ element }) => element),
        game.players === 1 ? null : exchange,
      ),
      this.start,
    );
  }
}

/**
 * @param {Game} game
 * @param {number} player
 * @param {(action: HallAction) => void} dispatch
 * @returns {SeatField}
 */
function seatField(game, player, dispatch) {
  const name = game.players === 1 ? game.names[player - 1] : sidesOf(game)[player - 1];
  const engineOf = (/** @type {string} */ who) => game.engines.find((engine) => engine.name === who);
  const change = () => {
    const limit = takesLimit(engineOf(who.value)) ? time.value : "";
    dispatch({ type: "seat", player, seat: { who: who.value, limit } });
  };
  const who = html(
    "select",
    { id: `seat-${player}`, "aria-label": `${name}: player`, onchange: change },
    html(
      "optgroup",
      { label: "People" },
      html("option", { value: "me" }, "Me"),
      game.players > 1 ? html("option", { value: "friend" }, "A friend") : null,
    ),
    html(
      "optgroup",
      { label: "Engines" },
      ...game.engines.map((engine) => html("option", { value: engine.name }, title(engine.name))),
    ),
  );
  const time = html(
    "select",
    { class: "limit", "aria-label": "Time per move", onchange: change },
    html("option", { value: "" }, "usual time"),
    ...LIMITS.map((limit) => html("option", { value: limit }, limit.replace(/(m?s)$/, " $1"))),
  );
  const about = html("p", { class: "seat-about" });
  const order = game.players === 1 ? "" : player === 1 ? "moves first" : "moves second";
  const element = html(
    "div",
    { class: `seat-field player-${player}`, "data-pieces": pieceKind(game) },
    game.players === 1 ? null : emblem(pieceKind(game), player, game.names),
    html("span", { class: "side" }, html("strong", {}, name), html("small", {}, order)),
    html("span", { class: "pair" }, who, time),
    about,
  );
  return {
    element,
    render({ seats }) {
      const seat = seats[player - 1];
      writeField(who, seat.who);
      writeField(time, seat.limit);
      time.hidden = !takesLimit(engineOf(seat.who));
      say(about, seat.who === "friend" ? friendText(seats) : (engineOf(seat.who)?.about ?? ""));
    },
  };
}

/** How a friend gets the seat, and that a host without a seat is a spectator. @param {SeatChoice[]} seats */
function friendText(seats) {
  const how = "The first person to open the link plays here.";
  return seats.some(({ who }) => who === "me") ? how : `You will be a spectator. ${how}`;
}
