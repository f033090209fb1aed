// @ts-check
// axe-core, run inside a page.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const SOURCE = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * What axe finds wrong with a page, one line for each element.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export async function axeFindings(page) {
  // The page allows no scripts but its own; what a test evaluates is not bound by that.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(SOURCE);
  }
  return page.evaluate(async () => {
    // The page has no styles or media of other origins to fetch first.
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await Reflect.get(window, "axe").run(document, options);
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}
