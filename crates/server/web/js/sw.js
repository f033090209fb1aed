// @ts-check
// The service worker: keeps what the page needs, so that it opens without a network and without a server. The bundler
// puts in the version and the files; a server with another version has another worker, which replaces this one and what
// it kept.

/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} LifecycleEvent */
/** @typedef {LifecycleEvent & {request: Request, respondWith: (answer: Promise<Response>) => void}} FetchEvent */

/** A hash of all files. */
const VERSION = "development";
/** The path that everything is served below, with a slash at both ends. */
const BASE = new URL("./", location.href).pathname;
/** The addresses of what is kept from the start, relative to the worker's own as all here. @type {string[]} */
const FILES = [];
/** The addresses of this version's data files, which are kept once they were needed. @type {string[]} */
const DATA = [];
/** What the names of this worker's caches begin with: an origin may have several servers, each below a path. */
const PREFIX = BASE === "/" ? "parlor-" : `parlor:${BASE}-`;
/** The cache of the page's files. */
const CACHE = `${PREFIX}${VERSION}`;
/** The cache of what does not depend on the version: data files, whose addresses have their hashes, and answers. */
const LASTING = `${PREFIX}lasting`;
/** The requests whose last answer is good enough without a server. */
const REMEMBERED = ["api/catalogue", "api/me"];
/** How long the server may take to answer before the page that is kept is shown, in milliseconds. */
const PATIENCE = 4_000;

const worker = /** @type {any} */ (self);

addEventListener("install", (event) => {
  const install = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES);
    await worker.skipWaiting();
  };
  /** @type {LifecycleEvent} */ (event).waitUntil(install());
});

addEventListener("activate", (event) => {
  const activate = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== LASTING);
    await Promise.all(old.map((name) => caches.delete(name)));
    await deleteOldData();
    await worker.clients.claim();
  };
  /** @type {LifecycleEvent} */ (event).waitUntil(activate());
});

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {FetchEvent} */ (event);
  const { origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || isOldData(request.url)) {
    return;
  }
  const path = pathOf(request.url);
  const answer = (/** @type {Promise<Response>} */ response) => respondWith.call(event, response);
  if (request.mode === "navigate") {
    answer(page(request));
  } else if (REMEMBERED.includes(path)) {
    answer(remembered(request));
  } else if (path.startsWith("assets/")) {
    answer(kept(request, path.startsWith("assets/data/") ? LASTING : CACHE));
  }
});

/** An address relative to the worker's own; empty for one of another server. @param {string} url */
function pathOf(url) {
  const { pathname, search } = new URL(url);
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length) + search : "";
}

/** Whether an address is that of another version's data file. @param {string} url */
function isOldData(url) {
  const path = pathOf(url);
  return path.startsWith("assets/data/") && !DATA.includes(path);
}

/** Deletes the data files of other versions, which have up to 7 MB each. */
async function deleteOldData() {
  const cache = await caches.open(LASTING);
  const old = (await cache.keys()).filter(({ url }) => isOldData(url));
  await Promise.all(old.map(({ url }) => cache.delete(url)));
}

/** The page as the server has it, or the one that is kept. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const found = await caches.match("./");
    if (found) {
      return found;
    }
    throw error;
  }
}

/** The server's answer, or its last one. @param {Request} request */
async function remembered(request) {
  const cache = await caches.open(LASTING);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request.url, answer.clone());
    }
    return answer;
  } catch (error) {
    const found = await cache.match(request.url);
    if (found) {
      return found;
    }
    throw error;
  }
}

/**
 * A file whose address has its hash: it never changes.
 * @param {Request} request
 * @param {string} name of the cache
 */
async function kept(request, name) {
  const found = await caches.match(request.url);
  if (found) {
    return found;
  }
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) {
    const cache = await caches.open(name);
    await cache.put(request.url, answer.clone());
  }
  return answer;
}
