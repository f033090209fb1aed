// @ts-check
// Hashes of the sources that dist is built from. They depend on the sources alone, so that a test can tell whether
// dist is stale without building it.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the page. */
export const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
/** The root of the repository. */
export const ROOT = join(WEB, "../../..");
/** The folder of what is served. */
export const DIST = join(WEB, "dist");
/** The folder of the engines' data files. */
export const DATA = join(ROOT, "crates/engines/data");

/** The crates that the WebAssembly module is made of. */
const CRATES = ["rules", "engines", "play", "wasm"];
/** What the page is made of, within its folder. */
const PAGE = ["js", "css", "icons", "index.html", "icon.svg", "manifest.webmanifest", "tools/build.mjs"];

/** The hash of bytes, as it stands in file names. @param {string | Uint8Array} bytes */
export const shortHash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Returns the hash of the sources of the WebAssembly module: Rust and manifests, without tests. */
export function wasmSources() {
  const files = CRATES.flatMap((name) => {
    const folder = join(ROOT, "crates", name);
    const isTest = (/** @type {string} */ path) => /(^|[/\\])tests(\.rs$|[/\\])/.test(relative(folder, path));
    return [join(folder, "Cargo.toml"), ...filesIn(join(folder, "src")).filter((path) => !isTest(path))];
  });
  return hashOf(files);
}

/** Returns the hash of the sources of the page, and of the names of the data files that it loads. */
export function pageSources() {
  const files = PAGE.flatMap((name) => filesIn(join(WEB, name)));
  return hashOf([...files, ...dataFiles().map((name) => join(DATA, name))]);
}

/** The names of the engines' data files. */
export const dataFiles = () =>
  readdirSync(DATA)
    .filter((name) => !name.endsWith(".md"))
    .sort();

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesIn(join(path, entry.name)));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOTDIR") {
      return [path];
    }
    if (code === "ENOENT") {
      return [];
    }
    throw error;
  }
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash("sha256");
  // Neither the order in which a system lists files nor its line ends matter.
  const named = paths.map((path) => ({ path, name: relative(ROOT, path).split(sep).join("/") }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { path, name } of named) {
    const isText = /\.(rs|toml|js|mjs|ts|css|html|svg|webmanifest)$/.test(name);
    const bytes = readFileSync(path);
    const content = isText ? bytes.toString("utf8").replaceAll("\r\n", "\n") : bytes;
    hash.update(`${name}\n${createHash("sha256").update(content).digest("hex")}\n`);
  }
  return hash.digest("hex");
}
