// @ts-check
// What the full screen shows in a terminal, as a page that can be photographed.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PROGRAM } from "../tests/support/parlor.js";

/** The sixteen colors, as a dark terminal shows them. */
const COLORS = [
  ...["#1b1b22", "#e06060", "#58d6ae", "#ffd700", "#5f9bf5", "#c58af9", "#4fd1d9", "#d8d8de"],
  ...["#7f7f8a", "#ff7b7b", "#7ff0cb", "#ffe566", "#8cb8ff", "#dcb4ff", "#7cebf2", "#ffffff"],
];

/** Runs the program in tmux. It is stopped with `stop`. */
export class Terminal {
  /** @param {number} columns @param {number} rows @param {string[]} words the arguments of the program */
  constructor(columns, rows, words) {
    /** @type {string} */
    this.data = mkdtempSync(join(tmpdir(), "parlor-picture-"));
    const size = ["-x", String(columns), "-y", String(rows)];
    const settings = ["TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", `XDG_DATA_HOME=${this.data}`];
    this.tmux("-f", "/dev/null", "new-session", "-d", ...size, "env", ...settings, PROGRAM, ...words);
  }

  /** @param {string[]} words */
  tmux(...words) {
    return execFileSync("tmux", ["-S", join(this.data, "socket"), ...words], { encoding: "utf8" });
  }

  /** Waits until the screen has this text. @param {string} text */
  async sees(text) {
    while (!this.tmux("capture-pane", "-p").includes(text)) {
      await setTimeout(50);
    }
  }

  /** @param {string} key in tmux's spelling */
  press(key) {
    this.tmux("send-keys", key);
  }

  /** The screen as a page. */
  html() {
    const text = this.tmux("capture-pane", "-p", "-e");
    return `<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; background: ${COLORS[0]}; width: max-content; }
      pre { margin: 16px 20px; font: 15px/18px "DejaVu Sans Mono", monospace; color: ${COLORS[7]}; }
    </style><pre>${spans(text.trimEnd())}</pre>`;
  }

  stop() {
    this.tmux("kill-server");
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Turns the escape sequences of colors into HTML. @param {string} text */
function spans(text) {
  let style = { color: "", background: "", bold: false, dim: false, reverse: false };
  const initial = style;
  return text
    .split(/\x1b\[([\d;]*)m/) // eslint-disable-line no-control-regex
    .map((part, index) => {
      if (index % 2 === 1) {
        style = styled(style, initial, part);
        return "";
      }
      const escaped = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      const colors = [style.color || COLORS[7], style.background || "transparent"];
      const [color, background] = style.reverse ? [style.background || COLORS[0], style.color || COLORS[7]] : colors;
      const css = `color:${color};background:${background};font-weight:${style.bold ? "bold" : "normal"}`;
      return `<span style="${css};opacity:${style.dim ? 0.6 : 1}">${escaped}</span>`;
    })
    .join("");
}

/**
 * @template {{color: string, background: string, bold: boolean, dim: boolean, reverse: boolean}} Style
 * @param {Style} style @param {Style} initial @param {string} codes
 */
function styled(style, initial, codes) {
  const rest = codes.split(";").map(Number);
  let next = { ...style };
  while (rest.length > 0) {
    const code = rest.shift() ?? 0;
    if (code === 0) {
      next = { ...initial };
    }
    if (code === 1) {
      next.bold = true;
    }
    if (code === 2) {
      next.dim = true;
    }
    if (code === 7) {
      next.reverse = true;
    }
    if (code === 22) {
      next = { ...next, bold: false, dim: false };
    }
    if (code === 27) {
      next.reverse = false;
    }
    if (code === 39) {
      next.color = "";
    }
    if (code === 49) {
      next.background = "";
    }
    const ground = [3, 9].includes(Math.floor(code / 10)) ? "color" : "background";
    if (code === 38 || code === 48) {
      next[ground] = extended(rest);
    } else if ((code >= 30 && code <= 37) || (code >= 40 && code <= 47)) {
      next[ground] = COLORS[code % 10];
    } else if ((code >= 90 && code <= 97) || (code >= 100 && code <= 107)) {
      next[ground] = COLORS[8 + (code % 10)];
    }
  }
  return next;
}

/** Takes a color of 256 or of 24 bits from the codes. @param {number[]} rest */
function extended(rest) {
  if (rest.shift() === 2) {
    return `rgb(${rest.splice(0, 3).join(",")})`;
  }
  const number = rest.shift() ?? 0;
  if (number < 16) {
    return COLORS[number];
  }
  const level = (/** @type {number} */ value) => (value === 0 ? 0 : 55 + 40 * value);
  const cube = number - 16;
  const gray = 8 + 10 * (number - 232);
  return number >= 232
    ? `rgb(${gray},${gray},${gray})`
    : `rgb(${level(Math.floor(cube / 36))},${level(Math.floor(cube / 6) % 6)},${level(cube % 6)})`;
}
