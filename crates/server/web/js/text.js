// @ts-check
// What the page says about a game, in words.

/** @import { Cell, Ending, Game, Listed, State, Step } from "./types.js" */

/**
 * Who somebody is, as others may call them.
 * @param {State} state
 * @param {number} player 1 or 2
 */
export function nameOf(state, player) {
  const seat = state.seats[player - 1];
  return seat?.kind === "open" ? "a friend" : (seat?.name ?? `player ${player}`);
}

/**
 * What a player's pieces are called: Red, O, a token.
 * @param {State} state
 * @param {number} player
 */
export function sideOf(state, player) {
  const sideLabel = state.view.side_labels[player - 1] ?? "";
  // Tokens are shown as they were chosen.
  return state.game === "growing" ? sideLabel : title(sideLabel);
}

/**
 * The headline: whose turn it is, or how it ended, as seen from one's own seats.
 * @param {State} state
 * @param {number[]} mine the players one plays for
 */
export function headline(state, mine) {
  const { goal, status } = state.view;
  if (state.ending === null && goal) {
    return status === "won" ? `${goal.target} reached, going on` : `Reach ${goal.target}`;
  }
  const names = state.seats.map((_, index) => nameOf(state, index + 1));
  return stands({ ...state, names, mine });
}

/**
 * How a game stands, in words to somebody who plays for these players.
 * @param {Pick<Listed, "ending" | "turn" | "options" | "status_text" | "names" | "mine">} game
 */
export function stands({ ending, turn, options, status_text, names, mine }) {
  const me = mine.length === 1 ? mine[0] : null;
  if (ending === null && options.free) {
    return "Either may place";
  }
  if (me === null) {
    return status_text;
  }
  if (me === winnerOf(ending)) {
    return `You win${reason(ending)}`;
  }
  if (me === turn) {
    return "Your turn";
  }
  const { resigned, time: flagged } = ending === null || typeof ending === "string" ? {} : ending;
  const then = names.length > 1 ? `, ${names[2 - me]} wins` : "";
  if (me === resigned) {
    return `You gave up${then}`;
  }
  return me === flagged ? `You are out of time${then}` : status_text;
}

/**
 * @param {Ending | null} ending
 * @returns {number | null}
 */
export function winnerOf(ending) {
  if (ending === null || typeof ending === "string") {
    return null;
  }
  const loser = ending.resigned ?? ending.time;
  return ending.won ?? (loser === undefined ? null : 3 - loser);
}

/** @param {Ending | null} ending */
function reason(ending) {
  if (ending === null || typeof ending === "string") {
    return "";
  }
  return ending.resigned ? ", they gave up" : ending.time ? " on time" : "";
}

/**
 * A question of the other player.
 * @param {State} state
 * @param {number[]} mine
 */
export function offered(state, mine) {
  if (!state.offer) {
    return "";
  }
  const { by, what } = state.offer;
  const own = mine.includes(by);
  // Where the answer to it has been made, that goes too.
  const both = state.turn === by ? (own ? " and the answer to it" : " and yours after it") : "";
  const asks = {
    undo: `to take back ${own ? "your" : "their"} last move${both}`,
    draw: "to call it a draw",
    rematch: "to play again, with seats exchanged",
  }[what];
  return own ? `You asked ${asks}. Waiting for the answer …` : `${nameOf(state, by)} asks ${asks}.`;
}

/**
 * What has changed around the board between two states.
 * @param {State} before
 * @param {State} after
 * @param {number[]} mine
 * @param {string} does what one did oneself, if it was that
 */
export function happened(before, after, mine, does) {
  if (after.round > before.round) {
    return after.seats.length > 1 ? "A new game, with seats exchanged." : "A new game.";
  }
  const came = after.seats.findIndex((seat, index) => seat.kind === "guest" && before.seats[index].kind === "open");
  if (came >= 0 && !mine.includes(came + 1) && mine.length > 0) {
    return `${nameOf(after, came + 1)} has sat down.`;
  }
  const board = (/** @type {State} */ { view, ending }) => JSON.stringify([view.cells, ending]);
  if (!before.offer || after.offer || board(before) !== board(after) || mine.length === 0) {
    return "";
  }
  const said = { decline: "Declined.", withdraw: "Withdrawn." }[does];
  const asked = mine.includes(before.offer.by);
  return said ?? (asked ? "That was declined." : `${nameOf(before, before.offer.by)} has withdrawn that.`);
}

/**
 * What happened, for those who do not see the board.
 * @param {State} state
 * @param {string[]} moves those that were made
 * @param {Step[]} steps
 * @param {string} line
 */
export function told(state, moves, steps, line) {
  const points = steps.flatMap((step) => ("score" in step ? step.score : []));
  const scored = points.map((player) => `${nameOf(state, player)} scores.`);
  const mover = steps.flatMap((step) =>
    "drop" in step ? [step.drop.player] : "place" in step ? [step.place.player] : [],
  )[0];
  // On one device for two it is the pieces that tell the players apart.
  const [one, two] = state.seats;
  const oneDevice = one.guest !== null && one.guest === two?.guest;
  const name = mover === undefined ? "" : oneDevice ? sideOf(state, mover) : nameOf(state, mover);
  const who = mover !== undefined && state.seats.length > 1 ? `${name}: ` : "";
  const made = moves.length > 0 ? [`${who}${moves.map((move) => spoken(move, state.game)).join(", ")}.`] : [];
  return [...made, ...scored, line, ...winningLine(state)].join(" ");
}

/**
 * The line that has won, place by place.
 * @param {State} state
 * @returns {string[]}
 */
function winningLine({ ending, view }) {
  if (winnerOf(ending) === null || view.line.length === 0) {
    return [];
  }
  const place = (/** @type {Cell} */ [row, column]) =>
    view.layout === "diamond" ? `${String.fromCharCode(65 + column)}${row}` : `${column} at height ${view.rows - row}`;
  return [`The line: ${view.line.map(place).join(", ")}.`];
}

/**
 * A move as the list of moves shows it: where anybody may place at any time, with whose it is.
 * @param {string} move
 * @param {State} state
 */
export function written(move, { options, view }) {
  const [, player, column] = move.match(/^p([12]):(.+)$/) ?? [];
  if (column === undefined) {
    return move;
  }
  return options.free ? `${view.side_labels[Number(player) - 1] ?? player} ${column}` : column;
}

/**
 * A move as it is read out.
 * @param {string} move
 * @param {string} game
 */
export function spoken(move, game) {
  const press = { U: "up", D: "down", L: "left", R: "right" }[move];
  return (
    press ??
    move
      .replace(/^(?:p[12]:)?(\d+)$/, `${game === "shapes" ? "bin" : "column"} $1`)
      .replace(/^@(\d+),(\d+)$/, "a tile in row $1, column $2")
  );
}

/**
 * What was chosen about a game, in one line.
 * @param {State} state
 */
export function chosen(state) {
  const { options, view, game } = state;
  const parts = [game === "growing" ? "" : `${view.rows} × ${view.columns}`];
  if (view.goal) {
    parts.push(`to ${view.goal.target}`);
  }
  if (game === "hex") {
    parts.push(options.swap ? "with swap" : "no swap");
  }
  if (options.free) {
    parts.push("free placing");
  }
  if (options.idle_spawns) {
    parts.push("idle presses count");
  }
  if (state.round > 1) {
    parts.push(`round ${state.round}`);
  }
  return parts.filter(Boolean).join(" · ");
}

/**
 * What was chosen otherwise than usual about a listed game, in one line.
 * @param {Listed} listed
 * @param {Game | undefined} usual
 */
export function unusual({ game, options, size, target }, usual) {
  const parts = [];
  // A board that grows is as large as it has grown.
  if (game !== "growing" && size !== usual?.defaults.size) {
    parts.push(size.replace("x", " × "));
  }
  if (target !== null && target !== usual?.defaults.target) {
    parts.push(`to ${target}`);
  }
  if (game === "hex" && !options.swap) {
    parts.push("no swap");
  }
  if (options.free) {
    parts.push("free placing");
  }
  if (options.idle_spawns) {
    parts.push("idle presses count");
  }
  return parts.join(" · ");
}

/**
 * How long ago, roughly.
 * @param {Listed} listed
 */
export function ago({ updated }) {
  const minutes = Math.floor((Date.now() - updated) / 60_000);
  const units = /** @type {const} */ ([
    ["day", 1440],
    ["hour", 60],
    ["minute", 1],
  ]);
  const [unit, size] = units.find(([, least]) => minutes >= least) ?? ["minute", 0];
  return size === 0 ? "just now" : new Intl.RelativeTimeFormat("en").format(-Math.floor(minutes / size), unit);
}

/**
 * How long an engine may think, in words.
 * @param {string | null} text as it is written: `2000ms`, `500n`
 */
export function limit(text) {
  const [, count, unit] = text?.match(/^(\d+)(ms|n)$/) ?? [];
  if (unit === "n") {
    return `${count} positions a move`;
  }
  return unit === "ms" ? (Number(count) >= 1000 ? `${Number(count) / 1000} s a move` : `${count} ms a move`) : "";
}

/**
 * Milliseconds as a clock shows them.
 * @param {number} left
 */
export function time(left) {
  const seconds = Math.max(0, left) / 1000;
  const shown = seconds < 10 ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds % 60)).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${shown}`;
}

/** With a capital first. @param {string} text */
export const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);
