// @ts-check
// The analysis board: a tree of variations, an engine beside it, and the whole of it in the address.

/** @import { Catalogue, Cell, Game } from "../types.js" */
/** @import { BoardCommand, BoardState } from "./client.js" */
/** @import { Mark } from "./board-pane.js" */

import { ApiError } from "../api.js";
import { Disposer } from "../disposer.js";
import { announce, copy, html, say, set } from "../dom.js";
import { fullScreenButton } from "../full-screen.js";
import { pieceKind, usualGame } from "../game-info.js";
import { spoken, title } from "../text.js";
import { Presenter } from "../follow/presenter.js";
import { BoardPane } from "./board-pane.js";
import { AnalysisClient } from "./client.js";
import { EnginePanel } from "./engine-panel.js";
import { exportMenu, openDialog, readFile } from "./exchange.js";
import { keyList, listenToKeys } from "./keys.js";
import { LineTools } from "./line-tools.js";
import { MarkTools } from "./mark-tools.js";
import { MoveTree } from "./move-tree.js";
import { SetupPanel } from "./setup-panel.js";

/** How long something is said beside the board, in milliseconds. */
const NOTICE_TIME = 6_000;

export class AnalysisView {
  /**
   * Opens the analysis that the address names. One that can't be read is an error that says why.
   * @param {Catalogue} catalogue
   */
  static async enter(catalogue) {
    const client = new AnalysisClient();
    const fragment = decodeHash();
    try {
      const state = await client.act(
        fragment ? { do: "open", fragment } : { do: "new", game: usualGame(catalogue).name },
      );
      return new AnalysisView(catalogue, client, state);
    } catch (error) {
      client.dispose();
      throw new ApiError(422, `this address is no analysis: ${/** @type {Error} */ (error).message}`);
    }
  }

  /**
   * @param {Catalogue} catalogue
   * @param {AnalysisClient} client
   * @param {BoardState} state
   */
  constructor(catalogue, client, state) {
    this.catalogue = catalogue;
    this.client = client;
    this.disposer = new Disposer();
    /** @type {SetupPanel | null} */
    this.setup = null;
    /** Arrows and marks, by position. @type {Map<string, Mark[]>} */
    this.marks = new Map();
    this.cancelNotice = () => {};

    this.game = this.gameOf(state);
    this.headline = html("h1", { class: "headline", tabindex: "-1" });
    this.gamePicker = html(
      "select",
      {
        "aria-label": "Game",
        class: "game-picker",
        onchange: () => this.act({ do: "new", game: this.gamePicker.value }),
      },
      ...catalogue.games.map(({ name, title: shown }) => html("option", { value: name }, shown)),
    );
    this.notice = html("div", { class: "notice", role: "status" });
    this.choices = html("div", { class: "row choices" });
    this.tree = new MoveTree((node) => this.act({ do: "go", node }));
    this.lineTools = new LineTools({
      act: (command) => this.act(command),
      promote: () => this.promote(),
      deleteLine: () => this.deleteLine(),
    });
    this.comment = html("textarea", {
      class: "comment",
      rows: 2,
      maxlength: 1000,
      "aria-label": "Comment on this position",
      placeholder: "Comment on this position",
      onchange: () => this.act({ do: "comment", node: this.state.current, text: this.comment.value }),
    });
    this.exports = exportMenu(client, (text) => this.tell(text));
    this.openDialog = openDialog((text) => this.paste(text));
    this.keys = keyList();
    this.markTools = new MarkTools({ turn: (isOn) => this.mark(isOn), wipe: () => this.setMarks([]) });
    this.presenter = new Presenter((text) => this.tell(text));
    this.side = html("div", { class: "aside" });
    this.element = html("div", { class: "table analysis" });
    this.engine = this.makeEngine();
    this.pane = this.makePane(state);
    this.assemble();
    this.show(state, false);
    this.listen();
  }

  /** @returns {BoardState} */
  get state() {
    return /** @type {BoardState} */ (this.client.state);
  }

  /** @param {BoardState} state @returns {Game} */
  gameOf({ game }) {
    return /** @type {Game} */ (this.catalogue.games.find(({ name }) => name === game));
  }

  makeEngine() {
    return new EnginePanel(this.game, {
      values: (report) => this.pane?.values(report),
      play: (moves) => this.play(moves),
    });
  }

  /** @param {BoardState} state */
  makePane(state) {
    return new BoardPane(this.game, this.shown(state), {
      choose: (moves) => this.choose(moves),
      hint: (text) => this.tell(text),
      refuse: (name) => this.tell(state.turn === "over" ? "The game is over here." : `${title(name)} can't be played.`),
    });
  }

  /** Puts everything in its place. */
  assemble() {
    const link = html("button", { type: "button", onclick: () => this.copyLink() }, "Copy link");
    const button = (/** @type {string} */ label, /** @type {() => void} */ action) =>
      html("button", { type: "button", onclick: action }, label);
    this.side.replaceChildren(
      this.engine.element,
      html(
        "section",
        { class: "moves-section", "aria-label": "Moves" },
        this.lineTools.stepper,
        this.tree.element,
        this.lineTools.row,
        this.comment,
      ),
    );
    set(this.element, {
      "data-game": this.game.name,
      "data-pieces": pieceKind(this.game),
      "data-layout": this.state.view.layout,
    });
    this.element.replaceChildren(
      html("div", { class: "heading" }, this.gamePicker, this.headline),
      this.pane.element,
      html("div", { class: "foot" }, this.notice, this.choices),
      html(
        "div",
        { class: "board-tools" },
        html(
          "div",
          { class: "row tools" },
          button("Open …", () => this.openDialog.showModal()),
          this.exports.element,
          link,
          button("Set up", () => this.startSetup()),
          button("New", () => this.act({ do: "new", game: this.game.name, options: this.state.options })),
          html(
            "span",
            { class: "row" },
            this.markTools.toggle,
            this.markTools.group,
            fullScreenButton(
              () => this.element,
              (text) => this.tell(text),
            ),
          ),
          this.presenter.button,
        ),
        this.presenter.panel,
      ),
      this.side,
      this.openDialog,
      this.keys,
    );
  }

  listen() {
    const { disposer } = this;
    listenToKeys(
      {
        board: () => this.pane.board,
        act: (command) => this.act(command),
        isPanel: () => this.state.view.layout === "panel",
        isBusy: () => this.setup !== null,
        delete: () => this.deleteLine(),
        promote: () => this.promote(),
        engine: () => this.engine.turn(!this.engine.isOn),
        best: () => this.playBest(),
        help: () => this.keys.showModal(),
        targets: () => this.shown(this.state).targets,
        play: (moves) => this.choose(moves),
      },
      disposer,
    );
    disposer.listen(window, "hashchange", () => {
      const fragment = decodeHash();
      if (fragment && fragment !== this.state.fragment) {
        this.act({ do: "open", fragment });
      }
    });
    disposer.listen(document, "paste", (/** @type {ClipboardEvent} */ event) => {
      const isField = event.target instanceof Element && event.target.closest("input, textarea, dialog");
      const text = event.clipboardData?.getData("text") ?? "";
      if (!isField && text.trim()) {
        event.preventDefault();
        this.paste(text).then((wrong) => wrong && this.tell(`${title(wrong)}.`, true));
      }
    });
    disposer.listen(this.element, "dragover", (/** @type {DragEvent} */ event) => event.preventDefault());
    disposer.listen(this.element, "drop", (/** @type {DragEvent} */ event) => this.drop(event));
  }

  /** @param {DragEvent} event */
  async drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    try {
      const text = file ? await readFile(file) : (event.dataTransfer?.getData("text") ?? "");
      const wrong = text ? await this.paste(text) : "";
      if (wrong) {
        this.tell(`${title(wrong)}.`, true);
      }
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message, true);
    }
  }

  /**
   * Carries out a command and shows what came of it.
   * @param {BoardCommand | ((state: BoardState) => BoardCommand)} command
   */
  async act(command) {
    const before = this.client.state;
    try {
      const state = await this.client.act(command);
      const isStep =
        before !== null &&
        state.moves.length === before.moves.length + 1 &&
        before.moves.every((move, index) => move === state.moves[index]);
      this.show(state, isStep && before.game === state.game);
    } catch (error) {
      this.tell(`${title(/** @type {Error} */ (error).message)}.`, true);
    }
  }

  /** Opens a text; returns why it can't be. @param {string} text @returns {Promise<string>} */
  async paste(text) {
    try {
      this.show(await this.client.act({ do: "paste", text }), false);
      this.tell("Opened.");
      return "";
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** @param {string[]} moves */
  async play(moves) {
    for (const text of moves) {
      await this.act({ do: "play", text });
    }
  }

  /** Plays the engine's best move. */
  playBest() {
    const { best } = this.engine;
    if (this.state.turn === "chance") {
      this.act({ do: "chance", seed: Math.floor(Math.random() * 2 ** 32) });
    } else if (best) {
      this.act({ do: "play", text: best });
    }
  }

  /** A target was chosen: its only move is made, and of several it is asked which. @param {string[]} moves */
  choose(moves) {
    if (moves.length === 1) {
      this.act({ do: "play", text: moves[0] });
      return;
    }
    const labels = this.state.view.side_labels;
    const side = (/** @type {string} */ move) => labels[Number(move.match(/^p([12]):/)?.[1] ?? 1) - 1] ?? move;
    this.choices.replaceChildren(
      ...moves.map((move) =>
        html("button", { type: "button", onclick: () => this.act({ do: "play", text: move }) }, side(move)),
      ),
    );
    this.tell(`Whose piece? ${title(spoken(this.game, moves[0]))}`);
  }

  promote() {
    this.act(({ current }) => ({ do: "promote", node: current }));
  }

  /** Deletes from the current move on; at the start there is nothing to delete. */
  deleteLine() {
    this.act(({ current }) => (current === 0 ? { do: "go", node: 0 } : { do: "delete", node: current }));
  }

  async copyLink() {
    this.tell((await copy(location.href)) ? "The link is copied: it has the whole analysis in it." : location.href);
  }

  /** Lets marks be drawn, or moves be made again. @param {boolean} isMarking */
  mark(isMarking) {
    this.pane.drawMarks(isMarking ? (marks) => this.setMarks(marks) : null, () => this.markTools.color);
    if (!isMarking) {
      this.pane.offer();
    }
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.marks.set(this.state.moves.join(" "), marks);
    this.pane.showMarks(marks);
    this.present();
  }

  present() {
    this.presenter.present(this.state.fragment, this.pane.drawnMarks);
  }

  /** @param {BoardState} state */
  shown({ view, steps, turn, player, chance_targets }) {
    const isChance = turn === "chance";
    return { view, steps, targets: isChance ? chance_targets : view.move_targets, player: player ?? 1 };
  }

  /**
   * Draws everything from the state.
   * @param {BoardState} state
   * @param {boolean} isStep
   */
  show(state, isStep) {
    if (state.game !== this.game.name) {
      this.changeGame(state);
    }
    history.replaceState(null, "", `#${state.fragment}`);
    const names = `${this.game.title} · Analysis`;
    document.title = `${names} – Parlor`;
    this.gamePicker.value = state.game;
    say(this.headline, headlineOf(state));
    if (isStep) {
      announce(`${spoken(this.game, state.moves.at(-1) ?? "")}. ${headlineOf(state)}`);
    }
    set(this.element, { "data-layout": state.view.layout });
    this.pane.draw(this.shown(state), isStep);
    this.pane.showMarks(this.marks.get(state.moves.join(" ")) ?? []);
    this.pane.pickCells(this.picker(state));
    if (this.markTools.isOn) {
      this.mark(true);
    }
    this.tree.render(this.game, state, this.client.nodes);
    if (document.activeElement !== this.comment) {
      this.comment.value = state.comment;
    }
    this.exports.render(state.formats);
    this.renderChoices(state);
    this.lineTools.render(state, this.client.nodes);
    this.engine.look(
      state.turn === "player"
        ? { game: state.game, options: state.options, setup: state.setup, moves: state.moves }
        : null,
      state,
    );
    this.present();
  }

  /** Cells to click on where chance is to move. @param {BoardState} state */
  picker(state) {
    if (state.turn !== "chance") {
      return null;
    }
    const moves = new Map(
      state.chance_targets.map(([target, move]) => ["cell" in target ? String(target.cell) : "", move]),
    );
    return (/** @type {Cell} */ cell) => {
      const move = moves.get(String(cell));
      if (move) {
        this.act({ do: "play", text: move });
      }
    };
  }

  /** What can be done that is not on the board. @param {BoardState} state */
  renderChoices(state) {
    const button = (/** @type {string} */ label, /** @type {BoardCommand} */ command) =>
      html("button", { type: "button", onclick: () => this.act(command) }, label);
    const words = state.view.move_targets.filter(([target]) => "button" in target);
    this.choices.replaceChildren(
      ...words.map(([, move]) => button(title(move), { do: "play", text: move })),
      ...(state.can_continue ? [button("Continue", { do: "play", text: "continue" })] : []),
      ...(state.turn === "chance"
        ? [
            html("span", {}, "A tile is to appear: click a free cell, or"),
            button("let chance choose", { do: "chance", seed: Math.floor(Math.random() * 2 ** 32) }),
          ]
        : []),
    );
  }

  /** Another game needs another board. @param {BoardState} state */
  changeGame(state) {
    this.engine.dispose();
    this.pane.dispose();
    this.game = this.gameOf(state);
    this.engine = this.makeEngine();
    this.pane = this.makePane(state);
    this.tree.drawn = null;
    this.assemble();
  }

  startSetup() {
    const before = this.state;
    const draw = (/** @type {number[][]} */ cells) => {
      this.pane.draw(
        { ...this.shown(before), view: { ...before.view, cells, line: [], move_targets: [] }, steps: [], targets: [] },
        false,
      );
      this.pane.pickCells((cell) => this.setup?.put(cell));
    };
    const end = () => {
      this.setup = null;
      this.element.classList.remove("setting-up");
      this.assemble();
    };
    const position = { game: before.game, options: before.options };
    this.setup = new SetupPanel(this.game, before.view, {
      draw,
      check: (setup) => this.client.checkSetup(position, setup),
      done: (setup) => {
        end();
        this.act({ do: "set_up", setup });
      },
      cancel: () => {
        end();
        this.show(this.state, false);
      },
    });
    this.engine.look(null, before);
    this.element.classList.add("setting-up");
    this.side.replaceChildren(this.setup.element);
    // On a phone the button is below the board.
    scrollTo({ top: 0, behavior: "instant" });
    draw(this.setup.cells);
  }

  /**
   * Says something beside the board for a while.
   * @param {string} text
   * @param {boolean} [isWrong]
   */
  tell(text, isWrong = false) {
    this.cancelNotice();
    this.notice.classList.toggle("wrong", isWrong);
    this.notice.replaceChildren(html("span", {}, text));
    this.cancelNotice = this.disposer.after(NOTICE_TIME, () => this.notice.replaceChildren());
  }

  dispose() {
    this.disposer.dispose();
    this.presenter.dispose();
    this.engine.dispose();
    this.pane.dispose();
    this.client.dispose();
  }
}

/** The fragment of the address. Some programs encode more of it than needed. */
function decodeHash() {
  return location.hash.replace(/^#/, "");
}

/** @param {BoardState} state */
function headlineOf(state) {
  return state.view.goal && state.turn === "player" ? `Reach ${state.view.goal.target}` : state.status_text;
}
