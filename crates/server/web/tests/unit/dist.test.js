// @ts-check
// What is served was built from the sources as they are.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { DATA, DIST, dataFiles, pageSources, shortHash, wasmSources } from "../../tools/source-hash.mjs";

const names = readdirSync(DIST);
/** @param {RegExp} pattern */
const found = (pattern) => names.filter((name) => pattern.test(name)).map((name) => readFileSync(join(DIST, name)));

test("dist is fresh", () => {
  const built = JSON.parse(readFileSync(join(DIST, "build.json"), "utf8"));
  assert.equal(built.wasm, wasmSources(), "rules, engines, play or wasm have changed: run scripts/page");
  assert.equal(built.page, pageSources(), "the page has changed: run scripts/page");
});

test("the module says what it was made from, and is small", () => {
  const [module] = found(/^parlor-\w+\.wasm\.br$/);
  const sections = WebAssembly.Module.customSections(
    new WebAssembly.Module(brotliDecompressSync(module)),
    "parlor-sources",
  );
  assert.equal(new TextDecoder().decode(sections[0]), wasmSources(), "run scripts/page");
  assert.ok(module.length < 1_500_000);
});

test("both encodings hold the same", () => {
  for (const name of names.filter((one) => one.endsWith(".br"))) {
    const [brotli, gzip] = [name, name.replace(/br$/, "gz")].map((one) => readFileSync(join(DIST, one)));
    assert.deepEqual(brotliDecompressSync(brotli), gunzipSync(gzip), name);
  }
});

test("the page knows the hash of every data file", () => {
  const [engine] = found(/^engine-\w+\.js\.gz$/).map((bytes) => gunzipSync(bytes).toString("utf8"));
  const [worker] = found(/^sw\.js\.gz$/).map((bytes) => gunzipSync(bytes).toString("utf8"));
  const shared = found(/^chunk-\w+\.js\.gz$/).map((bytes) => gunzipSync(bytes).toString("utf8"));
  for (const name of dataFiles()) {
    const address = `data/${name}?${shortHash(readFileSync(join(DATA, name)))}`;
    assert.ok(
      [engine, ...shared].some((script) => script.includes(address)),
      name,
    );
    assert.ok(worker.includes(address), name);
  }
});
