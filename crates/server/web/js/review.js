// @ts-check
// Looking back: the list of moves, and stepping through them while the game waits or goes on; earlier rounds at the same
// table too.

/** @import { Past } from "./types.js" */

import { movesOf, past } from "./api.js";
import { html, say, set } from "./dom.js";

/**
 * @typedef {object} Shown
 * @property {(move: string) => string} written a move as the list shows it
 * @property {(past: Past, animate: boolean) => Promise<void>} past a moment of the game, which may follow on the last
 * @property {() => void} live the game as it stands
 */

/** A place to stop at: after so many moves, of which this one was a player's. @typedef {{at: number, move: string}} Stop */

export class Review {
  /**
   * @param {string} id
   * @param {Shown} shown
   */
  constructor(id, shown) {
    this.id = id;
    this.shown = shown;
    /** All moves of the round that is played, those of chance too. @type {string[]} */
    this.moves = [];
    /** The moves of the round that is looked at. @type {string[]} */
    this.listed = this.moves;
    /** The round that is played, and the earlier one that is looked at. */
    this.now = 1;
    /** @type {number | null} */
    this.round = null;
    /** Where a player has moved and chance has answered; the first is the start. @type {Stop[]} */
    this.stops = [{ at: 0, move: "" }];
    /** After how many moves we look; null is the game as it stands. @type {number | null} */
    this.at = null;
    this.asked = 0;

    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ go) =>
      html("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: go }, sign);
    this.first = button("«", "First position", () => this.go(this.stops[0].at));
    this.back = button("‹", "One move back", () => this.look(-1));
    this.forth = button("›", "One move on", () => this.look(1));
    this.latest = button("»", "As it stands", () => this.live());
    this.rounds = html("select", {
      class: "rounds",
      "aria-label": "Round",
      hidden: true,
      onchange: () => this.pick(Number(this.rounds.value)),
    });
    this.where = html("output", { class: "where" });
    this.list = html("ol", { class: "moves", "aria-label": "Moves", start: 1 });
    this.element = html(
      "section",
      { class: "review", "aria-label": "Moves" },
      html(
        "div",
        { class: "stepper", role: "group", "aria-label": "Step through the game" },
        this.first,
        this.back,
        this.where,
        this.forth,
        this.latest,
        this.rounds,
      ),
      this.list,
    );
    this.list.addEventListener("click", (event) => {
      const move = event.target instanceof HTMLElement && event.target.closest("button");
      if (move) {
        this.go(Number(move.dataset.at));
      }
    });
  }

  /**
   * The list keeps its first moves and gets some more.
   * @param {number} keep
   * @param {string[]} add
   * @param {number} round the round that is played
   */
  change(keep, add, round) {
    this.moves = [...this.moves.slice(0, keep), ...add];
    this.now = round;
    if (this.round !== null) {
      this.tell();
      return;
    }
    this.relist(this.moves);
    if (this.at !== null && this.at > this.moves.length) {
      this.live();
    }
    this.tell();
  }

  /** Lists these moves; what is listed already stays as it is. @param {string[]} moves */
  relist(moves) {
    this.listed = moves;
    const before = this.stops;
    this.stops = stops(moves);
    const same = this.stops.findIndex(
      ({ at, move }, index) => at !== before[index]?.at || move !== before[index]?.move,
    );
    const kept = Math.max(0, (same < 0 ? this.stops.length : same) - 1);
    while (this.list.children.length > kept) {
      this.list.lastElementChild?.remove();
    }
    this.stops.slice(kept + 1).forEach(({ at, move }, index) => {
      const text = this.shown.written(move);
      const label = `After move ${kept + index + 1}, ${text}`;
      this.list.append(html("li", {}, html("button", { type: "button", "data-at": at, "aria-label": label }, text)));
    });
  }

  /** Looks at the end of a round. @param {number} round */
  async pick(round) {
    if (round === this.now) {
      this.live();
      return;
    }
    this.asked += 1;
    const asked = this.asked;
    const found = await movesOf(this.id, round).catch(() => null);
    if (found && asked === this.asked) {
      this.round = round;
      this.relist(found.moves);
      await this.go(found.moves.length);
    } else {
      this.tell();
    }
  }

  /** Where we look, counted in players' moves. */
  get place() {
    const of = this.stops.length - 1;
    const index = this.at === null ? of : this.stops.findLastIndex(({ at }) => at <= (this.at ?? 0));
    return { index: Math.max(0, index), of };
  }

  /** Where we look, in words; nothing for the game as it stands. */
  get words() {
    const { index, of } = this.place;
    const round = this.round === null ? "" : `round ${this.round}, `;
    return this.at === null ? "" : `Looking back: ${round}after move ${index} of ${of}.`;
  }

  /** One move back or on. @param {number} by */
  look(by) {
    const stop = this.stops[this.place.index + by];
    if (stop) {
      this.go(stop.at);
    }
  }

  /** Shows the game after so many moves. @param {number} at */
  async go(at) {
    if (this.round === null && at >= this.moves.length) {
      this.live();
      return;
    }
    const from = this.at;
    const follows = from !== null && from < at && this.stops.every((stop) => stop.at <= from || stop.at >= at);
    // What comes after what is shown is shown as it happened: the player's move, then that of chance.
    const route = follows ? Array.from({ length: at - from }, (_, step) => from + step + 1) : [at];
    this.at = at;
    this.tell();
    this.asked += 1;
    const asked = this.asked;
    for (const moment of route) {
      const seen = await past(this.id, moment, this.round).catch(() => null);
      if (!seen || asked !== this.asked) {
        return;
      }
      await this.shown.past(seen, follows);
    }
  }

  /** Back to the game as it stands. */
  live() {
    this.asked += 1;
    this.at = null;
    if (this.round !== null) {
      this.round = null;
      this.relist(this.moves);
    }
    this.tell();
    this.shown.live();
  }

  tell() {
    const { index, of } = this.place;
    say(this.where, of === 0 ? "No move yet" : `Move ${index} of ${of}`);
    const end = index === of;
    const ends = { first: index === 0, back: index === 0, forth: end, latest: end && this.round === null };
    for (const [name, isEnd] of Object.entries(ends)) {
      set(this[/** @type {keyof typeof ends} */ (name)], { "aria-disabled": isEnd ? "true" : null });
    }
    this.tellRounds();
    this.list.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | undefined} */ (
      this.list.children[index - 1]?.firstElementChild ?? undefined
    );
    if (current) {
      set(current, { "aria-current": "step" });
      // Only the list scrolls, never the page.
      this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    }
  }

  /** Which rounds there are, where there is more than one. */
  tellRounds() {
    set(this.rounds, { hidden: this.now === 1 });
    while (this.rounds.options.length < this.now) {
      const round = this.rounds.options.length + 1;
      this.rounds.append(html("option", { value: round }, `Round ${round}`));
    }
    this.rounds.value = String(this.round ?? this.now);
  }
}

/**
 * @param {string[]} moves
 * @returns {Stop[]}
 */
function stops(moves) {
  const found = [];
  let move = "";
  for (let at = 0; at <= moves.length; at++) {
    // Moves of chance are written with an @; continuing after a win is no move of its own.
    if (at === moves.length || !(moves[at].startsWith("@") || moves[at] === "continue")) {
      found.push({ at, move });
      move = moves[at] ?? "";
    }
  }
  return found;
}
