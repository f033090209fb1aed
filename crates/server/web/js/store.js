// @ts-check
// One place for what a view knows: actions go in, a new state comes out, and everything that is drawn follows from it.

/**
 * @template State, Action
 * @typedef {(state: State, before: State, action: Action) => void} Subscriber
 */

/**
 * A store of one view.
 * @template State, Action
 */
export class Store {
  /**
   * @param {State} state
   * @param {(state: State, action: Action) => State} reduce
   */
  constructor(state, reduce) {
    this.state = state;
    this.reduce = reduce;
    /** @type {Set<Subscriber<State, Action>>} */
    this.subscribers = new Set();
    /** Actions that are still to be reduced. @type {Action[]} */
    this.actions = [];
    this.isDispatching = false;
  }

  /**
   * Changes the state. Subscribers are called in the order they subscribed; an action that changes nothing calls none.
   * What a subscriber dispatches is reduced when all of them have been called.
   * @param {Action} action
   */
  dispatch(action) {
    this.actions.push(action);
    if (this.isDispatching) {
      return;
    }
    this.isDispatching = true;
    try {
      for (let next = this.actions.shift(); next !== undefined; next = this.actions.shift()) {
        this.apply(next);
      }
    } finally {
      this.isDispatching = false;
    }
  }

  /** @param {Action} action */
  apply(action) {
    const before = this.state;
    this.state = this.reduce(before, action);
    if (this.state !== before) {
      this.subscribers.forEach((subscriber) => subscriber(this.state, before, action));
    }
  }

  /**
   * Calls back after every change until the returned function is called.
   * @param {Subscriber<State, Action>} subscriber
   * @returns {() => void}
   */
  subscribe(subscriber) {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  }
}
