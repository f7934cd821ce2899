"use strict";

/**
 * Points of the Tile as the reader meets them: { a, b, score } with a score's position or null.
 */
const Place = (() => {
  const STEPS = 1000;
  /** Decimal places that are tried for a number with an exponent. */
  const MOST_PLACES = 1000;

  /** A coordinate under the pointer, a multiple of 1/1000. */
  const rounded = (share) => (
    Exact.make(BigInt(Math.round(Math.min(Math.max(share, 0), 1) * STEPS)), BigInt(STEPS))
  );

  const isDecimal = ({ d }) => {
    let rest = d;
    for (const prime of [2n, 5n]) {
      while (rest % prime === 0n) {
        rest /= prime;
      }
    }
    return rest === 1n;
  };

  /** A decimal of few digits with an exponent, if that is the number: 1e-40; otherwise null. */
  const scientific = (value) => {
    const places = String(value.d).length + 1;
    for (let digits = 7; digits <= MOST_PLACES && digits <= 4 * places; digits += 1) {
      const scaled = value.n * 10n ** BigInt(digits);
      if (scaled % value.d === 0n) {
        const [lead, ...rest] = String(scaled / value.d);
        return rest.length > 6 ? null
          : `${lead}${rest.length > 0 ? "." : ""}${rest.join("")}e-${digits - rest.length}`;
      }
    }
    return null;
  };

  /** A short exact decimal if the number has one, otherwise a fraction. */
  const number = (value) => {
    if (!isDecimal(value)) {
      return Exact.print(value);
    }
    for (let digits = 0; digits <= 6; digits += 1) {
      if ((value.n * 10n ** BigInt(digits)) % value.d === 0n) {
        return Exact.toDecimal(value, digits);
      }
    }
    return (value.n > 0n ? scientific(value) : null) ?? Exact.print(value);
  };

  /** A positive number with significant digits; with an exponent below 0.001 and from a million on. */
  const significant = (value, digits) => {
    const [ten, tenth] = [Exact.make(10n), Exact.make(1n, 10n)];
    let [exponent, lead] = [0, value];
    while (Exact.compare(lead, ten) >= 0) {
      lead = Exact.multiply(lead, tenth);
      exponent += 1;
    }
    while (Exact.compare(lead, Exact.ONE) < 0) {
      lead = Exact.multiply(lead, ten);
      exponent -= 1;
    }
    return exponent >= -3 && exponent < 6
      ? Exact.toDecimal(value, Math.max(digits - 1 - exponent, 0))
      : `${Exact.toDecimal(lead, digits - 1)}e${exponent}`;
  };

  /** A share in per cent: exactly if one decimal does, otherwise with that many decimals. */
  const percent = (value, digits = 1) => {
    const share = Exact.multiply(value, Exact.make(100n));
    const shown = (share.n * 10n) % share.d === 0n ? Exact.toDecimal(share, 1).replace(/\.0$/, "")
      : value.n * 2000n < value.d ? significant(share, digits + 1)
        : Exact.toDecimal(share, digits);
    return `${shown}\u00a0%`;
  };

  const text = ({ a, b }) => `(${number(a)}, ${number(b)})`;

  const isOnTile = ({ n, d }) => n >= 0n && n <= d;

  /** The place of costs, given what a miss costs and what a false alarm costs: 5 or 5:1; null for any other text. */
  const ofCosts = (content) => {
    const costs = content.split(":").map((cost) => Exact.parse(cost.trim()));
    const [miss, alarm = Exact.ONE] = costs;
    const isFine = costs.length <= 2 && costs.every((cost) => cost !== null && cost.n >= 0n);
    if (!isFine || miss.n + alarm.n === 0n) {
      return null;
    }
    const share = Exact.divide(miss, Exact.add(miss, alarm));
    return { a: share, b: share, score: null };
  };

  /** How many false alarms a miss costs at a point, as text; null where costs say nothing of it. */
  const costs = ({ a, b }) => {
    if (!Exact.equal(a, b)) {
      return null;
    }
    return a.n === a.d ? "1:0" : number(Exact.divide(a, Exact.complement(a)));
  };

  /** Two exact numbers from 0 to 1, with or without parentheses, or costs with a colon; null for any other text. */
  const parse = (content) => {
    if (content.includes(":")) {
      return ofCosts(content);
    }
    const found = content.replace(/^\s*\(|\)\s*$/g, "").split(",").map(Exact.parse);
    const isFine = found.length === 2 && found.every((z) => z !== null && isOnTile(z));
    return isFine ? { a: found[0], b: found[1], score: null } : null;
  };

  /** The place of a score, or null if it has none without a prior. */
  const ofScore = (data, score, prior) => {
    const place = Ranking.place(data.tile.scores[score], prior);
    return place && { ...place, score };
  };

  /** Accuracy, which stands here whatever the prior is. */
  const DEFAULT = { a: Exact.HALF, b: Exact.HALF, score: null };

  /** What the page shows the ranking of: the pinned point, the hovered one, or accuracy. */
  const current = ({ pinned, hovered }) => pinned ?? hovered ?? DEFAULT;

  /** The scores that stand at a point. */
  const scoresAt = (data, prior, point) => (
    data.tile.scores.filter((score) => {
      const place = Ranking.place(score, prior);
      return place && Exact.equal(place.a, point.a) && Exact.equal(place.b, point.b);
    })
  );

  /** A point moved by exact steps, kept on the Tile. */
  const moved = ({ a, b }, da, db) => {
    const along = (z, step) => {
      const next = Exact.add(z, step);
      return next.n < 0n ? Exact.ZERO : next.n > next.d ? Exact.ONE : next;
    };
    return { a: along(a, da), b: along(b, db), score: null };
  };

  /** Another prior; a pinned score goes where it stands then. */
  const shift = (store, data, prior) => {
    const { pinned } = store.get();
    const follows = pinned !== null && pinned.score !== null;
    const place = follows ? ofScore(data, pinned.score, prior) : null;
    store.set(place ? { prior, pinned: place } : { prior });
  };

  return {
    DEFAULT, rounded, number, significant, percent, text, parse, ofCosts, costs, ofScore, current, scoresAt, moved, shift,
  };
})();
