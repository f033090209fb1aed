// @ts-check
// A server below a path of its origin: the page asks for nothing outside, and everything works.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Guest, launch } from "./support/browser.js";
import { Parlor } from "./support/parlor.js";

const BASE = "/games/";

/** @type {Parlor} */
let parlor;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  parlor = await Parlor.start(["--base-path", BASE]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await parlor?.stop();
});

/** A guest, and the paths of everything that their page asks for, sockets too. @param {object} [options] */
async function watched(options) {
  const guest = await Guest.enter(browser, parlor.address, options);
  /** @type {string[]} */
  const paths = [];
  guest.page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  guest.page.on("websocket", (socket) => paths.push(new URL(socket.url()).pathname));
  return { guest, paths };
}

/** Those that are not below the path; without the slash at its end, it leads there. @param {string[]} paths */
const outside = (paths) => paths.filter((path) => !`${path}/`.startsWith(BASE));

test("two play, look around and come back", async () => {
  const [{ guest: ann, paths: anns }, { guest: bob, paths: bobs }] = await Promise.all([watched(), watched()]);
  const { page } = ann;
  await ann.choose("classic");
  assert.equal(new URL(page.url()).pathname, BASE);
  const first = await ann.start("friend");
  assert.match(new URL(page.url()).pathname, /^\/games\/g\/[\w-]+$/);
  const link = await page.locator(".waiting .link").inputValue();
  assert.equal(link, page.url());
  await ann.until(() => {
    const code = document.querySelector(".waiting .qr");
    return code instanceof HTMLImageElement && code.complete && code.naturalWidth > 0;
  }, null);
  const second = await bob.open(link);
  await page.locator(".seat.here").nth(1).waitFor();
  const [mover, other] = (await page.locator(".table.my-turn").count()) > 0 ? [first, second] : [second, first];
  await mover.click(3);
  await other.listed([3]);
  await other.click(2);
  await mover.listed([3, 2]);
  await page.reload();
  await (await ann.seated()).listed([3, 2]);

  // Links are followed without loading the page again, and loaded ones lead to the same views.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.locator(".my-games").click();
  await page.locator('a[href^="/games/g/"]').first().click();
  await ann.seated();
  await page.getByRole("link", { name: "Parlor: all games" }).click();
  await page.locator(".hall .action").first().waitFor();
  for (const [name, path, shown] of [
    ["Analysis", "/games/analysis", ".analysis .board"],
    ["Puzzles", "/games/puzzles", ".puzzles .board"],
  ]) {
    await page.locator("#nav").getByRole("link", { name }).click();
    await page.locator(shown).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
  }
  await page.goBack();
  await page.locator(".analysis .board").waitFor();
  assert.ok(await page.evaluate(() => Reflect.get(window, "isSamePage")));
  await page.reload();
  await page.locator(".analysis .board").waitFor();
  assert.deepEqual([outside(anns), outside(bobs)], [[], []]);
  assert.ok(
    anns.some((path) => /^\/games\/api\/games\/[\w-]+\/live$/.test(path)),
    "the socket",
  );
  const cookies = await page.context().cookies();
  assert.deepEqual(
    cookies.map(({ name, path }) => [name, path]),
    [["parlor", BASE]],
  );
  assert.deepEqual([...ann.complaints, ...bob.complaints], []);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("engines play and find their data", async () => {
  const { guest, paths } = await watched();
  const { page } = guest;
  await page.addInitScript(() => localStorage.setItem("parlor.analysis", JSON.stringify({ isOn: true, lines: 1 })));
  await page.goto(`${parlor.address}/analysis#classic/6x7/4455`);
  await page.locator('.engine[data-done="true"]').waitFor();
  assert.deepEqual(outside(paths), []);
  assert.ok(paths.some((path) => path.startsWith("/games/assets/data/")));
  assert.deepEqual(guest.complaints, []);
  await guest.leave();
});

test("a board is presented and followed", async () => {
  const [{ guest: ann, paths: anns }, { guest: bob, paths: bobs }] = await Promise.all([watched(), watched()]);
  await ann.page.goto(`${parlor.address}/analysis#hex/5/a1`);
  await ann.page.getByRole("button", { name: "Present", exact: true }).click();
  await ann.until(() => {
    const link = document.querySelector(".follow-link");
    return link instanceof HTMLInputElement && link.value.includes("/games/follow/");
  }, null);
  await bob.page.goto(await ann.page.locator(".follow-link").inputValue());
  await bob.page.locator(".following .board").waitFor();
  await ann.page.locator('.hit[data-cell="2,2"]').click();
  await bob.until(() => document.querySelectorAll(".following .tree .move").length === 2, null);
  assert.deepEqual([outside(anns), outside(bobs)], [[], []]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("addresses without the slash at the end, and others", async () => {
  const { guest } = await watched();
  const { page } = guest;
  const { origin } = new URL(parlor.address);
  await page.goto(`${origin}/games`);
  await page.locator(".hall .action").first().waitFor();
  assert.equal(page.url(), `${origin}/games/`);
  await page.goto(`${origin}/games/nothing/here`);
  await page.getByRole("link", { name: "All games" }).first().click();
  await page.locator(".hall .action").first().waitFor();
  const { request } = page.context();
  for (const path of ["/", "/api/me", "/gamesapi/me", "/g/x"]) {
    assert.equal((await request.get(origin + path)).status(), 404, path);
  }
  await guest.leave();
});
