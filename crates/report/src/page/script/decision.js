"use strict";

/**
 * The decision curve beside the Tile: net benefit over the threshold probability p, that is
 * pi TPR - (1 - pi) FPR p/(1 - p). A point a = b on the diagonal of the Tile is p = 1 - a, and the other way
 * round.
 *
 * In the odds w = p/(1 - p) each threshold is a line. So a model at its best thresholds is the upper
 * envelope of its hull, and two models swap where an edge of the hull of all joins them: exactly.
 */
const DecisionView = (() => {
  const MARGIN = { left: 56, right: 16, top: 26, bottom: 46 };
  const STEPS = 200;
  const FONT = 12;

  /** The corners of the upper left hull of all models, with the model of each. */
  const hullOf = (data) => {
    const points = data.scores.models.flatMap(({ steps }, model) => (
      steps.filter(({ classifier }) => classifier !== null)
        .map(({ fp, tp }) => ({ fp: BigInt(fp), tp: BigInt(tp), model }))
    ));
    const order = (x, y) => (x < y ? -1 : x > y ? 1 : 0);
    points.sort((p, q) => order(p.fp, q.fp) || order(q.tp, p.tp) || p.model - q.model);
    const chain = [];
    const turn = (p, q, r) => (q.fp - p.fp) * (r.tp - p.tp) - (q.tp - p.tp) * (r.fp - p.fp);
    for (const point of points) {
      const last = chain[chain.length - 1];
      if (last && point.tp <= last.tp) {
        continue;
      }
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) >= 0n) {
        chain.pop();
      }
      chain.push(point);
    }
    return chain;
  };

  /**
   * Where one model takes over from another as the best of all, from high thresholds to low ones:
   * { p, from, to } with exact fractions p.
   */
  const changes = (data, prior) => {
    const [positives, negatives] = ModelsView.sizesOf(data);
    const chain = hullOf(data);
    const found = [];
    // The ends, nobody and everybody, belong to all models.
    const isEnd = ({ fp, tp }) => (fp === 0n && tp === 0n) || (fp === negatives && tp === positives);
    chain.forEach((corner, k) => {
      const next = chain[k + 1];
      if (next && (corner.model !== next.model || isEnd(corner) || isEnd(next))) {
        // w = pi DTPR/((1 - pi) DFPR), p = w/(1 + w)
        const gain = prior.n * (next.tp - corner.tp) * negatives;
        const loss = (prior.d - prior.n) * (next.fp - corner.fp) * positives;
        found.push({
          p: Exact.make(gain, gain + loss),
          from: isEnd(corner) ? null : corner.model,
          to: isEnd(next) ? null : next.model,
        });
      }
    });
    return found;
  };

  const start = (store, data) => {
    const box = document.getElementById("decision-box");
    if (!data.scores || box === null) {
      return;
    }
    const { models } = data.scores;
    const [live, note] = ["decision-live", "decision-note"].map((id) => document.getElementById(id));
    const sizes = ModelsView.sizesOf(data).map(Number);
    const rates = models.map(({ steps }) => (
      steps.map(({ fp, tp }) => [fp / sizes[1], tp / sizes[0]])
    ));
    const vertices = models.map(({ steps }, model) => (
      rates[model].filter((_, k) => steps[k].classifier !== null)
    ));
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
    document.getElementById("decision-legend").append(Make.html(
      "ul",
      { class: "legend" },
      ...models.map(({ name }, model) => Make.html(
        "li", { "data-model": model },
        Make.html("span", { class: "swatch", style: `background:${ModelsView.colour(data, model)}` }),
        Make.name(name),
      )),
      Make.html("li", {}, Make.html("span", { class: "swatch treat-all" }), "everybody positive"),
    ));

    let side = 0;
    let y = { low: 0, high: 1 };
    const pixel = (p, benefit) => [
      MARGIN.left + p * side,
      MARGIN.top + (y.high - benefit) / (y.high - y.low) * side,
    ];
    const priorOf = ({ prior }) => (
      prior === null ? sizes[0] / (sizes[0] + sizes[1]) : Exact.toNumber(prior)
    );
    const benefit = ([fpr, tpr], pi, p) => pi * tpr - (1 - pi) * fpr * p / (1 - p);
    const grid = Array.from({ length: STEPS }, (_, k) => (k + 0.25) / (STEPS + 0.25));
    const pathOf = (value) => (
      `M${grid.map((p) => pixel(p, Math.max(value(p), y.low - 1)).map(Make.number).join(" ")).join("L")}`
    );

    const drawAxes = () => {
      const [left, top, right, bottom] = [
        MARGIN.left, MARGIN.top, MARGIN.left + side, MARGIN.top + side,
      ];
      const text = (content, x, at, anchor, more = {}) => Make.svg(
        "text", { x, y: at, "text-anchor": anchor, "font-size": FONT, ...more }, content,
      );
      const parts = [Make.svg("rect", { x: left, y: top, width: side, height: side, class: "ground" })];
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
        text("threshold probability", left + side / 2, bottom + 37, "middle", { class: "axis-title" }),
        text("net benefit", 11, middle, "middle", {
          class: "axis-title", transform: `rotate(-90 11 ${middle})`,
        }),
        Make.svg("rect", { x: left, y: top, width: right - left, height: side, fill: "none", class: "frame" }),
      );
      ground.replaceChildren(...parts);
    };

    const draw = (state) => {
      const pi = priorOf(state);
      y = { low: -0.15 * pi, high: 1.08 * pi };
      clip.replaceChildren(Make.svg("rect", { x: MARGIN.left, y: MARGIN.top, width: side, height: side }));
      drawAxes();
      const line = (value, attributes) => Make.svg("path", {
        d: pathOf(value), fill: "none", "clip-path": "url(#decision-window)", ...attributes,
      });
      const envelope = (model) => (p) => Math.max(...vertices[model].map((rate) => benefit(rate, pi, p)));
      const all = (p) => benefit([1, 1], pi, p);
      const drawn = [
        line(all, { class: "treat-all-line" }),
        line(() => 0, { class: "treat-none-line" }),
        line((p) => Math.max(...models.map((_, model) => envelope(model)(p))), { class: "best-of-all" }),
        ...models.map((_, model) => line(envelope(model), {
          class: "at-best", stroke: ModelsView.colour(data, model), "data-model": model,
        })),
      ];
      if (state.steps !== null) {
        drawn.push(...models.map((_, model) => line(
          (p) => benefit(rates[model][state.steps[model]], pi, p),
          { class: "at-chosen", stroke: ModelsView.colour(data, model), "data-model": model },
        )));
      }
      curves.replaceChildren(...drawn);
      const prior = state.prior ?? Exact.make(BigInt(sizes[0]), BigInt(sizes[0] + sizes[1]));
      const nameOf = (model, otherwise) => (model === null ? otherwise : models[model].name);
      marks.replaceChildren(...changes(data, prior).map(({ p, from, to }) => {
        const at = Exact.toNumber(p);
        const height = Math.max(0, all(at), ...models.map((_, model) => envelope(model)(at)));
        const [cx, cy] = pixel(Math.min(at, 1), Number.isFinite(height) ? height : 0);
        return Make.svg(
          "circle",
          { cx: Make.number(cx), cy: Make.number(cy), r: 3.6, class: "change-mark", "data-p": Exact.print(p) },
          Make.svg("title", {}, `p = ${Exact.print(p)}: below ${nameOf(to, "everybody positive")}, above ${
            nameOf(from, "nobody positive")}`),
        );
      }));
      point(state);
    };

    /** The threshold probability of the point, where it has one. */
    const probability = (state) => {
      const { a, b } = Place.current(state);
      return Exact.equal(a, b) ? Exact.complement(a) : null;
    };

    const point = (state) => {
      const p = probability(state);
      if (p === null) {
        cross.replaceChildren();
        Make.text(note, "The point is not on the diagonal of the Tile, so it is no threshold probability. "
          + "Click on the chart to choose one.");
        return;
      }
      const [x] = pixel(Exact.toNumber(p), 0);
      cross.replaceChildren(Make.svg("line", {
        x1: x, x2: x, y1: MARGIN.top, y2: MARGIN.top + side, class: "chosen-p", "data-p": Exact.print(p),
      }));
      const odds = p.n === 0n ? null : Exact.make(p.d - p.n, p.n);
      Make.text(note, `p = ${Place.number(p)}, the point (${Place.number(Exact.complement(p))}, ${
        Place.number(Exact.complement(p))}) of the Tile's diagonal: a miss weighs as much as ${
        odds === null ? "any number of false alarms"
          : Exact.equal(odds, Exact.ONE) ? "a false alarm"
            : `${Place.number(odds)} false alarms`}. Curves are models at their best `
        + "thresholds; dots are where the best model changes.");
    };

    const pin = (p) => store.set({
      pinned: { a: Exact.complement(p), b: Exact.complement(p), score: null },
    });
    picture.addEventListener("click", (event) => {
      const frame = picture.getBoundingClientRect();
      const scale = frame.width / (MARGIN.left + side + MARGIN.right);
      pin(Place.rounded(((event.clientX - frame.left) / scale - MARGIN.left) / side));
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
    document.getElementById("download-decision-svg").addEventListener("click", () => {
      Export.downloadSvg("decision.svg", picture, "Decision curve");
    });

    Make.fit(picture, live, MARGIN, (next) => {
      side = next;
      picture.replaceChildren(clip, ground, curves, marks, cross);
      draw(store.get());
    });
    store.subscribe(["prior", "steps"], draw);
    store.subscribe(["hovered", "pinned", "prior"], point);
  };

  return { start, changes };
})();
