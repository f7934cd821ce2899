"use strict";

/**
 * Rankings at points of the Tile, from the counts alone and exactly.
 *
 * R_ab = s/(s + u) with s = (1-a) tn + a tp and u = (1-b) fp + b fn.
 */
const Ranking = (() => {
  /** Integers in the proportion of the four counts, given as texts. */
  const integers = (texts) => {
    const counts = texts.map(Exact.read);
    const common = counts.reduce((scale, { d }) => (scale * d) / Exact.gcd(scale, d), 1n);
    return counts.map(({ n, d }) => n * (common / d));
  };

  /**
   * Integers in the proportion of tn, fp, fn, tp after a shift to a positive prior; without a
   * prior as they were tested.
   */
  const shifted = ([tn, fp, fn, tp], prior) => {
    if (prior === null) {
      return [tn, fp, fn, tp];
    }
    const negative = (fn + tp) * (prior.d - prior.n);
    const positive = (tn + fp) * prior.n;
    return [tn * negative, fp * negative, fn * positive, tp * positive];
  };

  /** s and s + u in integers: the score is their quotient. */
  const parts = ([tn, fp, fn, tp], { a, b }) => {
    const satisfied = ((a.d - a.n) * tn + a.n * tp) * b.d;
    const unsatisfied = ((b.d - b.n) * fp + b.n * fn) * a.d;
    return { satisfied, total: satisfied + unsatisfied };
  };

  /**
   * The ranking of matrices at a point, best first, ties in the order of the input, undefined
   * values last: [{ classifier, satisfied, total, rank: [best, worst] or null }].
   */
  const at = (matrices, point) => {
    const entries = matrices.map((matrix, classifier) => (
      { classifier, rank: null, ...parts(matrix, point) }
    ));
    const order = (x, y) => {
      if (x.total === 0n || y.total === 0n) {
        return (x.total === 0n) - (y.total === 0n);
      }
      const difference = y.satisfied * x.total - x.satisfied * y.total;
      return difference < 0n ? -1 : difference > 0n ? 1 : 0;
    };
    entries.sort((x, y) => order(x, y) || x.classifier - y.classifier);
    let start = 0;
    while (start < entries.length && entries[start].total !== 0n) {
      let end = start + 1;
      while (end < entries.length && order(entries[start], entries[end]) === 0) {
        end += 1;
      }
      for (let k = start; k < end; k += 1) {
        entries[k].rank = [start + 1, end];
      }
      start = end;
    }
    return entries;
  };

  /** The value of an entry, or null where it is 0/0. */
  const value = ({ satisfied, total }) => (total === 0n ? null : Exact.make(satisfied, total));

  /** Ranks as people write them: 3, or 3-5 for a tie. */
  const rankText = (rank) => {
    if (rank === null) {
      return "–";
    }
    return rank[0] === rank[1] ? String(rank[0]) : `${rank[0]}–${rank[1]}`;
  };

  /**
   * The place of a score on the Tile of a prior: shares of importances, factors that both have in
   * common cancelled. null if it depends on a prior that is not given.
   */
  const place = ({ weights }, prior) => {
    const share = (first, second) => {
      const [c1, c2] = [first, second].map(([coefficient]) => Exact.read(coefficient));
      const same = first[1] === second[1] && first[2] === second[2];
      if (same || c1.n === 0n || c2.n === 0n) {
        return Exact.divide(c2, Exact.add(c1, c2));
      }
      if (prior === null) {
        return null;
      }
      const [w1, w2] = [[c1, first], [c2, second]].map(([coefficient, [, negative, positive]]) => (
        Exact.multiply(
          coefficient,
          Exact.multiply(
            Exact.power(Exact.complement(prior), negative),
            Exact.power(prior, positive),
          ),
        )
      ));
      return Exact.divide(w2, Exact.add(w1, w2));
    };
    const [tn, fp, fn, tp] = weights;
    const a = share(tn, tp);
    const b = share(fp, fn);
    return a && b && { a, b };
  };

  /**
   * Where two matrices tie when only one coordinate of a point moves: the coordinate, or null if
   * that is nowhere on the Tile or everywhere along the way.
   */
  const swap = (first, second, { a, b }, axis) => {
    // With s and u linear in their coordinate, s1 u2 - s2 u1 is c0 + c1 z.
    const along = ([tn, fp, fn, tp]) => {
      const s = ((a.d - a.n) * tn + a.n * tp) * b.d;
      const u = ((b.d - b.n) * fp + b.n * fn) * a.d;
      return axis === "a" ? [tn, tp - tn, u] : [fp, fn - fp, s];
    };
    const [p0, p1, p] = along(first);
    const [q0, q1, q] = along(second);
    const c0 = p0 * q - q0 * p;
    const c1 = p1 * q - q1 * p;
    if (c1 === 0n) {
      return null;
    }
    const found = Exact.make(-c0, c1);
    if (found.n < 0n || found.n > found.d) {
      return null;
    }
    // Where a value is 0/0 its parts vanish, and there is no tie.
    const there = axis === "a" ? { a: found, b } : { a, b: found };
    const areDefined = [first, second].every((matrix) => parts(matrix, there).total !== 0n);
    return areDefined ? found : null;
  };

  return { integers, shifted, parts, at, value, rankText, place, swap };
})();
