"use strict";

/**
 * The decision curve beside the Tile: net benefit over the threshold probability p, that is
 * pi TPR - (1 - pi) FPR p/(1 - p). A point a = b on the diagonal of the Tile is p = 1 - a, and the other way
 * round.
 */
const DecisionView = (() => {
  const MARGIN = { left: 56, right: 16, top: 26, bottom: 46 };
  const STEPS = 200;
  const FONT = 12;
  /** Threshold probabilities at which curves are drawn, never 0 or 1. */
  const GRID = Array.from({ length: STEPS }, (_, k) => (k + 0.25) / (STEPS + 0.25));

  const benefit = ([fpr, tpr], pi, p) => pi * tpr - (1 - pi) * fpr * p / (1 - p);

  /** The positive prior of the page, or that of the samples where the page has none. */
  const priorOf = ({ prior }, data) => {
    const [positives, negatives] = ModelsView.sizesOf(data);
    return prior ?? Exact.make(positives, positives + negatives);
  };

  /** The threshold probability of the point, where it has one. */
  const probability = (state) => {
    const { a, b } = Place.current(state);
    return Exact.equal(a, b) ? Exact.complement(a) : null;
  };

  const legendOf = (data) => Make.html(
    "ul",
    { class: "legend" },
    ...data.scores.models.map(({ name }, model) => Make.html(
      "li", { "data-model": model },
      Make.html("span", { class: "swatch", style: `background:${ModelsView.colour(data, model)}` }),
      Make.name(name),
    )),
    Make.html("li", {}, Make.html("span", { class: "swatch treat-all" }), "everybody positive"),
  );

  /** The net benefits of the models as functions of p, and the places where these are drawn. */
  const benefits = (data, prior) => {
    const sizes = ModelsView.sizesOf(data).map(Number);
    const pi = Exact.toNumber(prior);
    const rates = data.scores.models.map(({ steps }) => (
      steps.map(({ fp, tp }) => [fp / sizes[1], tp / sizes[0]])
    ));
    const vertices = data.scores.models.map(({ steps }, model) => (
      rates[model].filter((_, k) => steps[k].classifier !== null)
    ));
    const edges = ModelsView.elsewhere(data) === null ? null
      : DecisionChanges.choices(data, prior).map((model) => model.edges.map(Exact.toNumber));
    // Where a model chooses another threshold there is a step, which has both of its ends.
    const places = [...GRID, ...(edges ?? []).flat().flatMap((p) => [p - 1e-9, p + 1e-9])]
      .filter((p) => p >= GRID[0] && p <= GRID[STEPS - 1])
      .sort((p, q) => p - q);
    return {
      places,
      everybody: (p) => benefit([1, 1], pi, p),
      envelopes: vertices.map((own, model) => (edges === null
        ? (p) => Math.max(...own.map((rate) => benefit(rate, pi, p)))
        : (p) => benefit(own[edges[model].filter((edge) => edge > p).length], pi, p))),
      atSteps: (steps) => steps.map((step, model) => (p) => benefit(rates[model][step], pi, p)),
    };
  };

  /** Ground, ticks and titles of the chart; `y` is the range of the net benefit. */
  const axes = (side, y, pixel) => {
    const [left, top, right, bottom] = [
      MARGIN.left, MARGIN.top, MARGIN.left + side, MARGIN.top + side,
    ];
    const text = (content, x, at, anchor, more = {}) => Make.svg(
      "text", { x, y: at, "text-anchor": anchor, "font-size": FONT, ...more }, content,
    );
    const parts = [Make.square(side, MARGIN, { class: "ground" })];
    for (const p of [0, 0.25, 0.5, 0.75, 1]) {
      const [x] = pixel(p, 0);
      parts.push(
        Make.svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: "tick" }),
        text(p.toFixed(2), x, bottom + 18, "middle"),
      );
    }
    for (let k = Math.ceil(y.low * 10); k <= y.high * 10 + 1e-9; k += 1) {
      const [, at] = pixel(0, k / 10);
      parts.push(
        Make.svg("line", { x1: left - 5, x2: left, y1: at, y2: at, class: "tick" }),
        text((k / 10).toFixed(1).replace("-", "−"), left - 8, at + 4, "end"),
      );
    }
    const middle = top + side / 2;
    parts.push(
      text("threshold probability", (left + right) / 2, bottom + 37, "middle", { class: "axis-title" }),
      text("net benefit", 11, middle, "middle", {
        class: "axis-title", transform: `rotate(-90 11 ${middle})`,
      }),
      Make.square(side, MARGIN, { fill: "none", class: "frame" }),
    );
    return parts;
  };

  /** The curves: everybody and nobody positive, the best of all, each model, and each at its chosen threshold. */
  const curvesOf = (data, state, { places, everybody, envelopes, atSteps }, y, pixel) => {
    const line = (value, attributes) => Make.svg("path", {
      d: `M${places.map((p) => pixel(p, Math.max(value(p), y.low - 1)).map(Make.number).join(" ")).join("L")}`,
      fill: "none",
      "clip-path": "url(#decision-window)",
      ...attributes,
    });
    const ofModels = (values, kind) => values.map((value, model) => line(value, {
      class: kind, stroke: ModelsView.colour(data, model), "data-model": model,
    }));
    return [
      line(everybody, { class: "treat-all-line" }),
      line(() => 0, { class: "treat-none-line" }),
      line((p) => Math.max(...envelopes.map((value) => value(p))), { class: "best-of-all" }),
      ...ofModels(envelopes, "at-best"),
      ...(state.steps === null ? [] : ofModels(atSteps(state.steps), "at-chosen")),
    ];
  };

  /** Dots where the best model changes. */
  const marksOf = (data, prior, { everybody, envelopes }, pixel) => {
    const nameOf = (model, otherwise) => (model === null ? otherwise : data.scores.models[model].name);
    return DecisionChanges.changes(data, prior).map(({ p, from, to }) => {
      const at = Exact.toNumber(p);
      const height = Math.max(0, everybody(at), ...envelopes.map((value) => value(at)));
      const [cx, cy] = pixel(Math.min(at, 1), Number.isFinite(height) ? height : 0);
      return Make.svg(
        "circle",
        { cx: Make.number(cx), cy: Make.number(cy), r: 3.6, class: "change-mark", "data-p": Exact.print(p) },
        Make.svg("title", {}, `p = ${Exact.print(p)}: below ${nameOf(to, "everybody positive")}, above ${
          nameOf(from, "nobody positive")}`),
      );
    });
  };

  /** What the chosen threshold probability means, in words. */
  const noteOf = (data, p) => {
    if (p === null) {
      return "The point is not on the diagonal of the Tile, so it is no threshold probability. "
        + "Click on the chart to choose one.";
    }
    const other = ModelsView.elsewhere(data);
    const where = other === null ? "their best thresholds"
      : `the thresholds chosen on ${Make.isolated(other.called)}`;
    const odds = p.n === 0n ? null : Exact.make(p.d - p.n, p.n);
    const weight = odds === null ? "any number of false alarms"
      : Exact.equal(odds, Exact.ONE) ? "a false alarm"
        : `${Place.number(odds)} false alarms`;
    const at = Place.number(Exact.complement(p));
    return `p = ${Place.number(p)}, the point (${at}, ${at}) of the Tile's diagonal: a miss weighs as much as ${
      weight}. Curves are models at ${where}; dots are where the best model changes.`;
  };

  /** Clicks and arrow keys choose a threshold probability. */
  const listen = (picture, store, sideOf) => {
    const pin = (p) => store.set({
      pinned: { a: Exact.complement(p), b: Exact.complement(p), score: null },
    });
    picture.addEventListener("click", (event) => {
      const [share] = Make.shares(event, picture, sideOf(), MARGIN);
      pin(Place.rounded(share));
    });
    picture.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1n, ArrowRight: 1n }[event.key];
      if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const p = probability(store.get()) ?? Exact.HALF;
      const next = Exact.add(p, Exact.make(way, event.shiftKey ? 10n : 100n));
      pin(next.n < 0n ? Exact.ZERO : next.n > next.d ? Exact.ONE : next);
      event.preventDefault();
    });
    Export.offer("decision", () => picture, () => "Decision curve");
  };

  const start = (store, data) => {
    const box = document.getElementById("decision-box");
    if (!data.scores || box === null) {
      return;
    }
    const [live, note, legend] = ["decision-live", "decision-note", "decision-legend"]
      .map((id) => document.getElementById(id));
    box.hidden = false;
    const picture = Make.svg("svg", {
      id: "decision", tabindex: 0, role: "application", "aria-roledescription": "decision curve",
      "aria-label": "Decision curve. Arrow keys move the threshold probability, with Shift by a tenth.",
      "aria-describedby": "decision-note",
    });
    const clip = Make.svg("clipPath", { id: "decision-window" });
    const [ground, curves, marks, cross] = ["ground-group", "curves", "changes", "cross"]
      .map((name) => Make.svg("g", { class: name }));
    live.append(picture);
    legend.append(legendOf(data));

    let side = 0;
    let y = { low: 0, high: 1 };
    const pixel = (p, height) => [
      MARGIN.left + p * side,
      MARGIN.top + (y.high - height) / (y.high - y.low) * side,
    ];

    const point = (state) => {
      const p = probability(state);
      Make.text(note, noteOf(data, p));
      if (p === null) {
        cross.replaceChildren();
        return;
      }
      const [x] = pixel(Exact.toNumber(p), 0);
      cross.replaceChildren(Make.svg("line", {
        x1: x, x2: x, y1: MARGIN.top, y2: MARGIN.top + side, class: "chosen-p", "data-p": Exact.print(p),
      }));
    };

    const draw = (state) => {
      const prior = priorOf(state, data);
      const pi = Exact.toNumber(prior);
      y = { low: -0.15 * pi, high: 1.08 * pi };
      const values = benefits(data, prior);
      clip.replaceChildren(Make.square(side, MARGIN, {}));
      ground.replaceChildren(...axes(side, y, pixel));
      curves.replaceChildren(...curvesOf(data, state, values, y, pixel));
      marks.replaceChildren(...marksOf(data, prior, values, pixel));
      point(state);
    };

    listen(picture, store, () => side);
    Make.fit(picture, live, MARGIN, (next) => {
      side = next;
      picture.replaceChildren(clip, ground, curves, marks, cross);
      draw(store.get());
    });
    store.subscribe(["prior", "steps"], draw);
    store.subscribe(["hovered", "pinned", "prior"], point);
  };

  return { start };
})();
