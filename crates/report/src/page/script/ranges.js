"use strict";

/**
 * Who is first along the weight of misses and along the share of positives, in the words of the page as
 * the program wrote it, for every other preference and prior.
 *
 * The lead of one classifier over another is linear along these lines, so that each swap is a fraction
 * of integers: leads are given by their values at both ends.
 */
const RangesView = (() => {
  const MOST_NAMED = 8;
  const MOST_LISTED = 5;
  const DIGITS = { weight: 3, prior: 1 };
  const MOST_DIGITS = 60;

  /** -1, 0 or 1. */
  const sign = (x) => (x < 0n ? -1 : x > 0n ? 1 : 0);

  /** The envelope of linear leads: [{ from, to, classifiers }], from 0 to 1. */
  const leaders = (all, leads) => {
    const beside = (i, j) => {
      const [start, end] = leads(i, j);
      return sign(start) || sign(end);
    };
    const found = [];
    if (all.length === 0) {
      return found;
    }
    let leader = all.reduce((best, i) => (beside(i, best) > 0 ? i : best));
    let from = Exact.ZERO;
    for (;;) {
      let next = null;
      for (const rival of all) {
        const [start, end] = leads(leader, rival);
        if (start > 0n && end < 0n) {
          const at = { n: start, d: start - end };
          const order = next === null ? -1 : Exact.compare(at, next.at);
          // Of several rivals at one point, the one that is best beyond it.
          if (order < 0 || (order === 0 && leads(rival, next.rival)[1] > 0n)) {
            next = { at, rival };
          }
        }
      }
      const to = next === null ? Exact.ONE : Exact.make(next.at.n, next.at.d);
      const first = leader;
      found.push({ from, to, classifiers: all.filter((i) => beside(i, first) === 0) });
      if (next === null) {
        return found;
      }
      [leader, from] = [next.rival, to];
    }
  };

  /** Along the diagonal through a point of it under one prior, otherwise along b. */
  const alongWeights = (matrices, { a }, isDiagonal) => {
    const all = matrices.map((_, i) => i);
    if (isDiagonal) {
      const totals = matrices.map((matrix) => matrix.reduce((x, y) => x + y));
      return leaders(all, (i, j) => [0, 3].map((k) => (
        matrices[i][k] * totals[j] - matrices[j][k] * totals[i]
      )));
    }
    const satisfied = matrices.map(([tn, , , tp]) => (a.d - a.n) * tn + a.n * tp);
    return leaders(all, (i, j) => [1, 2].map((k) => (
      satisfied[i] * matrices[j][k] - satisfied[j] * matrices[i][k]
    )));
  };

  /** Along the prior at a point of the diagonal or of the border; null for other points. */
  const alongPriors = (matrices, { a, b }) => {
    const isDiagonal = Exact.equal(a, b);
    const [hasLast, hasFirst] = [[a.n, b.n].includes(0n), a.n === a.d || b.n === b.d];
    if (!isDiagonal && !hasFirst && !hasLast) {
      return null;
    }
    const balanced = matrices.map((matrix) => Ranking.shifted(matrix, Exact.HALF));
    const all = balanced.map((_, i) => i)
      .filter((i) => Ranking.parts(balanced[i], { a, b }).total !== 0n);
    const [a0, b0] = [a.d - a.n, b.d - b.n];
    const sizes = balanced.map(([tn, fp]) => tn + fp);
    const first = (i, j) => balanced[i][0] * sizes[j] - balanced[j][0] * sizes[i];
    const last = (i, j) => balanced[i][3] * sizes[j] - balanced[j][3] * sizes[i];
    if (isDiagonal) {
      return leaders(all, (i, j) => [a0 * first(i, j), a.n * last(i, j)]);
    }
    const middle = (i, j) => {
      const [[tn, fp, fn, tp], [otherTn, otherFp, otherFn, otherTp]] = [balanced[i], balanced[j]];
      return a0 * b.n * (tn * otherFn - otherTn * fn) + a.n * b0 * (tp * otherFp - otherTp * fp);
    };
    return leaders(all, (i, j) => (hasFirst
      ? [middle(i, j), a.n * b.n * last(i, j)]
      : [a0 * b0 * first(i, j), middle(i, j)]));
  };

  /** Stretches of classifiers, or of models, each of whose thresholds counts as the model. */
  const stretchesOf = (data, found, names) => {
    const modelOf = new Map();
    data.scores?.models.forEach(({ steps }, model) => {
      for (const { classifier } of steps) {
        modelOf.set(classifier, model);
      }
    });
    const called = (one) => (data.scores === undefined
      ? names[one] : data.scores.models[modelOf.get(one)].name);
    const merged = [];
    // By name: the order of the input tells nothing.
    const byName = (i, j) => {
      const [x, y] = [i, j].map((k) => data.classifiers[k].name);
      return x < y ? -1 : x > y ? 1 : i - j;
    };
    for (const { from, to, classifiers: members } of found) {
      const classifiers = [...members].sort(byName);
      const who = classifiers.map(called).filter((name, k, list) => k === 0 || name !== list[k - 1]);
      const before = merged[merged.length - 1];
      if (before && before.who.length === who.length && before.who.every((one, k) => one === who[k])) {
        before.to = to;
      } else {
        merged.push({ from, to, who, fill: data.colours[classifiers[0]].fill });
      }
    }
    return merged;
  };

  /** Names in a sentence. */
  const listed = (who) => {
    const shown = who.length <= MOST_LISTED + 1 ? who.length : MOST_LISTED;
    const parts = who.slice(0, shown).flatMap((name, k) => (
      [k === 0 ? "" : k + 1 === who.length ? " and " : ", ", Make.name(name)]
    ));
    return shown < who.length ? [...parts, ` and ${who.length - shown} more`] : parts;
  };

  /** A weight: exactly if three decimals do, otherwise with that many significant digits. */
  const weight = (value, digits) => (
    value.n < 1_000_000n * value.d && (value.n * 1000n) % value.d === 0n
      ? Exact.toDecimal(value, 3).replace(/\.?0+$/, "")
      : Place.significant(value, digits)
  );

  const odds = (z) => Exact.divide(z, Exact.complement(z));

  /** The ends between stretches, with as many digits as tell each from the next. */
  const endTexts = (axis, all) => {
    const ends = all.slice(0, -1).map(({ to }) => (axis === "weight" ? odds(to) : to));
    const print = axis === "weight" ? weight : Place.percent;
    for (let digits = DIGITS[axis]; ; digits += 1) {
      const texts = ends.map((end) => print(end, digits));
      const isClear = texts.every((text, k) => (
        text !== texts[k + 1] && !/^(100.*|[0.]+)\u00a0%$/.test(text)
      ));
      if (isClear || digits === MOST_DIGITS) {
        return texts;
      }
    }
  };

  /** The stretches that are named; two or more are left out at an end, or none. */
  const windowOf = (count, place) => {
    if (count <= MOST_NAMED) {
      return [0, count];
    }
    const first = Math.min(Math.max(place - MOST_NAMED / 2, 0), count - MOST_NAMED);
    const last = first + MOST_NAMED;
    return [first === 1 ? 0 : first, last + 1 === count ? count : last];
  };

  const sentence = (axis, all, here, isDiagonal) => {
    const fixed = isDiagonal ? "" : ", with a, the weight of right decisions, as it is,";
    if (all.length === 1) {
      const [{ who }] = all;
      return [...listed(who), who.length === 1 ? " is" : " are", axis === "weight"
        ? ` first for every weight of misses against false alarms${fixed.replace(/,$/, "")}.`
        : " first for every share of positives, at this preference."];
    }
    const ends = endTexts(axis, all);
    const found = all.findIndex(({ to }) => Exact.compare(here, to) <= 0);
    const [first, last] = windowOf(all.length, found < 0 ? all.length - 1 : found);
    const parts = [axis === "weight"
      ? `What would change it${fixed} is how many false alarms one miss weighs: `
      : "So would the share of positives, at this preference: "];
    if (first > 0) {
      parts.push(`${first} others are first up to ${ends[first - 1]}, `);
    }
    for (let k = first; k < last; k += 1) {
      const range = k === 0 ? ` ${all[0].who.length === 1 ? "is" : "are"} first up to ${ends[0]}`
        : k + 1 === all.length ? ` from ${ends[k - 1]} on` : ` from ${ends[k - 1]} to ${ends[k]}`;
      parts.push(k > first ? ", " : "", ...listed(all[k].who), range);
    }
    if (last < all.length) {
      parts.push(`, ${all.length - last} others from ${ends[last - 1]} on`);
    }
    return [...parts, "."];
  };

  const TICKS = {
    weight: [
      [1 / 11, "1 : 10"], [1 / 4, "1 : 3"], [1 / 2, "miss : false alarm = 1 : 1"], [3 / 4, "3 : 1"],
      [10 / 11, "10 : 1"],
    ],
    prior: [[0.1, "10 %"], [0.3, "30 %"], [0.5, "positives: 50 %"], [0.7, "70 %"], [0.9, "90 %"]],
  };
  const LABELS = {
    weight: "Who is first, from preferences where false alarms matter more to preferences where misses do",
    prior: "Who is first, from no positives to positives alone",
  };

  /** Ticks beside the one in the middle, which has the title. */
  const isMinor = (place) => Math.abs(place - 0.5) >= 0.1 && Math.abs(place - 0.5) < 0.3;

  /** The stretches as a bar, with a mark at the preference. */
  const strip = (axis, all, here) => {
    const at = (z) => `${(100 * z).toFixed(2)}%`;
    const bars = all.map(({ from, to, who, fill }) => {
      const [left, right] = [Exact.toNumber(from), Exact.toNumber(to)];
      const isRoomy = who.length === 1 && 8 * [...who[0]].length < 560 * (right - left);
      return Make.svg(
        "svg",
        { x: at(left), width: at(right - left), height: 46 },
        Make.svg("rect", { y: 6, width: "100%", height: 20, fill }),
        isRoomy ? Make.svg("text", {
          class: "strip-name", x: "50%", y: 20.5, "text-anchor": "middle",
        }, who[0]) : "",
      );
    });
    const ticks = TICKS[axis].flatMap(([place, text]) => [
      Make.svg("line", { class: "tick", x1: at(place), x2: at(place), y1: 26, y2: 30 }),
      Make.svg("text", {
        x: at(place), y: 43, "text-anchor": "middle", class: isMinor(place) ? "is-minor" : null,
      }, text),
    ]);
    const mark = at(Exact.toNumber(here));
    return Make.svg(
      "svg",
      { class: "strip", width: "100%", height: 46, role: "img", "aria-label": LABELS[axis] },
      ...bars,
      Make.svg("rect", { class: "strip-frame", y: 6, width: "100%", height: 20 }),
      ...ticks,
      Make.svg("line", { class: "strip-here", x1: mark, x2: mark, y1: 1, y2: 31 }),
    );
  };

  /** An end as a fraction. */
  const exact = (axis, end) => (axis === "prior" ? Exact.print(end)
    : end.n === end.d ? "∞" : Exact.print(odds(end)));

  const exactEnds = (axis, all) => {
    const rows = all.map(({ who, from, to }) => Make.html(
      "tr", {},
      Make.html("th", { scope: "row" }, ...listed(who)),
      ...[from, to].map((end) => Make.html("td", {}, exact(axis, end))),
    ));
    const head = ["first", "from", "to"].map((text) => Make.html("th", { scope: "col" }, text));
    return Make.html(
      "details", {},
      Make.html("summary", {}, "exact ends"),
      Make.html(
        "table", {}, Make.html("thead", {}, Make.html("tr", {}, ...head)),
        Make.html("tbody", {}, ...rows),
      ),
    );
  };

  const figure = (axis, all, here, isDiagonal) => Make.html(
    "figure",
    { class: "range", "data-axis": axis },
    Make.html("figcaption", {}, ...sentence(axis, all, here, isDiagonal)),
    ...(all.length > 1 ? [
      strip(axis, all, here), Export.buttons(`strip-${axis}`, "who is first"), exactEnds(axis, all),
    ] : []),
  );

  /**
   * Both strips of a point; `isFixed` tells whether it stays where it is when the prior changes. An
   * empty list where thresholds are chosen elsewhere: they change along the way.
   */
  const figures = (data, matrices, point, prior, isFixed) => {
    if (ModelsView.elsewhere(data) !== null) {
      return [];
    }
    const names = Make.shortNames(data.classifiers);
    const isDiagonal = prior !== null && Exact.equal(point.a, point.b);
    const found = alongWeights(matrices, point, isDiagonal);
    const weights = stretchesOf(data, found, names);
    const winners = ModelsView.ranking(data, matrices, point, prior)
      .filter(({ rank }) => rank !== null && rank[0] === 1).map(({ classifier }) => classifier);
    // Whether not all who win stay first when the weight of misses moves a little.
    const isTie = winners.length > 1 && !found.some(({ from, to, classifiers }) => (
      Exact.compare(from, point.b) <= 0 && Exact.compare(point.b, to) <= 0
        && winners.every((who) => classifiers.includes(who))
    ));
    const priors = prior === null || !isFixed ? null : alongPriors(matrices, point);
    return [Make.html(
      "div",
      { class: "ranges" },
      isTie ? Make.html("p", { class: "change" },
        "They tie at exactly this weight of misses; the ranges say who is first beside it.") : "",
      figure("weight", weights, point.b, isDiagonal),
      ...(priors === null ? [] : [figure("prior", stretchesOf(data, priors, names), prior, true)]),
    )];
  };

  return { figures, alongWeights, alongPriors };
})();
