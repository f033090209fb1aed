// @ts-check
// Where the parts of the engine are that are loaded only when they are needed. The bundler puts their final addresses
// here (tools/build.mjs).

export const WORKER = "/assets/js/engine/worker.js";
export const MODULE = "/assets/engine/parlor.wasm";

/** The address of a data file. @param {string} name */
export const dataFile = (name) => `/assets/data/${name}`;
