"use strict";

/**
 * The answer at the top, for the preference that is pinned, or accuracy: that of the program where it has
 * one, with its tier, and otherwise who is first there, how probably it is truly the best, and what would
 * change it.
 */
const VerdictView = (() => {
  /** Returns true if a point is inside the loops of a band: inside an odd number of them. */
  const isWithin = (loops, [x, y]) => {
    let isInside = false;
    for (const loop of loops) {
      const count = loop.length / 2;
      for (let k = 0; k < count; k += 1) {
        const next = (k + 1) % count;
        const [x0, y0, x1, y1] = [loop[2 * k], loop[2 * k + 1], loop[2 * next], loop[2 * next + 1]];
        if ((y0 <= y) !== (y1 <= y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)) {
          isInside = !isInside;
        }
      }
    }
    return isInside;
  };

  /** Two levels in percent that the probability of being truly the best lies between, on the Tile. */
  const between = (data, classifier, point, prior) => {
    if (data.sure === null || prior === null || data.tile.start_prior === null) {
      return null;
    }
    const { levels, fields, parts } = data.sure;
    const start = Exact.read(data.tile.start_prior);
    const factor = Exact.divide(Exact.oddsFactor(start), Exact.oddsFactor(prior));
    const at = ["a", "b"].map((axis) => parts * Exact.toNumber(Exact.warp(point[axis], factor)));
    const bands = fields.find((field) => field.classifier === classifier)?.bands ?? [];
    const reached = bands.filter((loops) => isWithin(loops, at)).length;
    return [reached === 0 ? 0 : levels[reached - 1], levels[reached] ?? 100];
  };

  const start = (store, data) => {
    const section = document.getElementById("verdict");
    const live = document.getElementById("verdict-live");
    if (live === null) {
      return;
    }
    const made = Array.from(section.querySelectorAll(".verdict-of[data-score]"), (element) => ({
      element, a: Exact.read(element.dataset.a), b: Exact.read(element.dataset.b),
    }));
    const names = Make.shortNames(data.classifiers);
    const startPrior = data.tile.start_prior === null ? null : Exact.read(data.tile.start_prior);
    const isSame = (x, y) => (x === null || y === null ? x === y : Exact.equal(x, y));

    /** The verdict that the program made for what is pinned, or none. */
    const known = ({ pinned, prior }) => {
      if (!isSame(prior, startPrior)) {
        return undefined;
      }
      const point = pinned ?? Place.DEFAULT;
      return made.find(({ a, b }) => Exact.equal(a, point.a) && Exact.equal(b, point.b));
    };

    const list = (entries) => {
      const shown = entries.slice(0, 4).flatMap(({ classifier }, k) => (
        [k > 0 ? ", " : "", Make.html("strong", {}, Make.name(names[classifier]))]
      ));
      return entries.length > 4 ? [...shown, ` and ${entries.length - 4} more`] : shown;
    };

    /** A point in the terms of the reader. */
    const preference = (point) => {
      const costs = Place.costs(point);
      return costs === null || point.a.n === 0n || point.a.n === point.a.d ? `At ${Place.text(point)}`
        : `If a miss costs ${costs} false ${costs === "1" ? "alarm" : "alarms"}`;
    };

    /** The errors of a classifier in the test, where its samples were counted. */
    const errors = (classifier) => {
      if (!data.is_counted) {
        return "";
      }
      const [tn, fp, fn, tp] = data.classifiers[classifier].counts.map(BigInt);
      return ` In the test it missed ${fn} of ${Make.counted(fn + tp, "positive")} and raised ${
        Make.counted(fp, "false alarm")} on ${Make.counted(tn + fp, "negative")}.`;
    };

    /** How probably one classifier is truly the best, as far as a grid tells. */
    const howSure = (ends) => {
      const [least, most] = ends;
      const told = least === 0 ? `below ${most} %` : `of at least ${least} %`;
      return ` It is truly the best with a probability ${told}, read off a grid.`;
    };

    const describe = (state) => {
      const point = state.pinned ?? Place.DEFAULT;
      const { prior } = state;
      const matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, prior));
      const ranking = ModelsView.ranking(data, matrices, point, prior)
        .filter(({ rank }) => rank !== null);
      const first = ranking.filter(({ rank }) => rank[0] === 1);
      const scores = Place.scoresAt(data, prior, point).map(({ name }) => name);
      const where = `${scores.length > 0 ? `By ${scores.join(", ")}` : preference(point)}, ${
        prior === null ? "each as it was tested" : `with ${Place.percent(prior)} positives`}, `;
      if (first.length === 0) {
        return [Make.html("p", { class: "answer" }, where, "no classifier has a value.")];
      }
      const value = Exact.toDecimal(Ranking.value(first[0]), 3);
      const ends = between(data, first[0].classifier, point, prior);
      const unsure = data.not_sure === undefined ? []
        : [` How sure that is, is not known: ${data.not_sure}.`];
      const sure = ends === null || first.length > 1 ? unsure : [howSure(ends)];
      // A place that moves with the prior has no strip along the prior.
      const isFixed = point.score === null || !data.tile.scores[point.score].depends_on_prior;
      return [
        Make.html("p", { class: "answer" }, where, ...list(first),
          first.length === 1 ? " wins" : " tie for the first place", ` with ${value}.`,
          first.length === 1 ? errors(first[0].classifier) : "", ...sure),
        ...RangesView.figures(data, matrices, point, prior, isFixed),
      ];
    };

    Export.offerFigures();
    Export.offer(
      "forest", () => section.querySelector(".verdict-of:not([hidden]) .forest-picture svg"),
      () => "Values and intervals of true values",
    );
    store.subscribe(["pinned", "prior"], (state) => {
      const shown = known(state);
      for (const { element } of made) {
        element.hidden = element !== shown?.element;
      }
      live.hidden = shown !== undefined;
      live.replaceChildren(...(shown === undefined ? describe(state) : []));
    });
  };

  return { start, between };
})();
