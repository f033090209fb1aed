// @ts-check
// The players of a game beside its board: who they are, whether they are there, whose turn it is, points and time.

/** @import { TableState } from "./state.js" */

import { emblem } from "../boards/pieces.js";
import { Disposer } from "../disposer.js";
import { html, say, set } from "../dom.js";
import { hasPoints, pieceKind } from "../game-info.js";
import { isOneDevice, sideOf } from "../sides.js";
import { clockText, limitText, nameOf, title, winnerOf } from "../text.js";
import { bestOf, highestTile } from "./high-scores.js";
import { stops } from "./selectors.js";
import { playersOf } from "./state.js";

/** A clock with less time than this is marked, in milliseconds. */
const SHORT = 20_000;

export class Seats {
  constructor() {
    this.disposer = new Disposer();
    this.element = html("section", { class: "seats", "aria-label": "Players" });
    /** @type {HTMLElement[]} */
    this.cards = [];
    /** What the cards were made for. */
    this.made = "";
    /** @type {TableState | null} */
    this.state = null;
    // A running clock is seen running.
    this.disposer.every(100, () => this.state && this.renderClocks(this.state));
  }

  /** @param {TableState} state */
  render(state) {
    this.state = state;
    const { shown } = state;
    const made = JSON.stringify([shown.view.side_labels, shown.seats.length]);
    if (made !== this.made) {
      this.made = made;
      this.cards = shown.seats.map((_, index) => card(state, index + 1));
      this.element.replaceChildren(...this.cards);
    }
    this.cards.forEach((own, index) => renderSeat(own, state, index + 1));
    this.renderClocks(state);
  }

  /** @param {TableState} state */
  renderClocks({ latest: { clock }, heardAt }) {
    this.cards.forEach((own, index) => {
      if (!clock) {
        write(own, ".clock", "");
        return;
      }
      const isRunning = clock.running === index + 1;
      const left = clock.left[index] - (isRunning ? Date.now() - heardAt : 0);
      write(own, ".clock", clockText(left));
      own.classList.toggle("short", isRunning && left < SHORT);
    });
  }

  dispose() {
    this.disposer.dispose();
  }
}

/**
 * @param {HTMLElement} own
 * @param {TableState} state
 * @param {number} player
 */
function renderSeat(own, state, player) {
  const { game, guests, me, scored, shown } = state;
  const seat = shown.seats[player - 1];
  const hasTwo = shown.seats.length > 1;
  const isTurn = shown.turn === player && !shown.options.free;
  const isWinner = winnerOf(shown.ending) === player;
  const isHere = seat.kind === "engine" || guests.some(({ guest }) => guest === seat.guest);
  const isShared = isOneDevice(shown.seats);
  // The opponent is beyond the board, you are on this side of it.
  const mine = playersOf(shown, me);
  const isBelow = hasTwo && player === (mine.length === 1 ? mine[0] : 1);
  own.classList.toggle("below", isBelow);
  own.classList.toggle("above", !isBelow);
  const side = sideOf(game, shown.view, player);
  const name = isShared ? side : nameOf(shown, player);
  own.classList.toggle("turn", isTurn);
  own.classList.toggle("winner", isWinner);
  own.classList.toggle("here", isHere);
  write(own, ".name", seat.kind === "open" ? title(name) : name);
  // A name that is cut is told in full where the pointer rests.
  set(/** @type {Element} */ (own.querySelector(".name")), { title: seat.kind === "open" ? null : name });
  const role = isTurn ? "to move" : isWinner ? "winner" : "";
  const who = {
    engine: ["engine", limitText(seat.limit)].filter(Boolean).join(" · "),
    open: "not here yet",
    guest: seat.guest === me.id ? "you" : isHere ? (role ? "" : "here") : "away",
  }[seat.kind];
  const isTold = !isShared && hasTwo && who !== "";
  write(own, ".piece-name", isShared || !hasTwo ? "" : isTold ? `${side} · ` : side);
  const told = isShared ? (role ? "" : "here") : who;
  write(own, ".is", told);
  write(own, ".role", role && (told || !isShared) ? ` · ${role}` : role);
  write(own, ".won", hasTwo && shown.wins.some(Boolean) ? String(shown.wins[player - 1]) : "");
  const points = hasPoints(game) ? shown.view.scores : null;
  const seen = points && points[player - 1] + scored.filter((scorer) => scorer === player).length;
  write(own, ".points", seen === null ? "" : String(seen));
  say(/** @type {Element} */ (own.querySelector(".score small")), seen === 1 ? "point" : "points");
  if (shown.view.goal) {
    renderGoal(own, state);
  }
}

/**
 * How far somebody has come who plays for a goal, and how far they ever came.
 * @param {HTMLElement} own
 * @param {TableState} state
 */
function renderGoal(own, { shown: { view }, moves }) {
  const made = stops(moves).length - 1;
  write(own, ".highest", String(highestTile(view)));
  write(own, ".made", String(made));
  write(own, ".best", String(bestOf(view)?.tile ?? ""));
  say(/** @type {Element} */ (own.querySelector(".made + small")), made === 1 ? "move" : "moves");
}

/**
 * @param {TableState} state
 * @param {number} player
 */
function card({ game, shown: { view } }, player) {
  return html(
    "div",
    { class: `seat player-${player}` },
    view.layout === "panel" ? null : emblem(pieceKind(game), player, view.side_labels),
    html(
      "div",
      { class: "who" },
      html("span", { class: "side" }, html("strong", { class: "name", dir: "auto" })),
      html(
        "span",
        { class: "what" },
        html("span", { class: "piece-name" }),
        html("span", { class: "is" }),
        html("span", { class: "role" }),
      ),
    ),
    html(
      "div",
      { class: "figures" },
      figure("wins", html("span", { class: "won" }), "won"),
      figure("score", html("output", { class: "points" }), "points"),
      figure("watch", html("time", { class: "clock" }), "time left"),
      figure("goal", html("span", { class: "highest" }), "highest"),
      figure("goal", html("span", { class: "made" }), "moves"),
      figure("goal", html("span", { class: "best" }), "best"),
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
