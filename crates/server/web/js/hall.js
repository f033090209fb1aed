// @ts-check
// The hall: choose a game, its options and who sits where, or come back to one of your games.

/** @import { Game, Listed } from "./types.js" */

import { Refusal, myGames, open } from "./api.js";
import { boardFor, nobody } from "./boards/board.js";
import { html, say } from "./dom.js";
import { Choices } from "./option-fields.js";
import { SeatPicker } from "./seat-picker.js";
import { sample } from "./thumbnails.js";
import { TimeChoice } from "./time.js";
import { ago, stands, title, unusual } from "./text.js";

export class Hall {
  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
    this.choices = new Choices();
    this.seatPicker = new SeatPicker();
    this.time = new TimeChoice();
    this.error = html("p", { class: "wrong", role: "alert" });
    this.start = html("button", { type: "submit", class: "main start" }, "Start");
    this.mine = html("ul", { class: "mine-list" });
    /** The games as they are listed. @type {string | undefined} */
    this.listed = undefined;
    this.name = html("h2", { id: "setup-title" });
    this.summary = html("p", { class: "summary" });
    this.form = html(
      "form",
      { class: "setup", "aria-labelledby": "setup-title" },
      html("div", { class: "setup-head" }, this.name, this.summary),
      this.seatPicker.element,
      html("div", { class: "details" }, this.choices.element, this.time.element),
      html("div", { class: "go" }, this.start, this.error),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.begin();
    };
    this.element = html(
      "div",
      { class: "hall" },
      html(
        "div",
        { class: "welcome" },
        html("h1", {}, "What shall we play?"),
        html("p", {}, "With a friend by a link, against the computer, or at one screen. No account needed."),
      ),
      html(
        "div",
        { class: "games", role: "radiogroup", "aria-label": "Games" },
        ...games.map((game) => this.card(game)),
      ),
      this.form,
      html("section", { class: "mine", id: "mine", "aria-label": "My games" }, html("h2", {}, "My games"), this.mine),
    );
    const asked = games.find(({ name }) => `#${name}` === location.hash);
    const usual = remembered() ?? "classic";
    this.game = asked ?? games.find(({ name }) => name === usual) ?? games[0];
    this.choose(this.game);
  }

  /** @param {Game} game */
  card(game) {
    const chosen = () => {
      this.choose(game);
      // Where the cards fill the screen, what is to be chosen next comes to those who chose.
      if (matchMedia("(max-width: 34rem)").matches) {
        this.form.scrollIntoView({ block: "start" });
      }
    };
    const input = html("input", { type: "radio", name: "game", value: game.name, onchange: chosen });
    const picture = html(
      "div",
      { class: "picture", "aria-hidden": "true", inert: true },
      boardFor(sample(game.name), nobody).element,
    );
    return html(
      "label",
      { class: "card", "data-game": game.name },
      input,
      picture,
      html("span", { class: "card-name" }, title(game.name)),
      html("span", { class: "card-line" }, LINES[game.name] ?? game.summary),
    );
  }

  /** @param {Game} game */
  choose(game) {
    this.game = game;
    remember(game.name);
    const input = this.element.querySelector(`input[value="${CSS.escape(game.name)}"]`);
    if (input instanceof HTMLInputElement) {
      input.checked = true;
    }
    say(this.name, title(game.name));
    say(this.summary, `${title(SUMMARIES[game.name] ?? game.summary)}.`);
    say(this.error, "");
    this.choices.show(game);
    this.seatPicker.show(game);
    this.time.show(game.players > 1);
  }

  /** Opens the game and goes there. */
  async begin() {
    this.start.disabled = true;
    say(this.error, "");
    try {
      const clock = this.time.value();
      const { id } = await open({
        game: this.game.name,
        options: this.choices.value(),
        seats: this.seatPicker.value(),
        ...(clock ? { clock } : {}),
      });
      location.assign(`/g/${id}`);
    } catch (error) {
      this.start.disabled = false;
      say(this.error, error instanceof Refusal ? error.message : String(error));
    }
  }

  /** Lists one's own games, and again whenever somebody looks. */
  async list() {
    await this.relist();
    const look = () => document.hidden || this.relist();
    addEventListener("focus", look);
    addEventListener("pageshow", look);
    document.addEventListener("visibilitychange", look);
    setInterval(look, OFTEN);
    if (location.hash === "#mine") {
      this.mine.parentElement?.scrollIntoView();
    }
  }

  async relist() {
    const games = await myGames().catch(() => null);
    const listed = JSON.stringify(games?.map((game) => [game, ago(game)]));
    // What is there stays if it can't be asked for, or is the same: nobody loses their place in it.
    if (!games || listed === this.listed) {
      return;
    }
    this.listed = listed;
    const empty = html("li", { class: "none" }, "None yet. They will stand here when you come back.");
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.href : "";
    this.mine.replaceChildren(...(games.length > 0 ? games.map((game) => this.entry(game)) : [empty]));
    [...this.mine.querySelectorAll("a")].find(({ href }) => href === focused)?.focus();
  }

  /** @param {Listed} listed */
  entry(listed) {
    const usual = this.games.find(({ name }) => name === listed.game);
    // Each name in the direction it is written in.
    const names = listed.names.flatMap((name, index) => [index > 0 ? " – " : "", html("bdi", {}, name)]);
    const chosen = unusual(listed, usual);
    return html(
      "li",
      {},
      html(
        "a",
        { href: `/g/${listed.id}`, class: listed.over ? "over" : "" },
        html("strong", {}, title(listed.game)),
        html("span", { class: "names" }, ...names, chosen && ` · ${chosen}`),
        html("span", { class: "status-text" }, stands(listed)),
        html("span", { class: "when" }, ago(listed)),
      ),
    );
  }
}

/** What each game is, in a few words. @type {Record<string, string>} */
const LINES = {
  shapes: "Four in a row with circles and pentagons",
  growing: "Four in a row on a board that grows",
  classic: "Connect Four as you know it",
  super: "Lines vanish, discs fall, points count",
  hex: "Join your two sides",
  1024: "Slide and merge, alone",
};

/** What a game is, where the server's words are not true of the page: a small screen shows the diamond turned. */
/** @type {Record<string, string>} */
const SUMMARIES = {
  hex: "Hex on an 11 × 11 diamond, or any size 1 to 26; O joins the outer columns, X the outer rows",
};

const KEPT = "parlor.game";

/** How often one's games are asked for again, in milliseconds. */
const OFTEN = 15_000;

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} name */
function remember(name) {
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    // It is only a convenience.
  }
}
