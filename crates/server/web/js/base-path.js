// @ts-check
// Where the page is at its origin: `/`, or the path that it is served below.

/** The path, with a slash at both ends. The server writes it into the page. */
const BASE = globalThis.document?.querySelector('meta[name="base-path"]')?.getAttribute("content") ?? "/";

/** The address of a path of this server. @param {string} path begins with a slash */
export const addressOf = (path) => BASE + path.slice(1);

/** The path of this server that an address's path is; empty for one of another server. @param {string} pathname */
export const pathOf = (pathname) => (pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : "");
