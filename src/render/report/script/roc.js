"use strict";

const RocView = (() => {
  const start = (_store, _data) => {};

  return { start };
})();
