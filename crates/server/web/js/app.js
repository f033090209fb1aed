// @ts-check
// The page's beginning: who we are, and which of its two rooms the address names.

/** @import { Me } from "./types.js" */

import { Refusal, catalogue, game, me } from "./api.js";
import { byId, html } from "./dom.js";
import { Hall } from "./hall.js";
import { showName } from "./names.js";
import { Table } from "./table.js";

/** The longest name where the server does not say. */
const LONGEST_NAME = 64;

await enter();

/** Tries until the server answers; what it says no to is shown. */
async function enter() {
  for (let pause = 300; ; pause = Math.min(5_000, pause * 2)) {
    try {
      const guest = await me();
      byId("main").replaceChildren(await room(guest));
      byId("banner").hidden = true;
      return;
    } catch (error) {
      if (error instanceof Refusal && error.status !== 0 && error.status < 500) {
        byId("main").replaceChildren(nothingHere(error.message));
        return;
      }
      const banner = byId("banner");
      banner.hidden = false;
      banner.textContent = "The server does not answer. Trying again …";
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
}

/** @param {Me} guest */
async function room(guest) {
  const id = /^\/g\/([\w-]+)\/?$/.exec(location.pathname)?.[1];
  const { games, limits } = await catalogue();
  showName(guest, limits.name ?? LONGEST_NAME);
  if (!id && location.pathname !== "/") {
    throw new Refusal(404, "no game and no page has this address");
  }
  if (id) {
    return new Table(await game(id), guest).element;
  }
  const hall = new Hall(games);
  hall.list();
  return hall.element;
}

/** @param {string} reason */
function nothingHere(reason) {
  return html(
    "div",
    { class: "nothing" },
    html("h1", {}, "Nothing here"),
    html("p", {}, `${reason}.`),
    html("p", {}, html("a", { class: "button main", href: "/" }, "All games")),
  );
}
