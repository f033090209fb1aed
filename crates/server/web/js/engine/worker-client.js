// @ts-check
// The page's end of a worker: requests are promises.

import { EngineError, LoadError, Stopped } from "./errors.js";
import { MODULE, WORKER } from "./files.js";

/**
 * @typedef {{number: number, module: WebAssembly.Module} |
 *   {number: number, request: object, attached?: Uint8Array}} ToWorker
 */
/**
 * @typedef {{number: number, ok: any} | {number: number, error: string, isBroken: boolean} |
 *   {number: number, json: string}} FromWorker
 */
/**
 * @typedef {object} Waiting
 * @property {(ok: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(report: any) => void} [onReport]
 */

/** The compiled module, which all workers share. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** Loads and compiles the module once; after a failure it is tried again. */
function compiledModule() {
  compiled ??= WebAssembly.compileStreaming(fetch(MODULE)).catch((error) => {
    compiled = null;
    throw new LoadError(error);
  });
  return compiled;
}

/** A worker with the module in it. */
export class WorkerClient {
  constructor() {
    this.isDisposed = false;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.number = 0;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Promise<void> | null} */
    this.started = null;
  }

  /** Starts the worker, if it isn't running, so that the first request is answered at once. */
  start() {
    if (this.isDisposed) {
      return Promise.reject(new Stopped());
    }
    if (!this.started) {
      /** @type {Promise<void>} */
      const started = this.run(() => this.started === started).catch((error) => {
        if (this.started === started) {
          this.started = null;
        }
        throw error;
      });
      this.started = started;
    }
    return this.started;
  }

  /** @param {() => boolean} isWanted whether the worker was not ended in the meantime */
  async run(isWanted) {
    const module = await compiledModule();
    if (!isWanted()) {
      // Nobody would end a worker that is started now.
      throw new Stopped();
    }
    const worker = new Worker(WORKER, { type: "module" });
    this.worker = worker;
    // A worker that was ended may still have messages on their way.
    worker.addEventListener("message", ({ data }) => this.worker === worker && this.receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (this.worker === worker) {
        this.end(new EngineError(event.message || "the worker can't be started"));
      }
    });
    await this.post({ module }).catch((error) => {
      throw error instanceof EngineError ? new LoadError(error) : error;
    });
  }

  /**
   * Sends a request.
   * @param {object} request
   * @param {{attached?: Uint8Array, onReport?: (report: any) => void}} [options]
   * @returns {Promise<any>}
   */
  async ask(request, { attached, onReport } = {}) {
    await this.start();
    return this.post({ request, attached }, onReport);
  }

  /**
   * @param {{module: WebAssembly.Module} | {request: object, attached?: Uint8Array}} message
   * @param {(report: any) => void} [onReport]
   */
  post(message, onReport) {
    return new Promise((resolve, reject) => {
      if (!this.worker) {
        reject(new Stopped());
        return;
      }
      this.number += 1;
      this.waiting.set(this.number, { resolve, reject, onReport });
      this.worker.postMessage({ number: this.number, ...message });
    });
  }

  /** @param {FromWorker} message */
  receive(message) {
    const waiting = this.waiting.get(message.number);
    if ("json" in message) {
      waiting?.onReport?.(JSON.parse(message.json));
      return;
    }
    this.waiting.delete(message.number);
    if ("error" in message) {
      const error = new EngineError(message.error);
      waiting?.reject(error);
      message.isBroken && this.end(error);
    } else {
      waiting?.resolve(message.ok);
    }
  }

  /** Whether a request is under way. */
  get isBusy() {
    return this.waiting.size > 0;
  }

  /** Ends the worker for good: requests are refused from now on. */
  dispose() {
    this.isDisposed = true;
    this.end();
  }

  /** Ends the worker, whatever it does; the next request starts another one. @param {Error} [reason] */
  end(reason = new Stopped()) {
    this.worker?.terminate();
    this.worker = null;
    this.started = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) {
      reject(reason);
    }
  }
}
