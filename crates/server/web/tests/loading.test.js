// @ts-check
// How the page arrives: few and small files, all asked for at once, and kept for ever.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Guest, launch } from "./support/browser.js";
import { Parlor } from "./support/parlor.js";

/** @type {Parlor} */
let parlor;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  parlor = await Parlor.start();
  browser = await launch();
});

after(async () => {
  await browser.close();
  await parlor.stop();
});

/**
 * Opens the hall, and returns what was asked for on the way.
 * @param {Guest} guest
 */
async function requestsOf(guest) {
  /** @type {import("playwright-core").Request[]} */
  const requests = [];
  guest.page.on("requestfinished", (request) => requests.push(request));
  await guest.hall();
  await guest.page.waitForLoadState("networkidle");
  return Promise.all(
    requests.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      const headers = (await (await request.response())?.allHeaders()) ?? {};
      const bytes = responseBodySize + responseHeadersSize;
      return { path: new URL(request.url()).pathname, bytes, headers, type: request.resourceType() };
    }),
  );
}

test("the first load is small, compressed, and one round trip after the page itself", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const requests = await requestsOf(guest);
  assert.ok(requests.length <= 12, requests.map(({ path }) => path).join(" "));
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  assert.ok(bytes < 100_000, `${bytes} bytes`);
  for (const { path, headers } of requests.filter((request) => request.path.startsWith("/assets/"))) {
    assert.match(headers["cache-control"], /immutable/, path);
    assert.ok(["br", "gzip"].includes(headers["content-encoding"]), path);
  }
  // Whatever is needed is named by the page itself, so nothing is found out only after another file has arrived.
  const html = await (await guest.page.context().request.get(parlor.address)).text();
  const needed = requests.filter(({ type }) => ["script", "stylesheet"].includes(type));
  assert.ok(needed.length >= 3);
  for (const { path } of [...needed, { path: "/api/me" }, { path: "/api/catalogue" }]) {
    assert.ok(html.includes(`"${path}"`), path);
    assert.equal(requests.filter((request) => request.path === path).length, 1, path);
  }
  await guest.leave();
});

test("a warm visit asks for no file again", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.hall();
  await guest.hall();
  const cached = await guest.page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/assets/"))
      .map((entry) => ({ name: entry.name, bytes: /** @type {PerformanceResourceTiming} */ (entry).transferSize })),
  );
  assert.ok(cached.length >= 3);
  assert.deepEqual(
    cached.filter(({ bytes }) => bytes > 0),
    [],
  );
  await guest.leave();
});

test("clients that know no compression are served", async () => {
  const answer = await fetch(parlor.address, { headers: { "accept-encoding": "identity" } });
  assert.equal(answer.headers.get("content-encoding"), null);
  assert.match(await answer.text(), /^<!doctype html>/);
});
