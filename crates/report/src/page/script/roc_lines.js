"use strict";

/**
 * Lines of ROC space on which a score is constant, in integers: [k_fpr, k_tpr, k_1]; and windows of ROC space.
 */
const RocLines = (() => {
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

  return { pencil, lineOf, clipped, levels, ticks, closeUp };
})();
