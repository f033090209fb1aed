// @ts-check
// Why a request to the rules or an engine fails.

/** A request that can't be answered: an illegal move, an unknown engine. */
export class EngineError extends Error {}

/**
 * The rules can't be loaded or started: the network is gone, or the browser can't run them. Nothing is wrong with the
 * request, so it can be tried again.
 */
export class LoadError extends EngineError {
  /** @param {unknown} cause */
  constructor(cause) {
    super(`the rules can't be loaded: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The work was stopped before it was done. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
    // For code that is loaded before the engine, and can't name this class.
    this.name = "Stopped";
  }
}
