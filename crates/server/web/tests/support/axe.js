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
  await page.evaluate(SOURCE);
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(window, "axe").run(document, { resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}
