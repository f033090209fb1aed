// @ts-check
// The guest's own name, in the corner of every page, and how to change it.

/** @import { Me } from "./types.js" */

import { ApiError, rename } from "./api.js";
import { byId, html, say } from "./dom.js";

/**
 * Shows the name and lets it be changed, for as long as the page is open.
 * @param {Me} me
 * @param {number} longest characters of a name
 * @param {HTMLElement[]} buttons that are beside it
 */
export function showOwnName(me, longest, buttons) {
  const name = html("span", { class: "own-name" }, me.name);
  const field = html("input", {
    id: "name",
    type: "text",
    // A name that is far too long can't be typed; up to there the server says what is wrong, and nothing is cut.
    maxlength: 4 * longest,
    autocomplete: "nickname",
    required: true,
  });
  const wrong = html("p", { class: "wrong", role: "alert" });
  const save = html("button", { type: "submit", class: "main" }, "Save");
  const form = html(
    "form",
    { method: "dialog" },
    html("label", { for: "name" }, "Your name, as others see it"),
    field,
    wrong,
    html(
      "div",
      { class: "row" },
      save,
      html("button", { type: "button", class: "cancel", onclick: () => dialog.close() }, "Cancel"),
    ),
  );
  const dialog = html("dialog", { class: "name-dialog", "aria-label": "Your name" }, form);
  form.onsubmit = async (event) => {
    event.preventDefault();
    // The answer to an earlier name must not come after that to a later one.
    save.disabled = true;
    try {
      me.name = (await rename(field.value.trim())).name;
      say(name, me.name);
      dialog.close();
    } catch (error) {
      say(wrong, error instanceof ApiError ? error.message : String(error));
    } finally {
      save.disabled = false;
    }
  };
  const button = html(
    "button",
    {
      type: "button",
      class: "name-button",
      title: "Change your name",
      onclick: () => {
        field.value = me.name;
        say(wrong, "");
        dialog.showModal();
        field.select();
      },
    },
    name,
    html("span", { class: "pencil", "aria-hidden": "true" }, "✎"),
  );
  byId("nav").replaceChildren(
    html("a", { href: "/analysis", class: "wide-only" }, "Analysis"),
    html("a", { href: "/puzzles", class: "wide-only" }, "Puzzles"),
    html("a", { href: "/me", class: "my-games" }, "My games"),
    button,
    ...buttons,
  );
  document.body.append(dialog);
}
