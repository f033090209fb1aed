// @ts-check
// The entry point: finds out who we are, and shows the view that the address names. Links between views are followed
// without loading the page again; the view that is left ends all it has started.

/** @import { Catalogue, Me } from "./types.js" */

import { ApiError, catalogue as fetchCatalogue, game as fetchGame, me as fetchMe } from "./api.js";
import { byId, html } from "./dom.js";
import { Hall } from "./hall/hall.js";
import { showOwnName } from "./own-name.js";
import { Table } from "./table/table.js";

/** @typedef {{element: HTMLElement, dispose: () => void}} View */
/** Who we are, and what can be played. @typedef {{me: Me, catalogue: Catalogue}} Session */

/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 5_000;

/** @type {Session | null} */
let session = null;
/** @type {View | null} */
let view = null;
/** The path of the view that is shown or on its way. */
let path = "";

addEventListener("popstate", () => location.pathname !== path && enter());
document.addEventListener("click", followLink);
await enter();

/** Shows the view of the address. Tries until the server answers; what it refuses is shown. */
async function enter() {
  const wanted = location.pathname;
  path = wanted;
  for (let pause = 300; path === wanted; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      session ??= await openSession();
      const next = await viewOf(wanted, session);
      if (path === wanted) {
        byId("banner").hidden = true;
        mount(next);
      } else {
        next.dispose();
      }
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
        mount(nothingHere(error.message));
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

/** @param {View} next */
function mount(next) {
  const isFirst = view === null;
  view?.dispose();
  view = next;
  byId("main").replaceChildren(next.element);
  if (!isFirst) {
    scrollTo(0, 0);
    byId("main").focus({ preventScroll: true });
  }
}

/** @returns {Promise<Session>} */
async function openSession() {
  const me = await fetchMe();
  const opened = { me, catalogue: await fetchCatalogue() };
  showOwnName(me, opened.catalogue.limits.name);
  return opened;
}

/**
 * @param {string} wanted
 * @param {Session} opened
 * @returns {Promise<View>}
 */
async function viewOf(wanted, { me, catalogue }) {
  const id = /^\/g\/([\w-]+)\/?$/.exec(wanted)?.[1];
  if (!id && wanted !== "/") {
    throw new ApiError(404, "there is no game and no page at this address");
  }
  if (!id) {
    return new Hall(catalogue, navigate);
  }
  const snapshot = await fetchGame(id);
  const game = catalogue.games.find(({ name }) => name === snapshot.game);
  if (!game) {
    throw new ApiError(404, `the game ${snapshot.game} is not in the catalogue`);
  }
  return new Table(snapshot, game, me);
}

/** Goes to another view. @param {string} address */
function navigate(address) {
  history.pushState(null, "", address);
  enter();
}

/** Follows a link to another view; all other links are the browser's. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) {
    return;
  }
  const { origin, pathname, hash } = new URL(link.href);
  const isView = pathname === "/" || pathname.startsWith("/g/");
  if (origin === location.origin && isView && pathname !== location.pathname) {
    event.preventDefault();
    navigate(pathname + hash);
  }
}

/** @param {string} reason @returns {View} */
function nothingHere(reason) {
  const element = html(
    "div",
    { class: "nothing" },
    html("h1", {}, "Nothing here"),
    html("p", {}, `${reason}.`),
    html("p", {}, html("a", { class: "button main", href: "/" }, "All games")),
  );
  return { element, dispose: () => {} };
}
