// @ts-check
// The side column of a table: one panel at a time, each with a tab. A tab whose panel is empty is not shown.

import { html, set } from "../dom.js";

export class Tabs {
  /** @param {[string, string, HTMLElement][]} panels name, label and content */
  constructor(panels) {
    this.parts = panels.map(([name, label, panel]) => {
      const tab = html(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `panel-${name}`,
          onclick: () => this.select(name),
        },
        label,
      );
      set(panel, { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: -1 });
      panel.classList.add("tab-panel");
      return { name, tab, panel };
    });
    this.list = html(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "Beside the board" },
      ...this.parts.map(({ tab }) => tab),
    );
    this.list.addEventListener("keydown", (event) => this.pressed(event));
    this.element = html("div", { class: "aside" }, this.list, ...this.parts.map(({ panel }) => panel));
    this.selected = panels[0][0];
    // What is put into a panel later brings its tab with it.
    this.observer = new MutationObserver(() => this.render());
    this.parts.forEach(({ panel }) => this.observer.observe(panel, { childList: true }));
    this.render();
  }

  /** The panel of this name, to be filled. @param {string} name */
  panel(name) {
    return this.parts.find((part) => part.name === name)?.panel ?? null;
  }

  /** Shows a panel, if there is something in it. @param {string} name */
  select(name) {
    if (this.shown().some((part) => part.name === name)) {
      this.selected = name;
      this.render();
    }
  }

  shown() {
    return this.parts.filter(({ panel }) => panel.childElementCount > 0);
  }

  render() {
    const shown = this.shown();
    this.list.hidden = shown.length < 2;
    for (const part of this.parts) {
      const isSelected = part.name === this.selected;
      part.tab.hidden = !shown.includes(part);
      part.panel.hidden = !isSelected;
      set(part.tab, { "aria-selected": String(isSelected), tabindex: isSelected ? 0 : -1 });
    }
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const shown = this.shown();
    const index = shown.findIndex(({ name }) => name === this.selected);
    const next = shown[(index + by + shown.length) % shown.length];
    this.select(next.name);
    next.tab.focus();
  }

  dispose() {
    this.observer.disconnect();
  }
}
