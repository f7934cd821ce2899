"use strict";

/**
 * Who ties at the point, and who would swap first if the preference moved a little.
 *
 * Whatever way the point moves, the first to swap are neighbours in its ranking. Along each axis the
 * place where two of them tie is a fraction of integers: no distance is rounded.
 */
const NearView = (() => {
  const MOST = 8;

  /** Entries of one rank together, best first. */
  const groupsOf = (ranking) => {
    const groups = [];
    for (const entry of ranking.filter(({ rank }) => rank !== null)) {
      const last = groups[groups.length - 1];
      if (last && last[0].rank[0] === entry.rank[0]) {
        last.push(entry);
      } else {
        groups.push([entry]);
      }
    }
    return groups;
  };

  /** Equal for matrices that tie everywhere: the same counts up to a factor. */
  const keyOf = (matrix) => {
    const common = matrix.reduce(Exact.gcd, 0n);
    return matrix.map((count) => count / common).join(" ");
  };

  /** One of each set of entries that tie everywhere. */
  const distinct = (entries, matrices) => {
    const seen = new Set();
    return entries.filter(({ classifier }) => {
      const key = keyOf(matrices[classifier]);
      return !seen.has(key) && seen.add(key);
    });
  };

  const approximately = (value) => {
    const text = Exact.toDecimal(value, 4);
    return Exact.equal(Exact.parse(text), value) ? Place.number(value) : `≈\u00a0${text}`;
  };

  /** How far along an axis the best stay first: ends of the interval and who comes there. */
  const reach = (first, matrices, point, axis) => {
    const found = { low: null, high: null };
    matrices.forEach((matrix, classifier) => {
      const at = Ranking.swap(matrices[first], matrix, point, axis);
      if (at === null) {
        return;
      }
      const side = Exact.compare(at, point[axis]);
      if (side < 0 && (found.low === null || Exact.compare(at, found.low.at) > 0)) {
        found.low = { at, classifier };
      } else if (side > 0 && (found.high === null || Exact.compare(at, found.high.at) < 0)) {
        found.high = { at, classifier };
      }
    });
    return found;
  };

  /** The end of an interval, and who is as good there. */
  const endText = (names, end, otherwise) => (end === null ? [otherwise] : [
    Make.html("span", { title: `exactly ${Exact.print(end.at)}`, "data-at": Exact.print(end.at) },
      approximately(end.at)),
    " (then ",
    Make.name(names[end.classifier]),
    ")",
  ]);

  const firstPlace = (ranking, matrices, point, names) => {
    const groups = groupsOf(ranking);
    if (groups.length < 2 || distinct(groups[0], matrices).length > 1) {
      return "";
    }
    const [{ classifier }] = groups[0];
    const [along, up] = ["a", "b"].map((axis) => reach(classifier, matrices, point, axis));
    const isTied = groups[0].length > 1;
    return Make.html(
      "p",
      { class: "first-place" },
      Make.html("strong", {}, Make.name(names[classifier]), isTied ? " and its equals" : ""),
      isTied ? " stay first while b goes from " : " stays first while b goes from ",
      ...endText(names, up.low, "0"),
      " to ",
      ...endText(names, up.high, "1"),
      ", or a from ",
      ...endText(names, along.low, "0"),
      " to ",
      ...endText(names, along.high, "1"),
      ".",
    );
  };

  /** Who ties at the point, group by group. */
  const tiesOf = (groups, matrices, names) => {
    const tied = groups.filter((entries) => entries.length > 1);
    if (tied.length === 0) {
      return Make.html("p", {}, "There are no ties at this point.");
    }
    const items = tied.slice(0, MOST).map((entries) => {
      const kinds = distinct(entries, matrices);
      const shown = entries.slice(0, 6).flatMap(({ classifier }, k) => (
        [...(k > 0 ? [", "] : []), Make.name(names[classifier])]
      ));
      const more = entries.length > 6 ? ` and ${entries.length - 6} more` : "";
      const why = kinds.length === 1 ? " tie at every point"
        : kinds.length === entries.length ? " tie at this very point"
          : " tie at this very point, some of them at every point";
      return Make.html(
        "li",
        { "data-rank": entries[0].rank.join("-") },
        `Rank ${Ranking.rankText(entries[0].rank)}: `,
        ...shown,
        `${more}${why}.`,
      );
    });
    const more = tied.length > MOST ? [Make.html("li", {}, `and ${Make.counted(tied.length - MOST, "more tie")}`)]
      : [];
    return Make.html("ul", {}, ...items, ...more);
  };

  /** Neighbours with the places where they tie, the nearest first. */
  const frontiers = (groups, matrices, point) => {
    const found = [];
    for (let k = 0; k + 1 < groups.length; k += 1) {
      for (const better of distinct(groups[k], matrices)) {
        for (const worse of distinct(groups[k + 1], matrices)) {
          const pair = [better.classifier, worse.classifier];
          const ways = ["a", "b"].flatMap((axis) => {
            const at = Ranking.swap(...pair.map((i) => matrices[i]), point, axis);
            return at === null ? []
              : [{ axis, at, change: Exact.abs(Exact.subtract(at, point[axis])) }];
          }).sort((x, y) => Exact.compare(x.change, y.change));
          if (ways.length > 0) {
            found.push({ pair, ways, rank: better.rank });
          }
        }
      }
    }
    return found.sort((x, y) => Exact.compare(x.ways[0].change, y.ways[0].change));
  };

  /** A row about two neighbours; its button calls `onCompare` with the pair. */
  const rowOf = ({ pair, ways, rank }, names, onCompare) => {
    const place = (axis) => {
      const way = ways.find((one) => one.axis === axis);
      return Make.html(
        "td",
        way ? {
          title: `exactly ${Exact.print(way.at)}`, "data-at": Exact.print(way.at),
          class: "decimal",
        } : {},
        way ? approximately(way.at) : "–",
      );
    };
    const compare = Make.html("button", { type: "button" }, "compare");
    compare.addEventListener("click", () => onCompare(pair));
    return Make.html(
      "tr",
      { "data-pair": pair.join(" "), class: rank[0] === 1 ? "is-first" : null },
      Make.html("td", { class: "rank" }, Ranking.rankText(rank)),
      Make.html("th", { scope: "row" }, Make.name(names[pair[0]]), " and ",
        Make.name(names[pair[1]])),
      place("a"),
      place("b"),
      Make.html("td", { class: "screen-only" }, compare),
    );
  };

  /** The nearest frontiers as a table. */
  const tableOf = (found, names, onCompare) => {
    if (found.length === 0) {
      return Make.html("p", {}, "Along both axes no two neighbours in the ranking swap.");
    }
    const head = ["rank", "would swap", "at a =", "at b ="].map((text) => (
      Make.html("th", { scope: "col" }, text)
    ));
    // Above the buttons, which name themselves.
    head.push(Make.html("td", { class: "screen-only" }));
    return Make.html(
      "table", {},
      Make.html("thead", {}, Make.html("tr", {}, ...head)),
      Make.html("tbody", {}, ...found.slice(0, MOST).map((one) => rowOf(one, names, onCompare))),
    );
  };

  const start = (store, data) => {
    const [box, ties, near] = ["near-box", "ties", "near"].map((id) => document.getElementById(id));
    if (box === null) {
      return;
    }
    const names = Make.shortNames(data.classifiers);
    const compare = (pair) => {
      store.set({ pair });
      document.getElementById("pair").scrollIntoView({ block: "start" });
    };
    const show = (state) => {
      const point = Place.current(state);
      const matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, state.prior));
      const ranking = Ranking.at(matrices, point);
      const groups = groupsOf(ranking);
      ties.replaceChildren(tiesOf(groups, matrices, names));
      near.replaceChildren(
        firstPlace(ranking, matrices, point, names),
        tableOf(frontiers(groups, matrices, point), names, compare),
      );
    };
    box.hidden = false;
    // While the pointer moves only the last place matters.
    let due = 0;
    store.subscribe(["hovered", "pinned", "prior"], () => {
      clearTimeout(due);
      box.setAttribute("aria-busy", "true");
      due = setTimeout(() => {
        show(store.get());
        box.setAttribute("aria-busy", "false");
      }, 60);
    });
  };

  return { start };
})();
