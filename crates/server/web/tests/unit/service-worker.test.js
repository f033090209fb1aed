// @ts-check
// The service worker over a cache that is a map.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { WEB } from "../../tools/source-hash.mjs";

const ORIGIN = "https://parlor.example";
const SOURCE = readFileSync(join(WEB, "js/sw.js"), "utf8");

/** What is kept: addresses by the name of their cache. @type {Map<string, Set<string>>} */
let caches = new Map();
/** What was asked of the network. @type {string[]} */
let fetched = [];

beforeEach(() => {
  caches = new Map();
  fetched = [];
});

/** @param {string} name */
function open(name) {
  const kept = caches.get(name) ?? new Set();
  caches.set(name, kept);
  return {
    addAll: async (/** @type {string[]} */ files) => files.forEach((file) => kept.add(file)),
    keys: async () => Array.from(kept, (url) => ({ url })),
    delete: async (/** @type {string} */ url) => kept.delete(url),
    put: async (/** @type {string} */ url) => void kept.add(url),
    match: async (/** @type {string} */ url) => (kept.has(url) ? { isKept: true } : undefined),
  };
}

/**
 * Starts the worker of a version.
 * @param {string} version
 * @param {string[]} data the addresses of its data files
 */
function workerOf(version, data) {
  /** @type {Record<string, (event: object) => void>} */
  const listeners = {};
  const script = SOURCE.replace('"development"', JSON.stringify(version)).replace(
    "DATA = []",
    `DATA = ${JSON.stringify(data)}`,
  );
  const scope = {
    URL,
    location: new URL(`${ORIGIN}/sw.js`),
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ act) => (listeners[name] = act),
    self: { skipWaiting: async () => {}, clients: { claim: async () => {} } },
    caches: {
      open: async (/** @type {string} */ name) => open(name),
      keys: async () => [...caches.keys()],
      delete: async (/** @type {string} */ name) => caches.delete(name),
      match: async (/** @type {string} */ url) =>
        [...caches.values()].some((kept) => kept.has(url)) ? { isKept: true } : undefined,
    },
    fetch: async (/** @type {{url: string}} */ { url }) => {
      fetched.push(url);
      return { ok: true, status: 200, clone: () => ({}) };
    },
  };
  runInContext(script, createContext(scope));
  return {
    /** @param {string} name */
    async is(name) {
      /** @type {Promise<unknown>[]} */
      const work = [];
      listeners[name]({ waitUntil: (/** @type {Promise<unknown>} */ promise) => work.push(promise) });
      await Promise.all(work);
    },
    /** Whether the worker answers a request itself. @param {string} path */
    async answers(path) {
      /** @type {Promise<unknown> | null} */
      let answer = null;
      const request = { method: "GET", mode: "cors", url: ORIGIN + path };
      listeners.fetch({ request, respondWith: (/** @type {Promise<unknown>} */ given) => (answer = given) });
      await answer;
      return answer !== null;
    },
  };
}

const lasting = () => Array.from(caches.get("parlor-lasting") ?? [], (url) => url.replace(ORIGIN, ""));

test("data files of older versions are deleted, and those that are the same are kept", async () => {
  const older = workerOf("1", ["/assets/data/book?aa", "/assets/data/weights?bb", "/assets/data/gone?cc"]);
  await older.is("install");
  await older.is("activate");
  for (const path of ["/assets/data/book?aa", "/assets/data/weights?bb", "/assets/data/gone?cc", "/api/me"]) {
    assert.ok(await older.answers(path), path);
  }
  const newer = workerOf("2", ["/assets/data/book?aa", "/assets/data/weights?dd"]);
  await newer.is("install");
  assert.equal(lasting().length, 4, "the older version may still need them");
  await newer.is("activate");
  assert.deepEqual(lasting(), ["/assets/data/book?aa", "/api/me"]);
  assert.deepEqual([...caches.keys()].sort(), ["parlor-2", "parlor-lasting"]);
});

test("a page of an older version does not bring its data files back", async () => {
  const newer = workerOf("2", ["/assets/data/weights?dd"]);
  await newer.is("install");
  await newer.is("activate");
  assert.equal(await newer.answers("/assets/data/weights?bb"), false);
  assert.deepEqual(lasting(), []);
  assert.ok(await newer.answers("/assets/data/weights?dd"));
  assert.ok(await newer.answers("/assets/data/weights?dd"));
  assert.deepEqual([lasting(), fetched.length], [["/assets/data/weights?dd"], 1]);
});
