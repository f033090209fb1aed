// @ts-check
// Ends with success if the part of dist that is named, page or wasm, was built from the sources as they are.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST, pageSources, wasmSources } from "./source-hash.mjs";

const [part] = process.argv.slice(2);
let built;
try {
  built = JSON.parse(readFileSync(join(DIST, "build.json"), "utf8"));
} catch {
  process.exit(1);
}
process.exit(built[part] === (part === "wasm" ? wasmSources() : pageSources()) ? 0 : 1);
