"use strict";

const NearView = (() => {
  const start = (_store, _data) => {};

  return { start };
})();
