// @ts-check
// The real program on a free port with a folder of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DIST } from "../../tools/source-hash.mjs";

/** The root of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../../..");

export const PROGRAM = process.env.PARLOR ?? join(ROOT, "target/debug/parlor");

/** The address of the engines' module: of the page's sources, or as it is built. */
export function engineModule() {
  const built = readdirSync(DIST).find((name) => /^engine-\w+\.js\.br$/.test(name));
  return process.env.PARLOR_PAGE ? "/assets/js/engine/index.js" : `/assets/${built?.replace(/\.br$/, "")}`;
}

/** A running server that can be stopped, killed and started again where it was. */
export class Parlor {
  /**
   * @param {string} data
   * @param {string[]} options of the program
   */
  constructor(data, options = []) {
    this.data = data;
    this.options = options;
    this.address = "http://127.0.0.1:0";
    /** @type {import("node:child_process").ChildProcess | null} */
    this.process = null;
  }

  /** @param {string[]} [options] */
  static async start(options) {
    const parlor = new Parlor(await mkdtemp(join(tmpdir(), "parlor-web-")), options);
    await parlor.run();
    return parlor;
  }

  /** Starts the program, which prints its address when it is ready. */
  async run() {
    const listen = new URL(this.address).host;
    // All the browsers of a test are one client to the server.
    const limits = ["--max-requests", "10000", "--max-sockets", "1000", "--max-games", "10000"];
    // From its sources, the page can be tested without building it.
    const page = process.env.PARLOR_PAGE ? ["--page", process.env.PARLOR_PAGE] : [];
    const program = spawn(
      PROGRAM,
      ["serve", "--address", listen, "--data", this.data, ...limits, ...page, ...this.options],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    this.process = program;
    let errors = "";
    program.stderr.on("data", (text) => (errors = (errors + text).slice(-4_000)));
    const lines = createInterface({ input: program.stdout });
    const [line] = await Promise.race([
      once(lines, "line"),
      once(program, "exit").then(() => {
        throw new Error(`parlor serve has ended: ${errors}`);
      }),
      once(program, "error").then(([error]) => {
        throw new Error(`${PROGRAM} can't be started (cargo build -p parlor makes it): ${error.message}`);
      }),
    ]);
    // Below a path it ends with a slash.
    this.address = line.replace(/\/$/, "");
  }

  /** Ends the program without warning. */
  async kill() {
    await this.end("SIGKILL");
  }

  async stop() {
    await this.end("SIGTERM");
    await rm(this.data, { recursive: true, force: true });
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    const program = this.process;
    this.process = null;
    if (program && program.exitCode === null) {
      const ended = once(program, "exit");
      program.kill(signal);
      await ended;
    }
  }
}
