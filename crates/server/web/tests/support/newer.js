// @ts-check
// A server in front of the real one that can pretend to be of a newer version.

import { createServer, request } from "node:http";

export class NewerServer {
  /** @param {string} behind the address of the real server */
  constructor(behind) {
    this.isNewer = false;
    this.address = "";
    this.server = createServer((asked, answer) => {
      const isWorker = asked.url === "/sw.js";
      // What is altered is asked for as it is.
      const headers = { ...asked.headers, ...(isWorker ? { "accept-encoding": "identity" } : {}) };
      const forwarded = request(new URL(asked.url ?? "/", behind), { method: asked.method, headers }, (got) => {
        if (!isWorker) {
          answer.writeHead(got.statusCode ?? 500, got.headers);
          got.pipe(answer);
          return;
        }
        let text = "";
        got.setEncoding("utf8");
        got.on("data", (part) => (text += part));
        got.on("end", () => {
          const parts = Object.entries(got.headers).filter(([name]) => !["content-length", "etag"].includes(name));
          answer.writeHead(200, Object.fromEntries(parts));
          answer.end(this.isNewer ? text.replace(/VERSION = "/, 'VERSION = "newer-') : text);
        });
      });
      forwarded.on("error", () => answer.destroy());
      asked.pipe(forwarded);
    });
  }

  async start() {
    await new Promise((resolve) => {
      this.server.listen(0, "127.0.0.1", () => resolve(null));
    });
    const address = /** @type {import("node:net").AddressInfo} */ (this.server.address());
    this.address = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
