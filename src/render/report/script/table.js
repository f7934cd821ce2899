"use strict";

const TableView = (() => {
  const start = (_store, _data) => {};

  return { start };
})();
