"use strict";

/**
 * The ranking at the point, with exact values and ties.
 */
const StandingsView = (() => {
  /** More rows are shown when they are asked for. */
  const MOST_ROWS = 40;
  /** Longer fractions are cut off; the whole one is in the title. */
  const MOST_LETTERS = 21;
  /** So many have room in any case. */
  const SURE_LETTERS = 10;
  /** Longer names may be cut off; the whole one is in the title. */
  const MOST_WHOLE = 60;

  /** An empty row and its parts. */
  const row = () => {
    const swatch = Make.html("span", { class: "swatch" });
    const name = Make.html("bdi");
    const [rank, decimal, fraction] = ["rank", "decimal", "fraction"].map((kind) => (
      Make.html("td", { class: kind })
    ));
    const line = Make.html("tr", {}, rank, Make.html(
      "th", { scope: "row" }, Make.html("span", { class: "named" }, swatch, name),
    ),
      decimal, fraction);
    return { line, swatch, name, rank, decimal, fraction };
  };

  /** Sets the parts of a row to an entry of the ranking. */
  const fill = (parts, entry, data) => {
    const { name } = data.classifiers[entry.classifier];
    const value = Ranking.value(entry);
    const exact = value === null ? "undefined" : Exact.print(value);
    const { line } = parts;
    Make.attribute(line, "data-classifier", entry.classifier);
    Make.attribute(line, "data-rank", entry.rank === null ? "" : entry.rank.join("-"));
    Make.attribute(line, "data-value", exact);
    line.classList.toggle("is-tied", entry.rank !== null && entry.rank[0] !== entry.rank[1]);
    Make.text(parts.rank, Ranking.rankText(entry.rank));
    Make.breakable(parts.name, name);
    const isLong = name.length > MOST_WHOLE;
    Make.attribute(parts.name, "title", isLong ? name : null);
    parts.swatch.style.background = data.colours[entry.classifier].fill;
    Make.text(parts.decimal, value === null ? "undefined" : Exact.toDecimal(value, 5));
    const shown = value === null ? "" : exact;
    Make.text(parts.fraction, shown.length > MOST_LETTERS
      ? `${shown.slice(0, MOST_LETTERS - 1)}…` : shown);
    Make.attribute(parts.fraction, "title", shown.length > SURE_LETTERS ? shown : null);
  };

  const start = (store, data) => {
    const element = (id) => document.getElementById(id);
    const [box, table, pinned] = ["ranking-box", "ranking", "pinned"].map(element);
    const [all, live, note] = ["ranking-all", "live", "ranking-note"].map(element);
    const names = data.classifiers.map(({ name }) => name);
    const body = table.tBodies[0];
    box.hidden = false;

    const count = ModelsView.ranked(data);
    let isWhole = count <= MOST_ROWS;
    let prior;
    let matrices = [];

    const rows = [];
    const prepare = () => {
      const wanted = isWhole ? count : MOST_ROWS;
      while (rows.length < wanted) {
        rows.push(row());
        body.append(rows[rows.length - 1].line);
      }
      all.hidden = isWhole;
      Make.text(all, `Show all ${count}`);
    };

    let announcement = 0;
    const announce = (text) => {
      clearTimeout(announcement);
      announcement = setTimeout(() => Make.text(live, text), 400);
    };

    const show = (state) => {
      if (prior !== state.prior) {
        prior = state.prior;
        matrices = data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, prior));
      }
      const point = Place.current(state);
      const ranking = ModelsView.ranking(data, matrices, point, prior);
      rows.forEach((parts, k) => fill(parts, ranking[k], data));
      const scores = Place.scoresAt(data, prior, point);
      const called = scores.map(({ name }) => name).join(", ");
      const where = called === "" ? Place.text(point) : `${called} ${Place.text(point)}`;
      Make.text(pinned, `${state.pinned ? "Pinned at" : "At"} ${where}`);
      Make.attribute(pinned, "data-a", Exact.print(point.a));
      Make.attribute(pinned, "data-b", Exact.print(point.b));
      Make.attribute(pinned, "data-is-pinned", state.pinned !== null);
      const others = scores.filter((score) => !score.is_value).map(({ name }) => name);
      Make.text(note, others.length === 0 ? ""
        : `Values are those of the ranking score R at this point, which orders as ${
          others.join(" and ")} does.`);
      const first = ranking.filter(({ rank }) => rank !== null && rank[0] === 1)
        .map(({ classifier }) => names[classifier]);
      announce(first.length === 0 ? `At ${where} no value is defined`
        : `At ${where} first: ${first.slice(0, 3).map(Make.isolated).join(", ")}${
          first.length > 3 ? ` and ${first.length - 3} more` : ""}`);
    };

    const mark = ({ marked }) => {
      for (const { line } of rows) {
        line.classList.toggle("is-marked", Number(line.dataset.classifier) === marked);
      }
    };

    all.addEventListener("click", () => {
      isWhole = true;
      prepare();
      show(store.get());
    });
    body.addEventListener("pointerover", (event) => {
      const line = event.target.closest("tr");
      if (line) {
        store.set({ marked: Number(line.dataset.classifier) });
      }
    });
    body.addEventListener("pointerleave", () => store.set({ marked: null }));

    prepare();
    store.subscribe(["hovered", "pinned", "prior"], show);
    store.subscribe(["hovered", "pinned", "prior", "marked"], mark);
  };

  return { start };
})();
