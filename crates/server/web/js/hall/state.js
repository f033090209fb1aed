// @ts-check
// The state of the hall: the game that is chosen, its options, who plays, the clock, and the guest's own games.

/** @import { Game, OpenGame, OwnGame } from "../types.js" */

import { isSquare, usualEngine } from "../game-info.js";

/** A seat as it is chosen: `me`, `friend` or an engine, and the engine's time for a move. @typedef {{who: string, limit: string}} SeatChoice */

/** What is written in the fields. @typedef {Record<string, string | boolean>} Fields */

/** A clock as it is chosen: `minutes+seconds`, nothing, or `custom`. @typedef {{preset: string, minutes: string, seconds: string}} ClockChoice */

/** A usual way to fill the seats. @typedef {{label: string, seats: SeatChoice[]}} Preset */

/**
 * @typedef {object} HallState
 * @property {Game[]} games
 * @property {Game} game the game that is chosen
 * @property {SeatChoice[]} seats
 * @property {Fields} fields
 * @property {ClockChoice} clock
 * @property {boolean} isOpening
 * @property {string} error
 * @property {OwnGame[] | null} own null until they are known
 */

/**
 * @typedef {{type: "choose", game: Game}
 *   | {type: "field", name: string, value: string | boolean}
 *   | {type: "seats", seats: SeatChoice[]}
 *   | {type: "seat", player: number, seat: SeatChoice}
 *   | {type: "clock", clock: Partial<ClockChoice>}
 *   | {type: "opening"}
 *   | {type: "failed", error: string}
 *   | {type: "own games", own: OwnGame[]}} HallAction
 */

/** @type {ClockChoice} */
const NO_CLOCK = { preset: "", minutes: "15", seconds: "10" };

/**
 * @param {Game[]} games
 * @param {Game} game
 * @returns {HallState}
 */
export function initialState(games, game) {
  return { games, ...chosen(game), clock: NO_CLOCK, isOpening: false, own: null };
}

/**
 * @param {HallState} state
 * @param {HallAction} action
 * @returns {HallState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "choose": {
      // A game for one has no clock.
      const clock = action.game.players > 1 ? state.clock : NO_CLOCK;
      return { ...state, ...chosen(action.game), clock };
    }
    case "field":
      return { ...state, fields: { ...state.fields, [action.name]: action.value } };
    case "seats":
      return { ...state, seats: action.seats };
    case "seat":
      return { ...state, seats: state.seats.with(action.player - 1, action.seat) };
    case "clock":
      return { ...state, clock: { ...state.clock, ...action.clock } };
    case "opening":
      return { ...state, isOpening: true, error: "" };
    case "failed":
      return { ...state, isOpening: false, error: action.error };
    case "own games":
      return { ...state, own: action.own };
    default:
      return state;
  }
}

/** The usual ways to fill a game's seats; the first is chosen at first. @param {Game} game @returns {Preset[]} */
export function presets(game) {
  const engine = usualEngine(game)?.name;
  if (game.players === 1) {
    const watch = engine ? [{ label: "Watch an engine", seats: [seat(engine)] }] : [];
    return [{ label: "I play", seats: [seat("me")] }, ...watch];
  }
  const computer = engine ? [{ label: "The computer", seats: [seat("me"), seat(engine)] }] : [];
  return [
    { label: "A friend, by link", seats: [seat("me"), seat("friend")] },
    ...computer,
    { label: "Two on this device", seats: [seat("me"), seat("me")] },
  ];
}

/**
 * Whether the same kinds of players are there, whichever engine it is and wherever they sit.
 * @param {SeatChoice[]} preset
 * @param {SeatChoice[]} seats
 */
export function matchesPreset(preset, seats) {
  const kinds = (/** @type {SeatChoice[]} */ choices) =>
    String(choices.map(({ who }) => (["me", "friend"].includes(who) ? who : "engine")).sort());
  return kinds(preset) === kinds(seats);
}

/** What the server is asked to open. @param {HallState} state @returns {OpenGame} */
export function openRequest({ game, seats, fields, clock }) {
  const time = clockRequest(clock);
  return {
    game: game.name,
    options: optionsRequest(game, fields),
    seats: seats.map(({ who, limit }) => (limit ? `${who}:${limit}` : who)),
    ...(time ? { clock: time } : {}),
  };
}

/**
 * @param {Game} game
 * @param {Fields} fields
 * @returns {OpenGame["options"]}
 */
function optionsRequest(game, fields) {
  /** @type {Record<string, () => object>} */
  const makers = {
    size: () => ({ size: `${whole(fields.rows)}x${whole(isSquare(game) ? fields.rows : fields.columns)}` }),
    target: () => ({ target: Number(fields.target) }),
    tokens: () => ({ tokens: [fields.token1, fields.token2, fields.blank] }),
    swap: () => ({ swap: fields.swap }),
    "idle-spawns": () => ({ idle_spawns: fields.idle_spawns }),
    free: () => ({ free: fields.free }),
  };
  return Object.assign({}, ...game.choices.map((choice) => makers[choice]?.()));
}

/** In milliseconds. @param {ClockChoice} clock */
function clockRequest({ preset, minutes, seconds }) {
  if (preset === "") {
    return null;
  }
  const [initial, increment] = preset === "custom" ? [minutes, seconds] : preset.split("+");
  return { initial: milliseconds(Number(initial) * 60), increment: milliseconds(Number(increment)) };
}

/** @param {Game} game */
function chosen(game) {
  return { game, seats: presets(game)[0].seats, fields: initialFields(game), error: "" };
}

/** @param {Game} game @returns {Fields} */
function initialFields(game) {
  const [rows, columns] = game.defaults.size.split("x");
  const [token1, token2] = game.names;
  const target = String(game.defaults.target ?? "");
  // The swap rule makes the game fair between players of unknown strength.
  return { rows, columns, target, token1, token2, blank: ".", swap: true, idle_spawns: false, free: false };
}

/** @param {string} who @returns {SeatChoice} */
const seat = (who) => ({ who, limit: "" });

/** A whole number with all its digits: 1e3 is 1000. @param {string | boolean} text */
const whole = (text) => BigInt(Math.trunc(Number(text)));

/** As a whole number that can be written out. @param {number} seconds */
const milliseconds = (seconds) => Math.min(Math.round(seconds * 1_000), Number.MAX_SAFE_INTEGER);
