// @ts-check
// Checks of how a page looks. They run inside the page, so each function is self-contained.

/** Texts whose contrast with what is behind them is too low. @returns {string[]} */
export function faintTexts() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** @param {string} color @returns {[number, number, number, number]} */
  const channels = (color) => {
    if (!canvas) {
      return [0, 0, 0, 0];
    }
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha];
  };
  /** @param {number[]} color */
  const brightness = (color) => {
    const [red, green, blue] = color
      .slice(0, 3)
      .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** @param {Element | null} start @returns {number[]} */
  const behind = (start) => {
    for (let element = start; element; element = element.parentElement) {
      const color = channels(getComputedStyle(element).backgroundColor);
      if (color[3] > 250) {
        return color;
      }
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!text || !element || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    // Disabled controls may be faint, and pieces are told apart by their form.
    if (element.closest('[aria-disabled="true"], :disabled, svg, .unseen, option')) {
      continue;
    }
    const [one, other] = [brightness(channels(getComputedStyle(element).color)), brightness(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) {
      faint.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
    }
  }
  return faint;
}

/** Controls without a name for screen readers. @returns {string[]} */
export function unnamedControls() {
  const controls = document.querySelectorAll('button, a[href], input, select, [role="button"]');
  return Array.from(controls)
    .filter((control) => {
      if (control.closest("[inert]")) {
        return false;
      }
      const label = control.getAttribute("aria-label") ?? control.textContent?.trim();
      const labels =
        control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels : null;
      return !label && !labels?.length;
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

/**
 * Texts that do not fit where they are.
 * @param {string} selector
 * @returns {string[]}
 */
export function cutTexts(selector) {
  return Array.from(document.querySelectorAll(selector))
    .filter((element) => element.checkVisibility())
    .filter(
      (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
    )
    .map((element) => `${element.textContent}`);
}

/**
 * Whether the first element that fits a selector is where the board shows it.
 * @param {string} selector
 */
export function insideBoard(selector) {
  const place = document.querySelector(selector)?.getBoundingClientRect();
  const board = document.querySelector(".frame .board")?.getBoundingClientRect();
  return (
    place !== undefined &&
    board !== undefined &&
    place.left >= board.left &&
    place.right <= board.right &&
    place.top >= board.top &&
    place.bottom <= board.bottom
  );
}
