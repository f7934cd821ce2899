"use strict";

/**
 * ROC space: the classifiers, and the iso-performance lines of the score at the point.
 */
const RocView = (() => {
  const FONT = 12;
  const MARGIN = { left: 56, right: 16, top: 26, bottom: 46 };
  const MOST_LINES = 3;

  /** The common divisor taken out. */
  const primitive = (line) => {
    const common = line.reduce(Exact.gcd, 0n);
    return common === 0n ? line : line.map((k) => k / common);
  };

  /** s and u as [k_fpr, k_tpr, k_1] in integers. */
  const pencil = ({ a, b }, prior) => {
    const [negative, positive] = [prior.d - prior.n, prior.n];
    const tn = (a.d - a.n) * b.d * negative;
    const fp = (b.d - b.n) * a.d * negative;
    const tp = a.n * b.d * positive;
    const fn = b.n * a.d * positive;
    return { satisfied: [-tn, tp, tn], unsatisfied: [fp, -fn, fn] };
  };

  /** The line of a value: coprime integers, positive where performances are better. */
  const lineOf = ({ satisfied, unsatisfied }, value) => (
    primitive(satisfied.map((s, k) => (value.d - value.n) * s - value.n * unsatisfied[k]))
  );

  /** The part of a line inside a window, two points or null. */
  const clipped = (line, { x0, x1, y0, y1 }) => {
    const large = line.reduce((most, k) => (k * k > most * most ? k : most), 1n);
    const [kx, ky, k1] = line.map((k) => Exact.toNumber(Exact.make(k, large < 0n ? -large : large)));
    const found = [];
    const add = (x, y) => {
      const slack = 1e-9;
      if (x >= x0 - slack && x <= x1 + slack && y >= y0 - slack && y <= y1 + slack) {
        found.push([x, y]);
      }
    };
    if (ky !== 0) {
      add(x0, -(k1 + kx * x0) / ky);
      add(x1, -(k1 + kx * x1) / ky);
    }
    if (kx !== 0) {
      add(-(k1 + ky * y0) / kx, y0);
      add(-(k1 + ky * y1) / kx, y1);
    }
    found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const [first, last] = [found[0], found[found.length - 1]];
    return found.length > 1 && Math.hypot(last[0] - first[0], last[1] - first[1]) > 1e-9
      ? [first, last]
      : null;
  };

  /** Round values whose lines cut up a window well, in increasing order. */
  const levels = ({ satisfied, unsatisfied }, { x0, x1, y0, y1 }) => {
    const sizes = [...satisfied, ...unsatisfied].map((k) => (k < 0n ? -k : k));
    const large = sizes.reduce((x, y) => (x > y ? x : y));
    const [s, u] = [satisfied, unsatisfied].map((line) => (
      line.map((k) => Exact.toNumber(Exact.make(k, large)))
    ));
    const at = ([kx, ky, k1], x, y) => kx * x + ky * y + k1;
    // Inside ROC space alone a value is a score.
    const [left, right, low, high] = [x0, x1, y0, y1].map((z) => Math.min(Math.max(z, 0), 1));
    const values = [[left, low], [right, low], [left, high], [right, high]].map(([x, y]) => (
      at(s, x, y) / (at(s, x, y) + at(u, x, y))
    )).filter(Number.isFinite);
    if (values.length === 0) {
      return [];
    }
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const steps = [10, 20, 50, 100, 200, 500, 1000, 10_000];
    const parts = steps.find((one) => (most - least) * one >= 5) ?? 10_000;
    const found = [];
    for (let k = Math.ceil(least * parts - 1e-9); k <= most * parts + 1e-9; k += 1) {
      found.push(Exact.make(BigInt(k), BigInt(parts)));
    }
    return found;
  };

  const ticks = (low, high) => {
    const step = [0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
      .find((one) => (high - low) / one >= 3) ?? (high - low) / 4;
    const first = Math.ceil(low / step - 1e-9);
    const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9), step === 0.25 ? 2 : 0);
    const found = [];
    for (let k = first; k * step <= high + 1e-9; k += 1) {
      found.push([k * step, (k * step).toFixed(digits)]);
    }
    return found;
  };

  /** The window that holds those who are first somewhere, with some air. */
  const closeUp = (places, wanted) => {
    const shown = wanted.length > 0 ? wanted.map((k) => places[k]) : places;
    const [xs, ys] = [0, 1].map((axis) => shown.map((place) => place[axis]));
    const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 0.01);
    const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
    const range = (values) => {
      const half = Math.min(0.62 * side, 0.5);
      const at = Math.min(Math.max(middle(values), half), 1 - half);
      const air = 0.02 * half;
      return [at - half - air, at + half + air];
    };
    const [[x0, x1], [y0, y1]] = [range(xs), range(ys)];
    return { x0, x1, y0, y1 };
  };

  const start = (store, data) => {
    const live = document.getElementById("roc-live");
    const zoom = document.getElementById("roc-zoom");
    const note = document.getElementById("roc-note");
    const rates = data.classifiers.map(({ matrix: [tn, fp, fn, tp] }) => (
      { fpr: Exact.make(fp, tn + fp), tpr: Exact.make(tp, fn + tp) }
    ));
    const places = rates.map(({ fpr, tpr }) => [Exact.toNumber(fpr), Exact.toNumber(tpr)]);
    // Whoever is first for some preference: the corners of the upper left hull.
    const isFirst = new Set(data.tile.sweeps
      .filter(({ ranks }) => ranks.some(([best]) => best === 1))
      .flatMap(({ members }) => members));
    // Constant predictions are first in a corner each: they would make any window the whole space.
    const isConstant = (k) => places[k].every((z) => z === 0 || z === 1);
    const best = [...isFirst].filter((k) => !isConstant(k));
    const whole = { x0: 0, x1: 1, y0: 0, y1: 1 };
    const close = closeUp(places, best);

    const picture = Make.svg("svg", { id: "roc", role: "img", "aria-labelledby": "roc-title" });
    const title = Make.svg("title", { id: "roc-title" },
      "ROC space: the false and true positive rate of each classifier");
    const space = Make.svg("g");
    const lines = Make.svg("g", { class: "lines" });
    const values = Make.svg("g", { class: "values" });
    const points = Make.svg("g", { class: "points" });
    const label = Make.svg("g", { class: "point-name", "data-passing": true });
    const hull = Make.svg("g", { class: "hull-line" });
    const models = Make.svg("g", { class: "models" });
    const named = Make.svg("g", { class: "hull-names" });
    const outsideNote = document.getElementById("roc-outside");
    const names = Make.shortNames(data.classifiers);
    live.append(picture);
    document.getElementById("roc-box").hidden = false;

    let side = 0;
    // Good classifiers crowd in a corner: unless they fill the space they are shown larger.
    zoom.checked = close.x1 - close.x0 < 0.5;
    let view = zoom.checked ? close : whole;
    const pixel = ([x, y]) => [
      MARGIN.left + (x - view.x0) / (view.x1 - view.x0) * side,
      MARGIN.top + (view.y1 - y) / (view.y1 - view.y0) * side,
    ];

    const drawSpace = () => {
      const [left, top, right, bottom] = [
        MARGIN.left, MARGIN.top, MARGIN.left + side, MARGIN.top + side,
      ];
      space.replaceChildren(Make.svg("rect", {
        x: left, y: top, width: side, height: side, class: "ground",
      }));
      const text = (content, x, y, anchor, more = {}) => space.append(
        Make.svg("text", { x, y, "text-anchor": anchor, "font-size": FONT, ...more }, content),
      );
      for (const [at, shown] of ticks(view.x0, view.x1)) {
        const [x] = pixel([at, 0]);
        space.append(Make.svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: "tick" }));
        text(shown, Make.number(x), bottom + 17, "middle");
      }
      for (const [at, shown] of ticks(view.y0, view.y1)) {
        const [, y] = pixel([0, at]);
        space.append(Make.svg("line", { x1: left - 5, x2: left, y1: y, y2: y, class: "tick" }));
        text(shown, left - 8, Make.number(y + 4), "end");
      }
      const middle = (top + bottom) / 2;
      text("false positive rate", (left + right) / 2, bottom + 37, "middle", { class: "axis-title" });
      text("true positive rate", 11, middle, "middle", {
        class: "axis-title", transform: `rotate(-90 11 ${middle})`,
      });
      const chance = clipped([1n, -1n, 0n], view);
      if (chance) {
        const [[x1, y1], [x2, y2]] = chance.map(pixel);
        space.append(Make.svg("line", { x1, y1, x2, y2, class: "chance" }));
      }
    };

    const segment = (line, attributes) => {
      const ends = clipped(line, view);
      if (ends === null) {
        return [];
      }
      const [[x1, y1], [x2, y2]] = ends.map(pixel);
      return [Make.svg("line", {
        x1: Make.number(x1), y1: Make.number(y1), x2: Make.number(x2), y2: Make.number(y2),
        "data-line": line.join(" "), ...attributes,
      })];
    };

    /** A line's value at its end on the left or below, where it hides no point. */
    const labelOf = (line, shown, taken) => {
      const [x, y] = ["x1", "y1"].map((name) => Number(line.getAttribute(name)));
      const isLow = y > MARGIN.top + side - 1;
      const wide = Make.width(shown, 10) + 4;
      const isClose = x + wide + 4 > MARGIN.left + side;
      const at = { x: isClose ? x - 4 : x + 4, y: isLow ? y - 5 : Math.max(y - 3, MARGIN.top + 11) };
      const room = Room.around(at.x + (isClose ? -wide / 2 : wide / 2), at.y - 4, wide, 12);
      if (taken.some((other) => Room.overlap(other, room))) {
        return [];
      }
      taken.push(room);
      return [Make.svg("text", {
        x: Make.number(at.x),
        y: Make.number(at.y),
        "text-anchor": isClose ? "end" : "start",
        "font-size": 10,
        class: "iso-value halo",
      }, shown)];
    };

    /** The lines of round values, and those of the first few and of the marked classifier. */
    const drawLines = (state) => {
      lines.replaceChildren();
      values.replaceChildren();
      const { prior, marked } = state;
      if (prior === null) {
        Make.text(note, "Tested under different priors, each classifier has lines of its own; "
          + "choose a common prior to see a score's.");
        return;
      }
      Make.text(note, "Lines join performances that the score at the point values alike; "
        + "the thick ones go through the first three.");
      const point = Place.current(state);
      const bundle = pencil(point, prior);
      const taken = Array.from(points.children, (circle) => {
        const [x, y] = ["cx", "cy"].map((name) => Number(circle.getAttribute(name)));
        return Room.around(x, y, 12, 12);
      });
      for (const value of levels(bundle, view)) {
        const shown = Place.number(value);
        const line = segment(lineOf(bundle, value), {
          class: "iso", "data-value": Exact.print(value),
        });
        lines.append(...line);
        values.append(...line.flatMap((drawn) => labelOf(drawn, shown, taken)));
      }
      const matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, prior));
      const ranking = Ranking.at(matrices, point).filter(({ rank }) => rank !== null);
      const shown = ranking.filter(({ classifier }, k) => k < MOST_LINES || classifier === marked);
      for (const entry of shown) {
        const value = Ranking.value(entry);
        const { fill } = data.colours[entry.classifier];
        const attributes = {
          "data-classifier": entry.classifier, "data-value": Exact.print(value),
        };
        const line = lineOf(bundle, value);
        lines.append(
          ...segment(line, { class: "iso-casing", ...attributes, "data-line": null }),
          ...segment(line, { class: "iso-own", stroke: fill, ...attributes }),
        );
      }
    };

    const isInWindow = ([x, y]) => (
      x >= MARGIN.left - 1 && x <= MARGIN.left + side + 1
        && y >= MARGIN.top - 1 && y <= MARGIN.top + side + 1
    );

    /** The hull from nobody positive to everybody, as far as it is in the window. */
    const drawHull = () => {
      const corners = [...isFirst].map((k) => places[k]).concat([[0, 0], [1, 1]])
        .sort(([x0, y0], [x1, y1]) => x0 - x1 || y0 - y1);
      const chain = corners.map((corner) => pixel(corner).map(Make.number).join(" "));
      hull.replaceChildren(Make.svg("path", {
        d: `M${chain.join("L")}`, class: "hull", "clip-path": "url(#roc-window)",
      }));
    };

    /** Places for a name around a point: close ones, then farther ones, which need a line to the point. */
    const SPOTS = [[9, 4, "start"], [9, 16, "start"], [-9, -8, "end"], [9, -9, "start"],
      [-9, 4, "end"], [0, 20, "middle"], [0, -12, "middle"], [-9, 16, "end"], [14, 28, "start"],
      ...[30, 45, 60, 80, 100, 125].flatMap((radius) => (
        [20, -20, 45, -45, 70, -70, 0, 110, -110, 160, 180].map((angle) => {
          const turn = angle * Math.PI / 180;
          const [dx, dy] = [radius * Math.cos(turn), radius * Math.sin(turn)];
          return [dx, dy + 4, dx >= 0 ? "start" : "end"];
        })
      ))];
    const CLOSE = 32;

    /** What a name at a spot beside a point covers. */
    const roomAt = ([x, y], [dx, dy, anchor], wide) => {
      const shift = { start: wide / 2, end: -wide / 2, middle: 0 }[anchor];
      return Room.around(x + dx + shift, y + dy - 4, wide, 13);
    };

    /** The first spot where a name is inside the window and hides nothing. */
    const freeSpot = (point, wide, taken) => SPOTS.find((spot) => {
      const room = roomAt(point, spot, wide);
      return room.left >= MARGIN.left && room.right <= MARGIN.left + side
        && room.top >= MARGIN.top && room.bottom <= MARGIN.top + side
        && !taken.some((other) => Room.overlap(other, room));
    });

    /** The names of the corners beside them, where they hide nothing. */
    const labelHull = () => {
      named.replaceChildren();
      if (data.scores) {
        return;
      }
      const taken = Array.from(points.children, (circle) => {
        const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name)));
        return Room.around(x, y, 2 * r + 1, 2 * r + 1);
      });
      const seen = new Set();
      for (const k of data.tile.by_share) {
        const [x, y] = pixel(places[k]);
        const key = `${x} ${y}`;
        if (!isFirst.has(k) || !isInWindow([x, y]) || seen.has(key)) {
          continue;
        }
        seen.add(key);
        const shown = Make.shortened(names[k], 22);
        const wide = Make.width(shown, 11) + 4;
        const spot = freeSpot([x, y], wide, taken);
        if (spot) {
          const [dx, dy, anchor] = spot;
          taken.push(roomAt([x, y], spot, wide));
          if (Math.hypot(dx, dy) > CLOSE) {
            named.append(Make.svg("line", {
              x1: Make.number(x), y1: Make.number(y), x2: Make.number(x + dx), y2: Make.number(y + dy - 4),
              class: "leader",
            }));
          }
          named.append(Make.svg("text", {
            x: Make.number(x + dx), y: Make.number(y + dy), "text-anchor": anchor, "font-size": 11,
            "data-classifier": k, class: "hull-name halo",
          }, shown));
        }
      }
    };

    const drawPoints = () => {
      points.replaceChildren();
      let outside = 0;
      // Thresholds of models are many, and their chosen ones have marks of their own.
      const [first, other] = data.scores ? [3.5, 2] : [6, 4];
      // Those who are first somewhere come last, so that they are on top.
      const order = data.tile.by_share.slice().reverse();
      for (const k of order) {
        const [x, y] = pixel(places[k]);
        if (!isInWindow([x, y])) {
          outside += 1;
        } else {
          points.append(Make.svg("circle", {
            cx: Make.number(x), cy: Make.number(y), r: isFirst.has(k) ? first : other,
            fill: data.colours[k].fill, "data-classifier": k,
            class: isFirst.has(k) ? "point is-hull" : "point",
          }, Make.svg("title", {}, data.classifiers[k].name)));
        }
      }
      Make.text(outsideNote, outside === 0 ? "" : `${outside} of ${places.length} lie outside of this window.`);
      drawHull();
      labelHull();
    };

    const drawModels = (state) => {
      if (data.scores) {
        ModelsView.drawRoc(models, data, state, pixel);
      }
    };

    const mark = ({ marked }) => {
      label.replaceChildren();
      for (const point of points.children) {
        point.classList.toggle("is-marked", Number(point.dataset.classifier) === marked);
      }
      const shown = points.querySelector(".is-marked");
      if (shown) {
        points.append(shown);
        const [x, y] = [Number(shown.getAttribute("cx")), Number(shown.getAttribute("cy"))];
        const isRight = x > MARGIN.left + side / 2;
        const own = named.querySelector(`[data-classifier="${marked}"]`);
        if (own !== null) {
          return;
        }
        label.append(Make.svg("text", {
          x: x + (isRight ? -11 : 11), y: y + 4, "text-anchor": isRight ? "end" : "start",
          "font-size": FONT, class: "halo",
        }, names[marked]));
      }
    };

    const draw = () => {
      drawSpace();
      drawPoints();
      drawLines(store.get());
      drawModels(store.get());
      mark(store.get());
    };

    const fitted = (next) => {
      side = next;
      const frame = Make.square(side, MARGIN, { fill: "none", class: "frame" });
      const clip = Make.svg("clipPath", { id: "roc-window" }, Make.square(side, MARGIN, {}));
      picture.replaceChildren(title, clip, space, lines, hull, values, frame, points, models, named, label);
      draw();
    };

    zoom.addEventListener("change", () => {
      view = zoom.checked ? close : whole;
      draw();
    });
    points.addEventListener("pointerover", (event) => {
      const point = event.target.closest("[data-classifier]");
      if (point) {
        store.set({ marked: Number(point.dataset.classifier) });
      }
    });
    points.addEventListener("pointerout", () => store.set({ marked: null }));
    document.getElementById("download-roc-svg").addEventListener("click", () => {
      Export.downloadSvg("roc.svg", picture, "ROC space");
    });
    Make.fit(picture, live, MARGIN, fitted);
    store.subscribe(["hovered", "pinned", "prior", "marked"], drawLines);
    store.subscribe(["hovered", "pinned", "prior", "steps"], drawModels);
    store.subscribe(["marked"], mark);
  };

  return { start, pencil, lineOf };
})();
