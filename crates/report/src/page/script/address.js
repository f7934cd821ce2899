"use strict";

/**
 * The address holds what the reader has chosen, so that a link shows it again: #score=f2, #cost=5:1 for what a miss
 * and a false alarm cost, or #at=1/3,0.5; and #prior=0.2, or prior=own for each classifier's own. What is as the page
 * was made is left out.
 */
const Address = (() => {
  /** Browsers allow few changes in a short time. */
  const PATIENCE = 300;

  const isSame = (x, y) => (x === null || y === null ? x === y : Exact.equal(x, y));

  const isSamePlace = (x, y) => (
    x === null || y === null ? x === y : x.score === y.score && isSame(x.a, y.a) && isSame(x.b, y.b)
  );

  /** A score as it is written: F2 as f2, others as commands name them. */
  const called = ({ id, name }) => (/^[a-z0-9.]+$/i.test(name) ? name.toLowerCase() : id);

  const preference = (data, { a, b, score }) => {
    if (score !== null) {
      return `score=${called(data.tile.scores[score])}`;
    }
    return Exact.equal(a, b) ? `cost=${a.n}:${a.d - a.n}` : `at=${Place.number(a)},${Place.number(b)}`;
  };

  /** The state as an address has it, without the sign in front. */
  const write = (data, { pinned, prior }, first) => {
    const parts = [];
    if (!isSamePlace(pinned, first.pinned)) {
      parts.push(pinned === null ? "score=accuracy" : preference(data, pinned));
    }
    if (!isSame(prior, first.prior)) {
      parts.push(`prior=${prior === null ? "own" : Place.number(prior)}`);
    }
    return parts.join("&");
  };

  const priorOf = (data, text) => {
    if (text === "own") {
      return data.tile.own_prior === null ? { prior: null } : { prior: Exact.read(data.tile.own_prior) };
    }
    const prior = Exact.parse(text);
    const isFine = prior !== null && prior.n > 0n && prior.n < prior.d;
    return isFine ? { prior } : { wrong: `prior=${text} is no number between 0 and 1` };
  };

  const placeOf = (data, key, text, prior) => {
    if (key === "score") {
      const wanted = text.toLowerCase();
      const score = data.tile.scores.findIndex((one) => [one.id, called(one)].includes(wanted));
      const pinned = score < 0 ? null : Place.ofScore(data, score, prior);
      return pinned === null ? { wrong: `score=${text} is no score of this page` } : { pinned };
    }
    const pinned = key === "cost" ? Place.ofCosts(text) : Place.parse(text);
    const wanted = key === "cost" ? "are no costs such as 5:1" : "is no point such as 1/2,0.3";
    return pinned === null ? { wrong: `${key}=${text} ${wanted}` } : { pinned };
  };

  /** What an address asks for: { pinned, prior }, or { wrong } with the reason why it cannot be. */
  const read = (data, first, text) => {
    const asked = [...new URLSearchParams(text)];
    const strange = asked.find(([key]) => !["score", "cost", "at", "prior"].includes(key));
    if (strange) {
      return { wrong: `${strange[0]} is not among score, cost, at and prior` };
    }
    const places = asked.filter(([key]) => key !== "prior");
    if (places.length > 1) {
      return { wrong: "one preference is enough" };
    }
    const found = { ...first };
    for (const [, value] of asked.filter(([key]) => key === "prior")) {
      Object.assign(found, priorOf(data, value));
    }
    if (found.wrong === undefined) {
      for (const [key, value] of places) {
        Object.assign(found, placeOf(data, key, value, found.prior));
      }
    }
    return found;
  };

  const start = (store, data) => {
    const { pinned, prior } = store.get();
    const first = { pinned, prior };
    const error = document.getElementById("address-error");
    const follow = () => {
      const text = location.hash.slice(1);
      // Other addresses are places of the page.
      if (text !== "" && !text.includes("=")) {
        return;
      }
      const { wrong, ...found } = read(data, first, text);
      Make.text(error, wrong === undefined ? "" : `The address asks for what cannot be shown: ${wrong}.`);
      if (wrong === undefined) {
        store.set(found);
      }
    };
    follow();
    store.flush();
    addEventListener("hashchange", follow);
    let due = 0;
    let isFirst = true;
    store.subscribe(["pinned", "prior"], () => {
      if (isFirst) {
        isFirst = false;
        return;
      }
      clearTimeout(due);
      due = setTimeout(() => {
        const text = write(data, store.get(), first);
        if (text === location.hash.slice(1)) {
          return;
        }
        Make.text(error, "");
        try {
          history.replaceState(null, "", text === "" ? location.href.split("#")[0] : `#${text}`);
        } catch {
          // A page within another one may have no address of its own.
        }
      }, PATIENCE);
    });
  };

  return { start, read, write };
})();
