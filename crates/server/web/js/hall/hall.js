// @ts-check
// The view of the hall: choose a game and press the button of a mode, or go on with one of your games.

/** @import { Catalogue, Game, OwnGame } from "../types.js" */
/** @import { Mode, HallAction, HallState } from "./state.js" */

import { ApiError, myGames, open } from "../api.js";
import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { usualGame } from "../game-info.js";
import { isStill, load, save } from "../settings.js";
import { Store } from "../store.js";
import { title } from "../text.js";
import { Actions, MODES, modeText, primary } from "./actions.js";
import { Cards } from "./cards.js";
import { Continue } from "./continue.js";
import { More } from "./advanced-options.js";
import { initialState, openRequest, reduce } from "./state.js";

/** How often the guest's games are fetched again, in milliseconds. */
const REFRESH = 15_000;
/** How long the hall waits for them at first, in milliseconds. */
const PATIENCE = 600;
/** Where what was chosen is kept: the game, and the choices for each game. */
const STORAGE_KEY = "parlor.hall";
/** Where the cards fill the screen, the button at its foot starts the game. */
const PHONE = "(max-width: 34rem)";

export class Hall {
  /**
   * @param {Catalogue} catalogue
   * @param {(path: string) => void} navigate
   * @param {OwnGame[] | null} own the guest's games, if they are known already
   */
  constructor(catalogue, navigate, own = null) {
    this.catalogue = catalogue;
    this.navigate = navigate;
    this.disposer = new Disposer();
    const { game: last, games: kept } = load(STORAGE_KEY);
    const first = namedGame(catalogue) ?? catalogue.games.find(({ name }) => name === last) ?? usualGame(catalogue);
    /** @type {Store<HallState, HallAction>} */
    this.store = new Store(initialState(catalogue.games, first, kept), reduce);
    const dispatch = (/** @type {HallAction} */ action) => this.store.dispatch(action);
    const start = (/** @type {Mode} */ mode) => this.open(mode);
    this.more = new More(dispatch, () => start("seats"));
    const [cards, actions] = [new Cards(catalogue.games, (game) => this.choose(game)), new Actions(dispatch, start)];
    const unfinished = new Continue();
    this.components = [cards, actions, this.more, unfinished];

    this.name = html("h2", { id: "setup-title" });
    this.summary = html("p", { class: "summary" });
    /** The same in fewer words, where there is little room. */
    this.tagline = html("p", { class: "tagline" });
    this.error = html("p", { class: "wrong", role: "alert" });
    this.startText = html("small", {});
    this.startName = html("span", {});
    this.start = html(
      "button",
      { type: "submit", class: "main start" },
      html("span", {}, this.startName, this.startText),
    );
    this.form = html(
      "form",
      { class: "setup", "aria-labelledby": "setup-title", novalidate: true },
      html("div", { class: "setup-head" }, this.name, this.summary, this.tagline),
      actions.element,
      this.error,
      this.more.element,
      html("div", { class: "go" }, this.start),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      start(primary(this.store.state));
    };
    this.element = html(
      "div",
      { class: "hall" },
      html(
        "div",
        { class: "welcome" },
        html("h1", {}, "Choose a game"),
        html("p", {}, "Against the computer, with a friend, or two at one screen. No account needed."),
      ),
      unfinished.element,
      cards.element,
      this.form,
    );
    document.title = "Parlor";
    this.disposer.add(this.store.subscribe((state) => this.render(state)));
    this.disposer.add(this.store.subscribe(({ game, kept: games }) => save(STORAGE_KEY, { game: game.name, games })));
    // An address that names a game chooses it, when it is opened and when it is changed.
    this.disposer.listen(window, "hashchange", () => {
      const named = namedGame(catalogue);
      if (named) {
        dispatch({ type: "choose", game: named });
      }
    });
    this.render(this.store.state);
    if (own) {
      dispatch({ type: "own games", own });
    }
    // What comes later is below everything else: nothing may move under a finger.
    unfinished.element.classList.toggle("late", unfinished.element.hidden === true);
    this.refreshOwnGames();
  }

  /**
   * Opens the hall with what is there to go on with, so that nothing moves when it arrives.
   * @param {Catalogue} catalogue
   * @param {(path: string) => void} navigate
   */
  static async enter(catalogue, navigate) {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => {
      setTimeout(() => resolve(null), PATIENCE);
    });
    const own = await Promise.race([myGames().catch(() => null), late]);
    return new Hall(catalogue, navigate, own);
  }

  /** @param {HallState} state */
  render(state) {
    const { game } = state;
    say(this.name, game.title);
    say(this.summary, `${title(game.summary)}.`);
    say(this.tagline, game.tagline);
    say(this.error, state.error);
    const mode = primary(state);
    say(this.startName, game.players === 1 ? `${MODES[mode]} ${game.title}` : MODES[mode]);
    say(this.startText, [game.title, modeText(mode, state)].filter(Boolean).join(" · "));
    this.start.disabled = state.isOpening;
    this.components.forEach((component) => component.render(state));
  }

  dispose() {
    this.disposer.dispose();
    this.components.forEach((part) => part.dispose());
  }

  /** A card was tapped. @param {Game} game */
  choose(game) {
    this.store.dispatch({ type: "choose", game });
    history.replaceState(history.state, "", `#${game.name}`);
    // Where the cards fill the screen, the buttons come to those who chose.
    if (matchMedia(PHONE).matches) {
      this.form.scrollIntoView({ block: "start", behavior: isStill() ? "instant" : "smooth" });
    }
  }

  /** Opens the game and goes there. @param {Mode} mode */
  async open(mode) {
    if (this.store.state.isOpening) {
      return;
    }
    this.store.dispatch({ type: "mode", mode });
    this.store.dispatch({ type: "opening" });
    try {
      const { id } = await open(openRequest({ ...this.store.state, mode }));
      if (!this.disposer.isDisposed) {
        this.navigate(`/g/${id}`);
      }
    } catch (error) {
      this.store.dispatch({ type: "failed", error: error instanceof ApiError ? error.message : String(error) });
      // What is wrong with the options is mended there.
      if (error instanceof ApiError && error.status > 0) {
        this.more.show(true);
      }
      this.error.scrollIntoView({ block: "center" });
    }
  }

  /** Fetches the guest's games again whenever the window is looked at. */
  refreshOwnGames() {
    const refresh = () => document.hidden || this.fetchOwnGames();
    this.disposer.listen(window, "focus", refresh);
    this.disposer.listen(window, "pageshow", refresh);
    this.disposer.listen(document, "visibilitychange", refresh);
    this.disposer.every(REFRESH, refresh);
    if (this.store.state.own === null) {
      this.fetchOwnGames();
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

/** The game that the address names. @param {Catalogue} catalogue */
function namedGame({ games }) {
  const wanted = location.hash.slice(1).toLowerCase();
  return games.find(({ name }) => name === wanted);
}
