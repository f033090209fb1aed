// @ts-check
// Whatever is lost - the page, the network, the server, an answer - no move is lost or made twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/** Ann and Bob at a game of classic, two moves into it. */
async function begun() {
  const two = await twoAt();
  const { first, second } = two;
  await first.click(3);
  await second.click(2);
  await Promise.all([first.listed([3, 2]), second.listed([3, 2])]);
  return two;
}

test("a reload changes nothing", async () => {
  const { ann, bob, first, second } = await begun();
  await ann.page.reload();
  const again = await ann.seated();
  await again.listed([3, 2]);
  assert.deepEqual(await again.pieces(), [1, 1]);
  await again.click(3);
  await second.listed([3, 2, 3]);
  await bob.page.reload();
  await (await bob.seated()).click(4);
  await first.listed([3, 2, 3, 4]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a move made offline arrives once, after the network is back", async () => {
  const { ann, bob, first, second } = await begun();
  await ann.page.context().setOffline(true);
  await first.disconnected();
  await first.click(5);
  await ann.page.locator(".sending").waitFor();
  await ann.page.locator("#banner", { hasText: "Your move, column 5, will be sent." }).waitFor();
  assert.deepEqual(await second.list(), ["3", "2"]);
  await ann.page.context().setOffline(false);
  await first.connected();
  await Promise.all([first.listed([3, 2, 5]), second.listed([3, 2, 5])]);
  await second.click(0);
  await Promise.all([first.listed([3, 2, 5, 0]), second.listed([3, 2, 5, 0])]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a player who was away catches up", async () => {
  const { ann, bob, first, second } = await begun();
  await bob.page.context().setOffline(true);
  await second.disconnected();
  await first.click(5);
  await first.listed([3, 2, 5]);
  await bob.page.context().setOffline(false);
  await second.connected();
  await second.listed([3, 2, 5]);
  await second.mayMove(true);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a server that is killed and restarted has lost nothing", async () => {
  const { ann, bob, first, second } = await begun();
  await parlor.kill();
  await Promise.all([first.disconnected(), second.disconnected()]);
  await first.click(6);
  await parlor.run();
  await Promise.all([first.connected(), second.connected()]);
  await Promise.all([first.listed([3, 2, 6]), second.listed([3, 2, 6])]);
  await second.click(1);
  await Promise.all([first.listed([3, 2, 6, 1]), second.listed([3, 2, 6, 1])]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("with a server that is killed at every move, each move is made once", async () => {
  const { ann, bob, first, second } = await begun();
  const tables = [first, second];
  const moves = [3, 2];
  for (const [index, move] of [0, 6, 1, 5].entries()) {
    // The server is killed at the moment of the move, which may have arrived or not.
    await tables[index % 2].click(move);
    await parlor.kill();
    await parlor.run();
    moves.push(move);
    await Promise.all(tables.map((table) => table.listed(moves)));
  }
  assert.deepEqual(await first.pieces(), [3, 3]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a move whose answer is lost is sent again and made once", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  /** @type {string[]} */
  const sent = [];
  let lossy = true;
  await guest.page.routeWebSocket(/\/live/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => {
      sent.push(String(text));
      server.send(text);
    });
    server.onMessage((text) => {
      const { type } = JSON.parse(String(text));
      if (lossy && type === "update") {
        lossy = false;
        page.close({ code: 1011, reason: "lost" });
        server.close();
        return;
      }
      page.send(text);
    });
  });
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  await table.click(3);
  // The move is shown before the server has said anything.
  while (sent.length < 2) {
    await guest.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await table.moves(1);
  await table.connected();
  const commands = sent.map((text) => JSON.parse(text));
  commands.forEach((command) => assert.deepEqual(command, commands[0]));
  assert.equal(lossy, false);
  await table.click(2);
  await table.listed([3, 2]);
  await guest.leave();
});

test("a move sent while a friend joins is still made", async () => {
  const [ann, bob] = await Promise.all([Guest.enter(browser, parlor.address), Guest.enter(browser, parlor.address)]);
  /** @type {(() => void)[] | null} */
  let held = null;
  await ann.page.routeWebSocket(/\/live/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => server.send(text));
    server.onMessage((text) => (held ? held.push(() => page.send(text)) : page.send(text)));
  });
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
  held = [];
  const second = await bob.open(first.link);
  await second.mayMove(false);
  await first.click(3);
  await ann.page.locator(".sending").waitFor();
  const late = held;
  held = null;
  late.forEach((release) => release());
  await Promise.all([first.listed([3]), second.listed([3])]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a move survives a reload before its answer", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  let deaf = true;
  await guest.page.routeWebSocket(/\/live/, (page) => {
    const server = page.connectToServer();
    // At first the server does not hear the page.
    page.onMessage((text) => deaf || server.send(text));
    server.onMessage((text) => page.send(text));
  });
  const table = await guest.opens({ game: "shapes", seats: ["me", "me"] });
  await table.click(4);
  await guest.page.locator(".sending").waitFor();
  deaf = false;
  await guest.page.reload();
  await (await guest.seated()).listed([4]);
  await guest.leave();
});

test("a page with a missing script reloads itself", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  let broken = 2;
  await guest.page.route("**/assets/app-*.js", (route) => {
    broken -= 1;
    return broken >= 0 ? route.abort() : route.continue();
  });
  await guest.hall();
  assert.ok(broken < 0);
  await guest.leave();
});

test("a page whose parts the server no longer has is loaded anew", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await guest.hall();
  let asked = 0;
  await page.route("**/assets/analysis-*.js", (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.getByRole("link", { name: "Analysis" }).first().click();
  await page.locator(".analysis .board").waitFor();
  assert.equal(asked, 2);
  await guest.leave();
});

test("of two moves from two windows of one player only one is made", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  // Both are made before the first arrives.
  /** @type {Map<string, () => void>} */
  const held = new Map();
  await guest.page.context().routeWebSocket(/\/live/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => {
      const { id } = JSON.parse(String(text));
      held.set(id, () => server.send(text));
      if (held.size === 2) {
        held.forEach((release) => release());
        held.set("more", () => {});
      } else if (held.size > 2) {
        server.send(text);
      }
    });
    server.onMessage((text) => page.send(text));
  });
  const table = await guest.opens({ game: "classic", seats: ["me", "medium:100ms"] });
  const other = new Guest(await guest.page.context().newPage(), parlor.address);
  const beside = await other.open(table.link);
  const late = Promise.any(
    [guest, other].map(({ page }) => page.getByText("The game has changed in the meantime").waitFor()),
  );
  await Promise.all([table.click(3), beside.click(2)]);
  await late;
  await table.moves(2);
  await beside.moves(2);
  assert.deepEqual(await table.list(), await beside.list());
  await guest.leave();
});
