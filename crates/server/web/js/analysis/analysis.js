// @ts-check
// The analysis board: a tree of variations, an engine beside it, and the whole of it in the address.

/** @import { Catalogue, Game } from "../types.js" */
/** @import { BoardCommand, BoardState } from "./client.js" */

import { ApiError } from "../api.js";
import { Disposer } from "../disposer.js";
import { announce, copy, html, say, set } from "../dom.js";
import { LoadError } from "../engine/errors.js";
import { fullScreenButton } from "../full-screen.js";
import { pieceKind, usualGame } from "../game-info.js";
import { onSettings } from "../settings.js";
import { positionText } from "../sides.js";
import { spoken, title } from "../text.js";
import { Presenter } from "../follow/presenter.js";
import { BoardPane } from "./board-pane.js";
import { Choices, chanceCommand } from "./choices.js";
import { AnalysisClient } from "./client.js";
import { EnginePanel } from "./engine-panel.js";
import { exportMenu, openDialog, pasteCommand } from "./import-export.js";
import { takeTexts } from "./paste-and-drop.js";
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
    const fragment = fragmentOfAddress();
    try {
      const state = await client.act(
        fragment ? { do: "open", fragment } : { do: "new", game: usualGame(catalogue).name },
      );
      return new AnalysisView(catalogue, client, state);
    } catch (error) {
      client.dispose();
      if (error instanceof LoadError) {
        throw error;
      }
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
    this.choices = new Choices({ act: (command) => this.act(command), tell: (text) => this.tell(text) });
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
    this.markTools = new MarkTools({ pane: () => this.pane, changed: () => this.present() });
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
      refuse: (name) =>
        this.tell(this.state.turn === "over" ? "The game is over here." : `${title(name)} can't be played.`),
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
      html("div", { class: "foot" }, this.notice, this.choices.element),
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
    disposer.add(onSettings(() => say(this.headline, positionText(this.game, this.state))));
    disposer.listen(window, "hashchange", () => {
      const fragment = fragmentOfAddress();
      if (fragment && fragment !== this.state.fragment) {
        this.act({ do: "open", fragment });
      }
    });
    takeTexts(
      this.element,
      disposer,
      (text) => this.paste(text),
      (wrong) => this.tell(`${title(wrong)}.`, true),
    );
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
      this.show(await this.client.act(pasteCommand(text)), false);
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
      this.act(chanceCommand());
    } else if (best) {
      this.act({ do: "play", text: best });
    }
  }

  /** @param {string[]} moves */
  choose(moves) {
    this.choices.choose(this.game, this.state, moves);
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
    say(this.headline, positionText(this.game, state));
    if (isStep) {
      announce(`${spoken(this.game, state.moves.at(-1) ?? "")}. ${positionText(this.game, state)}`);
    }
    set(this.element, { "data-layout": state.view.layout });
    this.pane.draw(this.shown(state), isStep);
    this.pane.pickCells(this.choices.chancePicker(state));
    this.markTools.render(state);
    this.tree.render(this.game, state, this.client.nodes);
    if (document.activeElement !== this.comment) {
      this.comment.value = state.comment;
    }
    this.exports.render(state.formats);
    this.choices.render(state);
    this.lineTools.render(state, this.client.nodes);
    this.engine.look(
      state.turn === "player"
        ? { game: state.game, options: state.options, setup: state.setup, moves: state.moves }
        : null,
      state,
    );
    this.present();
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

/** The fragment of the address, still encoded: the rules decode it, as they do in links that are pasted. */
function fragmentOfAddress() {
  return location.hash.replace(/^#/, "");
}
