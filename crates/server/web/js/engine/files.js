// @ts-check
// Where the parts of the engine are that are loaded only when they are needed. The bundler puts their final addresses
// here (tools/build.mjs), relative to the script too: the page may be served below a path.

export const WORKER = new URL("worker.js", import.meta.url).href;
export const MODULE = new URL("../../engine/parlor.wasm", import.meta.url).href;

/** The address of a data file. @param {string} name */
export const dataFile = (name) => new URL(`../../data/${name}`, import.meta.url).href;
