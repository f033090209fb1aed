// @ts-check
// A worker that runs the WebAssembly module. It is sent the compiled module first, then requests; while it thinks, it
// hears nothing, but its reports are heard.

/** @import { FromWorker, ToWorker } from "./worker-client.js" */

import { Refusal, Wasm } from "./wasm.js";

/** The number of the request that is answered. */
let number = 0;

/** @type {Wasm | null} */
let wasm = null;

/** @param {FromWorker} message */
const send = (message) => postMessage(message);

addEventListener("message", ({ data }) => answer(data));

/** @param {ToWorker} message */
function answer(message) {
  number = message.number;
  try {
    if ("module" in message) {
      wasm = new Wasm(message.module, { now: () => performance.now(), report: (json) => send({ number, json }) });
      send({ number, ok: null });
    } else {
      send({ number, ok: wasm?.call(message.request, message.attached) });
    }
  } catch (error) {
    // After anything but a refusal the module is no longer to be trusted.
    const { message: text } = /** @type {Error} */ (error);
    send({ number, error: text, isBroken: !(error instanceof Refusal) });
  }
}
