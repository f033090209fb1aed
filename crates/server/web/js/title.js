// @ts-check

/** With a capital first. @param {string} text */
export const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);
