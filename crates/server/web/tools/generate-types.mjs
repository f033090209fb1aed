// @ts-check
// Writes js/api-types.d.ts from the description of the server in target/debug.

import { writeFile } from "node:fs/promises";
import { FILE, generated } from "../tests/support/api-types.js";

await writeFile(FILE, await generated());
