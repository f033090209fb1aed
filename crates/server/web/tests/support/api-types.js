// @ts-check
// The types of the API as the server describes them.

import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { declarations } from "../../tools/types.mjs";
import { Parlor, ROOT } from "./parlor.js";

/** Where they are kept. */
export const FILE = join(ROOT, "crates/server/web/js/api-types.d.ts");

/** The file as it has to be for the server that was built. */
export async function generated() {
  const parlor = await Parlor.start();
  try {
    const answer = await fetch(`${parlor.address}/api/openapi.json`);
    const description = /** @type {import("../../tools/types.mjs").OpenApi} */ (await answer.json());
    return await format(declarations(description), { ...(await resolveConfig(FILE)), filepath: FILE });
  } finally {
    await parlor.stop();
  }
}
