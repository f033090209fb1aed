// @ts-check
// The page's end of a worker, tested over fake workers.

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { EngineError, LoadError, Stopped } from "../../js/engine/errors.js";
import { WorkerClient } from "../../js/engine/worker-client.js";

/** A worker that answers every request with its number, unless the test says otherwise. */
class FakeWorker extends EventTarget {
  constructor() {
    super();
    this.isRunning = true;
    workers.push(this);
  }

  /** @param {{number: number, module?: object}} message */
  postMessage({ number, module }) {
    const answer = module && brokenModule ? { number, error: brokenModule, isBroken: true } : { number, ok: number };
    queueMicrotask(() => this.isRunning && this.says(answer));
  }

  /** @param {object} data */
  says(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  terminate() {
    this.isRunning = false;
  }
}

/** @type {FakeWorker[]} */
let workers = [];
/** Why the module can't be run, if it can't. */
let brokenModule = "";
let compilations = 0;
/** @type {() => Promise<WebAssembly.Module>} */
let compile = async () => /** @type {any} */ ({});

const real = { Worker: globalThis.Worker, fetch: globalThis.fetch, compile: WebAssembly.compileStreaming };
Object.assign(globalThis, { Worker: FakeWorker, fetch: async () => {} });
WebAssembly.compileStreaming = () => {
  compilations += 1;
  return compile();
};

after(() => {
  Object.assign(globalThis, { Worker: real.Worker, fetch: real.fetch });
  WebAssembly.compileStreaming = real.compile;
});

beforeEach(() => {
  workers = [];
  compilations = 0;
  brokenModule = "";
});

const running = () => workers.filter(({ isRunning }) => isRunning).length;

// The first test, because a module that was compiled is kept.
test("a module that did not arrive is asked for again", async () => {
  const client = new WorkerClient();
  compile = () => Promise.reject(new TypeError("Failed to fetch"));
  await assert.rejects(client.ask({ op: "open" }), (error) => {
    assert.ok(error instanceof LoadError && error instanceof EngineError);
    assert.equal(error.message, "the rules can't be loaded: Failed to fetch");
    return true;
  });
  assert.equal(running(), 0);
  compile = async () => /** @type {any} */ ({});
  assert.equal(await client.ask({ op: "open" }), 2, "the module was the first message");
  assert.deepEqual([compilations, running()], [2, 1]);
  client.dispose();
});

test("a module that the browser can't run is an error of the same kind", async () => {
  const client = new WorkerClient();
  brokenModule = "no SIMD";
  await assert.rejects(client.ask({ op: "open" }), new LoadError("no SIMD"));
  assert.equal(running(), 0);
  brokenModule = "";
  await client.ask({ op: "open" });
  assert.equal(running(), 1);
  client.dispose();
});

test("a client that is ended before its worker runs starts none", async () => {
  const client = new WorkerClient();
  const asked = client.ask({ op: "open" });
  client.end();
  await assert.rejects(asked, Stopped);
  assert.equal(workers.length, 0);
});

test("a request after the end is answered by the only worker", async () => {
  const client = new WorkerClient();
  const before = client.ask({ op: "open" });
  client.end();
  const next = client.ask({ op: "open" });
  await assert.rejects(before, Stopped);
  assert.equal(await next, 2);
  assert.deepEqual([workers.length, running()], [1, 1]);
  client.end();
  assert.equal(running(), 0);
});

test("a worker that was ended is not heard any more", async () => {
  const client = new WorkerClient();
  await client.ask({ op: "open" });
  client.end();
  await client.ask({ op: "open" });
  workers[0].says({ number: 3, error: "a panic", isBroken: true });
  workers[0].dispatchEvent(Object.assign(new Event("error"), { message: "a panic" }));
  assert.equal(running(), 1);
  assert.equal(await client.ask({ op: "open" }), 5);
  client.dispose();
});

test("a client that was disposed starts nothing", async () => {
  const client = new WorkerClient();
  await client.ask({ op: "open" });
  const asked = client.ask({ op: "open" });
  client.dispose();
  await assert.rejects(asked, Stopped);
  await assert.rejects(client.ask({ op: "open" }), Stopped);
  assert.deepEqual([workers.length, running()], [1, 0]);
});
