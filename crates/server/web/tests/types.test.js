// @ts-check
// The page is checked against the types that the server describes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { FILE, generated } from "./support/api-types.js";

test("the types of the API are those of the server; npm run generate makes them", async () => {
  assert.equal(await readFile(FILE, "utf8"), await generated());
});
