// @ts-check
// Two browsers at one table, spectators, and the offers that players make each other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/** @param {...Guest} guests */
async function leave(...guests) {
  for (const guest of guests) {
    assert.deepEqual(guest.complaints, []);
    await guest.leave();
  }
}

test("a friend joins by the copied link, plays to the end, and both play a rematch with seats exchanged", async () => {
  const ann = await Guest.enter(browser, parlor.address, { permissions: ["clipboard-read", "clipboard-write"] });
  await ann.choose("classic");
  const first = await ann.start("friend");
  await ann.page.locator(".invite").click();
  const { link } = first;
  assert.equal(await ann.copied(link), link);
  await ann.picture("classic-invitation");

  const bob = await Guest.enter(browser, parlor.address);
  // What is said goes after a while: whoever waits for it begins before it can be said.
  const joined = ann.page.locator(".notice", { hasText: "has joined." });
  const told = joined.waitFor().then(() => joined.textContent());
  const second = await bob.open(link);
  assert.equal(await told, `${await bob.page.locator(".own-name").textContent()} has joined.`);
  await second.says(`${await ann.page.locator(".own-name").textContent()}'s turn`);
  await second.mayMove(false);
  const tables = [first, second];
  const moves = [3, 2, 3, 2, 3, 2, 3];
  for (const [index, move] of moves.entries()) {
    await tables[index % 2].click(move);
    await Promise.all(tables.map((table) => table.moves(index + 1)));
  }
  await first.says("You win");
  assert.match(await second.headline(), / wins$/);
  await first.do("rematch");
  await bob.page.getByText("offers a rematch").waitFor();
  await second.do("accept");
  await Promise.all(tables.map((table) => table.moves(0)));
  await second.says("Your turn");
  await first.mayMove(false);
  assert.equal(await bob.page.locator(".seat.player-1 .what").textContent(), "Red · you · to move");
  assert.deepEqual(await bob.page.locator(".wins").allTextContents(), ["0 won", "1 won"]);
  await second.click(0);
  await Promise.all(tables.map((table) => table.moves(1)));
  await leave(ann, bob);
});

test("a friend who joins after the first move sees it, and earlier rounds can be reviewed", async () => {
  const [ann, bob] = await Promise.all([Guest.enter(browser, parlor.address), Guest.enter(browser, parlor.address)]);
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
  await first.click(3);
  await first.moves(1);
  const second = await bob.open(first.link);
  await first.page.locator(".seat.here").nth(1).waitFor();
  await Promise.all([first.listed([3]), second.listed([3])]);
  await second.click(2);
  await Promise.all([first.listed([3, 2]), second.listed([3, 2])]);
  await first.resigns();
  await second.do("rematch");
  await first.do("accept");
  await Promise.all([first.moves(0), second.moves(0)]);
  // The round before can still be stepped through while the new one is played.
  await ann.page.getByLabel("Round").selectOption("Round 1");
  await first.listed([3, 2]);
  await ann.page.locator(".pieces .player-2").waitFor();
  assert.deepEqual(await first.pieces(), [1, 1]);
  await second.click(6);
  await second.moves(1);
  await ann.page.getByLabel("One move back").click();
  await ann.page.getByText("Earlier position: round 1, after move 1 of 2.").waitFor();
  await ann.page.getByRole("button", { name: "Back to the game" }).click();
  await first.listed([6]);
  await ann.page.locator(".pieces .player-2").waitFor({ state: "detached" });
  assert.deepEqual(await first.pieces(), [1, 0]);
  for (const page of [ann.page, bob.page]) {
    const said = (await page.locator("#announce").textContent()) ?? "";
    assert.match(said, /A new game\./);
    assert.doesNotMatch(said, /Move undone/);
  }
  await leave(ann, bob);
});

test("a third visitor is a spectator who is listed and can't move", async () => {
  const { ann, bob, first, second } = await twoAt();
  const carl = await Guest.enter(browser, parlor.address);
  const third = await carl.open(first.link);
  await carl.page.getByText("You are a spectator.").waitFor();
  const name = await carl.page.locator(".own-name").textContent();
  await ann.page.getByText(`Spectators: ${name}`).waitFor();
  assert.deepEqual(await third.can(), []);
  assert.equal(await carl.page.locator(".hit:not([aria-disabled])").count(), 0);
  await third.place(3).click({ force: true });
  await carl.page.keyboard.press("3");
  const answer = await carl.page.evaluate(
    async (link) => {
      const body = JSON.stringify({ id: "sneaky", expects: 2, do: "move", move: "3" });
      const headers = { "content-type": "application/json" };
      return (await fetch(link, { method: "POST", headers, body })).status;
    },
    `${parlor.address}/api/games/${first.link.split("/").at(-1)}/do`,
  );
  assert.ok(answer >= 400 && answer < 500, String(answer));
  await first.click(2);
  await Promise.all([first, second, third].map((table) => table.listed([2])));
  await carl.leave();
  await ann.page.getByText("No spectators.").waitFor();
  await leave(ann, bob);
});

test("a host without a seat is a spectator and has the link to send", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  const { page } = ann;
  await ann.choose("classic");
  const second = await page.locator("#seat-2").inputValue();
  await page.getByRole("button", { name: "Exchange seats" }).click();
  assert.deepEqual(
    [await page.locator("#seat-1").inputValue(), await page.locator("#seat-2").inputValue()],
    [second, "me"],
  );
  await page.locator("#seat-1").selectOption("friend");
  await page.locator("#seat-2").selectOption("friend");
  await page.locator(".seat-field").getByText("You will be a spectator.").first().waitFor();
  await ann.press("seats");
  await page.getByText("Send the link to a friend to begin.").waitFor();
  await page.locator(".spectators").getByText("(you)").waitFor();
  const names = () => page.locator(".seat .name").allTextContents();
  assert.deepEqual(await names(), ["A friend", "A friend"]);
  await page.reload();
  await page.locator(".spectators").getByText("(you)").waitFor();
  assert.deepEqual(await names(), ["A friend", "A friend"]);

  const [bob, carl] = await Promise.all([Guest.enter(browser, parlor.address), Guest.enter(browser, parlor.address)]);
  const first = await bob.open(page.url());
  await first.says("Your turn");
  await page.getByText("Send the link to a friend to begin.").waitFor();
  const other = await carl.open(page.url());
  await page.getByText("You are a spectator.").waitFor();
  await first.click(3);
  await other.says("Your turn");
  await leave(ann, bob, carl);
});

test("a host without a seat may still join", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  await ann.choose("growing");
  await ann.page.locator("#seat-1").selectOption("friend");
  await ann.page.locator("#seat-2").selectOption("friend");
  await ann.press("seats");
  await ann.page.getByRole("button", { name: "Join yourself" }).click();
  const first = await ann.seated();
  await first.says("Your turn");
  await first.click(2);
  await first.listed([2]);
  const bob = await Guest.enter(browser, parlor.address);
  await (await bob.open(first.link)).says("Your turn");
  await leave(ann, bob);
});

test("an engine plays a friend while the host is a spectator", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  await ann.choose("classic");
  await ann.page.locator("#seat-1").selectOption("random");
  await ann.page.locator("#seat-2").selectOption("friend");
  const table = await ann.start("seats");
  await table.moves(1);
  await table.says("A friend's turn");
  await ann.page.locator(".invite").waitFor();
  const bob = await Guest.enter(browser, parlor.address);
  await (await bob.open(table.link)).says("Your turn");
  await ann.page.getByText("You are a spectator.").waitFor();
  await leave(ann, bob);
});

test("a move is undone when the other player accepts, and stays when they decline", async () => {
  const { ann, bob, first, second } = await twoAt({ game: "super" });
  await first.click(3);
  await second.mayMove(true);
  await first.do("undo");
  await ann.page.getByText("Waiting for the answer").waitFor();
  await bob.page.getByText("asks to undo").waitFor();
  await second.do("decline");
  await ann.page.getByText("Your offer was declined.").waitFor();
  await ann.page.locator('[data-do="undo"]').waitFor();
  await first.listed([3]);
  await first.do("undo");
  await second.do("accept");
  await Promise.all([first, second].map((table) => table.listed([])));
  await first.click(4);
  await Promise.all([first, second].map((table) => table.listed([4])));
  await leave(ann, bob);
});

test("a draw is offered, withdrawn and accepted, and resigning is confirmed", async () => {
  const { ann, bob, first, second } = await twoAt({ game: "hex", options: { size: "5x5" } });
  await first.do("draw");
  await bob.page.getByText("offers a draw").waitFor();
  await Promise.all([
    bob.page.getByText("withdrew the offer.").waitFor(),
    ann.page.getByText("You withdrew your offer.").waitFor(),
    first.do("withdraw"),
  ]);
  await first.do("draw");
  await second.do("accept");
  await Promise.all([first.says("A draw by agreement"), second.says("A draw by agreement")]);
  await second.do("rematch");
  await first.do("accept");
  await Promise.all([
    first.says(`${await bob.page.locator(".own-name").textContent()}'s turn`),
    second.says("Your turn"),
  ]);
  await first.resigns();
  await second.says("You win by resignation");
  await leave(ann, bob);
});

test("a changed name is shown to everybody, as text", async () => {
  const { ann, bob, second } = await twoAt({ game: "shapes" });
  await ann.page.locator(".name-button").click();
  await ann.page.getByLabel("Your name, as others see it").fill("<i>Ann</i>");
  await ann.page.getByRole("button", { name: "Save" }).click();
  await second.says("<i>Ann</i>'s turn");
  assert.equal(await bob.page.locator(".seat.player-1 .name").textContent(), "<i>Ann</i>");
  await leave(ann, bob);
});

test("a player who runs out of time loses", async () => {
  const { ann, bob, first, second } = await twoAt({ game: "classic", clock: { initial: 1_500, increment: 0 } });
  await first.click(3);
  await first.says("You win on time");
  await second.guest.until(() => document.querySelector(".seat.player-2 .clock")?.textContent === "0:00.0", null);
  await leave(ann, bob);
});

test("an engine answers, and undo and redo need no agreement", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.choose("classic");
  await guest.page.getByLabel("Easy", { exact: true }).check();
  const table = await guest.start("computer");
  await table.click(3);
  await table.moves(2);
  await table.mayMove(true);
  const answered = await table.pieces();
  await table.do("undo");
  await table.moves(0);
  await table.do("redo");
  await table.moves(2);
  assert.deepEqual(await table.pieces(), answered);
  await table.do("undo");
  await table.moves(0);
  await table.click(2);
  await table.moves(2);
  assert.deepEqual(guest.complaints, []);
  await guest.leave();
});

test("each game has an engine to play against", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  for (const game of ["shapes", "growing", "super", "hex"]) {
    const table = await guest.opens({ game, options: game === "hex" ? { size: "5x5" } : {}, seats: ["easy", "me"] });
    await table.mayMove(true);
    await table.moves(1);
  }
  const watched = await guest.opens({ game: "1024", options: { size: "3x3", target: 4 }, seats: ["easy"] });
  await guest.page.locator(".table.over").waitFor();
  await watched.mayMove(false);
  await guest.leave();
});
