"use strict";

/**
 * Models that give scores, and their thresholds: one preference for all, so that each has its best
 * threshold for it, or a slider per model.
 *
 * A step is { threshold, fp, tp, classifier }; the store's `steps` holds a position per model, or null
 * while each follows the preference.
 */
const ModelsView = (() => {
  const matrixOf = ({ fp, tp }, [positives, negatives]) => (
    [negatives - BigInt(fp), BigInt(fp), positives - BigInt(tp), BigInt(tp)]
  );

  /** Positives and negatives. */
  const sizesOf = (data) => {
    const [tn, fp, fn, tp] = data.classifiers[0].counts.map(BigInt);
    return [fn + tp, tn + fp];
  };

  /** Where thresholds are chosen, if that is on other samples. */
  const elsewhere = (data) => data.scores?.elsewhere ?? null;

  /** A vertex of a hull on the samples that choose: { fp, tp }, and their positives and negatives. */
  const choosing = (data) => {
    const other = elsewhere(data);
    return other === null ? { counts: (step) => step, sizes: sizesOf(data) } : {
      counts: ({ elsewhere: [fp, tp] }) => ({ fp, tp }),
      sizes: [other.positives, other.negatives].map(BigInt),
    };
  };

  /** For each model the position of its best threshold at a point, the highest of several. */
  const best = (data, point, prior) => {
    const { counts, sizes } = choosing(data);
    return data.scores.models.map(({ steps }) => {
      const vertices = steps.map((step, k) => [step, k]).filter(([step]) => step.classifier !== null);
      const matrices = vertices.map(([step]) => (
        Ranking.shifted(matrixOf(counts(step), sizes), prior)
      ));
      const [{ classifier }] = Ranking.at(matrices, point);
      return vertices[classifier][1];
    });
  };

  /** The ranking of all classifiers at a point, or of the threshold of each model that is chosen for it. */
  const ranking = (data, matrices, point, prior) => {
    if (!data.scores) {
      return Ranking.at(matrices, point);
    }
    const chosen = best(data, point, prior).map((position, model) => (
      data.scores.models[model].steps[position].classifier
    ));
    return Ranking.at(chosen.map((classifier) => matrices[classifier]), point)
      .map((entry) => ({ ...entry, classifier: chosen[entry.classifier] }));
  };

  /** How many take a rank. */
  const ranked = (data) => (
    data.scores ? data.scores.models.length : data.classifiers.length
  );

  /** The thresholds that are shown: those of the sliders, or the best ones. */
  const chosen = (data, state) => (
    state.steps ?? best(data, Place.current(state), state.prior)
  );

  const thresholdText = ({ threshold }) => threshold ?? "nobody";

  /** How many ranks the Tile can show: of best thresholds the first, which is that of all thresholds. */
  const ranksOnTile = (data) => (
    elsewhere(data)?.ranks ?? (data.scores ? 1 : data.classifiers.length)
  );

  /** The colour of a model: that of its highest thresholds. */
  const colour = (data, model) => {
    const { steps } = data.scores.models[model];
    return data.colours[steps.find(({ classifier }) => classifier !== null).classifier].fill;
  };

  const start = (store, data) => {
    if (!data.scores) {
      return;
    }
    const { models } = data.scores;
    const sizes = sizesOf(data);
    const rows = Array.from(document.querySelectorAll("#models tbody tr"), (row) => ({
      row,
      threshold: row.querySelector(".threshold"),
      slider: row.querySelector(".threshold-slider"),
      counts: Array.from(row.querySelectorAll(".count")),
      value: row.querySelector(".value"),
    }));
    const one = document.getElementById("one-preference");
    const what = document.getElementById("thresholds-what");

    rows.forEach(({ slider }, model) => {
      // Steps go from nobody to everybody, the slider from low thresholds to high ones.
      const last = models[model].steps.length - 1;
      slider.addEventListener("input", () => {
        const steps = [...chosen(data, store.get())];
        steps[model] = last - Number(slider.value);
        store.set({ steps });
      });
    });
    one.addEventListener("change", () => {
      store.set({ steps: one.checked ? null : chosen(data, store.get()) });
    });

    store.subscribe(["hovered", "pinned", "prior", "steps"], (state) => {
      const point = Place.current(state);
      const at = chosen(data, state);
      one.checked = state.steps === null;
      const names = Place.scoresAt(data, state.prior, point).map(({ name }) => name);
      const where = names.length > 0 ? names.join(", ") : `the point ${Place.text(point)}`;
      const other = elsewhere(data);
      const own = other === null ? `Each model has its best threshold for ${where}.`
        : `Each model has the threshold that is best for ${where} on ${Make.isolated(other.called)}.`;
      Make.text(what, state.steps === null
        ? own
        : `Thresholds are those of the sliders; values are those for ${where}.`);
      rows.forEach(({ threshold, slider, counts, value }, model) => {
        const { steps } = models[model];
        const step = steps[at[model]];
        const matrix = matrixOf(step, sizes);
        const [entry] = Ranking.at([Ranking.shifted(matrix, state.prior)], point);
        const exact = Ranking.value(entry);
        const shown = thresholdText(step);
        Make.text(threshold, Make.shortened(shown, 12));
        Make.attribute(threshold, "data-threshold", shown);
        Make.attribute(threshold, "title", shown.length > 12 ? shown : null);
        slider.value = String(steps.length - 1 - at[model]);
        Make.attribute(slider, "aria-valuetext", shown);
        counts.forEach((cell, k) => Make.text(cell, String(matrix[k])));
        Make.text(value, exact === null ? "undefined" : Exact.toDecimal(exact, 3));
        Make.attribute(value, "data-value", exact === null ? null : Exact.print(exact));
      });
    });
  };

  /** Hulls and chosen points of the models in ROC space. */
  const drawRoc = (group, data, state, pixel) => {
    const [positives, negatives] = sizesOf(data).map(Number);
    const at = chosen(data, state);
    const place = ({ fp, tp }) => pixel([fp / negatives, tp / positives]);
    const path = (steps) => `M${steps.map((step) => place(step).map(Make.number).join(" ")).join("L")}`;
    const lines = [];
    const marks = [];
    data.scores.models.forEach(({ name, steps }, model) => {
      const stroke = colour(data, model);
      const vertices = steps.filter(({ classifier }) => classifier !== null);
      lines.push(
        Make.svg("path", { d: path(steps), class: "staircase", stroke, "clip-path": "url(#roc-window)" }),
        Make.svg("path", {
          d: path(vertices), class: "model-hull", stroke, "data-model": model, "clip-path": "url(#roc-window)",
        }),
      );
      const [cx, cy] = place(steps[at[model]]).map(Make.number);
      marks.push(Make.svg(
        "circle",
        { cx, cy, r: 6.5, fill: stroke, class: "chosen", "data-model": model, "clip-path": "url(#roc-window)" },
        Make.svg("title", {}, `${name} >= ${thresholdText(steps[at[model]])}`),
      ));
    });
    group.replaceChildren(...lines, ...marks);
  };

  return {
    start, best, choosing, chosen, colour, drawRoc, elsewhere, ranked, ranking, ranksOnTile, sizesOf, thresholdText,
  };
})();
