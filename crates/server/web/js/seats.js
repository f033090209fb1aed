// @ts-check
// The players of a game beside its board: who they are, whether they are there, whose turn it is, points and time.

/** @import { Clock, Person, State } from "./types.js" */

import { emblem } from "./boards/pieces.js";
import { html, say, set } from "./dom.js";
import { limit, nameOf, sideOf, time, winnerOf } from "./text.js";

export class Seats {
  constructor() {
    this.element = html("section", { class: "seats", "aria-label": "Players" });
    /** @type {HTMLElement[]} */
    this.cards = [];
    this.shape = "";
    /** @type {[number, number] | null} */
    this.scores = null;
    /** @type {Clock | null} */
    this.clock = null;
    this.clockAt = 0;
    setInterval(() => this.tick(), 100);
  }

  /**
   * @param {State} state
   * @param {number} heardAt when the server said so, by our clock
   * @param {string} me
   * @param {Person[]} people
   */
  show(state, heardAt, me, people) {
    const shape = JSON.stringify([state.game, state.view.side_labels, state.seats.length]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.cards = state.seats.map((_, index) => card(state, index + 1));
      this.element.replaceChildren(...this.cards);
    }
    const winner = winnerOf(state.ending);
    state.seats.forEach((seat, index) => {
      const own = this.cards[index];
      const here = seat.kind === "engine" || people.some(({ guest }) => guest === seat.guest);
      own.classList.toggle("turn", state.turn === index + 1 && !state.options.free);
      own.classList.toggle("winner", winner === index + 1);
      own.classList.toggle("here", here);
      const both = state.seats.length === 2 && state.seats.every(({ guest }) => guest === me);
      const name = both ? sideOf(state, index + 1) : nameOf(state, index + 1);
      write(own, ".name", seat.kind === "open" ? "Waiting for a friend" : name);
      // Whatever the card has no room for is told where the pointer rests.
      set(/** @type {Element} */ (own.querySelector(".name")), { title: seat.kind === "open" ? null : name });
      const theirs = state.turn === index + 1 && !state.options.free ? "to move" : winner === index + 1 ? "winner" : "";
      const what = {
        engine: ["engine", limit(seat.limit)].filter(Boolean).join(" · "),
        open: "by the link",
        guest: seat.guest === me ? "you" : here ? (theirs ? "" : "here") : "away",
      };
      const side = state.seats.length > 1 ? sideOf(state, index + 1) : "";
      write(own, ".what", (both ? [theirs || "here"] : [side, what[seat.kind], theirs]).filter(Boolean).join(" · "));
      write(own, ".won", state.seats.length > 1 && state.wins.some(Boolean) ? String(state.wins[index]) : "");
    });
    // In classic a point is no more than a win, which is told anyway.
    this.points(state.game === "super" ? state.view.scores : null);
    this.clock = state.clock;
    this.clockAt = heardAt;
    this.tick();
  }

  /** @param {[number, number] | null} scores */
  points(scores) {
    this.scores = scores && [...scores];
    this.cards.forEach((own, index) => {
      write(own, ".points", scores ? String(scores[index]) : "");
      say(/** @type {Element} */ (own.querySelector(".score small")), scores?.[index] === 1 ? "point" : "points");
    });
  }

  /** These players have got a point: it is counted as it is seen. @param {number[]} players */
  scored(players) {
    if (this.scores) {
      const scores = this.scores;
      players.forEach((player) => (scores[player - 1] += 1));
      this.points(scores);
    }
  }

  /** Lets the clock that runs be seen running. */
  tick() {
    const clock = this.clock;
    this.cards.forEach((own, index) => {
      if (!clock) {
        write(own, ".clock", "");
        return;
      }
      const running = clock.running === index + 1;
      const left = clock.left[index] - (running ? Date.now() - this.clockAt : 0);
      write(own, ".clock", time(left));
      own.classList.toggle("short", running && left < 20_000);
    });
  }
}

/**
 * @param {State} state
 * @param {number} player
 */
function card(state, player) {
  return html(
    "div",
    { class: `seat player-${player}` },
    state.view.layout === "panel" ? null : emblem(state.game, player, state.view.side_labels),
    html(
      "div",
      { class: "who" },
      html("span", { class: "side" }, html("strong", { class: "name", dir: "auto" })),
      html("span", { class: "what" }),
    ),
    html(
      "div",
      { class: "figures" },
      figure("wins", html("span", { class: "won" }), "won"),
      figure("score", html("output", { class: "points" }), "points"),
      figure("watch", html("time", { class: "clock" }), "time left"),
    ),
  );
}

/**
 * A number and what it counts; without a number it is not seen.
 * @param {string} name
 * @param {HTMLElement} number
 * @param {string} counts
 */
function figure(name, number, counts) {
  return html("span", { class: `figure ${name}`, hidden: true }, number, " ", html("small", {}, counts));
}

/**
 * @param {HTMLElement} own
 * @param {string} part
 * @param {string} text
 */
function write(own, part, text) {
  const element = own.querySelector(part);
  if (element) {
    say(element, text);
    element.closest(".figure")?.toggleAttribute("hidden", text === "");
  }
}
