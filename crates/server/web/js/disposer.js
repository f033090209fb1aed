// @ts-check
// Everything a view has started and must end when it is left: listeners, timers, observers.

export class Disposer {
  constructor() {
    this.controller = new AbortController();
  }

  /** Aborted when the view is left. */
  get signal() {
    return this.controller.signal;
  }

  get isDisposed() {
    return this.signal.aborted;
  }

  /**
   * Listens until the view is left.
   * @param {EventTarget} target
   * @param {string} type
   * @param {(event: any) => void} listener
   * @param {AddEventListenerOptions} [options]
   */
  listen(target, type, listener, options = {}) {
    target.addEventListener(type, listener, { ...options, signal: this.signal });
  }

  /**
   * Calls back again and again until the view is left.
   * @param {() => void} callback
   * @param {number} milliseconds
   */
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds);
    this.add(() => clearInterval(timer));
  }

  /**
   * Calls back once, unless the view is left or the returned function is called before.
   * @param {number} milliseconds
   * @param {() => void} callback
   * @returns {() => void}
   */
  after(milliseconds, callback) {
    const cancel = () => {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", cancel);
    };
    const timer = setTimeout(() => {
      cancel();
      callback();
    }, milliseconds);
    this.add(cancel);
    return cancel;
  }

  /**
   * Has something done when the view is left, or at once if it has been left.
   * @param {() => void} cleanup
   */
  add(cleanup) {
    if (this.isDisposed) {
      cleanup();
    } else {
      this.signal.addEventListener("abort", cleanup, { once: true });
    }
  }

  dispose() {
    this.controller.abort();
  }
}
