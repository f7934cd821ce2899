"use strict";

/**
 * ROC space: the classifiers, and the iso-performance lines of the score at the point.
 *
 * Everything is drawn inside a frame { margin, side, view, pixel }: a square of `side` pixels that shows the window
 * `view` of ROC space.
 */
const RocView = (() => {
  const FONT = 12;
  const MARGIN = { left: 56, right: 16, top: 26, bottom: 46 };
  const MOST_LINES = 3;
  const WHOLE = { x0: 0, x1: 1, y0: 0, y1: 1 };

  const frameOf = (side, view) => ({
    margin: MARGIN,
    side,
    view,
    pixel: ([x, y]) => [
      MARGIN.left + (x - view.x0) / (view.x1 - view.x0) * side,
      MARGIN.top + (view.y1 - y) / (view.y1 - view.y0) * side,
    ],
  });

  const isInWindow = ([x, y], { side }) => (
    x >= MARGIN.left - 1 && x <= MARGIN.left + side + 1
      && y >= MARGIN.top - 1 && y <= MARGIN.top + side + 1
  );

  /** Where the classifiers are, who is first for some preference, and the window that shows these well. */
  const scene = (data) => {
    const places = data.classifiers.map(({ matrix: [tn, fp, fn, tp] }) => (
      [Exact.make(fp, tn + fp), Exact.make(tp, fn + tp)].map(Exact.toNumber)
    ));
    // Whoever is first for some preference: the corners of the upper left hull.
    const isFirst = new Set(data.tile.sweeps
      .filter(({ ranks }) => ranks.some(([best]) => best === 1))
      .flatMap(({ members }) => members));
    // Constant predictions are first in a corner each: they would make any window the whole space.
    const isConstant = (k) => places[k].every((z) => z === 0 || z === 1);
    const close = RocLines.closeUp(places, [...isFirst].filter((k) => !isConstant(k)));
    return { places, isFirst, close };
  };

  /** Ground, ticks, titles and the line of chance. */
  const space = ({ side, view, pixel }) => {
    const [left, top, right, bottom] = [
      MARGIN.left, MARGIN.top, MARGIN.left + side, MARGIN.top + side,
    ];
    const text = (content, x, y, anchor, more = {}) => (
      Make.svg("text", { x, y, "text-anchor": anchor, "font-size": FONT, ...more }, content)
    );
    const parts = [Make.square(side, MARGIN, { class: "ground" })];
    for (const [at, shown] of RocLines.ticks(view.x0, view.x1)) {
      const [x] = pixel([at, 0]);
      parts.push(
        Make.svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: "tick" }),
        text(shown, Make.number(x), bottom + 17, "middle"),
      );
    }
    for (const [at, shown] of RocLines.ticks(view.y0, view.y1)) {
      const [, y] = pixel([0, at]);
      parts.push(
        Make.svg("line", { x1: left - 5, x2: left, y1: y, y2: y, class: "tick" }),
        text(shown, left - 8, Make.number(y + 4), "end"),
      );
    }
    const middle = (top + bottom) / 2;
    parts.push(
      text("false positive rate", (left + right) / 2, bottom + 37, "middle", { class: "axis-title" }),
      text("true positive rate", 11, middle, "middle", {
        class: "axis-title", transform: `rotate(-90 11 ${middle})`,
      }),
    );
    const chance = RocLines.clipped([1n, -1n, 0n], view);
    if (chance) {
      const [[x1, y1], [x2, y2]] = chance.map(pixel);
      parts.push(Make.svg("line", { x1, y1, x2, y2, class: "chance" }));
    }
    return parts;
  };

  /** The part of a line inside the window: one element or none. */
  const segment = (line, { view, pixel }, attributes) => {
    const ends = RocLines.clipped(line, view);
    if (ends === null) {
      return [];
    }
    const [[x1, y1], [x2, y2]] = ends.map(pixel);
    return [Make.svg("line", {
      x1: Make.number(x1), y1: Make.number(y1), x2: Make.number(x2), y2: Make.number(y2),
      "data-line": line.join(" "), ...attributes,
    })];
  };

  /** The lines of round values, and their values where these hide nothing that is taken. */
  const roundLines = (bundle, frame, taken) => {
    const [lines, values] = [[], []];
    for (const value of RocLines.levels(bundle, frame.view)) {
      const line = segment(RocLines.lineOf(bundle, value), frame, {
        class: "iso", "data-value": Exact.print(value),
      });
      lines.push(...line);
      values.push(...line.flatMap((drawn) => RocNames.atEnd(drawn, Place.number(value), taken, frame)));
    }
    return { lines, values };
  };

  /** The lines through the first few and the marked classifier. */
  const ownLines = (data, { prior, marked }, point, bundle, frame) => {
    const matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, prior));
    return ModelsView.ranking(data, matrices, point, prior)
      .filter(({ rank }) => rank !== null)
      .filter(({ classifier }, k) => k < MOST_LINES || classifier === marked)
      .flatMap((entry) => {
        const value = Ranking.value(entry);
        const attributes = {
          "data-classifier": entry.classifier, "data-value": Exact.print(value),
        };
        const line = RocLines.lineOf(bundle, value);
        return [
          ...segment(line, frame, { class: "iso-casing", ...attributes, "data-line": null }),
          ...segment(line, frame, {
            class: "iso-own", stroke: data.colours[entry.classifier].fill, ...attributes,
          }),
        ];
      });
  };

  /** The hull from nobody positive to everybody, as far as it is in the window. */
  const hullLine = ({ places, isFirst }, { pixel }) => {
    const corners = [...isFirst].map((k) => places[k]).concat([[0, 0], [1, 1]])
      .sort(([x0, y0], [x1, y1]) => x0 - x1 || y0 - y1);
    const chain = corners.map((corner) => pixel(corner).map(Make.number).join(" "));
    return Make.svg("path", {
      d: `M${chain.join("L")}`, class: "hull", "clip-path": "url(#roc-window)",
    });
  };

  /** The classifiers inside the window. */
  const circles = (data, { places, isFirst }, frame) => {
    // Thresholds of models are many, and their chosen ones have marks of their own.
    const [first, other] = data.scores ? [3.5, 2] : [6, 4];
    // Those who are first somewhere come last, so that they are on top.
    return data.tile.by_share.slice().reverse().flatMap((k) => {
      const [x, y] = frame.pixel(places[k]);
      return !isInWindow([x, y], frame) ? [] : [Make.svg("circle", {
        cx: Make.number(x), cy: Make.number(y), r: isFirst.has(k) ? first : other,
        fill: data.colours[k].fill, "data-classifier": k,
        class: isFirst.has(k) ? "point is-hull" : "point",
      }, Make.svg("title", {}, data.classifiers[k].name))];
    });
  };

  /** The names of the hull's corners. */
  const hullNames = (data, { places, isFirst }, names, points, frame) => {
    if (data.scores) {
      return [];
    }
    const wanted = data.tile.by_share.filter((k) => isFirst.has(k))
      .map((k) => ({ classifier: k, at: frame.pixel(places[k]), name: Make.shortened(names[k], 22) }))
      .filter(({ at }) => isInWindow(at, frame));
    return RocNames.beside(wanted, RocNames.roomsOf(points, (r) => 2 * r + 1), frame);
  };

  /** The name of the marked point beside it, unless it stands there already. */
  const markedName = (shown, names, named, { side }) => {
    const { classifier } = shown.dataset;
    if (named.querySelector(`[data-classifier="${classifier}"]`) !== null) {
      return [];
    }
    const [x, y] = [Number(shown.getAttribute("cx")), Number(shown.getAttribute("cy"))];
    const isRight = x > MARGIN.left + side / 2;
    return [Make.svg("text", {
      x: x + (isRight ? -11 : 11), y: y + 4, "text-anchor": isRight ? "end" : "start",
      "font-size": FONT, class: "halo",
    }, names[classifier])];
  };

  const listen = (picture, points, store) => {
    points.addEventListener("pointerover", (event) => {
      const point = event.target.closest("[data-classifier]");
      if (point) {
        store.set({ marked: Number(point.dataset.classifier) });
      }
    });
    points.addEventListener("pointerout", () => store.set({ marked: null }));
    Export.offer("roc", () => picture, () => "ROC space");
  };

  const start = (store, data) => {
    const [live, zoom, note, outside] = ["roc-live", "roc-zoom", "roc-note", "roc-outside"]
      .map((id) => document.getElementById(id));
    const seen = scene(data);
    const names = Make.shortNames(data.classifiers);
    const picture = Make.svg("svg", { id: "roc", role: "img", "aria-labelledby": "roc-title" });
    const title = Make.svg("title", { id: "roc-title" },
      "ROC space: the false and true positive rate of each classifier");
    const [ground, lines, hull, values, points, models, named] = [
      "space", "lines", "hull-line", "values", "points", "models", "hull-names",
    ].map((name) => Make.svg("g", { class: name }));
    const label = Make.svg("g", { class: "point-name", "data-passing": true });
    live.append(picture);
    document.getElementById("roc-box").hidden = false;

    // Good classifiers crowd in a corner: unless they fill the space they are shown larger.
    zoom.checked = seen.close.x1 - seen.close.x0 < 0.5;
    let side = 0;
    let frame = null;

    const drawLines = (state) => {
      const bundle = state.prior === null ? null : RocLines.pencil(Place.current(state), state.prior);
      Make.text(note, bundle === null
        ? "Tested under different priors, each classifier has lines of its own; "
          + "choose a common prior to see a score's."
        : "Lines join performances that the score at the point values alike; "
          + "the thick ones go through the first three.");
      if (bundle === null) {
        lines.replaceChildren();
        values.replaceChildren();
        return;
      }
      const round = roundLines(bundle, frame, RocNames.roomsOf(points, () => 12));
      lines.replaceChildren(
        ...round.lines, ...ownLines(data, state, Place.current(state), bundle, frame),
      );
      values.replaceChildren(...round.values);
    };

    const drawModels = (state) => {
      if (data.scores) {
        ModelsView.drawRoc(models, data, state, frame.pixel);
      }
    };

    const mark = ({ marked }) => {
      for (const point of points.children) {
        point.classList.toggle("is-marked", Number(point.dataset.classifier) === marked);
      }
      const shown = points.querySelector(".is-marked");
      if (shown) {
        points.append(shown);
      }
      label.replaceChildren(...(shown ? markedName(shown, names, named, frame) : []));
    };

    const draw = () => {
      frame = frameOf(side, zoom.checked ? seen.close : WHOLE);
      ground.replaceChildren(...space(frame));
      points.replaceChildren(...circles(data, seen, frame));
      const missing = seen.places.length - points.children.length;
      Make.text(outside, missing === 0 ? "" : `${missing} of ${
        seen.places.length}${data.scores ? " thresholds" : ""} ${missing === 1 ? "lies" : "lie"} outside of this window.`);
      hull.replaceChildren(hullLine(seen, frame));
      named.replaceChildren(...hullNames(data, seen, names, points, frame));
      drawLines(store.get());
      drawModels(store.get());
      mark(store.get());
    };

    zoom.addEventListener("change", draw);
    listen(picture, points, store);
    Make.fit(picture, live, MARGIN, (next) => {
      side = next;
      const border = Make.square(side, MARGIN, { fill: "none", class: "frame" });
      const clip = Make.svg("clipPath", { id: "roc-window" }, Make.square(side, MARGIN, {}));
      picture.replaceChildren(title, clip, ground, lines, hull, values, border, points, models, named, label);
      draw();
    });
    store.subscribe(["hovered", "pinned", "prior", "marked"], drawLines);
    store.subscribe(["hovered", "pinned", "prior", "steps"], drawModels);
    store.subscribe(["marked"], mark);
  };

  return { start };
})();
