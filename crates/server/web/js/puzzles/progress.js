// @ts-check
// What the browser remembers about puzzles: which were solved, how many in a row, and on which days.

/** @import { Puzzle } from "./puzzles.js" */

import { load, save } from "../settings.js";

const STORAGE_KEY = "parlor.puzzles";
/** The most puzzles that are remembered as solved. */
const MOST_REMEMBERED = 2_000;
const DAY = 24 * 60 * 60 * 1_000;

/** The day of the calendar, counted from 1970, where the guest is. @param {Date} date */
export const day = (date) => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / DAY);

/**
 * The puzzle of a day: the same for everybody, and the games in turn.
 * @param {Puzzle[]} puzzles
 * @param {number} today
 */
export function dailyPuzzle(puzzles, today) {
  const games = [...new Set(puzzles.map(({ game }) => game))];
  const own = puzzles.filter(({ game }) => game === games[today % games.length]);
  // Steps that have no divisor in common with the number of puzzles come to each of them.
  return own[(Math.floor(today / games.length) * 37) % own.length];
}

export class Progress {
  constructor() {
    const kept = load(STORAGE_KEY);
    /** @type {string} */
    this.game = typeof kept.game === "string" ? kept.game : "";
    this.streak = number(kept.streak);
    this.best = number(kept.best);
    this.solvedCount = number(kept.solvedCount);
    /** The days on which the daily one was solved, the last of a row. */
    this.lastDay = number(kept.lastDay);
    this.dayCount = number(kept.dayCount);
    /** @type {string[]} */
    this.done = Array.isArray(kept.done)
      ? kept.done.filter((/** @type {unknown} */ one) => typeof one === "string")
      : [];
    /** The puzzle that the streak was broken at, which counts once. */
    this.broken = "";
  }

  /** @param {string} game */
  choose(game) {
    this.game = game;
    this.keep();
  }

  /**
   * A puzzle that was not solved yet, while there are any.
   * @param {Puzzle[]} puzzles
   */
  pick(puzzles) {
    const fresh = this.fresh(puzzles);
    const from = fresh.length > 0 ? fresh : this.own(puzzles);
    return from[Math.floor(Math.random() * from.length)] ?? puzzles[0];
  }

  /** Those that were not solved yet. @param {Puzzle[]} puzzles */
  fresh(puzzles) {
    const done = new Set(this.done);
    return this.own(puzzles).filter(({ fragment }) => !done.has(fragment));
  }

  /** Those of the game that is chosen. @param {Puzzle[]} puzzles */
  own(puzzles) {
    return puzzles.filter(({ game }) => this.game === "" || game === this.game);
  }

  /** A mistake or a hint ends the row. @param {Puzzle} puzzle */
  failed({ fragment }) {
    if (this.broken !== fragment) {
      this.broken = fragment;
      this.streak = 0;
      this.keep();
    }
  }

  /**
   * @param {Puzzle} puzzle
   * @param {boolean} isClean without mistakes and hints
   * @param {number | null} today the day, for the daily puzzle
   */
  solved({ fragment }, isClean, today) {
    this.broken = "";
    const isNew = !this.done.includes(fragment);
    if (isNew) {
      this.done = [...this.done, fragment].slice(-MOST_REMEMBERED);
      this.solvedCount += 1;
    }
    if (isClean && isNew) {
      this.streak += 1;
      this.best = Math.max(this.best, this.streak);
    }
    if (today !== null && today !== this.lastDay) {
      this.dayCount = this.lastDay === today - 1 ? this.dayCount + 1 : 1;
      this.lastDay = today;
    }
    this.keep();
  }

  /** On how many days in a row the daily puzzle was solved, up to today or yesterday. @param {number} today */
  days(today) {
    return this.lastDay >= today - 1 ? this.dayCount : 0;
  }

  keep() {
    const { game, streak, best, solvedCount, lastDay, dayCount, done } = this;
    save(STORAGE_KEY, { game, streak, best, solvedCount, lastDay, dayCount, done });
  }
}

/** @param {unknown} value */
const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : 0);
