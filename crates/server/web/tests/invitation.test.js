// @ts-check
// Inviting somebody: the link in every form, and whoever opens it is asked whether to play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest } from "./support/browser.js";
import { browser, hosted, parlor } from "./support/hosted.js";

hosted();

test("whoever opens the link is asked, so that one's own second device does not take the opponent's seat", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
  // The same person, with another browser.
  const phone = await Guest.enter(browser, parlor.address, { viewport: { width: 390, height: 844 } });
  await phone.page.goto(first.link);
  const name = await ann.page.locator(".own-name").textContent();
  await phone.page.locator(".invitation").getByText(`${name} invites you to play Classic`).waitFor();
  await phone.page.getByText("You would play Yellow, who moves second.").waitFor();
  await phone.page.getByRole("button", { name: "Watch" }).click();
  await phone.page.locator(".invitation").waitFor({ state: "hidden" });
  // It is not asked again, and nobody has joined.
  await phone.page.reload();
  await phone.seated();
  assert.ok(await phone.page.locator(".invitation").isHidden());
  assert.equal(await ann.page.locator(".seat.player-2 .name").textContent(), "A friend");
  const bob = await Guest.enter(browser, parlor.address);
  await bob.page.goto(first.link);
  await bob.page.getByRole("button", { name: "Play", exact: true }).click();
  await ann.page.getByText("has joined.").waitFor();
  await first.click(3);
  await bob.page.locator(".table.my-turn").waitFor();
  await Promise.all([ann.leave(), phone.leave(), bob.leave()]);
});

test("while a friend is missing there are a QR code, the link and the way to share of the system", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  await ann.page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (/** @type {{url: string}} */ { url }) => {
        document.body.dataset.shared = url;
      },
    });
  });
  const first = await ann.opens({ game: "hex", seats: ["me", "friend"] });
  const { page } = ann;
  await page.locator(".waiting").waitFor();
  await page.locator(".waiting .qr").scrollIntoViewIfNeeded();
  await ann.until(() => {
    const code = document.querySelector(".qr");
    return code instanceof HTMLImageElement && code.naturalWidth > 0;
  }, null);
  assert.equal(await page.locator(".waiting .link").inputValue(), first.link);
  await page.locator(".waiting").getByRole("button", { name: "Share" }).click();
  await page.locator(`body[data-shared="${first.link}"]`).waitFor();
  const bob = await Guest.enter(browser, parlor.address);
  await bob.open(first.link);
  await page.locator(".waiting").waitFor({ state: "hidden" });
  await Promise.all([ann.leave(), bob.leave()]);
});

test("a link has a title, a description and a picture for those who only see its address", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  const { page } = ann;
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
  const { request } = page.context();
  const named = await request.post(`${parlor.address}/api/me`, { data: { name: '"><script>alert(1)</script>' } });
  assert.ok(named.status() === 200 || named.status() === 400);
  const text = await (await request.get(first.link)).text();
  const head = await page.evaluate((source) => {
    const { head: parsed } = new DOMParser().parseFromString(source, "text/html");
    const metas = Array.from(parsed.querySelectorAll("meta[property], meta[name]"), (meta) => [
      meta.getAttribute("property") ?? meta.getAttribute("name"),
      meta.getAttribute("content"),
    ]);
    const scripts = Array.from(parsed.querySelectorAll("script"), (script) => script.textContent).join("");
    return { title: parsed.querySelector("title")?.textContent, scripts, ...Object.fromEntries(metas) };
  }, text);
  assert.match(head.title ?? "", / invites you to play Classic$/);
  assert.equal(head["og:title"], head.title);
  assert.match(head["og:description"], /turn\. Connect Four/);
  assert.equal(head["og:url"], first.link);
  assert.equal(head["twitter:card"], "summary_large_image");
  assert.doesNotMatch(head.scripts, /alert/);
  const picture = await request.get(head["og:image"]);
  assert.equal(picture.headers()["content-type"], "image/png");
  // Width and height are in the first chunk of a PNG file.
  const png = await picture.body();
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  const hall = await (await request.get(parlor.address)).text();
  assert.match(hall, /<title>Parlor<\/title>/);
  assert.match(hall, /property="og:image" content="http/);
  await ann.leave();
});

test("whoever waits for a friend can call the game off, and the link says so", async () => {
  const ann = await Guest.enter(browser, parlor.address);
  const first = await ann.opens({ game: "classic", seats: ["me", "friend"] });
  const { link } = first;
  await first.do("cancel");
  await ann.page.locator(".hall").waitFor();
  assert.equal(new URL(ann.page.url()).hash, "#classic");
  const bob = await Guest.enter(browser, parlor.address);
  await bob.page.goto(link);
  await bob.page.locator(".headline", { hasText: "The game was canceled" }).waitFor();
  assert.ok(await bob.page.locator(".invitation").isHidden());
  await Promise.all([ann.leave(), bob.leave()]);
});
