// @ts-check
// Rules and engines in the page, which are loaded only when they are needed: `await import("../engine/index.js")`.

export { LocalGame, Rules } from "./rules.js";
export { Thinker } from "./thinker.js";
export { EngineError, Stopped } from "./worker-client.js";
