// @ts-check
// Games without a server whose rules or engines don't arrive.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stopped } from "../../js/engine/errors.js";
import { LocalTable } from "../../js/local/local-table.js";
import { LocalTransport } from "../../js/local/local.js";
import { ANN } from "./examples.js";

/** The game that the browser keeps. */
const KEPT = {
  ...{ id: "local-1", game: "classic", options: {}, seats: ["me", "strong"], seed: 1, seq: 1, rounds: [[]] },
  ...{ undone: [], resigned: null, wins: [0, 0], record: "", snapshot: null, summary: null },
};

const real = { fetch: globalThis.fetch, localStorage: Object.getOwnPropertyDescriptor(globalThis, "localStorage") };
let fetches = 0;
const value = {
  getItem: (/** @type {string} */ key) => (key === "parlor.local.local-1" ? JSON.stringify(KEPT) : null),
};
Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
globalThis.fetch = async () => {
  fetches += 1;
  throw new TypeError("Failed to fetch");
};

after(() => {
  globalThis.fetch = real.fetch;
  Reflect.deleteProperty(globalThis, "localStorage");
  if (real.localStorage) {
    Object.defineProperty(globalThis, "localStorage", real.localStorage);
  }
});

test("a game whose rules don't arrive says so, and can be opened again", async () => {
  /** @type {string[]} */
  const failures = [];
  const listener = {
    last: () => null,
    message: () => assert.fail("nothing is known yet"),
    connection: () => assert.fail("there is no connection"),
    failure: (/** @type {string} */ reason) => failures.push(reason),
  };
  const transport = new LocalTransport(KEPT.id, listener, ANN);
  await transport.open();
  await transport.open();
  const failure = "This game can't be opened: the rules can't be loaded: Failed to fetch.";
  assert.deepEqual(failures, ["", failure, "", failure]);
  assert.equal(fetches, 2);
  transport.dispose();
});

/** A table at which this engine is to move. @param {() => Promise<string>} engineMove */
function tableWith(engineMove) {
  const game = { state: { turn: 2, ending: null, moves: ["3"] } };
  const searchWorker = { engineMove, stop: () => {} };
  const any = /** @param {object} value @returns {any} */ (value) => value;
  const table = new LocalTable(any(KEPT), any(game), ANN, any({}), any(searchWorker));
  /** @type {string[]} */
  const failures = [];
  table.fail = (reason) => failures.push(reason);
  return { table, failures };
}

test("an engine that can't move says why, and tries again", async () => {
  const { table, failures } = tableWith(() => Promise.reject(new Error("connect4.book can't be loaded: offline")));
  await table.think();
  await table.think();
  const failure = "The computer can't move: connect4.book can't be loaded: offline.";
  assert.deepEqual(failures, ["", failure, "", failure]);
});

test("an engine that was stopped has not failed", async () => {
  const { table, failures } = tableWith(() => Promise.reject(new Stopped()));
  await table.think();
  assert.deepEqual(failures, [""]);
});
