// @ts-check
// The WebAssembly module as a function: a request goes in as JSON, the reply comes out.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} start
 * @property {(length: number) => number} input
 * @property {(length: number) => number} attachment
 * @property {() => number} call
 * @property {() => number} reply
 */

/** What the module can't do by itself. @typedef {{now: () => number, report: (json: string) => void}} Host */

/** A module that runs. */
export class Wasm {
  /**
   * @param {WebAssembly.Module} module
   * @param {Host} host
   */
  constructor(module, host) {
    /** The message of a panic. */
    this.failure = "";
    const imports = {
      now: host.now,
      /** @type {(at: number, length: number) => void} */
      report: (at, length) => host.report(this.text(at, length)),
      /** @type {(at: number, length: number) => void} */
      failed: (at, length) => (this.failure = this.text(at, length)),
    };
    const instance = new WebAssembly.Instance(module, { parlor: imports });
    /** @type {Exports} */
    this.exports = /** @type {any} */ (instance.exports);
    this.exports.start();
  }

  /**
   * Answers a request.
   * @param {object} request
   * @param {Uint8Array} [attached] a file that goes with it
   * @returns {any}
   */
  call(request, attached) {
    const { input, attachment, call, reply } = this.exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    this.write(input(bytes.length), bytes);
    if (attached) {
      this.write(attachment(attached.length), attached);
    }
    let length;
    try {
      length = call();
    } catch (error) {
      throw new Error(this.failure || String(error), { cause: error });
    }
    const { ok, error } = JSON.parse(this.text(reply(), length));
    if (error !== undefined) {
      throw new Refusal(error);
    }
    return ok;
  }

  /**
   * @param {number} at
   * @param {Uint8Array} bytes
   */
  write(at, bytes) {
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }
}

/** A request that can't be answered; the module itself is well. */
export class Refusal extends Error {}
