"use strict";

/**
 * The test sets at the preference: who is first in each, and how far each classifier's values differ between
 * them, in the words of the page as the program wrote it; or the ranking in one test set. Each is under its own
 * share of positives.
 */
const TestSetsView = (() => {
  const MOST_NAMES = 5;
  const MOST_ITEMS = 4;
  const DIGITS = 3;
  const NONE = "–";

  /** Names in a sentence. */
  const listed = (names) => {
    const shown = names.length <= MOST_NAMES + 1 ? names.length : MOST_NAMES;
    const parts = names.slice(0, shown).flatMap((name, k) => (
      [k === 0 ? "" : k + 1 === names.length ? " and " : ", ", Make.html("bdi", { class: "name" }, name)]
    ));
    return shown < names.length ? [...parts, ` and ${names.length - shown} more`] : parts;
  };

  const decimal = (value) => Exact.toDecimal(value, DIGITS);

  const cell = (value) => Make.html(
    "td", value === null ? { class: "number none" } : { class: "number", title: Exact.print(value) },
    value === null ? NONE : decimal(value),
  );

  /** Positions of the classifiers of rank 1. */
  const firstOf = (ranking) => ranking.filter(({ rank }) => rank !== null && rank[0] === 1)
    .map(({ classifier }) => classifier);

  /** Entries of a ranking by classifier. */
  const byClassifier = (ranking) => {
    const found = [];
    for (const entry of ranking) {
      found[entry.classifier] = entry;
    }
    return found;
  };

  /** All rankings at a point, and what follows from them. */
  const at = (data, point) => {
    const mean = Ranking.at(data.classifiers.map(({ matrix }) => matrix), point);
    const rankings = data.test_sets.matrices.map((matrices) => Ranking.at(matrices, point));
    const of = rankings.map(byClassifier);
    const values = data.classifiers.map((_, k) => of.map((entries) => Ranking.value(entries[k])));
    const extreme = (side) => (own) => own.reduce((best, value) => (
      best === null || (value !== null && side * Exact.compare(value, best) > 0) ? value : best
    ), null);
    const firsts = rankings.map(firstOf);
    return {
      mean,
      means: byClassifier(mean),
      leaders: firstOf(mean),
      rankings,
      of,
      values,
      firsts,
      firstIn: data.classifiers.map((_, k) => firsts.filter((first) => first.includes(k)).length),
      least: values.map(extreme(-1)),
      greatest: values.map(extreme(1)),
    };
  };

  /** Pairs, the first at least as good in each test set and better in one, but worse on the mean. */
  const paradoxes = ({ mean, of }) => {
    const found = [];
    const ranked = mean.filter(({ rank }) => rank !== null);
    for (const { classifier: worse, rank: [, last] } of ranked) {
      for (const { classifier: better, rank: [best] } of ranked) {
        const isBefore = ({ [better]: x, [worse]: y }) => (
          x.rank !== null && y.rank !== null && x.rank[0] <= y.rank[0]
        );
        if (last < best && of.every(isBefore)
          && of.some(({ [better]: x, [worse]: y }) => x.rank[0] < y.rank[0])) {
          found.push([better, worse]);
        }
      }
    }
    return found;
  };

  const start = (store, data) => {
    const section = document.getElementById("test-sets");
    if (section === null) {
      return;
    }
    const sets = data.test_sets;
    sets.matrices = sets.counts.map((of) => of.map((counts) => Ranking.integers(counts.split(" "))));
    const element = (id) => document.getElementById(id);
    const [heading, all, one, list, findings] = [
      "sets-at", "sets-all", "sets-one", "set", "sets-findings",
    ].map(element);
    const [bySet, byOne] = ["sets-table", "sets-classifiers"].map(element);
    const names = Make.shortNames(data.classifiers);
    const setNames = Make.shortNames(sets.names.map((name) => ({ name })));
    const byName = (which) => [...which].sort((i, j) => {
      const [x, y] = [i, j].map((k) => data.classifiers[k].name);
      return x < y ? -1 : x > y ? 1 : 0;
    });
    const named = (which) => listed(byName(which).map((k) => names[k]));
    const inSets = (which) => listed(which.map((d) => setNames[d]));
    const having = (values, wanted) => (
      values.flatMap((value, d) => (value !== null && Exact.equal(value, wanted) ? [d] : []))
    );
    const swatch = (classifier) => Make.html("span", {
      class: "swatch", style: `background: ${data.colours[classifier].fill}`,
    });
    const colouredNames = (which) => (which.length === 0 ? [NONE]
      : [swatch(byName(which)[0]), ...named(which)]);

    /** The preference, with the scores that stand there under every prior, and a remark on others. */
    const told = ({ a, b }, prior) => {
      const scores = Place.scoresAt(data, prior, { a, b });
      const [moving, fixed] = [true, false].map((moves) => (
        scores.filter((score) => score.depends_on_prior === moves).map(({ name }) => name)
      ));
      const values = `alues of the ranking score at (${Exact.print(a)}, ${Exact.print(b)}).`;
      if (fixed.length > 0) {
        return `By ${fixed.join(", ")}: v${values}`;
      }
      return moving.length === 0 ? `V${values}` : `V${values} The place of ${
        moving.join(" and ")} depends on the share of positives; this is the same point for all test sets.`;
    };

    const firstOnTheMean = ({ leaders, means, firstIn }) => {
      const count = sets.names.length;
      if (leaders.length === 0) {
        return ["No classifier has a value on the mean."];
      }
      const value = decimal(Ranking.value(means[leaders[0]]));
      if (leaders.length > 1) {
        return [...named(leaders), ` tie for the first place on the mean with ${value}.`];
      }
      const some = firstIn[leaders[0]];
      const where = some === 0 ? `, but in none of the ${count} test sets`
        : some === count ? ` and in all ${count} test sets` : ` and in ${some} of ${count} test sets`;
      return [...named(leaders), ` is first on the mean with ${value}${where}.`];
    };

    const firstElsewhere = ({ leaders, firsts, firstIn }) => {
      const others = byName(firstIn.keys()).filter((k) => firstIn[k] > 0 && !leaders.includes(k))
        .sort((i, j) => firstIn[j] - firstIn[i]);
      const more = others.length - MOST_ITEMS;
      return [
        ...others.slice(0, MOST_ITEMS).map((k) => [
          ...named([k]), " is first in ",
          ...inSets(firsts.flatMap((first, d) => (first.includes(k) ? [d] : []))), ".",
        ]),
        ...(more > 0 ? [[`${more} more ${more === 1 ? "is" : "are"} first in some test set.`]] : []),
      ];
    };

    const inParadox = (found) => {
      const pairs = paradoxes(found);
      const place = new Map(byName(data.classifiers.keys()).map((k, position) => [k, position]));
      pairs.sort((x, y) => place.get(x[0]) - place.get(y[0]) || place.get(x[1]) - place.get(y[1]));
      const more = pairs.length - MOST_ITEMS;
      return [
        ...pairs.slice(0, MOST_ITEMS).map(([better, worse]) => [
          "Simpson's paradox: ", ...named([better]), " is at least as good as ", ...named([worse]),
          " in each test set, and better in one or more, but ", ...named([worse]),
          " is better on the mean.",
        ]),
        ...(more > 0 ? [[`${more} more ${
          more === 1 ? "pair is such a paradox" : "pairs are such paradoxes"}.`]] : []),
      ];
    };

    const bestWorst = ({ least, values }) => {
      const best = least.reduce((most, value) => (
        most === null || (value !== null && Exact.compare(value, most) > 0) ? value : most
      ), null);
      if (best === null) {
        return [];
      }
      const who = having(least, best);
      const words = who.length === 1
        ? [` has the best worst test set: its least value is ${decimal(best)}, in `,
          ...inSets(having(values[who[0]], best)), "."]
        : [` have the best worst test set: the least value of each is ${decimal(best)}.`];
      const isUndefined = values.some((own) => own.includes(null));
      return [[...named(who), ...words, isUndefined
        ? " A test set in which a classifier has no value does not count for it." : ""]];
    };

    const statements = (found) => {
      if (sets.names.length === 1) {
        return [["There is one test set, so the mean is its result."]];
      }
      if (data.classifiers.length === 1) {
        return [];
      }
      const nobody = found.firsts.flatMap((first, d) => (first.length === 0 ? [d] : []));
      return [
        firstOnTheMean(found), ...firstElsewhere(found),
        ...(nobody.length > 0 ? [["In ", ...inSets(nobody), " no classifier has a value."]] : []),
        ...inParadox(found), ...bestWorst(found),
      ];
    };

    const fillSets = ({ leaders, firsts, of }) => {
      const [leader = null] = byName(leaders);
      bySet.querySelector(".leader-name").replaceChildren(
        leader === null ? "the mean's first" : Make.html("bdi", { class: "name" }, names[leader]),
      );
      for (const row of bySet.tBodies[0].rows) {
        const d = Number(row.dataset.set);
        const [best = null] = firsts[d];
        const own = leader === null ? null : of[d][leader];
        while (row.cells.length > 4) {
          row.deleteCell(-1);
        }
        row.append(
          Make.html("td", { class: "set-first" }, ...colouredNames(firsts[d])),
          cell(best === null ? null : Ranking.value(of[d][best])),
          cell(own === null ? null : Ranking.value(own)),
          Make.html("td", { class: "number" }, own === null ? NONE : Ranking.rankText(own.rank)),
        );
      }
    };

    const fillClassifiers = ({ means, firstIn, values, least, greatest }) => {
      const place = (k) => (means[k].rank === null ? Infinity : means[k].rank[0]);
      const order = byName(means.keys()).sort((i, j) => (
        place(i) === place(j) ? 0 : place(i) - place(j)
      ));
      const extreme = (k, wanted) => (wanted === null ? cell(null) : Make.html(
        "td", { class: "number extreme", title: Exact.print(wanted) }, `${decimal(wanted)} `,
        Make.html("small", {}, ...inSets(having(values[k], wanted))),
      ));
      byOne.tBodies[0].replaceChildren(...order.map((k) => Make.html(
        "tr", { "data-classifier": k },
        Make.html("th", { scope: "row" }, ...colouredNames([k])),
        cell(Ranking.value(means[k])),
        Make.html("td", { class: "number" }, firstIn[k]),
        extreme(k, least[k]), extreme(k, greatest[k]),
      )));
    };

    /** The ranking in one test set. */
    const fillOne = (set, { rankings, leaders }) => {
      const ranking = rankings[set];
      const first = firstOf(ranking);
      const name = Make.html("bdi", { class: "name" }, setNames[set]);
      const [leader] = byName(leaders);
      const own = ranking.find(({ classifier }) => classifier === leader);
      const words = first.length === 0 ? [" no classifier has a value."] : [
        " ", ...named(first), first.length === 1 ? " is first" : " tie for the first place",
        ` with ${decimal(Ranking.value(ranking[0]))}.`,
      ];
      if (own !== undefined && own.rank !== null && own.rank[0] > 1) {
        words.push(" ", ...named([leader]), `, first on the mean, has rank ${Ranking.rankText(own.rank)} with ${
          decimal(Ranking.value(own))}.`);
      }
      const head = ["rank", "classifier", "value", "exactly"].map((title) => (
        Make.html("th", { scope: "col", class: title === "value" ? "number" : null }, title)
      ));
      const rows = ranking.map((entry) => {
        const value = Ranking.value(entry);
        return Make.html(
          "tr", { "data-classifier": entry.classifier, "data-rank": (entry.rank ?? []).join("-") },
          Make.html("td", { class: "rank" }, Ranking.rankText(entry.rank)),
          Make.html("th", { scope: "row" }, ...colouredNames([entry.classifier])),
          cell(value),
          Make.html("td", { class: "fraction" }, value === null ? "" : Exact.print(value)),
        );
      });
      one.replaceChildren(
        Make.html("p", { class: "answer" }, "In ", name, first.length === 0 ? "" : ",", ...words),
        Make.html(
          "div", { class: "scroll tall", role: "group", "aria-label": "Ranking in the test set", tabindex: 0 },
          Make.html("table", {}, Make.html("thead", {}, Make.html("tr", {}, ...head)),
            Make.html("tbody", {}, ...rows)),
        ),
      );
    };

    const show = (state) => {
      const point = Place.current(state);
      const found = at(data, point);
      const { set } = state;
      Make.text(heading, told(point, state.prior));
      [all.hidden, one.hidden] = [set !== null, set === null];
      if (set === null) {
        findings.replaceChildren(...statements(found).map((parts) => Make.html("li", {}, ...parts)));
        fillSets(found);
        fillClassifiers(found);
      } else {
        fillOne(set, found);
      }
      for (const here of section.querySelectorAll(".set-here")) {
        Make.attribute(here, "cx", Make.number(1000 * Exact.toNumber(point.a)));
        Make.attribute(here, "cy", Make.number(1000 - 1000 * Exact.toNumber(point.b)));
      }
      for (const figure of section.querySelectorAll("figure[data-set]")) {
        figure.classList.toggle("is-chosen", Number(figure.dataset.set) === set);
      }
    };

    list.append(
      Make.html("option", { value: "" }, "all together"),
      ...setNames.map((name, d) => Make.html("option", { value: d }, name)),
    );
    element("set-control").hidden = sets.names.length === 1;
    list.addEventListener("change", () => store.set({ set: list.value === "" ? null : Number(list.value) }));
    for (const figure of section.querySelectorAll("figure[data-set]")) {
      figure.addEventListener("click", () => {
        list.value = figure.dataset.set;
        store.set({ set: Number(figure.dataset.set) });
      });
    }
    // While the pointer moves only the last place matters.
    let due = 0;
    store.subscribe(["hovered", "pinned", "prior", "set"], () => {
      clearTimeout(due);
      section.setAttribute("aria-busy", "true");
      due = setTimeout(() => {
        show(store.get());
        section.setAttribute("aria-busy", "false");
      }, 60);
    });
  };

  return { start };
})();
