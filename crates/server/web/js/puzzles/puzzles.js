// @ts-check
// Puzzles: positions with one solution. A daily one that is the same for everybody, and as many as one likes.

/** @import { Catalogue, Game } from "../types.js" */
/** @import { BoardState } from "../analysis/client.js" */

import { BoardPane } from "../analysis/board-pane.js";
import { AnalysisClient } from "../analysis/client.js";
import { addressOf } from "../base-path.js";
import { Disposer } from "../disposer.js";
import { announce, html, say, set } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { sidesOf } from "../sides.js";
import { title, written } from "../text.js";
import { PUZZLES } from "./data.js";
import { Progress, dailyPuzzle, day } from "./progress.js";

/**
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {string} fragment
 * @property {number} next
 * @property {"win" | "draw" | "chance"} goal
 * @property {number} [moves]
 * @property {string[]} solution
 * @property {string} words
 */

/** How long the answer of the opponent is waited for, so that one's own move is seen, in milliseconds. */
const ANSWER_PAUSE = 450;

export class PuzzleView {
  /**
   * @param {Catalogue} catalogue
   * @param {boolean} isDaily
   */
  static async enter(catalogue, isDaily) {
    const view = new PuzzleView(catalogue, isDaily);
    try {
      await view.next();
    } catch (error) {
      view.dispose();
      throw error;
    }
    return view;
  }

  /**
   * @param {Catalogue} catalogue
   * @param {boolean} isDaily
   */
  constructor(catalogue, isDaily) {
    this.catalogue = catalogue;
    this.isDaily = isDaily;
    this.disposer = new Disposer();
    this.client = new AnalysisClient();
    this.progress = new Progress();
    /** @type {Puzzle} */
    this.puzzle = PUZZLES[0];
    /** How many moves of the solution have been made. */
    this.made = 0;
    this.hints = 0;
    this.mistakes = 0;
    this.isSolved = false;
    this.isAnswering = false;
    /** How often a puzzle was opened or its solution shown: what was under way before is no longer meant. */
    this.generation = 0;
    /** @type {BoardPane | null} */
    this.pane = null;
    const named = (/** @type {string} */ name) => catalogue.games.find((game) => game.name === name)?.title ?? name;
    const games = [...new Set(PUZZLES.map(({ game }) => game))];
    this.picker = html(
      "select",
      { "aria-label": "Game", class: "game-picker", onchange: () => this.choose(this.picker.value) },
      html("option", { value: "" }, "All games"),
      ...games.map((game) => html("option", { value: game }, named(game))),
    );
    this.picker.value = this.progress.game;
    this.headline = html("h1", { class: "headline", tabindex: "-1" });
    this.kind = html("p", { class: "kind" });
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.streak = html("p", { class: "streak" });
    this.hintButton = html("button", { type: "button", onclick: () => this.hint() }, "Hint");
    this.solutionButton = html("button", { type: "button", onclick: () => this.solution() }, "Show solution");
    this.againButton = html("button", { type: "button", onclick: () => this.open(this.puzzle) }, "Try again");
    this.nextButton = html("button", { type: "button", onclick: () => this.another() }, "Next puzzle");
    this.analysis = html("a", { class: "button", href: "/analysis" }, "Analysis");
    this.element = html("div", { class: "table puzzles" });
  }

  /** The puzzle to begin with. */
  async next() {
    return this.open(this.isDaily ? dailyPuzzle(PUZZLES, day(new Date())) : await this.fresh());
  }

  /** Another one, also after the daily one. */
  async another() {
    if (this.isDaily) {
      this.isDaily = false;
      history.replaceState(null, "", addressOf("/puzzles"));
    }
    return this.open(await this.fresh());
  }

  /** A puzzle that was not solved yet: a new one is made where all of them were. @returns {Promise<Puzzle>} */
  async fresh() {
    const picked = this.progress.pick(PUZZLES);
    if (this.progress.fresh(PUZZLES).length > 0) {
      return picked;
    }
    this.say("Making a new puzzle …", "");
    const seed = Math.floor(Math.random() * 2 ** 32);
    const made = await this.client.client.ask({ op: "puzzle", game: picked.game, seed }).catch(() => null);
    return made ?? picked;
  }

  /** @param {string} game */
  choose(game) {
    this.progress.choose(game);
    this.another();
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    this.generation += 1;
    this.puzzle = puzzle;
    this.made = 0;
    this.hints = 0;
    this.mistakes = 0;
    this.isSolved = false;
    this.isAnswering = false;
    const state = await this.client.act({ do: "open", fragment: puzzle.fragment });
    const game = /** @type {Game} */ (this.catalogue.games.find(({ name }) => name === puzzle.game));
    this.game = game;
    this.pane?.dispose();
    this.pane = new BoardPane(game, this.shown(state), {
      choose: (moves) => this.try(moves[0]),
      hint: () => {},
      refuse: () => {},
    });
    this.assemble();
    this.say(`Find the ${puzzle.goal === "chance" ? "press" : "move"}.`, "");
    this.render(state);
    announce(`${game.title}. ${this.task}.`);
  }

  /** What is to be done, with the mover's color as the pieces have it. */
  get task() {
    const { game, puzzle } = this;
    const mover = game ? sidesOf(game)[puzzle.next - 1] : "";
    return puzzle.words.replace(/^\w+(?= to move)/, mover);
  }

  assemble() {
    const { game } = this;
    if (!game || !this.pane) {
      return;
    }
    set(this.element, { "data-game": game.name, "data-pieces": pieceKind(game) });
    this.element.replaceChildren(
      html("div", { class: "heading" }, html("div", { class: "row" }, this.kind, this.picker), this.headline),
      this.pane.element,
      html(
        "div",
        { class: "foot" },
        this.verdict,
        html(
          "div",
          { class: "controls" },
          this.hintButton,
          this.solutionButton,
          this.againButton,
          this.analysis,
          this.nextButton,
        ),
      ),
      html("div", { class: "aside" }, this.streak, this.dailyLink()),
    );
  }

  dailyLink() {
    return this.isDaily
      ? html("p", {}, html("a", { href: "/puzzles" }, "More puzzles"))
      : html("p", {}, html("a", { href: "/puzzles/daily" }, "Today's puzzle"));
  }

  /** @param {BoardState} state */
  shown({ view, steps, player }) {
    const isOpen = !this.isSolved && !this.isAnswering;
    return { view, steps, targets: isOpen ? view.move_targets : [], player: player ?? 1 };
  }

  /** Somebody tries a move. @param {string} move */
  async try(move) {
    if (this.isSolved || this.isAnswering) {
      return;
    }
    const expected = this.puzzle.solution[this.made];
    if (move !== expected) {
      this.mistakes += 1;
      this.progress.failed(this.puzzle);
      this.say(`${this.written(move)} is not it. Try again.`, "wrong");
      this.render(/** @type {BoardState} */ (this.client.state));
      return;
    }
    const { generation } = this;
    this.isAnswering = true;
    await this.play(move);
    if (generation !== this.generation) {
      return;
    }
    const reply = this.puzzle.solution[this.made];
    if (reply === undefined) {
      this.solved();
      return;
    }
    this.say("Right. And now?", "right");
    await new Promise((resolve) => {
      this.disposer.after(ANSWER_PAUSE, () => resolve(undefined));
    });
    if (generation === this.generation) {
      this.isAnswering = false;
      await this.play(reply);
    }
  }

  /** Makes the next move of the solution. @param {string} move */
  async play(move) {
    this.made += 1;
    const state = await this.client.act({ do: "play", text: move });
    await this.pane?.draw(this.shown(state), true);
    this.render(state);
  }

  solved() {
    this.isSolved = true;
    const isClean = this.mistakes === 0 && this.hints === 0;
    this.progress.solved(this.puzzle, isClean, this.isDaily ? day(new Date()) : null);
    this.say(isClean ? "Solved!" : this.mistakes === 0 ? "Solved, with a hint." : "Solved.", "right");
    this.render(/** @type {BoardState} */ (this.client.state));
    this.nextButton.focus();
  }

  /** First where to look, then the move itself. */
  hint() {
    const move = this.puzzle.solution[this.made];
    const state = this.client.state;
    if (!move || !state || this.isSolved) {
      return;
    }
    this.hints += 1;
    this.progress.failed(this.puzzle);
    const target = state.view.move_targets.find(([, text]) => text === move)?.[0];
    if (this.hints === 1) {
      this.say(firstHint(target, state), "");
    } else {
      this.pane?.hint(move);
      this.say(`It is ${this.written(move)}.`, "");
    }
    this.render(state);
  }

  async solution() {
    this.generation += 1;
    const { generation } = this;
    this.hints += 1;
    this.progress.failed(this.puzzle);
    this.isAnswering = true;
    while (generation === this.generation && this.made < this.puzzle.solution.length) {
      await this.play(this.puzzle.solution[this.made]);
    }
    if (generation !== this.generation) {
      return;
    }
    this.isSolved = true;
    const line = this.puzzle.solution.map((move) => this.written(move)).join(", ");
    this.say(`The solution: ${line}.`, "");
    this.render(/** @type {BoardState} */ (this.client.state));
  }

  /** @param {string} move */
  written(move) {
    const { game, client } = this;
    return game && client.state ? written(move, /** @type {any} */ (client.state), game) : move;
  }

  /**
   * @param {string} text
   * @param {"" | "right" | "wrong"} mood
   */
  say(text, mood) {
    set(this.verdict, { "data-mood": mood || null });
    say(this.verdict, text);
  }

  /** @param {BoardState} state */
  render(state) {
    const { progress, game, puzzle } = this;
    document.title = `Puzzles – Parlor`;
    set(this.element, {
      "data-layout": state.view.layout,
      // How far the solution has come, once the next move is the player's.
      "data-made": this.isAnswering ? null : String(this.made),
    });
    say(this.kind, this.isDaily ? "Today's puzzle" : "Puzzle");
    say(this.headline, title(this.task));
    const days = progress.days(day(new Date()));
    const parts = [
      `In a row: ${progress.streak}`,
      `best: ${progress.best}`,
      `solved: ${progress.solvedCount}`,
      days > 0 ? `${days} ${days === 1 ? "day" : "days"} in a row` : "",
    ];
    say(this.streak, parts.filter(Boolean).join(" · "));
    set(this.hintButton, { disabled: this.isSolved });
    // Before that, the puzzle is what there is to do.
    this.nextButton.classList.toggle("main", this.isSolved);
    set(this.solutionButton, { hidden: this.isSolved });
    set(this.againButton, { hidden: !this.isSolved });
    set(this.analysis, { href: `/analysis#${puzzle.fragment}`, hidden: !this.isSolved });
    if (game && this.pane) {
      this.pane.shown = this.shown(state);
      this.pane.offer();
    }
  }

  dispose() {
    this.disposer.dispose();
    this.pane?.dispose();
    this.client.dispose();
  }
}

/**
 * Where to look, without saying it.
 * @param {BoardState["view"]["move_targets"][number][0] | undefined} target
 * @param {BoardState} state
 */
function firstHint(target, { view }) {
  if (target && "column" in target) {
    return target.column < view.columns / 2 ? "Look at the left half." : "Look at the right half.";
  }
  if (target && "cell" in target) {
    return `Look at the ${target.cell[0] < view.rows / 2 ? "upper" : "lower"} half.`;
  }
  return target && "arrow" in target && ["left", "right"].includes(String(target.arrow))
    ? "Left or right."
    : "Up or down.";
}
