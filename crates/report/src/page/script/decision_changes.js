"use strict";

/**
 * Where one model takes over from another as the best of all, along the threshold probability p.
 *
 * In the odds w = p/(1 - p) each threshold is a line. So a model at its best thresholds is the upper
 * envelope of its hull, and two models swap where an edge of the hull of all joins them: exactly. Where other samples
 * choose the thresholds, it is a piece of the line of the one that is chosen.
 */
const DecisionChanges = (() => {
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
    if (ModelsView.elsewhere(data) !== null) {
      return changesElsewhere(data, prior);
    }
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

  /**
   * For each model the vertices of the hull on the samples that choose, from nobody to everybody, and the p of the edges
   * between them, falling: { steps, edges }.
   */
  const choices = (data, prior) => {
    const { counts, sizes: [positives, negatives] } = ModelsView.choosing(data);
    return data.scores.models.map(({ steps }) => {
      const vertices = steps.filter(({ classifier }) => classifier !== null);
      const edges = vertices.slice(1).map((vertex, k) => {
        const [here, next] = [counts(vertices[k]), counts(vertex)];
        const gain = prior.n * BigInt(next.tp - here.tp) * negatives;
        const loss = (prior.d - prior.n) * BigInt(next.fp - here.fp) * positives;
        return Exact.make(gain, gain + loss);
      });
      return { steps: vertices, edges };
    });
  };

  /** Where the best line is overtaken first below p = at, above p = low: { p, line }, or null. */
  const nextCrossing = (lines, best, at, low) => {
    let next = null;
    for (const line of lines) {
      if (line.both > best.both) {
        const p = Exact.make(line.gain - best.gain, line.both - best.both);
        const isInside = Exact.compare(p, low) > 0 && Exact.compare(p, at) < 0;
        const nearer = next === null ? 1 : Exact.compare(p, next.p);
        if (isInside && (nearer > 0 || (nearer === 0 && line.both > next.line.both))) {
          next = { p, line };
        }
      }
    }
    return next;
  };

  /**
   * The same where thresholds are chosen elsewhere: between two p at which a model chooses another threshold all net
   * benefits are linear in the odds, and the best of them is followed downwards from crossing to crossing.
   */
  const changesElsewhere = (data, prior) => {
    const [positives, negatives] = ModelsView.sizesOf(data);
    const all = choices(data, prior);
    const stops = [Exact.ONE, ...all.flatMap(({ edges }) => edges), Exact.ZERO]
      .sort((x, y) => Exact.compare(y, x))
      .filter((p, k, sorted) => k === 0 || !Exact.equal(p, sorted[k - 1]));
    // (1 - p) times the net benefit is gain - p both.
    const lineOf = (step, model) => {
      const [fp, tp] = [BigInt(step.fp), BigInt(step.tp)];
      const gain = prior.n * tp * negatives;
      const isEnd = (fp === 0n && tp === 0n) || (fp === negatives && tp === positives);
      const both = gain + (prior.d - prior.n) * fp * positives;
      return { gain, both, model: isEnd ? null : model };
    };
    const valueAt = ({ gain, both }, p) => gain * p.d - both * p.n;
    const order = (x, y) => (x < y ? -1 : x > y ? 1 : 0);
    const found = [];
    let last;
    const enter = (p, { model }) => {
      if (last !== undefined && last !== model) {
        found.push({ p, from: last, to: model });
      }
      last = model;
    };
    stops.slice(1).forEach((low, k) => {
      const high = stops[k];
      const lines = all.map(({ steps, edges }, model) => (
        lineOf(steps[edges.filter((p) => Exact.compare(p, high) >= 0).length], model)
      ));
      let at = high;
      let best = lines.reduce((one, line) => (
        (order(valueAt(line, at), valueAt(one, at)) || order(line.both, one.both)) > 0 ? line : one
      ));
      enter(at, best);
      let next = nextCrossing(lines, best, at, low);
      while (next !== null) {
        ({ p: at, line: best } = next);
        enter(at, best);
        next = nextCrossing(lines, best, at, low);
      }
    });
    return found;
  };

  return { changes, choices };
})();
