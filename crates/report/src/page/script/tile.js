"use strict";

/**
 * The Tile: regions of the chosen layer, named scores, the point under the pointer and the pinned
 * one.
 */
const TileView = (() => {
  const FONT = 12;
  const MARGIN = { left: 56, right: 16, top: 26, bottom: 46 };
  const A_TITLE = "a: true positives against true negatives";
  const B_TITLE = "b: false negatives against false positives";

  const axes = (side, { left, top }) => {
    const [right, bottom] = [left + side, top + side];
    const group = Make.svg("g", { class: "axes" });
    const text = (content, x, y, anchor, more = {}) => group.append(
      Make.svg("text", { x, y, "text-anchor": anchor, "font-size": FONT, ...more }, content),
    );
    group.append(Make.svg("rect", {
      x: left, y: top, width: side, height: side, fill: "none", class: "frame",
    }));
    for (const share of [0.25, 0.5, 0.75]) {
      const [x, y] = [left + share * side, bottom - share * side];
      group.append(
        Make.svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: "tick" }),
        Make.svg("line", { x1: left - 5, x2: left, y1: y, y2: y, class: "tick" }),
      );
      text(String(share), x, bottom + 17, "middle");
      text(String(share), left - 8, y + 4, "end");
    }
    const bold = { "font-weight": 700 };
    text("TNR", left, bottom + 18, "middle", bold);
    text("PPV", right, bottom + 18, "middle", bold);
    text("NPV", left, top - 9, "middle", bold);
    text("TPR", right, top - 9, "middle", bold);
    text(A_TITLE, left + side / 2, bottom + 37, "middle", { class: "axis-title" });
    const y = top + side / 2;
    text(B_TITLE, 11, y, "middle", { class: "axis-title", transform: `rotate(-90 11 ${y})` });
    return group;
  };

  /** The diagonal, whose points are threshold probabilities, where there are models. */
  const diagonal = (data, pixel) => {
    if (!data.scores) {
      return [];
    }
    const [[x1, y1], [x2, y2]] = [[0, 0], [1, 1]].map(pixel);
    return [Make.svg("line", { x1, y1, x2, y2, class: "diagonal" })];
  };

  const legendOf = (legend, store) => {
    if (legend.kind === "list") {
      const items = legend.entries.map(({ classifier, fill, name }) => {
        const item = Make.html(
          "li",
          { "data-classifier": classifier },
          Make.html("span", { class: "swatch", style: `background:${fill}` }),
          Make.name(name),
        );
        item.addEventListener("pointerenter", () => store.set({ marked: classifier }));
        item.addEventListener("pointerleave", () => store.set({ marked: null }));
        return item;
      });
      const more = legend.more > 0 ? [Make.html("li", {}, `and ${legend.more} more`)] : [];
      return Make.html("ul", { class: "legend" }, ...items, ...more);
    }
    if (legend.kind === "note") {
      return Make.html("p", { class: "note" }, legend.text);
    }
    const stops = legend.colours.map((colour, k) => (
      `${colour} ${100 * k / legend.colours.length}% ${100 * (k + 1) / legend.colours.length}%`
    ));
    return Make.html(
      "div",
      { class: "bar" },
      Make.html("span", { class: "bar-title" }, legend.title),
      Make.html(
        "span",
        { class: "bar-scale" },
        Make.html("span", {
          class: "bar-colours", style: `background:linear-gradient(to right,${stops.join(",")})`,
        }),
        ...legend.ticks.map(([share, text]) => (
          Make.html("span", { class: "bar-tick", style: `left:${100 * share}%` }, text)
        )),
      ),
    );
  };

  /** Why a layer has no regions. */
  const noRegions = (data) => {
    const chosen = ModelsView.elsewhere(data);
    return {
      kind: "note",
      text: chosen === null
        ? `Compared each by its own test, this page has no more than ${
          Make.counted(data.own.ranks, "rank")}: choose one of these or a common prior.`
        : `This page has no more than ${Make.counted(chosen.ranks, "rank")}.`,
    };
  };

  const ring = ([x, y], radius) => [
    Make.svg("circle", { cx: x, cy: y, r: radius, class: "ring-ground" }),
    Make.svg("circle", { cx: x, cy: y, r: radius, class: "ring" }),
  ];

  /** Hairs through a point from border to border. */
  const hairs = ([x, y], side) => {
    const line = (x1, y1, x2, y2) => Make.svg("line", { x1, y1, x2, y2, class: "hair" });
    return [
      line(MARGIN.left, y, MARGIN.left + side, y),
      line(x, MARGIN.top, x, MARGIN.top + side),
    ];
  };

  /** Moving over the Tile shows the point there, a click pins it. */
  const listenToPointer = (picture, store, data, sideOf) => {
    const under = (event) => {
      const side = sideOf();
      const [a, b] = Make.shares(event, picture, side, MARGIN);
      const slack = 6 / side;
      const isNear = [a, b].every((z) => z >= -slack && z <= 1 + slack);
      return isNear ? { a: Place.rounded(a), b: Place.rounded(b), score: null } : null;
    };
    picture.addEventListener("pointermove", (event) => {
      const region = event.target.closest("[data-classifier]");
      const score = event.target.closest("[data-score]");
      const position = data.tile.scores.findIndex(({ id }) => id === score?.dataset.score);
      store.set({
        hovered: score ? Place.ofScore(data, position, store.get().prior) : under(event),
        marked: region ? Number(region.dataset.classifier) : null,
      });
    });
    picture.addEventListener("pointerleave", () => store.set({ hovered: null, marked: null }));
    picture.addEventListener("click", (event) => {
      const pinned = under(event);
      if (pinned) {
        store.set({ pinned });
      }
    });
  };

  /** Arrow keys move the point, Enter pins it, Escape unpins it. */
  const listenToKeys = (picture, store) => {
    picture.addEventListener("keydown", (event) => {
      const step = Exact.make(1n, event.shiftKey ? 10n : 100n);
      const back = Exact.make(-step.n, step.d);
      const way = {
        ArrowLeft: [back, Exact.ZERO],
        ArrowRight: [step, Exact.ZERO],
        ArrowUp: [Exact.ZERO, step],
        ArrowDown: [Exact.ZERO, back],
      }[event.key];
      const state = store.get();
      if (way && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const next = Place.moved(Place.current(state), ...way);
        store.set(state.pinned ? { pinned: next } : { hovered: next });
      } else if (event.key === "Enter") {
        store.set({ pinned: Place.current(state) });
      } else if (event.key === "Escape") {
        store.set({ pinned: null });
      } else {
        return;
      }
      event.preventDefault();
    });
  };

  const start = (store, data) => {
    const [live, legend, what, colours] = ["tile-live", "tile-legend", "tile-what", "tile-colours"]
      .map((id) => document.getElementById(id));
    const names = Make.shortNames(data.classifiers);
    const { wanted, standFor } = TileRegions.source(data);
    const picture = Make.svg("svg", {
      id: "tile", tabindex: 0, role: "application", "aria-roledescription": "Tile",
      "aria-label": "The Tile. Arrow keys move the point, with Shift by a tenth, Enter pins it, "
        + "Escape unpins it.",
      "aria-describedby": "pinned",
    });
    const layers = Make.svg("g", { class: "layers" });
    const cross = Make.svg("g", { class: "cross", "data-passing": true });
    const pin = Make.svg("g", { class: "pin" });
    live.append(picture);
    document.getElementById("tile-still").hidden = true;
    live.hidden = false;

    let side = 0;
    const pixel = ([a, b]) => [MARGIN.left + a * side, MARGIN.top + (1 - b) * side];
    const pixelOf = ({ a, b }) => pixel([Exact.toNumber(a), Exact.toNumber(b)]);

    const choose = (position) => {
      store.set({ pinned: Place.ofScore(data, position, store.get().prior) });
      picture.focus({ preventScroll: true });
    };

    const mark = ({ marked, prior }) => {
      const shown = marked === null ? -1 : standFor(marked, prior);
      for (const region of layers.querySelectorAll(".region")) {
        region.classList.toggle("is-marked", Number(region.dataset.classifier) === shown);
      }
      layers.classList.toggle("has-marked", layers.querySelector(".is-marked") !== null);
      for (const item of legend.querySelectorAll("li")) {
        item.classList.toggle("is-marked", Number(item.dataset.classifier) === shown);
      }
    };

    const draw = (state) => {
      const layer = Layers.list.find(({ id }) => id === state.layer);
      const found = wanted(layer, state);
      const group = Make.svg("g", { class: "regions" });
      const context = {
        state, data, group, pixel, side, names, taken: [], regions: found,
        areChoices: ModelsView.elsewhere(data) !== null,
        matrices: data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, state.prior)),
      };
      const scores = TileScores.draw(context, store, choose);
      const shown = found === null ? noRegions(data) : layer.draw(context);
      layers.replaceChildren(group, ...diagonal(data, pixel), scores);
      legend.replaceChildren(legendOf(shown, store));
      Make.text(colours, `Colours say ${layer.colours(state, names)}.`);
      Make.text(what, `: ${layer.title(state, names)}, ${
        state.prior === null ? "each as it was tested" : `${Place.percent(state.prior)} positives`
      }`);
      mark(state);
    };

    const point = ({ hovered, pinned }) => {
      cross.replaceChildren(...(hovered ? hairs(pixelOf(hovered), side) : []));
      if (hovered && !pinned) {
        cross.append(...ring(pixelOf(hovered), 6));
      }
      pin.replaceChildren(...(pinned ? [8, 1.6].flatMap((radius) => ring(pixelOf(pinned), radius)) : []));
    };

    listenToPointer(picture, store, data, () => side);
    listenToKeys(picture, store);
    Export.offer("tile", () => picture, () => `The Tile${what.textContent}`);
    Make.fit(picture, live, MARGIN, (next) => {
      side = next;
      const ground = Make.square(side, MARGIN, { class: "ground" });
      picture.replaceChildren(ground, layers, axes(side, MARGIN), cross, pin);
      draw(store.get());
      point(store.get());
    });
    store.subscribe(["prior", "layer", "rank", "classifier"], draw);
    store.subscribe(["hovered", "pinned"], point);
    store.subscribe(["marked"], mark);
  };

  return { start };
})();
