// @ts-check
// Texts that are pasted anywhere on the page or dropped on it: records, moves, links, SGF.

import { readFile } from "./import-export.js";

/**
 * Opens what is pasted outside of fields, and what is dropped.
 * @param {HTMLElement} element
 * @param {import("../disposer.js").Disposer} disposer
 * @param {(text: string) => Promise<string>} open returns why a text can't be opened
 * @param {(wrong: string) => void} refuse
 */
export function takeTexts(element, disposer, open, refuse) {
  const take = async (/** @type {string} */ text) => {
    const wrong = text.trim() ? await open(text) : "";
    if (wrong) {
      refuse(wrong);
    }
  };
  disposer.listen(document, "paste", (/** @type {ClipboardEvent} */ event) => {
    const isField = event.target instanceof Element && event.target.closest("input, textarea, dialog");
    const text = event.clipboardData?.getData("text") ?? "";
    if (!isField && text.trim()) {
      event.preventDefault();
      take(text);
    }
  });
  disposer.listen(element, "dragover", (/** @type {DragEvent} */ event) => event.preventDefault());
  disposer.listen(element, "drop", async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    try {
      await take(file ? await readFile(file) : (event.dataTransfer?.getData("text") ?? ""));
    } catch (error) {
      refuse(/** @type {Error} */ (error).message);
    }
  });
}
