// @ts-check
// What the engine is asked and says. Views and steps are those of the server, so that boards draw them unchanged.

/** @import { Ending, GameSnapshot, Step, View } from "../types.js" */

/**
 * A board to start from.
 * @typedef {{cells: number[][], next?: number | null, scores?: number[]}} Setup
 */
/**
 * A game and the moves that were played.
 * @typedef {object} GameSpec
 * @property {string} game
 * @property {GameSnapshot["options"]} [options]
 * @property {Setup | null} [setup] the board it starts from, if not the game's own start
 * @property {string[]} [moves] the plies from there, chance's too: `3`, `F3`, `@1,1`, `continue`
 * @property {string[]} [names] the players' names, for the words of the status
 */
/**
 * A game as it stands.
 * @typedef {object} GameState
 * @property {string} game
 * @property {GameSnapshot["options"]} options
 * @property {View} view
 * @property {Step[]} last what the last ply did
 * @property {number | null} turn the player to move, 1 or 2
 * @property {boolean} is_chance whether chance is to move
 * @property {string} status_text
 * @property {Ending | null} ending
 * @property {boolean} can_continue whether the player may continue after the win
 * @property {string[]} moves the plies that stand
 * @property {string[]} undone the plies that were undone, the next to be redone first
 * @property {number[]} stops the plies to stop at when stepping through the game
 * @property {Setup} setup the board as it can be set up again
 */
/** What a change did, and the game after it. @typedef {{steps: Step[], state: GameState}} Change */
/**
 * @typedef {object} EngineOffer
 * @property {string} name
 * @property {string} about
 * @property {boolean} takes_limits
 * @property {string | null} unfit why it can't play here
 * @property {string[]} data the data files that it uses here
 * @property {string[]} missing those of them that were not loaded yet
 */
/**
 * The value of a move for the player who makes it, as `parlor analyze --json` prints it.
 * @typedef {object} MoveValue
 * @property {string} move
 * @property {"exact" | "bound" | "estimate"} kind
 * @property {"win" | "draw" | "loss" | "unknown"} outcome
 * @property {number | null} plies to the end under best play
 * @property {number} score in the unit of the game
 */
/**
 * What an engine says about a position.
 * @typedef {object} Report
 * @property {string} game
 * @property {number | null} next
 * @property {string} engine
 * @property {number} nodes
 * @property {number} seconds
 * @property {MoveValue[]} moves best first
 * @property {{certainty: string, score: string}[]} words of each of the moves: `wins in 5 moves`, `score 5`
 * @property {Omit<MoveValue, "move">} value of the position, for the player to move
 * @property {string[]} line the principal variation, from the best move on
 * @property {string | null} chosen the engine's move; null while it thinks
 */

export {};
