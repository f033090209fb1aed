// @ts-check
// Engines in the page: a worker that thinks. A worker that thinks hears nothing, so stopping it means ending it; another
// one is started in advance, so that the next search begins at once.

/** @import { EngineOffer, GameSpec, Report } from "./types.js" */

import { EngineError, Stopped } from "./errors.js";
import { dataFile } from "./files.js";
import { WorkerClient } from "./worker-client.js";

/**
 * @typedef {object} ThinkOptions
 * @property {string} [engine] with its limits, as a seat has it: `strong:2s`, `perfect`; else the strongest that fits
 * @property {boolean} [allMoves] whether every move needs a value and not only the best one
 * @property {number} [seed] of its random choices
 * @property {number} [memory] the most memory of its tables, in bytes
 * @property {(report: Report) => void} [onReport] is called while it thinks
 * @property {(progress: {name: string, loaded: number, total: number}) => void} [onLoading] is called while a data file
 *   is loaded
 */

/** What a search is stopped with. @typedef {{stop: () => void, done: Promise<Report>}} Search */

/** The data files, by name; each is fetched once. @type {Map<string, Promise<Uint8Array>>} */
const files = new Map();

/** A client of the workers that search. It does one thing at a time: a new search stops the one before. */
export class SearchWorker {
  constructor() {
    this.client = new WorkerClient();
    this.spare = new WorkerClient();
    /** The files that the worker has. @type {Set<string>} */
    this.loaded = new Set();
    /** The engines of the game that was searched last. @type {{key: string, offers: EngineOffer[]} | null} */
    this.known = null;
    this.generation = 0;
  }

  /** Loads the module, so that the first search begins at once. */
  start() {
    return this.client.start();
  }

  /**
   * Thinks about a position, with values of all moves. `done` is the last report; it fails with `Stopped` after `stop`.
   * @param {GameSpec} position
   * @param {ThinkOptions} [options]
   * @returns {Search}
   */
  analyze(position, options = {}) {
    return this.think(position, { allMoves: true, ...options });
  }

  /**
   * The move that an engine chooses.
   * @param {GameSpec} position
   * @param {string} engine `easy`, `strong:500ms`
   * @param {ThinkOptions} [options]
   * @returns {Promise<string>}
   */
  async engineMove(position, engine, options = {}) {
    const { chosen } = await this.think(position, { ...options, engine }).done;
    if (chosen === null) {
      throw new EngineError("the engine chose no move");
    }
    return chosen;
  }

  /**
   * @param {GameSpec} position
   * @param {ThinkOptions} options
   * @returns {Search}
   */
  think(position, options) {
    this.stop();
    const generation = this.generation;
    return { stop: () => generation === this.generation && this.stop(), done: this.run(generation, position, options) };
  }

  /** Stops the search that is under way, if there is one. */
  stop() {
    this.generation += 1;
    if (this.client.isBusy) {
      this.client.end();
      this.client = this.spare;
      this.spare = new WorkerClient();
      this.loaded = new Set();
    }
  }

  /**
   * @param {number} generation
   * @param {GameSpec} position
   * @param {ThinkOptions} options
   * @returns {Promise<Report>}
   */
  async run(generation, position, { engine, allMoves = false, seed, memory, onReport, onLoading }) {
    const { client, loaded } = this;
    const checkTurn = () => {
      if (generation !== this.generation) {
        throw new Stopped();
      }
    };
    for (const name of await this.neededFiles(client, position, engine)) {
      if (!loaded.has(name)) {
        const attached = await fetchFile(name, onLoading);
        checkTurn();
        await client.ask({ op: "load_data", name }, { attached });
        loaded.add(name);
      }
    }
    checkTurn();
    const asked = client.ask({ op: "think", position, engine, all_moves: allMoves, seed, memory }, { onReport });
    // The spare one is started while this one is busy anyway; it is tried again if that fails.
    this.spare.start().catch(() => {});
    return asked;
  }

  /**
   * The data files that an engine uses.
   * @param {WorkerClient} client
   * @param {GameSpec} position
   * @param {string | undefined} engine
   * @returns {Promise<string[]>}
   */
  async neededFiles(client, { game, options, setup }, engine) {
    const offers = await this.offers(client, { game, options, setup });
    const name = engine?.split(":")[0];
    const offer =
      name === undefined ? offers.findLast(({ unfit }) => unfit === null) : offers.find((one) => one.name === name);
    return offer?.data ?? [];
  }

  /**
   * The engines of a game; they are asked for once, as long as it is the same game.
   * @param {WorkerClient} client
   * @param {Pick<GameSpec, "game" | "options" | "setup">} start
   * @returns {Promise<EngineOffer[]>}
   */
  async offers(client, start) {
    const key = JSON.stringify(start);
    if (this.known?.key !== key) {
      this.known = { key, offers: await client.ask({ op: "engines", ...start }) };
    }
    return this.known.offers;
  }

  dispose() {
    this.generation += 1;
    this.client.dispose();
    this.spare.dispose();
  }
}

/**
 * Loads a data file, once for all workers. One that can't be loaded is an error: without it an engine would be another.
 * @param {string} name
 * @param {ThinkOptions["onLoading"]} onLoading
 * @returns {Promise<Uint8Array>}
 */
function fetchFile(name, onLoading) {
  const known = files.get(name);
  if (known) {
    return known;
  }
  const file = load(name, onLoading).catch((error) => {
    files.delete(name);
    throw new EngineError(`${name} can't be loaded: ${error.message}`);
  });
  files.set(name, file);
  return file;
}

/**
 * @param {string} name
 * @param {ThinkOptions["onLoading"]} onLoading
 */
async function load(name, onLoading) {
  const answer = await fetch(dataFile(name));
  if (!answer.ok || !answer.body) {
    throw new Error(`the server answered ${answer.status}`);
  }
  const total = Number(answer.headers.get("content-length") ?? 0);
  const reader = answer.body.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    onLoading?.({ name, loaded: length, total });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
