// @ts-check
// "Try it yourself": the position before a mistake, and the reader finds the better move.

/** @import { Game } from "../types.js" */
/** @import { GameSpec, GameState, MoveValue } from "../engine/types.js" */
/** @import { TurningPoint } from "./review-panel.js" */

import { BoardPane } from "../analysis/board-pane.js";
import { html, say, set } from "../dom.js";
import { pieceKind } from "../game-info.js";
import { Rules } from "../engine/rules.js";
import { written } from "../text.js";
import { typeset } from "../values/words.js";

/**
 * @param {Game} game
 * @param {GameSpec} position
 * @param {TurningPoint} point
 * @param {MoveValue[]} values of the moves that are known
 */
export function tryDialog(game, position, point, values) {
  const rules = new Rules();
  const said = html("p", { class: "verdict", role: "status" }, "Find a better move.");
  const place = html("div", { class: "try-board" });
  const close = html("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close");
  const show = html("button", { type: "button", onclick: () => reveal() }, "Show it");
  const dialog = html(
    "dialog",
    { class: "try-dialog table", "aria-label": "Try it yourself", "data-pieces": pieceKind(game) },
    html("h2", {}, `Move ${point.number}: try it yourself`),
    place,
    said,
    html("div", { class: "row" }, show, close),
  );
  /** @type {BoardPane | null} */
  let pane = null;
  /** @type {GameState | null} */
  let state = null;
  const best = values[0];
  const isGood = (/** @type {string} */ move) => {
    const value = values.find((one) => one.move === move);
    return (
      move === point.better ||
      (value !== undefined && value.outcome === best.outcome && value.kind === best.kind && value.score === best.score)
    );
  };
  const name = (/** @type {string} */ move) => (state ? written(move, state, game) : move);
  const tell = (/** @type {string} */ text, /** @type {string} */ mood) => {
    set(said, { "data-mood": mood });
    say(said, text);
  };
  const reveal = () => {
    pane?.hint(point.better);
    tell(`It is ${name(point.better)}: ${typeset(point.words).split("; ").at(-1)}.`, "right");
  };
  const tried = (/** @type {string} */ move) => {
    if (isGood(move)) {
      pane?.hint(move);
      tell(`Right, ${name(move)}.`, "right");
    } else if (move === point.played) {
      tell(`${name(move)} was played: it ${typeset(point.words).split("; ")[0]}.`, "wrong");
    } else {
      tell(`Not ${name(move)}. Try again.`, "wrong");
    }
  };
  rules.position(position).then(
    (opened) => {
      state = opened;
      const { view, last, turn } = opened;
      set(dialog, { "data-layout": view.layout });
      pane = new BoardPane(
        game,
        { view, steps: last, targets: view.move_targets, player: turn ?? 1 },
        { choose: (moves) => tried(moves[0]), hint: () => {} },
      );
      place.replaceChildren(pane.element);
    },
    (error) => tell(error.message, "wrong"),
  );
  dialog.addEventListener("close", () => {
    pane?.dispose();
    rules.dispose();
    dialog.remove();
  });
  return dialog;
}
