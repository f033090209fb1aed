// @ts-check
// Without a network and without a server: the page opens, games alone and against engines are played, and kept.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENGINE_MATCH_DELAY } from "../js/local/local-table.js";
import { Guest, launch } from "./support/browser.js";
import { NewerServer } from "./support/newer.js";
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

/** A guest whose browser has kept the page, before the server went away. */
async function prepared(server = parlor) {
  const guest = await Guest.enter(browser, server.address, { serviceWorkers: "allow" });
  await guest.hall();
  await guest.until(() => navigator.serviceWorker.controller !== null, null);
  // What is asked for again now is remembered.
  await guest.hall();
  return guest;
}

test("the page can be installed", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.hall();
  const address = parlor.address + (await guest.page.locator('link[rel="manifest"]').getAttribute("href"));
  const { request } = guest.page.context();
  const manifest = await (await request.get(address)).json();
  assert.deepEqual([manifest.display, manifest.start_url], ["standalone", "./"]);
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(new URL(src, address).href);
    assert.deepEqual([icon.status(), icon.headers()["content-type"]], [200, type], src);
  }
  assert.ok(manifest.icons.some((/** @type {{purpose?: string}} */ { purpose }) => purpose === "maskable"));
  await guest.leave();
});

test("games are played, reloaded, undone and listed with the server gone", async () => {
  const guest = await prepared();
  await parlor.kill();
  try {
    await guest.choose("classic");
    const table = await guest.start("computer");
    assert.match(guest.page.url(), /\/g\/local-/);
    await table.click(3);
    await table.moves(2);
    assert.deepEqual((await table.pieces()).toSorted(), [1, 1]);
    await guest.page.reload();
    const again = await guest.seated();
    await again.moves(2);
    await again.click(2);
    await again.moves(4);
    await again.do("undo");
    await again.moves(2);
    await again.resigns();
    await guest.page.goto(`${parlor.address}/me`);
    await guest.page.locator('a[href*="/g/local-"]').first().waitFor();
    const record = await guest.page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("parlor.local."));
      return JSON.parse(localStorage.getItem(String(key)) ?? "{}").record;
    });
    assert.match(record, /"game":"classic"/);
    assert.equal(record.trim().split("\n").length, 3, "the header and two moves");
  } finally {
    await parlor.run();
  }
  await guest.leave();
});

test("below a path, the page is kept and games are played with the server gone", async () => {
  const server = await Parlor.start(["--base-path", "/games/"]);
  const guest = await prepared(server);
  const { page } = guest;
  const scopes = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  assert.deepEqual(await scopes(), [`${server.address}/`]);
  assert.ok((await page.evaluate(() => caches.keys())).every((name) => name.startsWith("parlor:/games/-")));
  await server.stop();
  await page.goto(`${server.address}/puzzles`);
  await page.locator(".puzzles .board").waitFor();
  await page.goto(`${server.address}/`);
  await page.locator(".hall .action").first().waitFor();
  const table = await guest.start("here");
  assert.match(page.url(), /\/games\/g\/local-/);
  await table.click(3);
  await table.moves(1);
  await page.reload();
  await (await guest.seated()).moves(1);
  await guest.leave();
});

test("1024 alone is played without a network", async () => {
  const guest = await prepared();
  await guest.page.context().setOffline(true);
  await guest.page.goto(`${parlor.address}/#1024`);
  const table = await guest.start("alone");
  for (const count of [1, 2, 3]) {
    const arrow = String(await guest.page.locator(".arrow:not([aria-disabled])").first().getAttribute("data-arrow"));
    await guest.page.keyboard.press(`Arrow${arrow[0].toUpperCase()}${arrow.slice(1)}`);
    await table.moves(count);
  }
  await guest.leave();
});

test("a game between engines stands still while it is paused", async () => {
  const guest = await prepared();
  const { page } = guest;
  await page.context().setOffline(true);
  // The pause before each move lasts until the test ends it.
  await page.addInitScript((pause) => {
    const real = window.setTimeout;
    /** @type {(() => void)[]} */
    const held = [];
    const holding = (/** @type {() => void} */ act, /** @type {number} */ after) =>
      after === pause ? held.push(act) : real(act, after);
    Object.assign(window, { held, setTimeout: holding });
  }, ENGINE_MATCH_DELAY);
  await guest.choose("hex");
  await page.locator("#seat-1").selectOption("random");
  await page.locator("#seat-2").selectOption("random");
  await guest.start("seats");
  const moveNow = async () => {
    await guest.until(() => Reflect.get(window, "held").length === 1, null);
    await page.evaluate(() => Reflect.get(window, "held").pop()());
  };
  const moves = (/** @type {number} */ count) =>
    guest.until((wanted) => document.querySelectorAll(".moves button").length === wanted, count);
  await moveNow();
  await moves(1);
  await guest.until(() => Reflect.get(window, "held").length === 1, null);
  await page.getByRole("button", { name: "Pause" }).click();
  await moveNow();
  await page.getByRole("button", { name: "Go on" }).click();
  await moveNow();
  await moves(2);
  // Had it not stood still, this would be the third move.
  await guest.until(() => Reflect.get(window, "held").length === 1, null);
  await moves(2);
  await guest.leave();
});

test("a game whose rules don't arrive says so, and Retry opens it", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await guest.choose("classic");
  await page.route("**/api/games", (route) => route.abort());
  await page.route("**/*.wasm", (route) => route.abort());
  await guest.press("here");
  // A new game has no position to show yet.
  await page.getByText("This page can't be shown").waitFor();
  await page.getByText("The rules can't be loaded: Failed to fetch.").waitFor();
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Retry" }).click();
  const table = await guest.seated();
  await table.click(3);
  await table.moves(1);
  // The board of a game that was begun is shown from what is kept.
  await page.route("**/*.wasm", (route) => route.abort());
  await page.reload();
  await page.locator(".table").waitFor();
  const failure = page.locator(".notice.wrong", { hasText: "This game can't be opened: the rules can't be loaded" });
  await failure.waitFor();
  await table.click(2);
  await failure.waitFor();
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Retry" }).click();
  const again = await guest.seated();
  await again.moves(1);
  await again.click(2);
  await again.moves(2);
  assert.deepEqual(await again.pieces(), [1, 1]);
  await guest.leave();
});

test("an analysis and puzzles without the rules say so, and Retry opens them", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  for (const path of ["/analysis#classic/6x7/44", "/puzzles"]) {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(parlor.address + path);
    await page.getByText("This page can't be shown").waitFor();
    await page.getByText("The rules can't be loaded: Failed to fetch.").waitFor();
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator(".table .board").waitFor();
  }
  await guest.leave();
});

test("a newer version of the page replaces the older one, and says so", async () => {
  const server = await new NewerServer(parlor.address).start();
  const guest = await Guest.enter(browser, server.address, { serviceWorkers: "allow" });
  const { page } = guest;
  const kept = () => page.evaluate(async () => (await caches.keys()).filter((name) => name !== "parlor-lasting"));
  try {
    await guest.hall();
    await guest.until(() => navigator.serviceWorker.controller !== null, null);
    const [older, ...others] = await kept();
    assert.deepEqual([others, await page.locator(".new-version").count()], [[], 0]);
    // The page stays open, and is looked at again after the server was replaced.
    server.isNewer = true;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("There is a new version.").waitFor();
    // What the older one kept is deleted when the newer one has taken over.
    await guest.until(
      async (name) => String((await caches.keys()).filter((one) => one !== "parlor-lasting")) === name,
      older.replace("parlor-", "parlor-newer-"),
    );
    await page.getByRole("button", { name: "Reload" }).click();
    await page.locator(".new-version").waitFor({ state: "detached" });
    await page.locator(".hall .action").first().waitFor();
    assert.equal(await page.locator(".new-version").count(), 0);
    // What it keeps opens without the server.
    await page.context().setOffline(true);
    await guest.hall();
  } finally {
    await guest.leave();
    await server.stop();
  }
});
