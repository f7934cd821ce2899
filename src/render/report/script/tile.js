"use strict";

const TileView = (() => {
  const start = (_store, _data) => {};

  return { start };
})();
