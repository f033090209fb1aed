// @ts-check
// The entry point: finds out who we are, and shows the view that the address names. Links between views are followed
// without loading the page again; the view that is left ends all it has started.

/** @import { Catalogue, Me as Guest } from "./types.js" */

import { ApiError, catalogue as fetchCatalogue, game as fetchGame, me as fetchMe } from "./api.js";
import { addressOf, pathOf } from "./base-path.js";
import { byId, html } from "./dom.js";
import { notations } from "./game-info.js";
import { Hall } from "./hall/hall.js";
import { Me } from "./me/me.js";
import { installServiceWorker } from "./offline.js";
import { showOwnName } from "./own-name.js";
import { reload } from "./reload.js";
import { showSettings } from "./settings.js";
import { settingsButtons } from "./settings-form.js";
import { Table } from "./table/table.js";
import { title } from "./title.js";

/** @typedef {{element: HTMLElement, dispose: () => void}} View */
/** Who we are, and what can be played. @typedef {{me: Guest, catalogue: Catalogue}} Session */

/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 5_000;
/** A page that was loaded anew for a missing part is not loaded anew again for so long, in milliseconds. */
const RELOAD_PAUSE = 10_000;
const RELOADED_AT = "parlor.reloaded";

/** A part of the page did not arrive. A server of a newer version has other parts. */
class MissingPart extends Error {}

/** @type {Session | null} */
let session = null;
/** @type {View | null} */
let view = null;
/** The path of the view that is shown or on its way. */
let path = "";

addEventListener("popstate", () => here() !== path && enter());
document.addEventListener("click", followLink);
showSettings();
await enter();
await installServiceWorker();

/** The path of this server that the address names. */
function here() {
  return pathOf(location.pathname);
}

/** Shows the view of the address. Tries until the server answers; what it refuses is shown. */
async function enter() {
  const wanted = here();
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
        mount(nothingHere(error.message, session?.catalogue ?? null));
        return;
      }
      if (error instanceof MissingPart && mayReload()) {
        location.reload();
        return;
      }
      if (!(error instanceof ApiError || error instanceof MissingPart)) {
        // The server is not to blame: trying again by itself would hide what went wrong.
        reportError(error);
        if (path === wanted) {
          mount(failed(/** @type {Error} */ (error).message));
        }
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
  const [me, catalogue] = await Promise.all([fetchMe(), fetchCatalogue()]);
  const opened = { me, catalogue };
  showOwnName(me, opened.catalogue.limits.name, settingsButtons(notations(opened.catalogue.games)));
  return opened;
}

/**
 * @param {string} wanted
 * @param {Session} opened
 * @returns {Promise<View>}
 */
async function viewOf(wanted, { me, catalogue }) {
  if (wanted === "/") {
    return Hall.enter(catalogue, navigate);
  }
  if (wanted === "/me") {
    return Me.enter(catalogue);
  }
  const own = await ownView(wanted, catalogue);
  if (own) {
    return own;
  }
  const id = /^\/g\/([\w-]+)\/?$/.exec(wanted)?.[1];
  if (!id) {
    throw new ApiError(404, "there is no game and no page at this address");
  }
  const snapshot = await fetchGame(id);
  const game = catalogue.games.find(({ name }) => name === snapshot.game);
  if (!game) {
    throw new ApiError(404, `the game ${snapshot.game} is not in the catalogue`);
  }
  const table = new Table(snapshot, game, me, navigate);
  // Whoever only plays need not wait for it.
  const analysis = import("./review/table-analysis.js").then(({ TableAnalysis }) => new TableAnalysis(table));
  analysis.catch(() => {});
  return {
    element: table.element,
    dispose: () => {
      analysis.then((attached) => attached.dispose());
      table.dispose();
    },
  };
}

/**
 * The views that are loaded when they are first needed.
 * @param {string} wanted
 * @param {Catalogue} catalogue
 * @returns {Promise<View | null>}
 */
async function ownView(wanted, catalogue) {
  if (wanted === "/analysis") {
    const { AnalysisView } = await part(import("./analysis/analysis.js"));
    return AnalysisView.enter(catalogue);
  }
  if (wanted === "/puzzles" || wanted === "/puzzles/daily") {
    const { PuzzleView } = await part(import("./puzzles/puzzles.js"));
    return PuzzleView.enter(catalogue, wanted === "/puzzles/daily");
  }
  const follows = /^\/follow\/([0-9a-f]+)\/?$/.exec(wanted)?.[1];
  if (follows) {
    const { FollowView } = await part(import("./follow/follow.js"));
    return FollowView.enter(follows, catalogue);
  }
  return null;
}

/** @template T @param {Promise<T>} loading @returns {Promise<T>} */
function part(loading) {
  return loading.catch((error) => {
    throw new MissingPart(error.message);
  });
}

/** Whether the page may be loaded anew: not again and again. */
function mayReload() {
  try {
    const isLongAgo = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > RELOAD_PAUSE;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return isLongAgo;
  } catch {
    return false;
  }
}

/** Goes to another view. @param {string} target its path, and a fragment if there is one */
function navigate(target) {
  history.pushState(null, "", addressOf(target));
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
  const target = pathOf(pathname);
  const isView =
    ["/", "/me", "/analysis", "/puzzles", "/puzzles/daily"].includes(target) || /^\/(g|follow)\//.test(target);
  if (origin === location.origin && isView && target !== here()) {
    event.preventDefault();
    navigate(target + hash);
  }
}

/**
 * What is shown instead of a view that can't be: the rules did not arrive, for example.
 * @param {string} reason
 * @returns {View}
 */
function failed(reason) {
  const retry = async () => (await reload()) || enter();
  const element = html(
    "div",
    { class: "nothing", role: "alert" },
    html("h1", {}, "This page can't be shown"),
    html("p", {}, `${title(reason)}.`),
    html(
      "p",
      { class: "row" },
      html("button", { type: "button", class: "main", onclick: retry }, "Retry"),
      html("a", { class: "button", href: "/" }, "All games"),
    ),
  );
  return { element, dispose: () => {} };
}

/**
 * @param {string} reason
 * @param {Catalogue | null} catalogue
 * @returns {View}
 */
function nothingHere(reason, catalogue) {
  const isAnalysis = here() === "/analysis";
  const named = location.hash.slice(1).split("/")[0];
  const game = catalogue?.games.find(({ name }) => name === named);
  const element = html(
    "div",
    { class: "nothing" },
    html("h1", {}, "Nothing here"),
    html("p", {}, `${reason}.`),
    html(
      "p",
      { class: "row" },
      isAnalysis ? html("a", { class: "button main", href: `/analysis#${game?.name ?? ""}` }, "Empty board") : null,
      html("a", { class: isAnalysis ? "button" : "button main", href: "/" }, "All games"),
    ),
  );
  // An address that was mended by hand is opened without a reload.
  const again = () => here() === "/analysis" && enter();
  addEventListener("hashchange", again);
  return { element, dispose: () => removeEventListener("hashchange", again) };
}
