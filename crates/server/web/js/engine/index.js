// @ts-check
// Rules and engines in the page, which are loaded only when they are needed: `await import("../engine/index.js")`.

export { LocalGame, Rules } from "./rules.js";
export { SearchWorker } from "./search-worker.js";
export { EngineError, LoadError, Stopped } from "./errors.js";
