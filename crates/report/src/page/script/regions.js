"use strict";

/**
 * The regions of the Tile of any prior, from lines and sectors of the Tile of balanced priors.
 *
 * Ends of frontiers are worked out exactly and moved exactly; curves between them are drawn as
 * quadratic Bezier curves.
 */
const Regions = (() => {
  /** In widths of the Tile. */
  const TOLERANCE = 1e-4;
  const MOST_DIVISIONS = 12;
  const CORNERS = { from: [1, 1], to: [1, 1], curves: [[1, 1, 1, 1]] };
  const ORIGIN = { from: [0, 0], to: [0, 0], curves: [[0, 0, 0, 0]] };

  const lineOf = (text) => {
    const [p, q, c] = text.split(" ").map(BigInt);
    return { p, q, c };
  };

  /** The ends of p a + q b = c on the top or left side and on the right or bottom side. */
  const ends = ({ p, q, c }) => [
    c >= q
      ? { a: Exact.make(c - q, p), b: Exact.ONE }
      : { a: Exact.ZERO, b: Exact.make(c, q) },
    c >= p
      ? { a: Exact.ONE, b: Exact.make(c - p, q) }
      : { a: Exact.make(c, p), b: Exact.ZERO },
  ];

  /** Appends the curves between two points with their values of the denominator of b(a). */
  const divide = (from, d0, to, d1, depth, curves) => {
    const mean = (x, wx, y, wy) => (x * wx + y * wy) / (wx + wy);
    const [r0, r1] = [Math.sqrt(d0), Math.sqrt(d1)];
    const control = [mean(from[0], d1, to[0], d0), mean(from[1], d0, to[1], d1)];
    const leg = ([x, y]) => Math.hypot(x - control[0], y - control[1]);
    const distance = ((d0 + d1) / (2 * r0 * r1) - 1) / 4 * Math.max(leg(from), leg(to));
    if (!(distance > TOLERANCE) || depth === MOST_DIVISIONS) {
      curves.push([...control, ...to]);
      return;
    }
    const middle = [mean(from[0], r1, to[0], r0), mean(from[1], r0, to[1], r1)];
    divide(from, d0, middle, r0 * r1, depth + 1, curves);
    divide(middle, r0 * r1, to, d1, depth + 1, curves);
  };

  /** The frontier of a line on the Tile whose odds are multiplied by k. */
  const arc = (line, k) => {
    const [from, to] = ends(line).map(({ a, b }) => (
      [Exact.toNumber(Exact.warp(a, k)), Exact.toNumber(Exact.warp(b, k))]
    ));
    const isStraight = Exact.equal(k, Exact.ONE) || from[0] === to[0] || from[1] === to[1];
    if (isStraight) {
      const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      return { from, to, curves: [[...middle, ...to]] };
    }
    // Its upright asymptote is where b is infinite: there 1 + (k - 1) b = 0 before the shift.
    const pole = Exact.divide(Exact.ONE, Exact.subtract(Exact.ONE, k));
    const { p, q, c } = line;
    const a = Exact.make(c * pole.d - q * pole.n, p * pole.d);
    const denominator = k.d * (a.d - a.n) + k.n * a.n;
    const curves = [];
    if (denominator === 0n) {
      divide(from, 1, to, 1, 0, curves);
    } else {
      const asymptote = Exact.toNumber(Exact.make(k.n * a.n, denominator));
      const ratio = (to[0] - asymptote) / (from[0] - asymptote);
      const bounded = Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
      divide(from, 1, to, Math.min(Math.max(bounded, 1e-250), 1e250), 0, curves);
    }
    return { from, to, curves };
  };

  const reversed = ({ from, to, curves }) => {
    const starts = [from, ...curves.map(([, , x, y]) => [x, y])];
    const back = curves.map(([cx, cy], j) => [cx, cy, ...starts[j]]).reverse();
    return { from: to, to: from, curves: back };
  };

  /** The arcs of all lines of a report for one prior at a time, made when they are needed. */
  const create = (tile) => {
    const lines = tile.lines.map(lineOf);
    let factor = null;
    let arcs = [];

    const setPrior = (prior) => {
      const next = prior === null ? Exact.ONE : Exact.oddsFactor(prior);
      if (factor === null || !Exact.equal(factor, next)) {
        factor = next;
        arcs = [];
      }
    };

    const frontier = (position) => {
      arcs[position] ??= arc(lines[position], factor);
      return arcs[position];
    };

    /** The sectors of some sweeps whose ranks are wanted, from TPR to TNR. */
    const sectors = (sweeps, isWanted) => {
      const found = [];
      for (const sweep of sweeps) {
        sweep.ranks.forEach((rank, k) => {
          if (isWanted(rank)) {
            found.push({
              members: sweep.members,
              rank,
              before: k === 0 ? null : sweep.lines[k - 1],
              beyond: k === sweep.lines.length ? null : sweep.lines[k],
            });
          }
        });
      }
      const height = ({ before, beyond }) => {
        const [first, second] = [
          before === null ? CORNERS : frontier(before),
          beyond === null ? ORIGIN : frontier(beyond),
        ];
        return [first.from, first.to, second.from, second.to].flat().reduce((x, y) => x + y);
      };
      return found
        .map((sector) => ({ sector, at: height(sector) }))
        .sort((x, y) => y.at - x.at)
        .map(({ sector }) => sector);
    };

    /** The outline of a sector, a closed path of curves [control, end] in coordinates (a, b). */
    const outline = ({ before, beyond }) => {
      const first = before === null ? CORNERS : frontier(before);
      const second = beyond === null ? ORIGIN : frontier(beyond);
      const curves = [];
      let here = first.from;
      const straight = ([x, y]) => {
        curves.push([(here[0] + x) / 2, (here[1] + y) / 2, x, y]);
        here = [x, y];
      };
      if (first.from[0] > 0 && second.from[1] < 1) {
        straight([0, 1]);
      }
      straight(second.from);
      curves.push(...second.curves);
      here = second.to;
      if (second.to[0] < 1 && first.to[1] > 0) {
        straight([1, 0]);
      }
      straight(first.to);
      curves.push(...reversed(first).curves);
      return { from: first.from, curves };
    };

    return { setPrior, frontier, sectors, outline };
  };

  /** The outline of a polygon of the Tile of balanced priors, a, b, a, b, ..., on that of another prior. */
  const polygon = (corners, prior) => {
    const PARTS = 12;
    const k = prior === null ? 1 : Exact.toNumber(Exact.oddsFactor(prior));
    const warped = (a, b) => [a, b].map((z) => k * z / (1 - z + k * z));
    const count = corners.length / 2;
    const corner = (at) => [corners[2 * (at % count)], corners[2 * (at % count) + 1]];
    const curves = [];
    let here = warped(...corner(0));
    for (let at = 0; at < count; at += 1) {
      const [[x, y], [u, v]] = [corner(at), corner(at + 1)];
      const parts = k === 1 || x === u || y === v ? 1 : PARTS;
      for (let part = 1; part <= parts; part += 1) {
        const share = part / parts;
        const next = warped(x + share * (u - x), y + share * (v - y));
        curves.push([(here[0] + next[0]) / 2, (here[1] + next[1]) / 2, ...next]);
        here = next;
      }
    }
    return { from: warped(...corner(0)), curves };
  };

  /** Path data of curves, points of the Tile turned into pixels. */
  const pathData = ({ from, curves }, pixel, isClosed) => {
    const show = (x, y) => pixel([x, y]).map(Make.number).join(" ");
    const steps = curves.map(([cx, cy, x, y]) => `Q${show(cx, cy)} ${show(x, y)}`);
    return `M${show(...from)}${steps.join("")}${isClosed ? "Z" : ""}`;
  };

  /** Points along curves, for placing text. */
  const points = ({ from, curves }) => {
    const found = [from];
    let [x0, y0] = from;
    for (const [cx, cy, x, y] of curves) {
      for (const t of [0.25, 0.5, 0.75, 1]) {
        const s = 1 - t;
        found.push([
          s * s * x0 + 2 * s * t * cx + t * t * x,
          s * s * y0 + 2 * s * t * cy + t * t * y,
        ]);
      }
      [x0, y0] = [x, y];
    }
    return found;
  };

  return { create, pathData, points, polygon };
})();
