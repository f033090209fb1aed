// @ts-check
// Comfort at a table: nothing moves under a finger, no hint outlives its cause, focus stays where it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor, twoAt } from "./support/hosted.js";

hosted();

/** @param {Guest} guest */
const label = (guest, column = 3) => guest.page.locator(`.hit[data-column="${column}"]`).getAttribute("aria-label");

test("buttons keep their places when an offer comes", async () => {
  const { ann, bob, first, second } = await twoAt();
  const places = () =>
    ann.page
      .locator(".controls button")
      .evaluateAll((buttons) => buttons.map((button) => [button.textContent, button.getBoundingClientRect().x]));
  for (const there of ["draw", "undo"]) {
    await ann.page.locator(`[data-do="${there}"]`).waitFor();
    const before = await places();
    await second.do("draw");
    await ann.page.getByRole("button", { name: "Accept" }).waitFor();
    assert.deepEqual(await places(), before);
    assert.ok(await ann.page.locator(`[data-do="${there}"]`).isDisabled());
    await first.do("decline");
    await bob.page.getByText("Your offer was declined.").waitFor();
    assert.deepEqual(await places(), before);
    if (there === "draw") {
      await first.click(3);
      await second.mayMove(true);
    }
  }
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a double click does not resign", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "classic", seats: ["me", "easy"] });
  await guest.page.locator('[data-do="resign"]').dblclick();
  await guest.page.getByRole("button", { name: "Really resign?" }).waitFor();
  await table.says("Your turn");
  await guest.page.locator("h1, .headline").first().click();
  await guest.page.getByRole("button", { name: "Resign", exact: true }).waitFor();
  await table.resigns();
  await table.says("You resigned, Easy wins");
  await guest.leave();
});

test("two players who offer a rematch at the same moment play it", async () => {
  const { ann, bob, first, second } = await twoAt();
  await first.resigns();
  await second.says("You win by resignation");
  // Both offers are on their way before either arrives.
  await Promise.all([first, second].map(({ page }) => page.locator('[data-do="rematch"]').waitFor()));
  await Promise.all([ann, bob].map(({ page }) => page.context().setOffline(true)));
  await Promise.all([first, second].map((table) => table.disconnected()));
  await Promise.all([first, second].map((table) => table.do("rematch")));
  await ann.page.locator("#banner", { hasText: "Your request will be sent." }).waitFor();
  await Promise.all([ann, bob].map(({ page }) => page.context().setOffline(false)));
  await Promise.all([second.says("Your turn"), ann.page.locator(".about", { hasText: "round 2" }).waitFor()]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("an undo offer says which moves it undoes", async () => {
  const { ann, bob, first, second } = await twoAt();
  await first.click(3);
  await second.click(2);
  await first.mayMove(true);
  await first.do("undo");
  await ann.page.getByText("You asked to undo your last move and the reply to it.").waitFor();
  await bob.page.getByText("asks to undo their last move and your reply to it.").waitFor();
  await second.do("accept");
  await Promise.all([first.listed([]), second.listed([])]);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a hint disappears when the position changes", async () => {
  const { ann, bob, first, second } = await twoAt();
  await first.click(3);
  // Until the move is confirmed; that changes the position, too.
  await first.moves(1);
  await first.mayMove(false);
  await ann.page.keyboard.press("2");
  await ann.page.getByText("It is not your turn.").waitFor();
  await second.click(2);
  await first.says("Your turn");
  assert.equal(await ann.page.getByText("It is not your turn.").count(), 0);
  await Promise.all([ann.leave(), bob.leave()]);
});

test("an earlier position is read out as it is drawn", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  for (const [index, move] of [3, 3, 3].entries()) {
    await table.type(move);
    await table.moves(index + 1);
  }
  for (const told of ["Red Yellow, 4 free", "Red, 5 free", "empty, 6 free"]) {
    await guest.page.getByRole("button", { name: "One move back" }).click();
    await guest.until((told) => document.querySelector('[data-column="3"]')?.ariaLabel === `Column 3: ${told}`, told);
  }
  await guest.page.getByRole("button", { name: "Latest position" }).click();
  assert.equal(await label(guest), "Column 3: Red Yellow Red, 3 free");
  for (const made of [4, 5, 6]) {
    await table.type(3);
    await table.moves(made);
  }
  await guest.page.keyboard.press("3");
  await guest.page.getByText("Column 3 is full.").waitFor();
  await guest.leave();
});

test("the winning line is read out", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "classic", seats: ["me", "me"] });
  for (const [index, move] of [0, 0, 1, 1, 2, 2, 3].entries()) {
    await table.type(move);
    await table.moves(index + 1);
  }
  const said = await guest.page.locator("#announce p").last().textContent();
  assert.equal(
    said,
    "Red: column 3. Red wins. The winning line: 0 at height 1, 1 at height 1, 2 at height 1, 3 at height 1.",
  );
  await guest.leave();
});

test("keyboard focus stays at the table when a button disappears", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const table = await guest.opens({ game: "hex", options: { size: "5x5" }, seats: ["me", "me"] });
  await table.type("B1");
  await table.moves(1);
  await guest.page.locator('[data-do="undo"]').focus();
  await guest.page.keyboard.press("Enter");
  await table.moves(0);
  const focused = () => guest.page.evaluate(() => document.activeElement?.tagName);
  assert.notEqual(await focused(), "BODY");
  await guest.leave();
});

test("a reply during a cascade is shown on the board it was made on", async () => {
  const { ann, bob, first, second } = await twoAt({ game: "super" });
  const moves = [0, 4, 2, 2, 3, 6, 4, 5, 5, 6, 2, 3, 3, 6];
  const tables = [first, second];
  for (const [index, move] of moves.entries()) {
    await tables[index % 2].type(move);
    await Promise.all(tables.map((table) => table.moves(index + 1)));
  }
  // The number of discs after each change.
  await ann.page.emulateMedia({ reducedMotion: "no-preference" });
  await ann.page.evaluate(() => {
    const group = /** @type {Element} */ (document.querySelector(".pieces"));
    /** @type {number[]} */
    const counts = [];
    Object.assign(window, { counts });
    new MutationObserver(() => counts.push(group.children.length)).observe(group, { childList: true });
  });
  const { request } = bob.page.context();
  const game = `${parlor.address}/api/games/${first.link.split("/").at(-1)}`;
  const { seq } = await (await request.get(game)).json();
  await first.type(1);
  // The cascade has hardly begun.
  await ann.page.locator(".pieces .piece").nth(moves.length).waitFor();
  const answer = { id: "at once", expects: seq + 1, do: "move", move: "0" };
  assert.equal((await request.post(`${game}/do`, { data: answer })).status(), 200);
  await Promise.all(tables.map((table) => table.moves(moves.length + 2)));
  assert.deepEqual(await first.pieces(), await second.pieces());
  // The cascade leaves two discs and the reply is the third: until then the number only falls.
  const counts = /** @type {number[]} */ (await ann.page.evaluate(() => Reflect.get(window, "counts")));
  const more = counts.filter((count, index) => count > 3 && index > 0 && count >= counts[index - 1]);
  assert.deepEqual(more, [], String(counts));
  await Promise.all([ann.leave(), bob.leave()]);
});

test("an engine is shown with its name and its time per move", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.opens({ game: "classic", seats: ["me", "strong:2s"] });
  const seat = guest.page.locator(".seat.player-2");
  assert.equal(await seat.locator(".name").textContent(), "Strong");
  assert.equal(await seat.locator(".what").textContent(), "Yellow · engine · 2 s a move");
  await guest.leave();
});

test("the list of games is refreshed when the window gets the focus", async () => {
  const { ann, bob, first, second } = await twoAt();
  await first.click(3);
  await second.mayMove(true);
  const link = ann.page.url();
  await ann.page.goto(`${parlor.address}/me`);
  const standing = ann.page.locator(".own-games-list .status-text").first();
  await standing.getByText(/'s turn$/).waitFor();
  await second.click(2);
  await second.mayMove(false);
  await ann.page.evaluate(() => dispatchEvent(new Event("focus")));
  await standing.getByText("Your turn").waitFor();
  assert.ok(link.endsWith(String(await ann.page.locator(".own-games-list a").first().getAttribute("href"))));
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a narrow column is played with the second touch", async () => {
  const guest = await Guest.enter(browser, parlor.address, { hasTouch: true, viewport: { width: 390, height: 740 } });
  const table = await guest.opens({ game: "classic", options: { size: "4x32" }, seats: ["me", "me"] });
  await table.place(5).tap();
  await guest.page.getByText("Column 5: touch again to play there").waitFor();
  assert.deepEqual(await table.list(), []);
  await table.place(5).tap();
  await table.listed([5]);
  await guest.leave();
});

test("on a phone the board keeps its place when an offer comes", async () => {
  const { ann, bob, first, second } = await twoAt();
  await bob.page.setViewportSize({ width: 390, height: 740 });
  await first.click(3);
  await second.click(2);
  await Promise.all([first.moves(2), second.moves(2)]);
  const places = () =>
    bob.page
      .locator(".frame, .controls")
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().y)));
  const before = await places();
  await first.do("undo");
  await bob.page.getByRole("button", { name: "Accept" }).waitFor();
  assert.deepEqual(await places(), before);
  const question = await bob.page.locator(".notice").boundingBox();
  assert.ok(question && question.y >= 0 && question.y + question.height <= before[0]);
  await bob.picture("phone-question");
  await second.do("decline");
  await Promise.all([ann.leave(), bob.leave()]);
});
