// @ts-check
// What the server says and is told, as types. The words are those of docs/server.md.

/** A row and a column, counted from the top left. @typedef {[number, number]} Cell */

/** @typedef {"up" | "down" | "left" | "right"} Arrow */

/** Where a move is made. @typedef {{column: number} | {cell: Cell} | {arrow: Arrow} | {button: string}} MoveTarget */

/** A target, and the move as text. @typedef {[MoveTarget, string]} LegalMove */

/**
 * One phase of what a move did.
 * @typedef {{grow: [number, number]}
 *   | {drop: {cell: Cell, player: number}}
 *   | {place: {cell: Cell, player: number}}
 *   | {swap: {from: Cell, to: Cell, player: number}}
 *   | {mark: Cell[]}
 *   | {score: number[]}
 *   | {vanish: Cell[]}
 *   | {fall: [Cell, Cell][]}
 *   | {slide: {from: Cell, to: Cell, value: number, merged: boolean}[]}
 *   | {appear: {cell: Cell, value: number}}} Step
 */

/**
 * Everything there is to draw.
 * @typedef {object} View
 * @property {string} game
 * @property {"columns" | "diamond" | "panel"} layout
 * @property {number} rows
 * @property {number} columns
 * @property {number[][]} cells
 * @property {string} status
 * @property {number | null} next
 * @property {number | null} winner
 * @property {[number, number] | null} scores
 * @property {{max: number, target: number} | null} goal
 * @property {Cell[]} line
 * @property {string[]} side_labels
 * @property {LegalMove[]} move_targets
 */

/** @typedef {{kind: "guest" | "engine" | "open", guest: string | null, name: string | null, limit: string | null}} Seat */

/** @typedef {"disc" | "shape" | "token" | "stone" | "tile"} PieceKind */

/** @typedef {"won" | "resigned" | "time"} EndingBy */

/** @typedef {string | Partial<Record<EndingBy, number>>} Ending */

/** @typedef {{left: [number, number], running: number | null, at: number}} Clock */

/**
 * @typedef {object} Options
 * @property {string} [size]
 * @property {number} [target]
 * @property {string[]} [tokens]
 * @property {boolean} [swap]
 * @property {boolean} [idle_spawns]
 * @property {boolean} [free]
 */

/**
 * A game as it stands.
 * @typedef {object} GameSnapshot
 * @property {string} id
 * @property {string} game
 * @property {number} seq
 * @property {number} round
 * @property {Options} options
 * @property {View} view
 * @property {Step[]} last
 * @property {number | null} turn
 * @property {string} status_text
 * @property {Ending | null} ending
 * @property {string} host the public id of who opened it
 * @property {Seat[]} seats
 * @property {{by: number, what: "undo" | "draw" | "rematch"} | null} offer
 * @property {string[][]} can
 * @property {number[]} wins
 * @property {Clock | null} clock
 */

/** @typedef {{guest: string, name: string}} PresentGuest */

/** @typedef {{seq: number, at: number, of: number, move: string | null, by: number | null, view: View, steps: Step[], status_text: string}} PositionAt */

/** @typedef {{type: "hello", seq: number, you: string, snapshot: GameSnapshot | null, moves: string[] | null}} Hello */
/** @typedef {{type: "update", seq: number, command: string | null, steps: Step[], moves: {keep: number, add: string[]}, snapshot: GameSnapshot}} Update */
/** @typedef {{type: "done", seq: number, command: string}} Done */
/** @typedef {{type: "refused", seq: number, command: string | null, error: string, stale: boolean}} Refused */
/** @typedef {{type: "presence", seq: number, guests: PresentGuest[]}} Presence */
/** @typedef {Hello | Update | Done | Refused | Presence} Message */

/** @typedef {"move" | "undo" | "resign" | "draw" | "rematch" | "accept" | "decline" | "withdraw" | "continue"} CommandKind */

/** @typedef {{id: string, expects: number, do: CommandKind, move?: string}} ClientCommand */

/** @typedef {{name: string, about: string, options: string}} Engine */

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} summary
 * @property {string} moves
 * @property {number} players
 * @property {string[]} names
 * @property {string[]} choices
 * @property {{size: string, target: number | null}} defaults
 * @property {Engine[]} engines
 */

/** @typedef {{games: Game[], limits: Record<string, number>}} Catalogue */
/** @typedef {{id: string, name: string}} Me */

/**
 * One of one's own games, as the list shows it.
 * @typedef {object} OwnGame
 * @property {string} id
 * @property {string} game
 * @property {Options} options
 * @property {string} size
 * @property {number | null} target
 * @property {string[]} names
 * @property {number[]} mine the players one plays
 * @property {number | null} turn
 * @property {Ending | null} ending
 * @property {number} updated
 * @property {boolean} over
 * @property {string} status_text
 */

/** @typedef {{game: string, options: Options, seats: string[], clock?: {initial: number, increment: number}}} OpenGame */

export {};
