// @ts-check
// The hall: one click from playing, and everything that was chosen is there the next time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

test("each mode is one click from playing", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  /** @type {["computer" | "friend" | "here", string[]][]} */
  const kinds = [
    ["computer", ["guest", "Medium"]],
    ["friend", ["guest", "A friend"]],
    ["here", ["Red", "Yellow"]],
  ];
  for (const [mode, names] of kinds) {
    await guest.hall();
    const table = await guest.start(mode);
    await table.mayMove(true);
    const own = await guest.page.locator(".own-name").textContent();
    const shown = [1, 2].map((player) => guest.page.locator(`.seat.player-${player} .name`).textContent());
    assert.deepEqual(
      await Promise.all(shown),
      names.map((name) => (name === "guest" ? own : name)),
    );
  }
  for (const [mode, name] of /** @type {const} */ ([
    ["alone", "guest"],
    ["watch", "Medium"],
  ])) {
    await guest.page.goto(`${parlor.address}/#1024`);
    await guest.start(mode);
    const own = await guest.page.locator(".own-name").textContent();
    assert.equal(await guest.page.locator(".seat .name").textContent(), name === "guest" ? own : name);
  }
  await guest.leave();
});

test("there are links to analysis and puzzles", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  await guest.page.goto(`${parlor.address}/#hex`);
  await guest.page.locator(".action").first().waitFor();
  const links = await guest.page
    .locator("a.action")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  assert.deepEqual(links, ["/analysis#hex", "/puzzles"]);
  await guest.leave();
});

test("opponent, level, clock, size and who begins are remembered for each game", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await guest.choose("classic");
  await page.getByLabel("Rows", { exact: true }).fill("5");
  await page.getByLabel("Who begins").selectOption("them");
  await page.getByLabel("Time per player").selectOption("3+2");
  await page.getByLabel("Easy", { exact: true }).check();
  await guest.start("computer");
  await guest.choose("hex");
  await page.getByLabel("Strong", { exact: true }).check();
  await page.getByLabel("Side", { exact: true }).fill("7");
  // Another day.
  await guest.hall();
  assert.ok(await page.locator('.card[data-game="hex"] input').isChecked());
  assert.ok(await page.getByLabel("Strong", { exact: true }).isChecked());
  await page.locator('.card[data-game="classic"] input').check();
  assert.ok(await page.getByLabel("Easy", { exact: true }).isChecked());
  assert.equal(await page.locator(".chosen-options").textContent(), "5 × 7 · they begin · 3+2");
  const table = await guest.start("computer");
  await table.moves(1);
  assert.match((await page.locator(".about").textContent()) ?? "", /5 × 7/);
  await page.locator(".seat.player-1 .name", { hasText: "Easy" }).waitFor();
  await page.locator(".clock").first().waitFor();
  // And all of it can be undone at once.
  await guest.choose("classic");
  await page.getByRole("button", { name: "Usual options" }).click();
  assert.equal(await page.locator("#rows").inputValue(), "6");
  assert.ok(await page.getByLabel("Easy", { exact: true }).isChecked());
  await guest.leave();
});

test("an error about the size goes when the field is changed, and an empty field is the usual size", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await guest.choose("classic");
  await page.locator("#rows").fill("3");
  await guest.press("here");
  await page.locator(".setup .wrong").getByText("classic has no board of 3x7").waitFor();
  await page.locator("#rows").fill("");
  assert.equal(await page.locator(".setup .wrong").textContent(), "");
  await guest.start("here");
  assert.match((await page.locator(".about").textContent()) ?? "", /6 × 7/);
  await guest.leave();
});

test("a game in the address is chosen, at once and later", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await page.goto(`${parlor.address}/#shapes`);
  await page.getByRole("heading", { name: "Shapes" }).waitFor();
  assert.ok(await page.locator('.card[data-game="shapes"] input').isChecked());
  await page.goto(`${parlor.address}/#hex`);
  await page.getByRole("heading", { name: "Hex" }).waitFor();
  assert.ok(await page.locator('.card[data-game="hex"] input').isChecked());
  await page.locator('.card[data-game="super"]').click();
  assert.equal(new URL(page.url()).hash, "#super");
  await page.goto(`${parlor.address}/#nonsense%`);
  await page.locator(".action").first().waitFor();
  assert.deepEqual(guest.complaints, []);
  await guest.leave();
});

test("games that go on are shown first, with their boards", async () => {
  const guest = await Guest.enter(browser, parlor.address);
  const { page } = guest;
  await guest.hall();
  assert.ok(await page.locator(".continue").isHidden());
  const table = await guest.opens({ game: "classic", seats: ["me", "easy"] });
  await table.click(3);
  await table.moves(2);
  await guest.hall();
  await page.locator(".continue").getByRole("heading", { name: "Your turn" }).waitFor();
  await page.locator(".continue .piece").nth(1).waitFor();
  await page.locator(".continue-list a").click();
  await (await guest.seated()).moves(2);
  await guest.leave();
});
