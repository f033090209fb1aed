// @ts-check
// Bringing games in and taking them away: paste, drop, files, links.

/** @import { AnalysisClient, BoardCommand } from "./client.js" */

import { copy, html, say } from "../dom.js";
import { solverPosition } from "../game-info.js";
import { title } from "../title.js";

/** The largest file that is read, in bytes. */
const LARGEST_FILE = 4 << 20;

/** What the formats are called, and the ending of those that become files. @type {Record<string, [string, string]>} */
const FORMATS = {
  record: ["record", "jsonl"],
  sgf: ["SGF", "sgf"],
  moves: ["moves", ""],
  solver: ["solver notation", ""],
  hex_world: ["HexWorld link", ""],
};

/** The command that opens a text. @param {string} text @returns {BoardCommand} */
export function pasteCommand(text) {
  const fragment = solverPosition(text);
  return fragment ? { do: "open", fragment } : { do: "paste", text };
}

/** A dialog to paste a text or choose a file. @param {(text: string) => Promise<string>} open returns what is wrong, if something is */
export function openDialog(open) {
  const area = html("textarea", {
    rows: 6,
    id: "open-text",
    placeholder: "44455554221, F3 A0, a link, SGF, a record …",
    spellcheck: "false",
  });
  const problem = html("p", { class: "wrong", role: "alert" });
  const dialog = html("dialog", { class: "open-dialog", "aria-label": "Open a game" });
  const tryText = async (/** @type {string} */ text) => {
    const wrong = await open(text);
    say(problem, wrong ? `${wrong}.` : "");
    if (!wrong) {
      area.value = "";
      dialog.close();
    }
  };
  const file = html("input", {
    type: "file",
    accept: ".sgf,.jsonl,.json,.txt",
    "aria-label": "A file",
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (chosen) {
        await readFile(chosen).then(tryText, (/** @type {Error} */ { message }) => say(problem, message));
        file.value = "";
      }
    },
  });
  dialog.append(
    html(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          tryText(area.value);
        },
      },
      html("h2", {}, "Open a game"),
      html(
        "label",
        { for: "open-text" },
        "Moves, solver notation, a link of HexWorld or gamesolver.org, SGF, a record, or an address of an analysis",
      ),
      area,
      file,
      problem,
      html(
        "div",
        { class: "row" },
        html("button", { type: "submit", class: "main" }, "Open"),
        html("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      ),
    ),
  );
  return dialog;
}

/** The text of a file. @param {File} file @returns {Promise<string>} */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) {
    throw new Error("The file is too large.");
  }
  return file.text();
}

/**
 * A button for each format: files are downloaded, the rest is copied.
 * @param {AnalysisClient} client
 * @param {(text: string) => void} tell
 */
export function exportMenu(client, tell) {
  const list = html("div", { class: "formats" });
  const menu = html("details", { class: "menu" }, html("summary", { class: "button" }, "Export"), list);
  const take = async (/** @type {string} */ format) => {
    menu.open = false;
    const [name, ending] = FORMATS[format];
    try {
      const text = await client.export(format);
      if (ending) {
        download(text, `parlor-${client.state?.game}.${ending}`);
        tell(`${title(name)} downloaded.`);
      } else {
        tell((await copy(text)) ? `${title(name)} copied: ${shortened(text)}` : text);
      }
    } catch (error) {
      tell(/** @type {Error} */ (error).message);
    }
  };
  return {
    element: menu,
    /** @param {string[]} formats */
    render(formats) {
      const known = formats.filter((format) => format in FORMATS);
      if (list.dataset.formats !== known.join(" ")) {
        list.dataset.formats = known.join(" ");
        list.replaceChildren(
          ...known.map((format) =>
            html(
              "button",
              { type: "button", "data-format": format, onclick: () => take(format) },
              `${FORMATS[format][1] ? "Download" : "Copy"} ${FORMATS[format][0]}`,
            ),
          ),
        );
      }
    },
  };
}

/** @param {string} text */
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 60)} …` : text);

/**
 * @param {string} text
 * @param {string} name
 */
function download(text, name) {
  const link = html("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
