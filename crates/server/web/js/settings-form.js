// @ts-check
// The settings as fields, in a dialog of every page and on the guest's own page.

/** @import { Settings } from "./settings.js" */

import { html, svg, writeField } from "./dom.js";
import { change, onSettings, settings } from "./settings.js";

/** @type {[keyof Settings, string, [string, string][]][]} */
const CHOICES = [
  [
    "theme",
    "Theme",
    [
      ["auto", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
      ["contrast", "High contrast"],
    ],
  ],
  [
    "pieces",
    "Pieces",
    [
      ["standard", "Standard"],
      ["vivid", "Blue and orange"],
      ["mono", "Black and white"],
    ],
  ],
  [
    "motion",
    "Animation",
    [
      ["auto", "As the system"],
      ["reduced", "None"],
    ],
  ],
];

/** @type {[keyof Settings, string][]} */
const BOXES = [
  ["sound", "Sound"],
  ["confirm", "Confirm each move with a second click"],
];

/** How a game's board lies and its cells are written beside the game's own way. @typedef {{name: string, label: string, game: string}} Notation */

/**
 * The fields, which follow the settings until the returned function is called.
 * @param {string} id what the fields' ids begin with
 * @param {Notation[]} notations
 * @returns {{element: HTMLElement, dispose: () => void}}
 */
export function settingsForm(id, notations) {
  /** @type {[keyof Settings, HTMLInputElement | HTMLSelectElement][]} */
  const fields = [];
  const select = (
    /** @type {keyof Settings} */ name,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ values,
  ) => {
    const field = html(
      "select",
      { id: `${id}-${name}` },
      ...values.map(([value, text]) => html("option", { value }, text)),
    );
    field.onchange = () => change({ [name]: field.value });
    fields.push([name, field]);
    return html("div", { class: "field" }, html("label", { for: field.id }, label), field);
  };
  const box = (/** @type {keyof Settings} */ name, /** @type {string} */ label) => {
    const field = html("input", { id: `${id}-${name}`, type: "checkbox" });
    field.onchange = () => change({ [name]: field.checked });
    fields.push([name, field]);
    return html("label", { class: "field box" }, field, html("span", {}, label));
  };
  const boards = [...new Set(notations.map(({ game }) => game))].join(", ");
  /** @type {[string, string][]} */
  const ways = [
    ["", "Parlor's own"],
    ...notations.map(({ name, label }) => /** @type {[string, string]} */ ([name, label])),
  ];
  const element = html(
    "div",
    { class: "settings" },
    ...CHOICES.map(([name, label, values]) => select(name, label, values)),
    notations.length > 0 ? select("notation", `${boards} board`, ways) : null,
    ...BOXES.map(([name, label]) => box(name, label)),
  );
  const render = (/** @type {Settings} */ now) => fields.forEach(([name, field]) => writeField(field, now[name]));
  render(settings());
  return { element, dispose: onSettings(render) };
}

/**
 * Two buttons for the corner of every page: sound on or off, and a dialog with all settings.
 * @param {Notation[]} notations
 */
export function settingsButtons(notations) {
  const form = settingsForm("settings", notations);
  const dialog = html(
    "dialog",
    { class: "settings-dialog", "aria-labelledby": "settings-title" },
    html(
      "form",
      { method: "dialog" },
      html("h2", { id: "settings-title" }, "Settings"),
      form.element,
      html("div", { class: "row" }, html("button", { class: "main" }, "Done")),
    ),
  );
  document.body.append(dialog);
  const sound = html("button", { type: "button", class: "icon-button sound", "aria-label": "Sound" }, soundIcon());
  sound.onclick = () => change({ sound: !settings().sound });
  const render = (/** @type {Settings} */ now) => {
    sound.setAttribute("aria-pressed", String(now.sound));
    sound.title = now.sound ? "Sound is on" : "Sound is off";
  };
  render(settings());
  onSettings(render);
  const gear = html(
    "button",
    {
      type: "button",
      class: "icon-button gear",
      "aria-label": "Settings",
      title: "Settings",
      onclick: () => dialog.showModal(),
    },
    gearIcon(),
  );
  return [sound, gear];
}

function soundIcon() {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { class: "solid", d: "M3 9.5v5h3.6L12 19V5L6.6 9.5Z" }),
    svg("path", { class: "waves", d: "M15 9.2a4 4 0 0 1 0 5.6M17.6 6.6a7.6 7.6 0 0 1 0 10.8" }),
    svg("path", { class: "cross", d: "M15.5 9.5l5 5M20.5 9.5l-5 5" }),
  );
}

function gearIcon() {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { class: "waves", d: "M4 7h9M17 7h3M4 17h3M11 17h9" }),
    svg("circle", { class: "waves", cx: 15, cy: 7, r: 2.2 }),
    svg("circle", { class: "waves", cx: 9, cy: 17, r: 2.2 }),
  );
}
