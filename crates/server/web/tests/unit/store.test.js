// @ts-check
// The store of a view, and what ends with the view.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Disposer } from "../../js/disposer.js";
import { Store } from "../../js/store.js";

const counter = () => new Store(0, (/** @type {number} */ state, /** @type {number} */ by) => state + by);

test("subscribers are told of a change, and of nothing else", () => {
  const store = counter();
  /** @type {number[][]} */
  const seen = [];
  const unsubscribe = store.subscribe((state, before, action) => seen.push([state, before, action]));
  store.dispatch(2);
  store.dispatch(0);
  unsubscribe();
  store.dispatch(3);
  assert.deepEqual(seen, [[2, 0, 2]]);
  assert.equal(store.state, 5);
});

test("all subscribers see a change before the next one is made", () => {
  const store = counter();
  /** @type {string[]} */
  const seen = [];
  store.subscribe((state) => state === 1 && store.dispatch(10));
  store.subscribe((state, before) => seen.push(`${before} ${state}`));
  store.dispatch(1);
  assert.deepEqual(seen, ["0 1", "1 11"]);
});

test("listeners and timers end with their view", () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const disposer = new Disposer();
  const target = new EventTarget();
  /** @type {string[]} */
  const calls = [];
  disposer.listen(target, "ping", () => calls.push("ping"));
  disposer.every(10, () => calls.push("every"));
  disposer.after(15, () => calls.push("after"));
  disposer.after(5, () => calls.push("never"))();
  disposer.after(1_000, () => calls.push("late"));
  disposer.add(() => calls.push("cleanup"));
  target.dispatchEvent(new Event("ping"));
  mock.timers.tick(20);
  disposer.dispose();
  target.dispatchEvent(new Event("ping"));
  mock.timers.tick(10_000);
  assert.deepEqual(calls, ["ping", "every", "after", "every", "cleanup"]);
  disposer.add(() => calls.push("at once"));
  assert.equal(calls.at(-1), "at once");
  mock.timers.reset();
});
