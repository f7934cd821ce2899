"use strict";

const PairView = (() => {
  const start = (_store, _data) => {};

  return { start };
})();
