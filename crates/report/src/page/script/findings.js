"use strict";

/**
 * The findings that depend on the share of positives: the shares of those who are ranked first follow it,
 * in the words of the page as the program wrote it; the others say for which share they hold.
 */
const FindingsView = (() => {
  const MOST_NAMES = 5;
  const MOST_ITEMS = 8;

  /** Names in a sentence. */
  const listed = (names) => {
    const shown = names.length <= MOST_NAMES + 1 ? names.length : MOST_NAMES;
    const parts = names.slice(0, shown).flatMap((name, k) => (
      [k === 0 ? "" : k + 1 === names.length ? " and " : ", ", Make.html("bdi", { class: "name" }, name)]
    ));
    return shown < names.length ? [...parts, ` and ${names.length - shown} more`] : parts;
  };

  const wordsOf = (list) => (list.length < 2 ? list.join("")
    : `${list.slice(0, -1).join(", ")} and ${list[list.length - 1]}`);

  /** A share within a sentence. */
  const shareText = (share) => Shares.text(share, true)
    .replace("<\u00a0", "less than ").replace(">\u00a0", "more than ");

  /** For each classifier the names of the marked scores by which it is first. */
  const scoresOf = (data, prior) => {
    const matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, prior));
    const found = data.classifiers.map(() => []);
    for (const score of data.tile.scores.filter((one) => one.is_marked)) {
      for (const { classifier, rank } of Ranking.at(matrices, Ranking.place(score, prior))) {
        if (rank !== null && rank[0] === 1) {
          found[classifier].push(score.name);
        }
      }
    }
    return found;
  };

  /** Who is ranked first on which share of the Tile of a prior. */
  const winners = (data, { of, winners: all }, prior, names) => {
    const shares = Shares.ofPrior(data, prior)
      .map(([[rank, share]]) => (rank === 1 ? share : 0));
    const scores = scoresOf(data, prior);
    const share = ({ classifier, only_tied: isTied }) => (isTied ? -1 : shares[classifier]);
    const order = all.map((winner, k) => ({ winner, k }))
      .sort((x, y) => share(y.winner) - share(x.winner) || x.k - y.k)
      .map(({ winner }) => winner);
    const count = all.reduce((sum, { equal_to: equal }) => sum + 1 + equal.length, 0);
    const first = count === of ? `Each of the ${of} classifiers is` : `${count} of ${of} classifiers are`;
    const details = order.slice(0, MOST_ITEMS).map((winner) => {
      const everybody = [winner.classifier, ...winner.equal_to];
      const verb = everybody.length === 1 ? "is" : "are";
      const inIt = scores[winner.classifier];
      const told = winner.only_tied
        ? ` ${verb} first only in ties with others, on parts of the Tile without area.`
        : ` ${verb} first on ${shareText(shares[winner.classifier])} of the Tile, with ${
          inIt.length === 0 ? "no named score" : wordsOf(inIt)} in it.`;
      return Make.html("li", {}, ...listed(everybody.map((one) => names[one])), told);
    });
    const rest = order.length - MOST_ITEMS;
    if (rest > 0) {
      details.push(Make.html("li", {}, `${rest} more ${
        rest === 1 ? "has a smaller share" : "have smaller shares"}: see the table.`));
    }
    return [
      `${first} ranked first for some preference; with ${Place.percent(prior)} positives:`,
      Make.html("ul", {}, ...details),
    ];
  };

  const start = (store, data) => {
    const [item, heading] = ["winners", "findings-prior"].map((id) => document.getElementById(id));
    const finding = data.findings.find((one) => one.finding === "winners");
    const names = Make.shortNames(data.classifiers);
    const startPrior = data.tile.start_prior === null ? null : Exact.read(data.tile.start_prior);
    const original = [item, heading].map((element) => (element === null ? [] : [...element.childNodes]));

    store.subscribe(["prior"], ({ prior }) => {
      const isStart = prior === null || startPrior === null
        ? prior === startPrior : Exact.equal(prior, startPrior);
      if (item !== null) {
        item.replaceChildren(...(isStart || prior === null
          ? original[0] : winners(data, finding, prior, names)));
      }
      if (heading !== null) {
        heading.replaceChildren(...(isStart || prior === null ? original[1] : [
          `With ${heading.dataset.share} positives, as this page was made (`,
          Make.html("code", {}, `--target-prior ${Exact.print(prior)}`),
          ` tells the same for ${Place.percent(prior)}):`,
        ]));
      }
    });
  };

  return { start };
})();
