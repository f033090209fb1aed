// @ts-check
// What an update makes of the snapshot before it. An update has only what has changed.

/** @import { GameSnapshot, Update, UpdateMessage, View } from "./types.js" */

/** @typedef {NonNullable<UpdateMessage["change"]["view"]>} ViewChange */

/**
 * Takes an update into the snapshot that it was made for.
 * @param {GameSnapshot} before
 * @param {UpdateMessage} message
 * @returns {Update}
 */
export function applyUpdate(before, { seq, steps = [], moves = { add: [] }, change }) {
  const { view: changed, ...fields } = change;
  const last = steps.length > 0 ? steps : before.last;
  const line = steps.reduce((marked, step) => ("mark" in step ? step.mark : marked), before.view.line);
  const view = applyViewChange({ ...before.view, line }, changed ?? {});
  return { seq, steps, moves: { keep: Infinity, ...moves }, snapshot: { ...before, last, ...fields, seq, view } };
}

/**
 * @param {View} before
 * @param {ViewChange} change
 * @returns {View}
 */
function applyViewChange(before, { cells = [], move_targets = [], ...fields }) {
  const view = { ...before, ...fields };
  return { ...view, cells: changedCells(before, view, cells), move_targets: changedTargets(before, move_targets) };
}

/**
 * @param {View} before
 * @param {View} after of which the size is known
 * @param {number[][]} changes
 */
function changedCells(before, { rows, columns }, changes) {
  // Cells keep their places, counted from the bottom left.
  const up = before.rows - rows;
  const cells =
    up === 0 && before.columns === columns
      ? [...before.cells]
      : Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (_cell, column) => before.cells[row + up]?.[column] ?? 0),
        );
  for (const [at, value] of changes) {
    const row = Math.floor(at / columns);
    cells[row] = cells[row].with(at % columns, value);
  }
  return cells;
}

/**
 * @param {View} before
 * @param {NonNullable<ViewChange["move_targets"]>} changes
 */
function changedTargets({ move_targets }, changes) {
  return changes.reduce(
    (targets, { at = 0, remove, insert = [] }) => targets.toSpliced(at, remove, ...insert),
    move_targets,
  );
}
