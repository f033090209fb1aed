// @ts-check
// The guest's own page: games, results, settings, and everything to take away.

/** @import { Catalogue, OwnGame } from "../types.js" */

import { myGames, record } from "../api.js";
import { Disposer } from "../disposer.js";
import { html, say } from "../dom.js";
import { notations } from "../game-info.js";
import { settingsForm } from "../settings-form.js";
import { myDataSection } from "./my-data.js";
import { OwnGames } from "./own-games.js";
import { results } from "./results.js";
import { zip } from "./zip.js";

/** How often the games are fetched again, in milliseconds. */
const REFRESH = 15_000;

export class Me {
  /**
   * @param {Catalogue} catalogue
   * @param {OwnGame[]} own
   */
  constructor({ games }, own) {
    this.games = games;
    this.own = own;
    this.disposer = new Disposer();
    this.list = new OwnGames();
    this.results = html("tbody", {});
    this.noResults = html("p", { class: "none" }, "No results yet. Games against others are counted here.");
    this.table = html(
      "table",
      { class: "results" },
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ...["Game", "Opponent", "Won", "Drawn", "Lost"].map((head) => html("th", { scope: "col" }, head)),
        ),
      ),
      this.results,
    );
    this.download = html("button", { type: "button", class: "download-all", onclick: () => this.downloadAll() });
    this.progress = html("p", { class: "progress", role: "status" });
    const settings = settingsForm("own", notations(games));
    this.disposer.add(settings.dispose);
    this.element = html(
      "div",
      { class: "me" },
      html("h1", {}, "My games"),
      html(
        "div",
        { class: "me-parts" },
        this.list.element,
        html(
          "div",
          { class: "me-side" },
          html(
            "section",
            { "aria-labelledby": "results" },
            html("h2", { id: "results" }, "Results"),
            this.table,
            this.noResults,
          ),
          html(
            "section",
            { "aria-labelledby": "own-settings" },
            html("h2", { id: "own-settings" }, "Settings"),
            settings.element,
          ),
          html(
            "section",
            { "aria-labelledby": "export" },
            html("h2", { id: "export" }, "Export"),
            html("p", {}, "Every game as a record: text that this program and others can read."),
            this.download,
            this.progress,
          ),
          myDataSection(),
        ),
      ),
    );
    document.title = "My games – Parlor";
    const refresh = () => document.hidden || this.refresh();
    this.disposer.listen(window, "focus", refresh);
    this.disposer.listen(window, "pageshow", refresh);
    this.disposer.every(REFRESH, refresh);
    this.render();
  }

  /** @param {Catalogue} catalogue */
  static async enter(catalogue) {
    return new Me(catalogue, await myGames());
  }

  async refresh() {
    const own = await myGames().catch(() => null);
    if (own && !this.disposer.isDisposed) {
      this.own = own;
      this.render();
    }
  }

  render() {
    const { own, games } = this;
    this.list.render(games, own);
    const titleOf = (/** @type {string} */ name) => games.find((game) => game.name === name)?.title ?? name;
    const rows = results(own).map(({ game, opponent, won, drawn, lost }) =>
      html(
        "tr",
        {},
        html("td", {}, titleOf(game)),
        html("td", {}, html("bdi", {}, opponent)),
        ...[won, drawn, lost].map((count) => html("td", { class: "count" }, count)),
      ),
    );
    this.results.replaceChildren(...rows);
    this.table.hidden = rows.length === 0;
    this.noResults.hidden = rows.length > 0;
    say(this.download, own.length === 1 ? "Download 1 game" : `Download ${own.length} games`);
    this.download.disabled = own.length === 0;
  }

  /** Fetches every record and hands them over as one file. */
  async downloadAll() {
    this.download.disabled = true;
    const files = [];
    for (const { id, game } of this.own) {
      say(this.progress, `Fetching ${files.length + 1} of ${this.own.length} …`);
      const text = await record(id).catch(() => null);
      if (this.disposer.isDisposed) {
        return;
      }
      if (text === null) {
        say(this.progress, "A game could not be fetched. Please try again.");
        this.download.disabled = false;
        return;
      }
      files.push({ name: `parlor-${game}-${id}.jsonl`, text });
    }
    const address = URL.createObjectURL(zip(files));
    html("a", { href: address, download: "parlor-games.zip" }).click();
    this.disposer.after(10_000, () => URL.revokeObjectURL(address));
    say(this.progress, "Downloaded.");
    this.download.disabled = false;
  }

  dispose() {
    this.disposer.dispose();
  }
}
