// @ts-check
// The command queue over a transport that is no socket.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { CommandQueue, PATIENCE } from "../../js/command-queue.js";

/** @typedef {import("../../js/types.js").ClientCommand} ClientCommand */
/** @typedef {import("../../js/types.js").Message} Message */

/** A game on the other side of nothing: it is connected when the test says so. */
class FakeTransport {
  constructor() {
    this.isConnected = true;
    this.restarts = 0;
    /** @type {ClientCommand[]} */
    this.sent = [];
  }

  open() {}

  /** @param {ClientCommand} command */
  transmit(command) {
    if (this.isConnected) {
      this.sent.push(command);
    }
    return this.isConnected;
  }

  restart() {
    this.restarts += 1;
  }

  dispose() {}
}

/** @param {number} seq @returns {Message} */
const hello = (seq) => ({ type: "hello", seq, you: "me", snapshot: /** @type {any} */ ({ seq }), moves: [] });

/** @param {number} seq @param {string} [command] @returns {Message} */
const update = (seq, command, by = 1, from = seq - 1) => ({ type: "update", seq, from, command, by, change: {} });

/** @type {FakeTransport} */
let transport;
/** @type {{saved: ClientCommand[]}} */
let tab;
/** @type {CommandQueue} */
let queue;
/** @type {import("../../js/command-queue.js").Settled[]} */
let settled;

/** The page as it is after a load: what the tab keeps is still there. */
function load() {
  transport = new FakeTransport();
  queue = new CommandQueue(transport, { load: () => tab.saved, save: (commands) => (tab.saved = commands) });
  settled = [];
  queue.onSettled((one) => settled.push(one));
}

beforeEach(() => {
  tab = { saved: [] };
  load();
});

test("nothing is sent before the first message", () => {
  assert.equal(queue.isReady, false);
  assert.equal(queue.send("undo"), null);
  queue.receive(hello(4), [1]);
  assert.equal(queue.isReady, true);
});

test("a command says what it expects and is pending until it is acknowledged", () => {
  queue.receive(hello(4), [1]);
  const command = queue.send("move", "3");
  assert.ok(command);
  assert.deepEqual(transport.sent, [{ id: command.id, expects: 4, do: "move", move: "3" }]);
  assert.equal(queue.send("resign"), null, "one at a time");
  assert.equal(queue.receive(update(5), [1]).settled, null, "somebody else's");
  assert.equal(queue.receive(update(6, command.id), [1]).settled, command);
  assert.deepEqual(settled, [{ command, refusal: null, dropped: [] }]);
  assert.equal(queue.pending, null);
  assert.equal(queue.send("undo")?.expects, 6);
  queue.dispose();
});

test("a refusal settles a command too", () => {
  queue.receive(hello(1), [1]);
  const command = queue.send("draw");
  /** @type {Message} */
  const refusal = { type: "refused", seq: 2, command: String(command?.id), error: "too late", stale: true };
  queue.receive(refusal, [1]);
  assert.deepEqual(settled, [{ command, refusal, dropped: [] }]);
  assert.ok(queue.isReady);
});

test("a command given without a connection is sent when there is one, unless it is canceled", () => {
  queue.receive(hello(1), [1]);
  transport.isConnected = false;
  const command = queue.send("move", "1");
  assert.deepEqual(transport.sent, []);
  transport.isConnected = true;
  queue.receive(hello(1), [1]);
  queue.transmit();
  assert.deepEqual(transport.sent, [command]);
  assert.equal(queue.cancel(), false, "it may have arrived");
  queue.receive(update(2, String(command?.id)), [1]);
  transport.isConnected = false;
  queue.send("move", "2");
  assert.equal(queue.cancel(), true);
  assert.equal(queue.pending, null);
});

test("a command survives a reload and is sent again as it was", () => {
  queue.receive(hello(1), [1]);
  const command = queue.send("move", "1");
  queue.dispose();
  load();
  assert.deepEqual(queue.pending, command);
  queue.receive(hello(1), [1]);
  queue.transmit();
  assert.deepEqual(transport.sent, [command]);
  queue.receive({ type: "done", seq: 2, command: String(command?.id) }, [1]);
  assert.deepEqual(tab.saved, []);
});

test("an update that was seen before is no news", () => {
  queue.receive(hello(5), [1]);
  assert.equal(queue.receive(update(4), [1]).isNews, false);
  assert.equal(queue.receive(update(5), [1]).isNews, false);
  assert.equal(queue.receive(update(5, undefined, 1, 5), [1]).isNews, true, "a name has changed");
  assert.equal(queue.seq, 5);
});

test("a connection that does not answer is opened anew", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  queue.receive(hello(1), [1]);
  const command = queue.send("move", "1");
  mock.timers.tick(PATIENCE - 1);
  assert.equal(transport.restarts, 0);
  mock.timers.tick(1);
  assert.equal(transport.restarts, 1);
  queue.transmit();
  queue.receive(update(2, String(command?.id)), [1]);
  mock.timers.tick(PATIENCE);
  assert.equal(transport.restarts, 1);
  mock.timers.reset();
});

test("another guest's command with the same id is no answer", () => {
  queue.receive(hello(3), [1]);
  const command = queue.send("move", "3");
  queue.receive(update(4, command?.id, 2), [1]);
  assert.equal(queue.pending, command);
  queue.receive(update(5, command?.id), [1]);
  assert.equal(queue.pending, null);
});

test("commands behind another are sent at once, and settled in order", () => {
  queue.receive(hello(1), [1]);
  const [first, second] = [queue.send("move", "1"), queue.sendBehind("move", "2", true)];
  assert.ok(first && second);
  assert.deepEqual(transport.sent, [first, second]);
  assert.deepEqual([second.after, second.even_if_illegal], [first.id, true]);
  queue.receive(update(3, first.id, 1, 1), [1]);
  assert.equal(queue.pending, second);
  queue.receive(update(5, second.id, 1, 3), [1]);
  assert.equal(queue.send("undo")?.after, undefined);
  queue.dispose();
});

test("after a refusal those behind it are dropped, unless they are meant anyway", () => {
  queue.receive(hello(1), [1]);
  const [first, second, third] = [
    queue.send("move", "1"),
    queue.sendBehind("move", "2"),
    queue.sendBehind("move", "3"),
  ];
  /** @param {string | undefined} id @returns {Message} */
  const refused = (id) => ({ type: "refused", seq: 1, command: String(id), error: "no", stale: false });
  queue.receive(refused(first?.id), [1]);
  assert.deepEqual(
    settled.map(({ command, dropped }) => [command, dropped]),
    [[first, [second, third]]],
  );
  assert.equal(queue.receive(refused(second?.id), [1]).settled, null, "nobody waits for it");
  const [press, more] = [queue.send("move", "L"), queue.sendBehind("move", "U", true)];
  queue.receive(refused(press?.id), [1]);
  assert.equal(queue.pending, more);
  queue.dispose();
});

test("all commands are sent again over a new connection, and after a reload", () => {
  queue.receive(hello(1), [1]);
  const commands = [queue.send("move", "1"), queue.sendBehind("move", "2")];
  queue.transmit();
  assert.deepEqual(transport.sent, [...commands, ...commands]);
  queue.dispose();
  load();
  queue.receive(hello(1), [1]);
  queue.transmit();
  assert.deepEqual(transport.sent, commands);
  queue.dispose();
});
