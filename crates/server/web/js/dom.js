// @ts-check
// Elements. What people have written becomes text here, never markup.

import { addressOf } from "./base-path.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element with attributes, listeners and children.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** The attributes that are addresses. */
const ADDRESSES = ["href", "src"];

/**
 * Sets attributes; null, undefined and false remove one. An address that begins with a slash is one of this server, which
 * may be served below a path.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      element.setAttribute(name, ADDRESSES.includes(name) && text.startsWith("/") ? addressOf(text) : text);
    }
  }
}

/**
 * Writes a text only where it differs, so that screen readers are not made to repeat it.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * Writes a field's value only where it differs, so that the cursor stays where it is.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {string | boolean} value
 */
export function writeField(field, value) {
  if (typeof value === "boolean") {
    /** @type {HTMLInputElement} */ (field).checked = value;
  } else if (field.value !== value) {
    field.value = value;
  }
}

/**
 * The element with this id, which index.html has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`index.html has no #${id}`);
  }
  return element;
}

/**
 * Has a screen reader say something.
 * @param {string} text
 */
export function announce(text) {
  byId("announce").append(html("p", {}, text));
  const said = byId("announce").children;
  while (said.length > 8) {
    said[0].remove();
  }
}

/**
 * Puts a text on the clipboard, also where the page came over plain HTTP and the browser has no clipboard for it.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = html("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  set(element, attributes);
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
}
