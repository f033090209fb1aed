// @ts-check
// Following: the board of somebody who presents, live.

/** @import { Catalogue, Game } from "../types.js" */
/** @import { BoardState } from "../analysis/client.js" */
/** @import { Mark } from "../analysis/board-pane.js" */

import { ApiError } from "../api.js";
import { BoardPane } from "../analysis/board-pane.js";
import { AnalysisClient } from "../analysis/client.js";
import { MoveTree } from "../analysis/move-tree.js";
import { addressOf } from "../base-path.js";
import { Disposer } from "../disposer.js";
import { announce, html, say, set } from "../dom.js";
import { LoadError } from "../engine/errors.js";
import { fullScreenButton } from "../full-screen.js";
import { pieceKind } from "../game-info.js";
import { positionText } from "../sides.js";
import { spoken } from "../text.js";
import { ask, followersText } from "./api.js";

/** The longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE = 10_000;

/** @typedef {{seq: number, followers: number, board: {fragment: string, marks: Mark[]}}} Followed */

export class FollowView {
  /**
   * @param {string} id
   * @param {Catalogue} catalogue
   */
  static async enter(id, catalogue) {
    /** @type {Followed} */
    const followed = await ask("GET", `/api/follow/${id}`);
    const client = new AnalysisClient();
    try {
      const state = await client.act({ do: "open", fragment: followed.board.fragment });
      return new FollowView(id, catalogue, client, state, followed);
    } catch (error) {
      client.dispose();
      if (error instanceof LoadError) {
        throw error;
      }
      throw new ApiError(422, `what is presented can't be shown: ${/** @type {Error} */ (error).message}`);
    }
  }

  /**
   * @param {string} id
   * @param {Catalogue} catalogue
   * @param {AnalysisClient} client
   * @param {BoardState} state
   * @param {Followed} followed
   */
  constructor(id, catalogue, client, state, followed) {
    this.id = id;
    this.catalogue = catalogue;
    this.client = client;
    this.disposer = new Disposer();
    this.game = this.gameOf(state);
    this.headline = html("h1", { class: "headline", tabindex: "-1" });
    this.status = html("p", { class: "about", role: "status" });
    this.comment = html("p", { class: "remark following-comment" });
    this.tree = new MoveTree(() => {});
    this.element = html("div", { class: "table following" });
    this.pane = this.makePane(state);
    this.pause = 500;
    this.assemble();
    this.show(state, followed, false);
    this.connect();
  }

  /** @param {BoardState} state @returns {Game} */
  gameOf({ game }) {
    return /** @type {Game} */ (this.catalogue.games.find(({ name }) => name === game));
  }

  /** @param {BoardState} state */
  makePane(state) {
    return new BoardPane(this.game, shownOf(state), { choose: () => {}, hint: () => {} });
  }

  assemble() {
    set(this.element, { "data-game": this.game.name, "data-pieces": pieceKind(this.game) });
    const look = html("a", { class: "button", href: "/analysis" }, "Explore it yourself");
    look.addEventListener("click", () => set(look, { href: `/analysis#${this.client.state?.fragment ?? ""}` }));
    this.element.replaceChildren(
      html("div", { class: "heading" }, this.status, this.headline),
      this.pane.element,
      html(
        "div",
        { class: "foot" },
        html("div", { class: "notice" }),
        html(
          "div",
          { class: "controls" },
          look,
          fullScreenButton(() => this.element),
        ),
      ),
      html("div", { class: "aside" }, this.tree.element, this.comment),
    );
  }

  /** Listens for what is presented; connects again where the connection is lost. */
  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${addressOf(`/api/follow/${this.id}/live`)}`);
    this.disposer.add(() => socket.close());
    socket.addEventListener("message", ({ data }) => {
      this.pause = 500;
      this.receive(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (!this.disposer.isDisposed) {
        say(this.status, "Connecting again …");
        this.disposer.after(this.pause, () => this.reconnect());
        this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
      }
    });
  }

  /** Connects again, unless the board is gone: a socket does not say why it was refused, a request does. */
  async reconnect() {
    const error = await ask("GET", `/api/follow/${this.id}`).catch((/** @type {unknown} */ reason) => reason);
    if (this.disposer.isDisposed) {
      return;
    }
    if (error instanceof ApiError && error.status === 404) {
      say(this.status, "The presentation is over.");
    } else {
      this.connect();
    }
  }

  /** @param {Followed} followed */
  async receive(followed) {
    const before = this.client.state;
    const { fragment } = followed.board;
    if (before && before.fragment === fragment) {
      this.show(before, followed, null);
      return;
    }
    try {
      const state = await this.client.act({ do: "open", fragment });
      const isStep =
        before !== null &&
        before.game === state.game &&
        state.moves.length === before.moves.length + 1 &&
        before.moves.every((move, index) => move === state.moves[index]);
      this.show(state, followed, isStep);
    } catch (error) {
      say(this.status, `What is presented can't be shown: ${/** @type {Error} */ (error).message}`);
    }
  }

  /**
   * @param {BoardState} state
   * @param {Followed} followed
   * @param {boolean | null} isStep null where the position is the same
   */
  show(state, { followers, board }, isStep) {
    if (state.game !== this.game.name) {
      this.pane.dispose();
      this.game = this.gameOf(state);
      this.pane = this.makePane(state);
      this.tree.drawn = null;
      this.assemble();
    }
    document.title = `Following · ${this.game.title} – Parlor`;
    set(this.element, { "data-layout": state.view.layout });
    say(this.status, `Live · ${followersText(followers)}`);
    say(this.headline, positionText(this.game, state));
    say(this.comment, state.comment);
    if (isStep !== null) {
      this.pane.draw(shownOf(state), isStep);
    }
    if (isStep) {
      announce(`${spoken(this.game, state.moves.at(-1) ?? "")}. ${positionText(this.game, state)}`);
    }
    this.pane.showMarks(board.marks);
    this.tree.render(this.game, state, this.client.nodes);
  }

  dispose() {
    this.disposer.dispose();
    this.pane.dispose();
    this.client.dispose();
  }
}

/** What a board shows that nobody plays on. @param {BoardState} state */
const shownOf = ({ view, steps, player }) => ({ view, steps, targets: [], player: player ?? 1 });
