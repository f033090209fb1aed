// @ts-check
// Bundles the page into dist, which the server embeds: hashed names, compressed in advance. The sources stay plain
// modules. Called by scripts/page, with the path of a new WebAssembly module if there is one.

import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { brotliCompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { DATA, DIST, WEB, dataFiles, pageSources, shortHash, wasmSources } from "./source-hash.mjs";

/** The section of the module that says which sources it was made from. */
const SOURCES_SECTION = "parlor-sources";
/** What is sent as it is: compressed already. */
const PACKED = [".png"];

/** @typedef {import("esbuild").BuildOptions} BuildOptions */

const [newModule] = process.argv.slice(2);
const wasm = newModule ? stamped(readFileSync(newModule)) : oldModule();
const sources = { page: pageSources(), wasm: sourcesOf(wasm) };
rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });

/** The files that a page needs to work at all, for the service worker. @type {string[]} */
const shell = [];
const MODULE = write("parlor.wasm", wasm);
const WORKER = await bundled("js/engine/worker.js");
const data = Object.fromEntries(
  dataFiles().map((name) => [name, `data/${name}?${shortHash(readFileSync(join(DATA, name)))}`]),
);
// All scripts are in the same folder.
const files = `const address = (name) => new URL(name, import.meta.url).href;
export const WORKER = address(${JSON.stringify(basename(WORKER))});
export const MODULE = address(${JSON.stringify(basename(MODULE))});
const DATA = ${JSON.stringify(data)};
export const dataFile = (name) => address(DATA[name]);`;

const html = readFileSync(join(WEB, "index.html"), "utf8");
const boot = await bundled("js/boot.js", { format: "iife" });
const style = await bundledStyle(html);
const { entry, preloads } = await bundledApp();
const icon = write("icon.svg", readFileSync(join(WEB, "icon.svg")));
writePage(html);
writeManifest();
await writeServiceWorker();
writeFileSync(join(DIST, "build.json"), `${JSON.stringify(sources, null, 2)}\n`);

/** Bundles one script, and returns its address. @param {string} path @param {BuildOptions} [options] */
async function bundled(path, options = {}) {
  const { outputFiles } = await run({ entryPoints: [join(WEB, path)], ...options });
  return write(basename(path), outputFiles[0].contents);
}

/** Bundles the styles in the order in which the page has them. @param {string} page */
async function bundledStyle(page) {
  const links = [...page.matchAll(/<link rel="stylesheet" href="\/assets\/(.*?)"/g)].map(([, path]) => path);
  const contents = links.map((path) => `@import "./${path}";`).join("\n");
  const { outputFiles } = await run({ stdin: { contents, resolveDir: WEB, loader: "css" } });
  return write("style.css", outputFiles[0].contents);
}

/** Bundles the app. What it imports when it is needed becomes a file of its own. */
async function bundledApp() {
  const { outputFiles, metafile } = await run({
    // The engine is an entry of its own so that tests can load it.
    entryPoints: [
      { in: join(WEB, "js/app.js"), out: "app" },
      { in: join(WEB, "js/engine/index.js"), out: "engine" },
    ],
    splitting: true,
    outdir: DIST,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    plugins: [
      {
        name: "files",
        setup: ({ onLoad }) => onLoad({ filter: /engine[\\/]files\.js$/ }, () => ({ contents: files, loader: "js" })),
      },
    ],
  });
  for (const { path, contents } of outputFiles) {
    store(basename(path), contents);
  }
  const outputs = Object.entries(metafile?.outputs ?? {}).map(([path, output]) => ({ path: basename(path), output }));
  const main = outputs.find(({ output }) => output.entryPoint?.endsWith("js/app.js"));
  if (!main) {
    throw new Error("esbuild made no app.js");
  }
  // Everything the app imports at once is asked for with it.
  const needed = [main.path];
  for (const name of needed) {
    const { imports = [] } = outputs.find(({ path }) => path === name)?.output ?? {};
    const direct = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
    needed.push(...direct.filter((path) => !needed.includes(path)));
  }
  return { entry: `/assets/${main.path}`, preloads: needed.slice(1).map((path) => `/assets/${path}`) };
}

/** @param {BuildOptions} options */
function run(options) {
  return build({
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    absWorkingDir: WEB,
    outdir: DIST,
    ...options,
    // An object of options decides what the result is, which TypeScript does not see.
    /** @type {any} */
  }).then((result) => ({ ...result, outputFiles: result.outputFiles ?? [] }));
}

/** Writes the page with the addresses of what was bundled. @param {string} page */
function writePage(page) {
  const linked = page
    .replaceAll(/ *<link rel="(stylesheet|modulepreload)".*\n/g, "")
    .replace(/( *)<script type="module".*\n/, (_, indent) =>
      [
        `<link rel="stylesheet" href="${style}" />`,
        ...preloads.map((path) => `<link rel="modulepreload" href="${path}" />`),
        `<script type="module" src="${entry}"></script>`,
      ]
        .map((line) => `${indent}${line}\n`)
        .join(""),
    )
    .replace("/assets/js/boot.js", boot)
    .replace("/assets/icon.svg", icon);
  store("index.html", Buffer.from(linked));
}

/** Writes the manifest with the addresses of the icons. */
function writeManifest() {
  const manifest = readFileSync(join(WEB, "manifest.webmanifest"), "utf8")
    .replace("assets/icon.svg", below(icon))
    .replaceAll(/assets\/(icons\/[\w-]+\.png)/g, (_, path) =>
      below(write(basename(path), readFileSync(join(WEB, path)))),
    );
  store("manifest.webmanifest", Buffer.from(manifest));
}

/** Writes the service worker with the files that it keeps from the start: all there are. */
async function writeServiceWorker() {
  const { outputFiles } = await run({ entryPoints: [join(WEB, "js/sw.js")], minify: false });
  const addresses = shell.map((name) => (name === "index.html" ? "./" : `assets/${name}`));
  const kept = addresses.filter((address) => !address.endsWith(".webmanifest")).sort();
  const used = Object.values(data).map((address) => `assets/${address}`);
  const script = outputFiles[0].text
    .replace('"development"', () => JSON.stringify(shortHash(JSON.stringify([kept, sources]))))
    .replace("FILES = []", () => `FILES = ${JSON.stringify(kept)}`)
    .replace("DATA = []", () => `DATA = ${JSON.stringify(used)}`);
  store("sw.js", Buffer.from(script));
}

/** An address relative to the path that the server's own files are below. @param {string} address */
function below(address) {
  return address.slice(1);
}

/**
 * Writes a file under a name with its hash, and returns its address.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function write(name, bytes) {
  const end = extname(name);
  const hashed = `${basename(name, end)}-${shortHash(bytes)}${end}`;
  store(hashed, bytes);
  return `/assets/${hashed}`;
}

/**
 * Writes a file as it is sent. Only clients that know no compression are sent it as it is, and the server unpacks it.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function store(name, bytes) {
  shell.push(name);
  if (PACKED.includes(extname(name))) {
    writeFileSync(join(DIST, name), bytes);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  writeFileSync(join(DIST, `${name}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(DIST, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

/** The module that was built before. */
function oldModule() {
  const name = readdirSync(DIST).find((file) => file.endsWith(".wasm.gz"));
  if (!name) {
    throw new Error("dist has no WebAssembly module: run scripts/page");
  }
  return gunzipSync(readFileSync(join(DIST, name)));
}

/** Returns the module with a section that says which sources it was made from. @param {Uint8Array} module */
function stamped(module) {
  const text = (/** @type {string} */ value) => [value.length, ...new TextEncoder().encode(value)];
  const body = [...text(SOURCES_SECTION), ...new TextEncoder().encode(wasmSources())];
  // A custom section: its number, its length (below 128, so a single byte), its name, what it holds.
  return Buffer.concat([module, Uint8Array.from([0, body.length, ...body])]);
}

/** @param {Uint8Array} module */
function sourcesOf(module) {
  const sections = WebAssembly.Module.customSections(new WebAssembly.Module(Buffer.from(module)), SOURCES_SECTION);
  return new TextDecoder().decode(sections[0]);
}
