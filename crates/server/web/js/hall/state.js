// @ts-check
// The state of the hall: the game that is chosen, the mode it is played in, its options, the clock, and the guest's
// own games. What was chosen is kept for each game, so that the next time one click is enough.

/** @import { Game, OpenGame, OwnGame } from "../types.js" */

import { fitsUsualBoard, isSquare, levels, usualEngine } from "../game-info.js";

/** A seat as it is chosen: `me`, `friend` or an engine, and the engine's time for a move. @typedef {{who: string, limit: string}} SeatChoice */

/** What is written in the fields. @typedef {Record<string, string | boolean>} Fields */

/** A clock as it is chosen: `minutes+seconds`, nothing, or `custom`. @typedef {{preset: string, minutes: string, seconds: string}} ClockChoice */

/** Whom one plays with, or watches; `seats` chooses each seat by itself. @typedef {"computer" | "friend" | "here" | "alone" | "watch" | "seats"} Mode */

/**
 * What is chosen for a game, and kept.
 * @typedef {object} Choices
 * @property {Mode} mode the one that was started last
 * @property {string} level the engine to play against
 * @property {"me" | "them" | "random"} begins
 * @property {SeatChoice[]} seats each seat by itself
 * @property {Fields} fields
 * @property {ClockChoice} clock
 */

/**
 * @typedef {Choices & {
 *   games: Game[],
 *   game: Game,
 *   kept: Record<string, Partial<Choices>>,
 *   isOpening: boolean,
 *   error: string,
 *   own: OwnGame[] | null,
 * }} HallState
 */

/**
 * @typedef {{type: "choose", game: Game}
 *   | {type: "mode", mode: Mode}
 *   | {type: "level", level: string}
 *   | {type: "begins", begins: Choices["begins"]}
 *   | {type: "field", name: string, value: string | boolean}
 *   | {type: "seats", seats: SeatChoice[]}
 *   | {type: "seat", player: number, seat: SeatChoice}
 *   | {type: "clock", clock: Partial<ClockChoice>}
 *   | {type: "usual"}
 *   | {type: "opening"}
 *   | {type: "failed", error: string}
 *   | {type: "own games", own: OwnGame[]}} HallAction
 */

/** @type {ClockChoice} */
const NO_CLOCK = { preset: "", minutes: "15", seconds: "10" };

/** @type {(keyof Choices)[]} */
const CHOICES = ["mode", "level", "begins", "seats", "fields", "clock"];

/**
 * @param {Game[]} games
 * @param {Game} game
 * @param {Record<string, Partial<Choices>>} [kept] what was chosen before, by game
 * @returns {HallState}
 */
export function initialState(games, game, kept = {}) {
  return { games, game, kept, ...recalled(game, kept), isOpening: false, error: "", own: null };
}

/**
 * @param {HallState} state
 * @param {HallAction} action
 * @returns {HallState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "choose": {
      const { game } = action;
      return { ...state, game, ...recalled(game, state.kept), error: "" };
    }
    case "mode":
      return keep({ ...state, mode: action.mode });
    case "level":
      return keep({ ...state, level: action.level });
    case "begins":
      return keep({ ...state, begins: action.begins });
    case "field":
      return keep({ ...state, fields: { ...state.fields, [action.name]: action.value } });
    case "seats":
      return keep({ ...state, seats: action.seats });
    case "seat":
      return keep({ ...state, seats: state.seats.with(action.player - 1, action.seat) });
    case "clock":
      return keep({ ...state, clock: { ...state.clock, ...action.clock } });
    case "usual": {
      const { mode, level } = state;
      return keep({ ...state, ...usualChoices(state.game), mode, level });
    }
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

/** The modes of a game; the first is the usual one. @param {Game} game @returns {Mode[]} */
export function modes(game) {
  const hasEngine = usualEngine(game) !== undefined;
  if (game.players === 1) {
    return hasEngine ? ["alone", "watch"] : ["alone"];
  }
  return hasEngine ? ["computer", "friend", "here"] : ["friend", "here"];
}

/**
 * The levels that are offered: on the usual board only those that can play on it. Of another board the server knows.
 * @param {Pick<HallState, "game" | "fields">} state
 */
export function offeredLevels({ game, fields }) {
  const usual = usualChoices(game).fields;
  const isUsual = ["rows", "columns", "target"].every((name) => (fields[name] || usual[name]) === usual[name]);
  return levels(game).filter((engine) => !isUsual || fitsUsualBoard(engine));
}

/** The level that is played: the one that was chosen, where it is offered. @param {HallState} state */
export function levelOf(state) {
  const { game, level } = state;
  const isWithheld =
    levels(game).some(({ name }) => name === level) && !offeredLevels(state).some(({ name }) => name === level);
  return isWithheld ? (usualEngine(game)?.name ?? level) : level;
}

/** What differs from the usual options, in a few words; empty if nothing does. @param {HallState} state */
export function unusualChoices({ game, begins, fields, clock }) {
  const usual = usualChoices(game).fields;
  const parts = [];
  if (game.choices.includes("size") && (fields.rows !== usual.rows || fields.columns !== usual.columns)) {
    const [rows, columns] = sides(game, fields);
    parts.push(isSquare(game) ? `${rows} × ${rows}` : `${rows} × ${columns}`);
  }
  if (fields.target !== usual.target) {
    parts.push(`to ${fields.target}`);
  }
  if (["token1", "token2", "blank"].some((name) => fields[name] !== usual[name])) {
    parts.push("own tokens");
  }
  if (game.choices.includes("swap") && !fields.swap) {
    parts.push("no swap");
  }
  if (fields.idle_spawns) {
    parts.push("idle presses count");
  }
  if (fields.free) {
    parts.push("free placement");
  }
  if (game.players > 1 && begins !== "me") {
    parts.push(begins === "them" ? "they begin" : "random start");
  }
  if (clock.preset !== "") {
    parts.push(clock.preset === "custom" ? `${clock.minutes}+${clock.seconds}` : clock.preset);
  }
  return parts.join(" · ");
}

/**
 * What the server is asked to open.
 * @param {HallState} state
 * @param {number} [chance] from 0 to 1: who begins, where that is left to chance
 * @returns {OpenGame}
 */
export function openRequest(state, chance = Math.random()) {
  const { game, fields, clock } = state;
  const time = game.players > 1 ? clockRequest(clock) : null;
  return {
    game: game.name,
    options: optionsRequest(game, fields),
    seats: seatsRequest(state, chance),
    ...(time ? { clock: time } : {}),
  };
}

/**
 * @param {HallState} state
 * @param {number} chance
 */
function seatsRequest(state, chance) {
  const { mode, begins, seats } = state;
  const level = levelOf(state);
  if (mode === "seats") {
    return seats.map(({ who, limit }) => (limit ? `${who}:${limit}` : who));
  }
  const other = { computer: level, friend: "friend", here: "me" };
  if (mode === "alone" || mode === "watch") {
    return [mode === "watch" ? level : "me"];
  }
  const pair = ["me", other[mode]];
  const isSecond = begins === "them" || (begins === "random" && chance < 0.5);
  return isSecond ? pair.reverse() : pair;
}

/**
 * @param {Game} game
 * @param {Fields} fields
 * @returns {OpenGame["options"]}
 */
function optionsRequest(game, fields) {
  /** @type {Record<string, () => object>} */
  const makers = {
    size: () => ({ size: sides(game, fields).join("x") }),
    target: () => ({ target: Number(fields.target) }),
    tokens: () => ({ tokens: [fields.token1, fields.token2, fields.blank] }),
    swap: () => ({ swap: fields.swap }),
    "idle-spawns": () => ({ idle_spawns: fields.idle_spawns }),
    free: () => ({ free: fields.free }),
  };
  return Object.assign({}, ...game.choices.map((choice) => makers[choice]?.()));
}

/** Rows and columns; an empty field means the usual number. @param {Game} game @param {Fields} fields */
function sides(game, { rows, columns }) {
  const usual = game.defaults.size.split("x");
  const [high, wide] = [rows, columns].map((side, index) => whole(side === "" ? usual[index] : side));
  return [high, isSquare(game) ? high : wide];
}

/** In milliseconds. @param {ClockChoice} clock */
function clockRequest({ preset, minutes, seconds }) {
  if (preset === "") {
    return null;
  }
  const [initial, increment] = preset === "custom" ? [minutes, seconds] : preset.split("+");
  return { initial: milliseconds(Number(initial) * 60), increment: milliseconds(Number(increment)) };
}

/** @param {Game} game @returns {Choices} */
function usualChoices(game) {
  const [rows, columns] = game.defaults.size.split("x");
  const [token1, token2] = game.names;
  const target = String(game.defaults.target ?? "");
  const engine = usualEngine(game)?.name ?? "";
  const others = game.players === 1 ? [] : [seat(engine || "friend")];
  return {
    mode: modes(game)[0],
    level: engine,
    begins: "me",
    seats: [seat("me"), ...others],
    // The swap rule makes the game fair between players of unknown strength.
    fields: { rows, columns, target, token1, token2, blank: ".", swap: true, idle_spawns: false, free: false },
    clock: NO_CLOCK,
  };
}

/**
 * What was chosen for a game before, as far as it can still be chosen.
 * @param {Game} game
 * @param {Record<string, Partial<Choices>>} kept
 * @returns {Choices}
 */
function recalled(game, kept) {
  const usual = usualChoices(game);
  const before = kept[game.name] ?? {};
  const names = ["me", "friend", ...game.engines.map(({ name }) => name)];
  const areSeats = before.seats?.length === game.players && before.seats.every(({ who }) => names.includes(who));
  const isMode = before.mode === "seats" || modes(game).some((mode) => mode === before.mode);
  return {
    mode: (isMode && before.mode) || usual.mode,
    level: [...levels(game), usualEngine(game)].find((engine) => engine?.name === before.level)?.name ?? usual.level,
    begins: before.begins ?? usual.begins,
    seats: (areSeats && before.seats) || usual.seats,
    fields: { ...usual.fields, ...before.fields },
    clock: { ...usual.clock, ...before.clock },
  };
}

/** Keeps the choices for the game; an error about what was chosen before is gone. @param {HallState} state @returns {HallState} */
function keep(state) {
  const chosen = Object.fromEntries(CHOICES.map((name) => [name, state[name]]));
  return { ...state, kept: { ...state.kept, [state.game.name]: chosen }, error: "" };
}

/** @param {string} who @returns {SeatChoice} */
const seat = (who) => ({ who, limit: "" });

/** A whole number with all its digits: 1e3 is 1000. @param {string | boolean} text */
const whole = (text) => BigInt(Math.trunc(Number(text)) || 0);

/** As a whole number that can be written out. @param {number} seconds */
const milliseconds = (seconds) => Math.min(Math.round(seconds * 1_000), Number.MAX_SAFE_INTEGER);
