// @ts-check
// The names the page has for what the server says and is told. The types themselves are in api-types.d.ts, which is
// made from the server's description.

/** @import { Requests, Responses, ServerMessage } from "./api-types.js" */

/** @typedef {Responses["GET /api/catalogue"]} Catalogue */
/** @typedef {Catalogue["games"][number]} Game */
/** @typedef {Game["engines"][number]} Engine */
/** @typedef {Responses["GET /api/me"]} Me */
/** One of the guest's own games, as the list shows it. @typedef {Responses["GET /api/me/games"][number]} OwnGame */
/** @typedef {Requests["POST /api/games"]} OpenGame */
/** @typedef {Responses["POST /api/games"]} OpenedGame */
/** @typedef {Responses["GET /api/games/{id}"]} GameSnapshot */
/** @typedef {Responses["GET /api/games/{id}/view"]} PositionAt */
/** @typedef {Responses["GET /api/games/{id}/moves"]} Round */

/** @typedef {GameSnapshot["view"]} View */
/** One phase of what a move did. @typedef {GameSnapshot["last"][number]} Step */
/** @typedef {NonNullable<GameSnapshot["ending"]>} Ending */
/** A target and the move as text. @typedef {View["move_targets"][number]} LegalMove */
/** @typedef {LegalMove[0]} MoveTarget */
/** A row and a column, counted from the top left. @typedef {number[]} Cell */
/** @typedef {"up" | "down" | "left" | "right"} Arrow */
/** @typedef {Game["pieces"]} PieceKind */
/** @typedef {Game["exports"][number]} ExportFormat */

/** @typedef {Requests["POST /api/games/{id}/do"]} ClientCommand */
/** @typedef {ClientCommand["do"]} CommandKind */
/** @typedef {ServerMessage} Message */
/** @typedef {Extract<Message, {type: "update"}>} UpdateMessage */
/**
 * An update, taken into the snapshot before it.
 * @typedef {object} Update
 * @property {number} seq
 * @property {Step[]} steps
 * @property {{keep: number, add: string[]}} moves how the list of moves has changed
 * @property {string} [command] the id of the guest's own command that did it
 * @property {number} [shownSteps] how many of its steps are shown already
 * @property {GameSnapshot} snapshot the game after it
 */
/** @typedef {Extract<Message, {type: "refused"}>} Refused */
/** @typedef {Extract<Message, {type: "presence"}>["guests"][number]} PresentGuest */

export {};
