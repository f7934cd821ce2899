"use strict";

/**
 * Reads the data and starts every part.
 */
(() => {
  document.documentElement.classList.add("is-live");
  const data = JSON.parse(document.getElementById("data").textContent);
  for (const classifier of data.classifiers) {
    classifier.matrix = Ranking.integers(classifier.counts);
  }
  const prior = data.tile.start_prior;
  // A preference other than accuracy, where the page stands without a pin, is pinned.
  const [asked] = data.verdicts.filter(({ id }, k) => k === 0 && id !== "accuracy");
  const scoreAsked = data.tile.scores.findIndex(({ id }) => id === asked?.id);
  const store = State.create({
    /** The point under the pointer: { a, b } or null. */
    hovered: null,
    /** The point that was chosen: { a, b, score } with a score's position or null. */
    pinned: asked === undefined ? null : {
      a: Exact.read(asked.a), b: Exact.read(asked.b), score: scoreAsked < 0 ? null : scoreAsked,
    },
    /** The positive prior of the Tile; null if each classifier is compared by its own test. */
    prior: prior === null ? null : Exact.read(prior),
    /** What the Tile shows: the id of a layer. */
    layer: "entity",
    rank: 1,
    classifier: data.tile.by_share[0],
    /** The classifier that is pointed at, in whichever view, or null. */
    marked: null,
    /** The test set that is shown by itself, or null for all. */
    set: null,
    /** Two classifiers and a metric to compare them by. */
    pair: [data.tile.by_share[0], data.tile.by_share[1] ?? data.tile.by_share[0]],
    metric: null,
    /** A threshold per model that the reader chose, by position; null while each follows the preference. */
    steps: null,
  });
  // Before the parts are started, so that they begin with what the address asks for.
  Address.start(store, data);
  // What is about fixed classifiers is not there if thresholds are chosen elsewhere.
  const ofFixed = document.getElementById("table") === null ? [] : [
    FindingsView, TestSetsView, Shares, TableView, PairView,
  ];
  for (const part of [
    ControlsView, VerdictView, TileView, RocView, ModelsView, DecisionView, StandingsView, NearView, ...ofFixed,
  ]) {
    part.start(store, data);
  }
})();
