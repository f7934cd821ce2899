"use strict";

/**
 * Shares of the Tile of any prior, for the table: on which part of it a classifier takes which rank.
 *
 * Under a shift of the prior a line p a + q b = c becomes b = (A + B a)/(C + D a). Its integral is
 * (B/D) a + (A - B C/D)/D ln(C + D a). These are doubles: shares of the prior that the report starts with are
 * exact, and stand in the page.
 */
const Shares = (() => {
  const MOST_PARTS = 12;

  const warp = (z, k) => k * z / (1 - z + k * z);
  const within = (z) => Math.min(Math.max(z, 0), 1);

  /** The area on the side of TNR of a line, as the data have it, on the Tile whose odds are times k. */
  const areaOf = (text, k) => {
    const integers = text.split(" ").map(BigInt);
    const most = integers.reduce((x, y) => (x > y ? x : y));
    const [p, q, c] = integers.map((n) => Exact.toNumber(Exact.make(n, most)));
    if (q === 0) {
      return warp(within(c / p), k);
    }
    if (p === 0) {
      return warp(within(c / q), k);
    }
    const [left, right] = [warp(within((c - q) / p), k), warp(within(c / p), k)];
    const [top, fall] = [k * c * k, k * (c * (1 - k) - p)];
    const [below, slope] = [q * k + (k - 1) * c * k, q * (1 - k) + (k - 1) * (c * (1 - k) - p)];
    const at = (x) => (top + fall * x) / (below + slope * x);
    const middle = (left + right) / 2;
    if (Math.abs(slope) * (right - left) < 1e-3 * Math.abs(below + slope * middle)) {
      return left + (right - left) * (at(left) + 4 * at(middle) + at(right)) / 6;
    }
    const logarithm = Math.log((below + slope * right) / (below + slope * left));
    return left + fall / slope * (right - left) + (top - fall * below / slope) / slope * logarithm;
  };

  /** For each classifier the area of each rank, as [rank, share]. */
  const ofPrior = (data, prior) => {
    const k = Exact.toNumber(Exact.oddsFactor(prior));
    const areas = data.tile.lines.map((line) => areaOf(line, k));
    const found = [];
    for (const { members, ranks, lines } of data.tile.sweeps) {
      const byRank = new Map();
      ranks.forEach(([best], sector) => {
        const above = sector === 0 ? 1 : areas[lines[sector - 1]];
        const under = sector === lines.length ? 0 : areas[lines[sector]];
        byRank.set(best, (byRank.get(best) ?? 0) + Math.max(above - under, 0));
      });
      const shares = [...byRank].sort(([x], [y]) => x - y);
      for (const member of members) {
        found[member] = shares;
      }
    }
    return found;
  };

  /** A share in percent with one decimal; only nothing reads as 0 %, only the whole as 100 %. */
  const text = (share, isThere) => {
    if (!isThere) {
      return "0\u00a0%";
    }
    if (share < 0.0005) {
      return "<\u00a00.1\u00a0%";
    }
    // Areas that add up to the whole do so but for rounding.
    return share > 0.9995 && share < 1 - 1e-9
      ? ">\u00a099.9\u00a0%"
      : `${(100 * share).toFixed(1)}\u00a0%`;
  };

  /** The parts of a bar: rank 1 alone, the others in groups where there are many. */
  const parts = (shares, classifiers, ramp) => {
    const group = Math.max(1, Math.ceil((classifiers - 1) / (MOST_PARTS - 1)));
    const most = Math.max(1, Math.ceil((classifiers - 1) / group));
    const sums = new Map();
    for (const [rank, share] of shares) {
      const part = rank === 1 ? 0 : 1 + Math.floor((rank - 2) / group);
      sums.set(part, (sums.get(part) ?? 0) + share);
    }
    let start = 0;
    const told = [];
    const rectangles = [...sums].map(([part, share]) => {
      const [first, end] = [2 + (part - 1) * group, Math.min(1 + part * group, classifiers)];
      const label = part === 0 ? "rank 1" : first === end ? `rank ${first}` : `ranks ${first} to ${end}`;
      told.push(`${label} ${text(share, true)}`);
      const x = start;
      start += share;
      return Make.svg("rect", {
        x: Make.number(1000 * x), y: 0, width: Make.number(1000 * share), height: 100,
        fill: Layers.ramp(ramp, 1 - part / most),
      });
    });
    return { told: told.join(", "), rectangles };
  };

  const start = (store, data) => {
    const rows = Array.from(document.querySelectorAll("#table tbody tr"), (row) => {
      const [share, bar] = [row.querySelector(".share"), row.querySelector(".rank-bar")];
      return {
        classifier: Number(row.dataset.classifier),
        share,
        bar,
        own: { text: share.textContent, title: share.title, order: share.dataset.order },
        label: bar.getAttribute("aria-label"),
        parts: [...bar.childNodes],
      };
    });
    const named = document.getElementById("share-prior");
    const original = named.textContent;
    const startPrior = data.tile.start_prior === null ? null : Exact.read(data.tile.start_prior);

    const restore = () => {
      for (const { share, bar, own, label, parts: made } of rows) {
        Make.text(share, own.text);
        share.title = own.title;
        share.dataset.order = own.order;
        Make.attribute(bar, "aria-label", label);
        bar.replaceChildren(...made);
      }
      Make.text(named, original);
    };

    const show = (prior) => {
      const shares = ofPrior(data, prior);
      const first = shares.map(([[rank, share]]) => (rank === 1 ? share : 0));
      // Equal shares of equal classifiers are equal numbers.
      const order = [...new Set(first)].sort((x, y) => x - y);
      for (const { classifier, share, bar } of rows) {
        const [[rank]] = shares[classifier];
        Make.text(share, text(first[classifier], rank === 1));
        share.title = "about";
        share.dataset.order = String(order.indexOf(first[classifier]));
        const { told, rectangles } = parts(shares[classifier], data.classifiers.length, data.ramp);
        Make.attribute(bar, "aria-label", told);
        bar.replaceChildren(Make.svg("title", {}, told), ...rectangles);
      }
      Make.text(named, Place.number(prior));
    };

    const showNothing = () => {
      for (const { share, bar } of rows) {
        Make.text(share, "–");
        share.title = "choose a common prior to see shares";
        bar.replaceChildren();
      }
      Make.text(named, "each classifier's own, for which this page has no shares");
    };

    store.subscribe(["prior"], ({ prior }) => {
      const isStart = prior === null || startPrior === null
        ? prior === startPrior : Exact.equal(prior, startPrior);
      if (isStart) {
        restore();
      } else if (prior === null) {
        showNothing();
      } else {
        show(prior);
      }
    });
  };

  return { start, ofPrior, areaOf, text };
})();
