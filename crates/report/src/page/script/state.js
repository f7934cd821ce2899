"use strict";

/**
 * What the reader has chosen, in one place. Changes of one frame are told together.
 */
const State = (() => {
  /** A store of values by name. */
  const create = (initial) => {
    const state = { ...initial };
    const listeners = [];
    let changed = new Set();
    let isDue = false;

    const flush = () => {
      if (!isDue) {
        return;
      }
      isDue = false;
      const names = changed;
      changed = new Set();
      for (const { wanted, listener } of listeners) {
        if (wanted.some((name) => names.has(name))) {
          listener(state);
        }
      }
    };

    /** Changes some values; listeners hear of it in the next frame. */
    const set = (values) => {
      for (const [name, value] of Object.entries(values)) {
        if (state[name] !== value) {
          state[name] = value;
          changed.add(name);
        }
      }
      if (changed.size > 0 && !isDue) {
        isDue = true;
        requestAnimationFrame(flush);
        // Frames stop while the page is hidden.
        setTimeout(flush, 100);
      }
    };

    /** Calls the listener now, and whenever one of these values has changed. */
    const subscribe = (wanted, listener) => {
      listeners.push({ wanted, listener });
      listener(state);
    };

    return { get: () => state, set, subscribe, flush };
  };

  return { create };
})();
