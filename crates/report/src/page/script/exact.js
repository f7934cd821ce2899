"use strict";

/**
 * Exact fractions: { n, d } of two BigInts in lowest terms, d > 0.
 */
const Exact = (() => {
  /** Of what a reader types, as in the program itself. */
  const MOST_DIGITS = 1000;

  const absolute = (x) => (x < 0n ? -x : x);

  const gcd = (x, y) => {
    let [large, small] = [absolute(x), absolute(y)];
    while (small !== 0n) {
      [large, small] = [small, large % small];
    }
    return large;
  };

  /** n/d in lowest terms; d is not zero. */
  const make = (n, d = 1n) => {
    const common = d < 0n ? -gcd(n, d) : gcd(n, d);
    return { n: n / common, d: d / common };
  };

  const ZERO = make(0n);
  const ONE = make(1n);
  const HALF = make(1n, 2n);

  const decimal = (text) => {
    const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text.trim());
    if (!found) {
      return null;
    }
    const [, sign, whole, part = "", exponent = "0"] = found;
    const digits = whole + part;
    if (digits === "" || digits.length > MOST_DIGITS || Math.abs(Number(exponent)) > MOST_DIGITS) {
      return null;
    }
    const size = BigInt(digits) * (sign === "-" ? -1n : 1n);
    const power = BigInt(exponent) - BigInt(part.length);
    return power < 0n ? make(size, 10n ** -power) : make(size * 10n ** power);
  };

  /** A number of the report, p or p/q, of any length. */
  const read = (text) => {
    const [above, below = "1"] = text.split("/");
    return make(BigInt(above), BigInt(below));
  };

  /** The exact value of 3, 0.7, 7/10, 70% or 1e-3; null for any other text. */
  const parse = (text) => {
    const trimmed = text.trim();
    const slash = trimmed.indexOf("/");
    if (slash >= 0) {
      const above = decimal(trimmed.slice(0, slash));
      const below = decimal(trimmed.slice(slash + 1));
      return above && below && below.n !== 0n ? divide(above, below) : null;
    }
    if (trimmed.endsWith("%")) {
      const percent = decimal(trimmed.slice(0, -1));
      return percent && divide(percent, make(100n));
    }
    return decimal(trimmed);
  };

  const add = (x, y) => make(x.n * y.d + y.n * x.d, x.d * y.d);
  const subtract = (x, y) => make(x.n * y.d - y.n * x.d, x.d * y.d);
  const multiply = (x, y) => make(x.n * y.n, x.d * y.d);
  const divide = (x, y) => make(x.n * y.d, x.d * y.n);
  const complement = (x) => make(x.d - x.n, x.d);
  const abs = (x) => (x.n < 0n ? make(-x.n, x.d) : x);

  /** Below, at or above zero, as y is above, at or below x. */
  const compare = (x, y) => {
    const difference = x.n * y.d - y.n * x.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };

  const equal = (x, y) => x.n === y.n && x.d === y.d;

  const power = (x, exponent) => make(x.n ** BigInt(exponent), x.d ** BigInt(exponent));

  /** p/q, or p if it is an integer. */
  const print = (x) => (x.d === 1n ? String(x.n) : `${x.n}/${x.d}`);

  /** The decimal with `digits` digits after the point, rounded half to even from the exact number. */
  const toDecimal = (x, digits) => {
    const scaled = absolute(x.n) * 10n ** BigInt(digits);
    let quotient = scaled / x.d;
    const twice = (scaled % x.d) * 2n;
    if (twice > x.d || (twice === x.d && quotient % 2n === 1n)) {
      quotient += 1n;
    }
    const text = String(quotient).padStart(digits + 1, "0");
    const sign = x.n < 0n && quotient !== 0n ? "-" : "";
    const whole = text.slice(0, text.length - digits);
    return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(text.length - digits)}`;
  };

  /** The nearest double or so, for pictures. */
  const toNumber = (x) => {
    const direct = Number(x.n) / Number(x.d);
    if (Number.isFinite(direct)) {
      return direct;
    }
    const shift = BigInt(Math.max(String(x.n).length, String(x.d).length) - 300);
    const scale = 10n ** (shift > 0n ? shift : 0n);
    return Number(x.n / scale) / Number(x.d / scale || 1n);
  };

  /** k z/(1 - z + k z): how a coordinate of the Tile moves when its odds are multiplied by k. */
  const warp = (z, k) => make(k.n * z.n, k.d * (z.d - z.n) + k.n * z.n);

  /** (1 - pi)/pi: the factor of odds from balanced priors to the positive prior pi. */
  const oddsFactor = (prior) => make(prior.d - prior.n, prior.n);

  return {
    ZERO, ONE, HALF, make, read, parse, add, subtract, multiply, divide, complement, abs, compare, equal,
    power, print, toDecimal, toNumber, warp, oddsFactor, gcd,
  };
})();
