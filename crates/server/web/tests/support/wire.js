// @ts-check
// The socket of a live game, on which messages can be held back, delayed and altered.

/** @typedef {import("./browser.js").Guest} Guest */

/** The server's answers, which are held back while `isHeld`, and what the page has sent. */
export class Wire {
  constructor() {
    this.isHeld = false;
    /** @type {(() => void)[]} */
    this.held = [];
    /** @type {any[]} */
    this.sent = [];
    /** Changes what the page sends. @type {(command: any) => any} */
    this.alter = (command) => command;
    /** Milliseconds that a message takes, each way. */
    this.delay = 0;
  }

  /** @param {Guest} guest */
  async tap(guest) {
    await guest.page.routeWebSocket(/\/live/, (page) => {
      const server = page.connectToServer();
      page.onMessage((text) => {
        const command = JSON.parse(String(text));
        this.sent.push(command);
        this.after(() => server.send(JSON.stringify(this.alter(command))));
      });
      server.onMessage((text) => {
        const deliver = () => page.send(text);
        this.after(() => (this.isHeld ? this.held.push(deliver) : deliver()));
      });
    });
  }

  /** @param {() => void} act */
  after(act) {
    if (this.delay > 0) {
      setTimeout(act, this.delay);
    } else {
      act();
    }
  }

  release() {
    this.isHeld = false;
    this.held.splice(0).forEach((deliver) => deliver());
  }
}
