"use strict";

/**
 * Two classifiers on the next test: both distributions, and who will be ahead how probably.
 *
 * All probabilities were worked out before; here they are looked up and drawn.
 */
const PairView = (() => {
  const UNITS = 100_000;
  const SIZE = { height: 300, wide: 760, narrow: 400 };
  const MARGIN = { left: 62, right: 18, top: 14, bottom: 46 };
  const OUTCOMES = ["greater", "equal", "less", "undefined"];

  /** A probability in millionths with three decimals; only nothing reads as 0, only certainty as 1. */
  const millionths = (count) => {
    if (count > 0 && count < 500) {
      return "below 0.001";
    }
    return count > 999_500 && count < 1_000_000
      ? "above 0.999"
      : Exact.toDecimal(Exact.make(BigInt(count), 1_000_000n), 3);
  };

  /** The decimal that both limits are rounded to, or null; only nothing reads as 0, only certainty as 1. */
  const agreed = ([lower, upper], digits) => {
    const [text, other] = [lower, upper].map((end) => Exact.toDecimal(end, digits));
    if (text !== other) {
      return null;
    }
    const unit = Exact.make(1n, 10n ** BigInt(digits));
    if (text === Exact.toDecimal(Exact.ZERO, digits) && upper.n > 0n) {
      return `below ${Exact.toDecimal(unit, digits)}`;
    }
    return text === Exact.toDecimal(Exact.ONE, digits) && lower.n < lower.d
      ? `above ${Exact.toDecimal(Exact.complement(unit), digits)}` : text;
  };

  /** A number rounded outwards. */
  const outwards = (value, digits, isUp) => {
    const scale = 10n ** BigInt(digits);
    const [whole, rest] = [(value.n * scale) / value.d, (value.n * scale) % value.d];
    return Exact.toDecimal(Exact.make(whole + (isUp && rest > 0n ? 1n : 0n), scale), digits);
  };

  /** A probability that is known within limits, as the page's sentences have it. */
  const told = ({ lower, upper }) => {
    const ends = [lower, upper].map((end) => Exact.parse(end));
    const places = Exact.compare(Exact.subtract(ends[1], ends[0]), Exact.make(1n, 100n)) < 0 ? 3 : 2;
    const limits = [outwards(ends[0], places, false), outwards(ends[1], places, true)];
    const sure = agreed(ends, 3);
    if (sure !== null) {
      return { text: sure, limits: null };
    }
    if (ends[1].n * 2000n >= ends[1].d * 1999n) {
      return { text: `at least ${limits[0]}`, limits };
    }
    if (ends[0].n * 2000n < ends[0].d) {
      return { text: `at most ${limits[1]}`, limits };
    }
    const middle = Exact.divide(Exact.add(...ends), Exact.make(2n));
    const text = agreed(ends, 2) ?? agreed(ends, 1) ?? `about ${Exact.toDecimal(middle, 2)}`;
    return { text, limits };
  };

  /** Where a pair stands in the lists; null if it was not compared. */
  const placeOf = ({ classifiers }, [first, second]) => {
    const [i, j] = [first, second].map((one) => classifiers.indexOf(one));
    if (i < 0 || j < 0 || i === j) {
      return null;
    }
    const [x, y] = i < j ? [i, j] : [j, i];
    return { at: (x * (2 * classifiers.length - x - 1)) / 2 + y - x - 1, isTurned: i > j };
  };

  /** Millionths: better, equal, worse, undefined; null where they would have to be drawn. */
  const probabilities = (compared, pair) => {
    if (compared.probabilities === null) {
      return null;
    }
    const place = placeOf(compared, pair);
    const [greater, equal, less, undefinedFor] = compared.probabilities[place.at];
    return place.isTurned
      ? [less, equal, greater, undefinedFor]
      : [greater, equal, less, undefinedFor];
  };

  /** The swap test in a sentence; nothing where it is not known how the two agree. */
  const swapTest = (compared, pair, title) => {
    const all = compared.swap_tests;
    if (all === undefined) {
      return [];
    }
    const found = all[placeOf(compared, pair).at];
    const count = all.filter((one) => one !== null).length;
    const corrected = found !== null && count > 1
      ? `; corrected for all ${count} pairs of this page (Holm): ${found.holm}`
      : "";
    return [Make.html("p", { id: "pair-swap" }, found === null
      ? `There is no swap test: ${title} is undefined for one of the two, or they differ on too many samples.`
      : `Swap test by ${title}: p = ${found.p}${corrected}.`)];
  };

  /** An exact fraction as the number that a picture needs. */
  const about = (text) => Exact.toNumber(Exact.parse(text));

  /** The number of an observed value; null where it has none. */
  const observed = ({ value }) => {
    if (value === null || value === "inf" || value === "-inf") {
      return null;
    }
    return about(typeof value === "string" ? value : value.lower);
  };

  const ticks = (low, high) => {
    const rough = (high - low) / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((k) => k * power).find((one) => one >= rough * 0.999);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const found = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) {
      found.push([k * step, (k * step).toFixed(digits).replace("-", "−")]);
    }
    return found;
  };

  /** The outline of a distribution. */
  const outline = ({ first, inner }, x, y) => {
    let path = `M${Make.number(x(first))} ${Make.number(y(0))}`;
    inner.forEach((mass, k) => {
      path += `V${Make.number(y(mass))}H${Make.number(x(first + k + 1))}`;
    });
    return `${path}V${Make.number(y(0))}`;
  };

  const legend = (names, fills, notes) => Make.html(
    "ul",
    { class: "legend" },
    ...names.map((name, k) => Make.html(
      "li",
      {},
      Make.html("span", { class: `swatch of-${k + 1}`, style: `background:${fills[k]}` }),
      Make.html("span", {}, Make.name(name), notes[k]),
    )),
  );

  /** What the picture leaves out of a distribution. */
  const outsideNote = ([below, above, without]) => {
    const outside = [[below, "below"], [above, "above"], [without, "undefined"]]
      .filter(([mass]) => mass > 0)
      .map(([mass, where]) => `${where}: ${(mass / UNITS).toFixed(5)}`);
    return outside.length > 0 ? ` (${outside.join(", ")})` : "";
  };

  /** Both distributions over each other. */
  const picture = ({ title, names, fills, bins, masses, values }) => {
    const shown = masses.filter(({ inner }) => inner.length > 0);
    if (shown.length === 0) {
      return null;
    }
    const [start, width] = [about(bins.start), about(bins.width)];
    const ends = shown.flatMap(({ first, inner }) => [first, first + inner.length]);
    const places = values.filter((value) => value !== null).map((value) => (value - start) / width);
    const from = Math.max(0, Math.min(...ends, ...places) - 2);
    const to = Math.min(bins.count, Math.max(...ends, ...places) + 2);
    const most = Math.max(...shown.flatMap(({ inner }) => inner));
    // Shrunk to a narrow screen, the wide picture could not be read; paper is wide.
    const room = document.getElementById("pair-figure").clientWidth;
    const across = room > 0 && room < 1.2 * SIZE.narrow ? SIZE.narrow : SIZE.wide;
    const right = across - MARGIN.right;
    const bottom = SIZE.height - MARGIN.bottom;
    const x = (bin) => MARGIN.left + ((bin - from) / (to - from)) * (right - MARGIN.left);
    const y = (mass) => bottom - (mass / most) * (bottom - MARGIN.top);
    const axis = ticks(start + from * width, start + to * width).map(([value, text]) => {
      const place = Make.number(x((value - start) / width));
      return Make.svg(
        "g",
        {},
        Make.svg("line", { class: "tick", x1: place, x2: place, y1: bottom, y2: bottom + 5 }),
        Make.svg("text", { x: place, y: bottom + 19, "text-anchor": "middle" }, text),
      );
    });
    // Bars of one width: a mass is the probability of a result within it.
    const heights = ticks(0, most / UNITS).map(([value, text]) => {
      const place = Make.number(y(value * UNITS));
      return Make.svg(
        "g",
        {},
        Make.svg("line", { class: "tick", x1: MARGIN.left - 5, x2: MARGIN.left, y1: place, y2: place }),
        Make.svg("text", { x: MARGIN.left - 9, y: Number(place) + 4, "text-anchor": "end" }, text),
      );
    });
    const half = (MARGIN.top + bottom) / 2;
    const marks = values.map((value, k) => {
      if (value === null) {
        return "";
      }
      const place = Make.number(x((value - start) / width));
      return Make.svg("line", {
        class: `observed of-${k + 1}`, x1: place, x2: place, y1: MARGIN.top - 6, y2: bottom,
      });
    });
    return Make.svg(
      "svg",
      {
        id: "pair-picture",
        viewBox: `0 0 ${across} ${SIZE.height}`,
        role: "img",
        "aria-label": `The distributions of ${title} on the next test: ${names.join(" and ")}`,
      },
      ...masses.map((one, k) => Make.svg(
        "path",
        { class: `distribution of-${k + 1}`, d: outline(one, x, y), fill: fills[k] },
      )),
      ...marks,
      Make.svg("line", {
        class: "tick", x1: MARGIN.left, x2: right, y1: bottom, y2: bottom,
      }),
      Make.svg("line", {
        class: "tick", x1: MARGIN.left, x2: MARGIN.left, y1: MARGIN.top - 6, y2: bottom,
      }),
      ...axis,
      ...heights,
      Make.svg("text", {
        class: "axis-title", x: 13, y: half, "text-anchor": "middle", transform: `rotate(-90 13 ${half})`,
      }, `probability per ${Number(width.toPrecision(2))} of ${title}`),
      Make.svg("text", {
        class: "axis-title", x: (MARGIN.left + right) / 2, y: SIZE.height - 6, "text-anchor": "middle",
      }, `${title} on the next test; upright lines: observed`),
    );
  };

  /** The four probabilities as a bar and a table, where there are any. */
  const result = ({ title, smaller_is_better: isLower }, names, fills, counts) => {
    if (counts === null) {
      return [];
    }
    const greater = isLower ? "lower and so better" : "greater";
    const colours = { greater: fills[0], less: fills[1] };
    const words = [
      [Make.name(names[0]), ` has the ${greater} ${title}`],
      [`both have the same ${title}`],
      [Make.name(names[1]), ` has the ${greater} ${title}`],
      [`${title} is undefined for one of them`],
    ];
    const bar = Make.html("div", { class: "outcomes", "aria-hidden": "true" });
    OUTCOMES.forEach((outcome, k) => {
      const part = Make.html("span", { class: outcome });
      part.style.flexGrow = String(counts[k]);
      part.style.background = colours[outcome] ?? "";
      bar.append(part);
    });
    const swatch = (outcome) => {
      const made = Make.html("span", { class: `swatch ${outcome}` });
      made.style.background = colours[outcome] ?? "";
      return made;
    };
    const rows = OUTCOMES.map((outcome, k) => Make.html(
      "tr",
      { "data-outcome": outcome },
      Make.html("th", { scope: "row" }, swatch(outcome), ...words[k]),
      Make.html("td", { class: "number" }, millionths(counts[k])),
    ));
    return [bar, Make.html("table", {}, Make.html("tbody", {}, ...rows))];
  };

  const start = (store, data) => {
    const [first, second, metric] = ["first", "second", "metric"]
      .map((what) => document.getElementById(`pair-${what}`));
    if (first === null) {
      return;
    }
    const figure = document.getElementById("pair-figure");
    const output = document.getElementById("pair-result");
    const names = data.classifiers.map(({ name }) => name);

    const chosen = () => store.set({ pair: [Number(first.value), Number(second.value)] });
    first.addEventListener("change", chosen);
    second.addEventListener("change", chosen);
    metric.addEventListener("change", () => store.set({ metric: Number(metric.value) }));
    // A browser that comes back to the page may have kept what was chosen.
    store.set({
      pair: [Number(first.value), Number(second.value)],
      metric: Number(metric.value),
    });

    /** Who of the two is truly better, where the program has compared them: the best by a metric with all. */
    const truth = (position, pair, title) => {
      const lead = data.findings.find(({ finding, metric: by }) => finding === "lead" && by === position);
      const leader = lead?.leaders[0];
      if (leader === undefined || !pair.includes(leader)) {
        return [Make.html(
          "p", { class: "note" }, "Which of the two is truly better: ",
          Make.html("code", {}, `exactile compare FILE --metric ${data.evidence.metrics[position].id}`),
          " says it.",
        )];
      }
      const other = pair[pair[0] === leader ? 1 : 0];
      const doubt = lead.doubts.find(({ classifier }) => classifier === other);
      const level = `${Place.number(Exact.multiply(
        Exact.parse(data.evidence.level), Exact.make(100n),
      ))} %`;
      if (doubt === undefined && lead.leaders.includes(other)) {
        return [];
      }
      const { text, limits } = doubt === undefined
        ? { text: `at least ${level}`, limits: null } : told(doubt.better);
      const prior = data.tile.start_prior === null ? ""
        : `, with ${Place.percent(Exact.read(data.tile.start_prior))} positives`;
      return [
        Make.html(
          "p", { id: "pair-truth" }, Make.html("strong", {}, Make.name(names[leader])),
          ` is truly better by ${title} with a probability of ${text}${prior}; ${data.assumption}.`,
        ),
        ...(limits === null ? [] : [Make.html(
          "p", { class: "note" }, `Limits of what was drawn: ${limits[0]} to ${limits[1]}.`,
        )]),
      ];
    };

    const show = ({ pair, metric: position }) => {
      if (position === null) {
        return;
      }
      [first.value, second.value] = pair.map(String);
      const compared = data.pairs.metrics.find((one) => one.metric === position);
      const { title, id } = data.evidence.metrics[position];
      if (placeOf(compared, pair) === null) {
        figure.replaceChildren();
        output.replaceChildren(pair[0] === pair[1]
          ? Make.html("p", {}, "Choose two different classifiers.")
          : Make.html(
            "p",
            {},
            `These two are not among the best by ${title}, which this page compares. `,
            Make.html("code", {}, `exactile lattice compare FILE --metric ${id}`),
            " compares all.",
          ));
        return;
      }
      const { histograms } = compared;
      const masses = pair.map((one) => histograms.masses[compared.classifiers.indexOf(one)]);
      const values = pair.map((one) => observed(data.evidence.rows[one].cells[position]));
      const two = pair.map((one) => names[one]);
      const fills = pair.map((one) => data.colours[one].fill);
      const drawing = picture({ title, names: two, fills, bins: histograms, masses, values });
      const notes = masses.map(({ outside }) => outsideNote(outside));
      figure.replaceChildren(...(drawing === null ? [] : [drawing]), legend(two, fills, notes));
      output.replaceChildren(
        ...truth(position, pair, title),
        ...result(data.evidence.metrics[position], two, fills, probabilities(compared, pair)),
        ...swapTest(compared, pair, title),
      );
    };
    store.subscribe(["pair", "metric"], show);
  };

  return { start };
})();
