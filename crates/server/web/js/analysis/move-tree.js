// @ts-check
// The tree of variations: the main line with numbers, two moves in a row where two play, variations below the move they
// are instead of, comments where they belong.

/** @import { Game } from "../types.js" */
/** @import { BoardNode, BoardState } from "./client.js" */

import { html, set } from "../dom.js";
import { written } from "../text.js";

/** @typedef {{shown: BoardNode, target: number, nodes: number[]}} Move a move and the chance that follows it */

export class MoveTree {
  /** @param {(node: number) => void} go */
  constructor(go) {
    this.go = go;
    this.element = html("div", { class: "tree", role: "group", "aria-label": "Moves and variations", tabindex: 0 });
    this.element.addEventListener("click", (event) => {
      const move = event.target instanceof HTMLElement && event.target.closest("button");
      if (move) {
        this.go(Number(move.dataset.node));
      }
    });
    /** @type {BoardNode[] | null} */
    this.drawn = null;
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
  }

  /**
   * @param {Game} game
   * @param {BoardState} state
   * @param {BoardNode[]} nodes
   */
  render(game, state, nodes) {
    if (nodes !== this.drawn) {
      this.drawn = nodes;
      this.draw(game, state, nodes);
    }
    this.element.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
    const current = this.buttons.get(state.current);
    if (current) {
      set(current, { "aria-current": "step" });
      // Only the list scrolls, never the page.
      const { offsetTop, offsetHeight } = current;
      const { scrollTop, clientHeight } = this.element;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
        this.element.scrollTop = offsetTop - clientHeight / 2;
      }
    } else {
      this.element.scrollTop = 0;
    }
  }

  /**
   * @param {Game} game
   * @param {BoardState} state
   * @param {BoardNode[]} nodes
   */
  draw(game, state, nodes) {
    this.buttons.clear();
    /** @type {Map<number, BoardNode[]>} */
    const children = new Map();
    for (const node of nodes) {
      children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    }
    if (nodes.length === 0) {
      this.element.replaceChildren(html("p", { class: "empty" }, "No moves yet. Play on the board, or paste a game."));
      return;
    }
    const isPair = game.players > 1;
    const main = html("div", { class: `line main ${isPair ? "pairs" : ""}` });
    /** Lines that are still to be drawn: where, and from which node. @type {[HTMLElement, BoardNode][]} */
    const waiting = [[main, (children.get(0) ?? [])[0]]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [line, first] = next;
      let isStart = true;
      for (let node = /** @type {BoardNode | undefined} */ (first); node;) {
        const siblings = children.get(node.parent) ?? [];
        const variations = node === siblings[0] ? siblings.slice(1) : [];
        const move = withChance(node, children);
        const isSecond = isPair && node.by === 2;
        if (isPair ? !isSecond || isStart : node.by !== null) {
          const number = isPair ? Math.ceil(node.number / 2) : node.number;
          line.append(html("span", { class: "number" }, `${number}${isSecond ? "…" : "."}`));
          if (isSecond && line === main) {
            line.append(html("span", { class: "gap" }));
          }
        }
        line.append(this.button(game, state, move, nodes));
        isStart = false;
        const { comment } = move.shown;
        if (comment) {
          line.append(html("p", { class: "remark" }, comment));
          isStart = true;
        }
        if (variations.length > 0) {
          const block = html("div", { class: "variations" });
          for (const variation of variations) {
            const inner = html("div", { class: "line variation" });
            block.append(inner);
            waiting.push([inner, variation]);
          }
          line.append(block);
          isStart = true;
        }
        node = (children.get(move.target) ?? [])[0];
      }
    }
    this.element.replaceChildren(main);
  }

  /**
   * @param {Game} game
   * @param {BoardState} state
   * @param {Move} move
   * @param {BoardNode[]} nodes
   */
  button(game, state, { shown, target, nodes: covered }, nodes) {
    // The first tiles are no move of anybody's.
    const text = shown.by === null && shown.parent === 0 ? "Start" : written(shown.text, state, game);
    const label = `${nodes.length > 0 ? `Move ${shown.number}, ` : ""}${text}`;
    const button = html(
      "button",
      {
        type: "button",
        class: `move ${shown.by === null ? "chance" : `by-${shown.by}`}`,
        "data-node": target,
        "aria-label": label,
      },
      text,
    );
    covered.forEach((node) => this.buttons.set(node, button));
    return button;
  }
}

/**
 * A move, and the moves of chance that follow it without a choice.
 * @param {BoardNode} node
 * @param {Map<number, BoardNode[]>} children
 * @returns {Move}
 */
function withChance(node, children) {
  const nodes = [node.node];
  let target = node.node;
  for (
    let next = children.get(target) ?? [];
    next.length === 1 && next[0].by === null;
    next = children.get(target) ?? []
  ) {
    // A comment on a tile would not be seen.
    if (next[0].comment) {
      break;
    }
    target = next[0].node;
    nodes.push(target);
  }
  return { shown: node, target, nodes };
}
