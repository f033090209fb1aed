// @ts-check
// What the page says about a game.

/** @import { Cell, Ending, Game, GameSnapshot, OwnGame, Step } from "./types.js" */

import { canGrow, columnName, hasSwap } from "./game-info.js";
import { cellName, chosenNotation, translated } from "./notation.js";
import { EITHER, isOneDevice, namedStatus, sideOf, sidesOf } from "./sides.js";
import { title } from "./title.js";

export { title };

/**
 * The name of a player.
 * @param {GameSnapshot} snapshot
 * @param {number} player 1 or 2
 */
export function nameOf(snapshot, player) {
  const seat = snapshot.seats[player - 1];
  return seat?.kind === "open" ? "a friend" : (seat?.name ?? `player ${player}`);
}

/**
 * What is said behind the headline while an engine waits behind those of other games. The first in the queue is about to
 * move: that is not worth a word that comes and goes.
 * @param {{place: number | null, shown: GameSnapshot}} state
 */
export function placeText({ place, shown }) {
  const isEngine = shown.turn !== null && shown.seats[shown.turn - 1]?.kind === "engine";
  return place !== null && place > 1 && isEngine ? `, number ${place} in the queue` : "";
}

/**
 * The headline: whose turn it is, or how it ended, as seen from the guest's seats.
 * @param {Game} game
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine the players that the guest plays for
 */
export function headline(game, snapshot, mine) {
  const { goal, status } = snapshot.view;
  if (snapshot.ending === null && goal) {
    return status === "won" ? `${goal.target} reached, continuing` : `Reach ${goal.target}`;
  }
  const names = snapshot.seats.map((_, index) => nameOf(snapshot, index + 1));
  return statusFor({ ...snapshot, names, mine }, isOneDevice(snapshot.seats) ? sidesOf(game, snapshot.view) : null);
}

/** The player whose piece a move has put on the board; nobody's for a move of chance or in a game for one. @param {Step[]} steps */
export function moverOf(steps) {
  const movers = steps.flatMap((step) =>
    "drop" in step
      ? [step.drop.player]
      : "place" in step
        ? [step.place.player]
        : "swap" in step
          ? [step.swap.player]
          : [],
  );
  return movers[0] ?? null;
}

/**
 * The headline while a move is being shown: it is nobody's turn then.
 * @param {Game} game
 * @param {GameSnapshot} snapshot after the move
 * @param {Step[]} steps
 * @param {string[]} moves that were made
 * @param {number[]} scored the players who have scored in it so far
 * @param {number[]} mine
 */
export function showingText(game, snapshot, steps, moves, scored, mine) {
  const mover = moverOf(steps);
  // What is over in a moment needs no headline.
  if (mover === null || moves.length === 0 || !steps.some((step) => "score" in step)) {
    return "";
  }
  const who = (/** @type {number} */ player) =>
    mine.length === 1 && mine[0] === player
      ? "You"
      : mine.length > 1
        ? sideOf(game, snapshot.view, player)
        : title(nameOf(snapshot, player));
  const points = [1, 2].flatMap((player) => {
    const count = scored.filter((scorer) => scorer === player).length;
    const verb = who(player) === "You" ? "score" : "scores";
    return count > 0 ? [`${who(player)} ${verb} ${count} ${count === 1 ? "point" : "points"}`] : [];
  });
  return points.join(", ") || `${who(mover)}: ${spoken(game, moves[0])}`;
}

/**
 * The status of a game, as told to somebody who plays for these players.
 * @param {Pick<OwnGame, "ending" | "turn" | "options" | "status_text" | "names" | "mine">} game
 * @param {string[] | null} sides what the players are called who play at one device
 */
export function statusFor({ ending, turn, options, status_text, names, mine }, sides) {
  const me = mine.length === 1 ? mine[0] : null;
  if (ending === null && options.free) {
    return EITHER;
  }
  if (sides) {
    return namedStatus({ ending, turn, status_text }, sides);
  }
  if (me === null) {
    return status_text;
  }
  if (me === winnerOf(ending)) {
    return `You win${winReason(ending)}`;
  }
  if (me === turn) {
    return "Your turn";
  }
  const then = names.length > 1 ? `, ${names[2 - me]} wins` : "";
  if (me === playerIn(ending, "resigned")) {
    return `You resigned${then}`;
  }
  return me === playerIn(ending, "time") ? `You ran out of time${then}` : status_text;
}

/**
 * @param {Ending | null} ending
 * @returns {number | null}
 */
export function winnerOf(ending) {
  const loser = playerIn(ending, "resigned") ?? playerIn(ending, "time");
  return loser === null ? playerIn(ending, "won") : 3 - loser;
}

/**
 * The player that an ending of this kind names.
 * @param {Ending | null} ending
 * @param {"won" | "resigned" | "time"} kind
 * @returns {number | null}
 */
function playerIn(ending, kind) {
  return ending !== null && typeof ending === "object" && kind in ending ? Object.values(ending)[0] : null;
}

/** @param {Ending | null} ending */
function winReason(ending) {
  return playerIn(ending, "resigned") ? " by resignation" : playerIn(ending, "time") ? " on time" : "";
}

/**
 * An open offer.
 * @param {GameSnapshot} snapshot
 * @param {number[]} mine
 */
export function offerText(snapshot, mine) {
  if (!snapshot.offer) {
    return "";
  }
  const { by, what } = snapshot.offer;
  const own = mine.includes(by);
  const name = nameOf(snapshot, by);
  // Where the move has been answered, the answer is undone too.
  const both = snapshot.turn === by ? (own ? " and the reply to it" : " and your reply to it") : "";
  const texts = {
    undo: own ? `You asked to undo your last move${both}.` : `${name} asks to undo their last move${both}.`,
    draw: own ? "You offered a draw." : `${name} offers a draw.`,
    rematch: own ? "You offered a rematch." : `${name} offers a rematch with seats exchanged.`,
  };
  return own ? `${texts[what]} Waiting for the answer …` : texts[what];
}

/**
 * What has changed around the board between two snapshots.
 * @param {GameSnapshot} before
 * @param {GameSnapshot} after
 * @param {number[]} mine
 * @param {string} own the guest's own command, if it was that
 */
export function changeText(before, after, mine, own) {
  if (after.round > before.round) {
    return after.seats.length > 1 ? "A new game, with seats exchanged." : "A new game.";
  }
  const joined = after.seats.findIndex((seat, index) => seat.kind === "guest" && before.seats[index].kind === "open");
  if (joined >= 0 && !mine.includes(joined + 1) && mine.length > 0) {
    return `${nameOf(after, joined + 1)} has joined.`;
  }
  const board = (/** @type {GameSnapshot} */ { view, ending }) => JSON.stringify([view.cells, ending]);
  if (!before.offer || after.offer || board(before) !== board(after) || mine.length === 0) {
    return "";
  }
  if (own === "decline") {
    return "You declined.";
  }
  if (own === "withdraw") {
    return "You withdrew your offer.";
  }
  return mine.includes(before.offer.by)
    ? "Your offer was declined."
    : `${nameOf(before, before.offer.by)} withdrew the offer.`;
}

/**
 * What happened, for those who do not see the board.
 * @param {Game} game
 * @param {GameSnapshot} snapshot
 * @param {string[]} moves those that were made
 * @param {Step[]} steps
 * @param {string} line the headline
 */
export function announcement(game, snapshot, moves, steps, line) {
  const points = steps.flatMap((step) => ("score" in step ? step.score : []));
  const scored = points.map((player) => `${nameOf(snapshot, player)} scores.`);
  const mover = moverOf(steps);
  // On one device for two it is the pieces that tell the players apart.
  const name =
    mover === null ? "" : isOneDevice(snapshot.seats) ? sideOf(game, snapshot.view, mover) : nameOf(snapshot, mover);
  const who = mover !== null && snapshot.seats.length > 1 ? `${name}: ` : "";
  const made = moves.length > 0 ? [`${who}${moves.map((move) => spoken(game, move)).join(", ")}.`] : [];
  return [...made, ...mergeTexts(steps), ...scored, `${line}.`, ...winningLine(game, snapshot)].join(" ");
}

/** Which tiles have merged. @param {Step[]} steps @returns {string[]} */
function mergeTexts(steps) {
  const slid = steps.flatMap((step) => ("slide" in step ? step.slide.filter(({ merged }) => merged) : []));
  return slid.map(({ value, to: [row, column] }) => `${2 * value} made in row ${row + 1}, column ${column + 1}.`);
}

/**
 * The winning line, cell by cell.
 * @param {Game} game
 * @param {GameSnapshot} snapshot
 * @returns {string[]}
 */
function winningLine(game, { ending, view }) {
  if (winnerOf(ending) === null || view.line.length === 0) {
    return [];
  }
  const notation = chosenNotation(game);
  const place = (/** @type {Cell} */ cell) =>
    notation ? cellName(notation, cell) : `${cell[1]} at height ${view.rows - cell[0]}`;
  return [`The winning line: ${view.line.map(place).join(", ")}.`];
}

/** Presses as arrows. @type {Record<string, string>} */
const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };

/**
 * A move as the list of moves shows it: on a free board, with whose it is.
 * @param {string} move
 * @param {Pick<GameSnapshot, "options" | "view">} snapshot
 * @param {Game} game
 */
export function written(move, { options, view }, game) {
  const [, player, column] = move.match(/^p([12]):(.+)$/) ?? [];
  if (column === undefined) {
    return ARROWS[move] ?? translated(game, move);
  }
  return options.free ? `${view.side_labels[Number(player) - 1] ?? player} ${column}` : column;
}

/**
 * A move as it is read out.
 * @param {Game} game
 * @param {string} move
 */
export function spoken(game, move) {
  const arrow = { U: "up", D: "down", L: "left", R: "right" }[move];
  return (
    arrow ??
    translated(game, move)
      .replace(/^(?:p[12]:)?(\d+)$/, `${columnName(game)} $1`)
      .replace(/^@(\d+),(\d+)$/, (_, row, column) => `a tile in row ${Number(row) + 1}, column ${Number(column) + 1}`)
  );
}

/**
 * The options of a game, in one line.
 * @param {Game} game
 * @param {GameSnapshot} snapshot
 */
export function optionsText(game, { options, view, round }) {
  const parts = [game.title, canGrow(game) ? "" : `${view.rows} × ${view.columns}`];
  if (view.goal) {
    parts.push(`to ${view.goal.target}`);
  }
  if (hasSwap(game)) {
    parts.push(options.swap ? "with swap" : "no swap");
  }
  parts.push(...commonOptions(options));
  if (round > 1) {
    parts.push(`round ${round}`);
  }
  return parts.filter(Boolean).join(" · ");
}

/**
 * The options of a listed game that differ from the usual ones, in one line.
 * @param {OwnGame} own
 * @param {Game | undefined} game
 */
export function unusualOptions({ options, size, target }, game) {
  const parts = [];
  if (game && !canGrow(game) && size !== game.defaults.size) {
    parts.push(size.replace("x", " × "));
  }
  if (target !== null && target !== game?.defaults.target) {
    parts.push(`to ${target}`);
  }
  if (game && hasSwap(game) && !options.swap) {
    parts.push("no swap");
  }
  return [...parts, ...commonOptions(options)].join(" · ");
}

/** @param {GameSnapshot["options"]} options */
function commonOptions(options) {
  return [options.free ? "free placement" : "", options.idle_spawns ? "idle presses count" : ""].filter(Boolean);
}

/**
 * How long ago something happened, roughly.
 * @param {number} updated in milliseconds since 1970
 */
export function ago(updated) {
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
 * How long an engine may think.
 * @param {string | null | undefined} text as it is written: `2000ms`, `500n`
 */
export function limitText(text) {
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
export function clockText(left) {
  const seconds = Math.max(0, left) / 1000;
  const shown = seconds < 10 ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds % 60)).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${shown}`;
}
