// @ts-check
// The view of the hall: choose a game, its options and who plays, or return to one of your games.

/** @import { Catalogue, Game } from "../types.js" */
/** @import { HallAction, HallState } from "./state.js" */
/** @import { Board } from "../boards/board.js" */

import { ApiError, myGames, open } from "../api.js";
import { NO_CALLBACKS, boardFor } from "../boards/board.js";
import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { pieceKind, thumbnail, usualGame } from "../game-info.js";
import { Store } from "../store.js";
import { title } from "../text.js";
import { ClockFields } from "./clock-fields.js";
import { OptionFields } from "./option-fields.js";
import { OwnGames } from "./own-games.js";
import { SeatPicker } from "./seat-picker.js";
import { initialState, openRequest, reduce } from "./state.js";

/** How often the guest's games are fetched again, in milliseconds. */
const REFRESH = 15_000;
/** Where the game that was chosen last is remembered. */
const STORAGE_KEY = "parlor.game";

export class Hall {
  /**
   * @param {Catalogue} catalogue
   * @param {(path: string) => void} navigate
   */
  constructor(catalogue, navigate) {
    this.navigate = navigate;
    this.disposer = new Disposer();
    /** @type {Store<HallState, HallAction>} */
    this.store = new Store(initialState(catalogue.games, firstGame(catalogue)), reduce);
    const dispatch = (/** @type {HallAction} */ action) => this.store.dispatch(action);
    /** @type {Board[]} */
    this.thumbnails = [];
    const [seats, options, clock] = [new SeatPicker(dispatch), new OptionFields(dispatch), new ClockFields(dispatch)];
    this.own = new OwnGames();
    this.components = [seats, options, clock, this.own];

    this.name = html("h2", { id: "setup-title" });
    this.summary = html("p", { class: "summary" });
    this.error = html("p", { class: "wrong", role: "alert" });
    this.start = html("button", { type: "submit", class: "main start" }, "Start");
    this.form = html(
      "form",
      { class: "setup", "aria-labelledby": "setup-title" },
      html("div", { class: "setup-head" }, this.name, this.summary),
      seats.element,
      html("div", { class: "details" }, options.element, clock.element),
      html("div", { class: "go" }, this.start, this.error),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.open();
    };
    this.cards = html(
      "div",
      { class: "games", role: "radiogroup", "aria-label": "Games" },
      ...catalogue.games.map((game) => this.card(game)),
    );
    this.element = html(
      "div",
      { class: "hall" },
      html(
        "div",
        { class: "welcome" },
        html("h1", {}, "Choose a game"),
        html("p", {}, "Play a friend by link, the computer, or two on one screen. No account needed."),
      ),
      this.cards,
      this.form,
      this.own.element,
    );
    document.title = "Parlor";
    this.disposer.add(this.store.subscribe((state) => this.render(state)));
    this.render(this.store.state);
    this.listOwnGames();
  }

  /** @param {HallState} state */
  render(state) {
    const { game } = state;
    const input = this.cards.querySelector(`input[value="${CSS.escape(game.name)}"]`);
    if (input instanceof HTMLInputElement) {
      input.checked = true;
    }
    say(this.name, game.title);
    say(this.summary, `${title(game.summary)}.`);
    say(this.error, state.error);
    this.start.disabled = state.isOpening;
    this.components.forEach((component) => component.render(state));
  }

  dispose() {
    this.disposer.dispose();
    [...this.components, ...this.thumbnails].forEach((part) => part.dispose());
  }

  /** @param {Game} game */
  card(game) {
    const board = boardFor(game, thumbnail(game), NO_CALLBACKS);
    this.thumbnails.push(board);
    const choose = () => {
      remember(game.name);
      this.store.dispatch({ type: "choose", game });
      // Where the cards fill the screen, the form comes to those who chose.
      if (matchMedia("(max-width: 34rem)").matches) {
        this.form.scrollIntoView({ block: "start" });
      }
    };
    return html(
      "label",
      { class: "card", "data-game": game.name, "data-pieces": pieceKind(game) },
      html("input", { type: "radio", name: "game", value: game.name, onchange: choose }),
      html("div", { class: "picture", "aria-hidden": "true", inert: true }, board.element),
      html("span", { class: "card-name" }, game.title),
      html("span", { class: "card-line" }, game.tagline),
    );
  }

  /** Opens the game and goes there. */
  async open() {
    this.store.dispatch({ type: "opening" });
    try {
      const { id } = await open(openRequest(this.store.state));
      if (!this.disposer.isDisposed) {
        this.navigate(`/g/${id}`);
      }
    } catch (error) {
      this.store.dispatch({ type: "failed", error: error instanceof ApiError ? error.message : String(error) });
    }
  }

  /** Lists the guest's own games, and again whenever the window is looked at. */
  async listOwnGames() {
    const refresh = () => document.hidden || this.fetchOwnGames();
    this.disposer.listen(window, "focus", refresh);
    this.disposer.listen(window, "pageshow", refresh);
    this.disposer.listen(document, "visibilitychange", refresh);
    this.disposer.every(REFRESH, refresh);
    await this.fetchOwnGames();
    if (location.hash === "#mine") {
      this.own.element.scrollIntoView();
    }
  }

  /** The list stays as it is while the server can't be reached. */
  async fetchOwnGames() {
    const own = await myGames().catch(() => null);
    if (own && !this.disposer.isDisposed) {
      this.store.dispatch({ type: "own games", own });
    }
  }
}

/** The game that the address names, was chosen last, or is the usual one. @param {Catalogue} catalogue */
function firstGame(catalogue) {
  const named = (/** @type {string | null} */ wanted) => catalogue.games.find(({ name }) => name === wanted);
  return named(location.hash.slice(1)) ?? named(remembered()) ?? usualGame(catalogue);
}

function remembered() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** @param {string} name */
function remember(name) {
  try {
    localStorage.setItem(STORAGE_KEY, name);
  } catch {
    // It is only a convenience.
  }
}
