// @ts-check
// The service worker over a cache that is a map.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { WEB } from "../../tools/source-hash.mjs";

const ORIGIN = "https://parlor.example";
/** The paths that servers are tested below. */
const BASES = ["/", "/games/"];
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
 * @param {string} base the path that everything is served below
 */
function workerOf(version, data, base) {
  /** @type {Record<string, (event: object) => void>} */
  const listeners = {};
  const script = SOURCE.replace('"development"', JSON.stringify(version)).replace(
    "DATA = []",
    `DATA = ${JSON.stringify(data)}`,
  );
  const scope = {
    URL,
    location: new URL(`${ORIGIN}${base}sw.js`),
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
      const request = { method: "GET", mode: "cors", url: ORIGIN + base + path };
      listeners.fetch({ request, respondWith: (/** @type {Promise<unknown>} */ given) => (answer = given) });
      await answer;
      return answer !== null;
    },
  };
}

/** What is kept of all versions. @param {string} base */
function lasting(base) {
  const name = base === "/" ? "parlor-lasting" : `parlor:${base}-lasting`;
  return Array.from(caches.get(name) ?? [], (url) => url.replace(ORIGIN + base, ""));
}

for (const base of BASES) {
  test(`data files of older versions are deleted, others are kept, below ${base}`, async () => {
    const older = workerOf("1", ["assets/data/book?aa", "assets/data/weights?bb", "assets/data/gone?cc"], base);
    await older.is("install");
    await older.is("activate");
    for (const path of ["assets/data/book?aa", "assets/data/weights?bb", "assets/data/gone?cc", "api/me"]) {
      assert.ok(await older.answers(path), path);
    }
    const newer = workerOf("2", ["assets/data/book?aa", "assets/data/weights?dd"], base);
    await newer.is("install");
    assert.equal(lasting(base).length, 4, "the older version may still need them");
    await newer.is("activate");
    assert.deepEqual(lasting(base), ["assets/data/book?aa", "api/me"]);
    assert.equal(caches.size, 2);
  });

  test(`a page of an older version does not bring its data files back, below ${base}`, async () => {
    const newer = workerOf("2", ["assets/data/weights?dd"], base);
    await newer.is("install");
    await newer.is("activate");
    assert.equal(await newer.answers("assets/data/weights?bb"), false);
    assert.deepEqual(lasting(base), []);
    assert.ok(await newer.answers("assets/data/weights?dd"));
    assert.ok(await newer.answers("assets/data/weights?dd"));
    assert.deepEqual([lasting(base), fetched.length], [["assets/data/weights?dd"], 1]);
  });
}

test("servers below other paths of the same origin keep their own", async () => {
  for (const base of BASES) {
    const worker = workerOf("1", ["assets/data/book?aa"], base);
    await worker.is("install");
    await worker.is("activate");
    await worker.answers("assets/data/book?aa");
  }
  assert.equal(caches.size, 4);
  for (const base of BASES) {
    const newer = workerOf("2", [], base);
    await newer.is("install");
    await newer.is("activate");
  }
  assert.deepEqual([...caches.keys()].sort(), [
    "parlor-2",
    "parlor-lasting",
    "parlor:/games/-2",
    "parlor:/games/-lasting",
  ]);
  assert.deepEqual([lasting("/"), lasting("/games/")], [[], []]);
});
