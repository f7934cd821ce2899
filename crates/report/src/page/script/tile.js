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
  const SHORT = { ba: "BA", "jaccard-negative": "neg. Jaccard" };

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

  /** Scores at their places; those too close to tell apart share a name. */
  const clusters = (data, prior, pixel) => {
    const found = [];
    data.tile.scores.forEach((score, position) => {
      const place = Ranking.place(score, prior);
      if (place === null) {
        return;
      }
      const at = pixel([Exact.toNumber(place.a), Exact.toNumber(place.b)]);
      const close = found.find(({ at: [x, y] }) => Math.hypot(x - at[0], y - at[1]) < 7);
      const isCorner = [place.a, place.b].every(({ n, d }) => n === 0n || n === d);
      const entry = { position, score, at, name: isCorner ? "" : SHORT[score.id] ?? score.name };
      if (close) {
        close.entries.push(entry);
      } else {
        found.push({ at, entries: [entry] });
      }
    });
    return found;
  };

  const drawScores = (context, store, onChoose) => {
    const { data, state, pixel, side, taken } = context;
    const group = Make.svg("g", { class: "scores" });
    const marks = clusters(data, state.prior, pixel);
    taken.push(...marks.map(({ at: [x, y] }) => Room.around(x, y, 12, 12)));
    for (const { at: [x, y], entries } of marks) {
      const names = entries.map(({ name }) => name).filter(Boolean).join(", ");
      const wide = Make.width(names, 11) + 4;
      const places = [
        { x: x + 8, anchor: "start", room: Room.around(x + 8 + wide / 2, y, wide, 14), dy: 4 },
        { x: x - 8, anchor: "end", room: Room.around(x - 8 - wide / 2, y, wide, 14), dy: 4 },
        { x, anchor: "middle", room: Room.around(x, y - 13, wide, 14), dy: -9 },
        { x, anchor: "middle", room: Room.around(x, y + 14, wide, 14), dy: 18 },
        { x: x - 3, anchor: "end", room: Room.around(x - 3 - wide / 2, y + 14, wide, 14), dy: 18 },
        { x: x - 3, anchor: "end", room: Room.around(x - 3 - wide / 2, y - 13, wide, 14), dy: -9 },
        { x: x + 3, anchor: "start", room: Room.around(x + 3 + wide / 2, y + 14, wide, 14), dy: 18 },
      ];
      const [low] = pixel([0, 0]);
      const place = names === "" ? null : places.find(({ room }) => (
        room.left >= low && room.right <= low + side + 2
          && !taken.some((other) => Room.overlap(other, room))
      ));
      if (place) {
        taken.push(place.room);
        group.append(Make.svg("text", {
          x: Make.number(place.x), y: Make.number(y + place.dy), "text-anchor": place.anchor,
          "font-size": 11, class: "score-name halo",
        }, names));
      }
      // The first of several at one place is on top; the others are reached by their names.
      for (const { position, score, at } of [...entries].reverse()) {
        const mark = Make.svg(
          "g",
          { "data-score": score.id, class: "score" },
          Make.svg("circle", { cx: at[0], cy: at[1], r: 11, class: "target", "data-passing": true }),
          Make.svg("circle", { cx: at[0], cy: at[1], r: 3.6, class: "dot" }),
          Make.svg("title", {}, entries.map((entry) => entry.score.name).join(", ")),
        );
        mark.addEventListener("click", (event) => {
          event.stopPropagation();
          onChoose(position);
        });
        group.append(mark);
      }
    }
    return group;
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

  /** The outline of path data in thousandths, as the regions of a sweep have it. */
  const outlineOf = (d) => {
    const numbers = d.match(/-?[\d.]+/g).map(Number);
    const point = (k) => [numbers[k] / 1000, 1 - numbers[k + 1] / 1000];
    const curves = [];
    for (let k = 2; k + 3 < numbers.length; k += 4) {
      curves.push([...point(k), ...point(k + 2)]);
    }
    return { from: point(0), curves };
  };

  /** The regions that a layer needs, or why there are none. */
  const regionSource = (data) => {
    const regions = Regions.create(data.tile);
    const representative = [];
    for (const { members } of data.tile.sweeps) {
      for (const member of members) {
        [representative[member]] = members;
      }
    }
    const own = data.own?.regions.map(({ members, rank, d }) => (
      { members, rank, outline: outlineOf(d) }
    ));

    /** The classifier whose name the regions of one have: the first one equal to it. */
    const standFor = (classifier, prior) => {
      if (prior !== null) {
        return representative[classifier];
      }
      const region = own.find(({ members }) => members.includes(classifier));
      return region ? region.members[0] : classifier;
    };

    const wanted = (layer, state) => {
      const rank = layer.ranks(state, data);
      const isWanted = ([best, worst]) => rank === null || (best <= rank && rank <= worst);
      const classifier = standFor(state.classifier, state.prior);
      if (state.prior === null) {
        const isThere = (rank ?? data.classifiers.length) <= data.own.ranks;
        return isThere ? own.filter((region) => (
          isWanted(region.rank) && (rank !== null || region.members.includes(state.classifier))
        )) : null;
      }
      regions.setPrior(state.prior);
      const sweeps = rank === null
        ? data.tile.sweeps.filter(({ members }) => members[0] === classifier)
        : data.tile.sweeps;
      return regions.sectors(sweeps, isWanted)
        .map((sector) => ({ ...sector, outline: regions.outline(sector) }));
    };
    return { wanted, standFor };
  };

  const start = (store, data) => {
    const live = document.getElementById("tile-live");
    const names = Make.shortNames(data.classifiers);
    const { wanted, standFor } = regionSource(data);
    const picture = Make.svg("svg", {
      id: "tile", tabindex: 0, role: "application", "aria-roledescription": "Tile",
      "aria-label": "The Tile. Arrow keys move the point, with Shift by a tenth, Enter pins it, "
        + "Escape unpins it.",
      "aria-describedby": "pinned",
    });
    const layers = Make.svg("g", { class: "layers" });
    const cross = Make.svg("g", { class: "cross", "data-passing": true });
    const pin = Make.svg("g", { class: "pin" });
    const legend = document.getElementById("tile-legend");
    const what = document.getElementById("tile-what");
    live.append(picture);
    document.getElementById("tile-still").hidden = true;
    live.hidden = false;

    let side = 0;
    const pixel = ([a, b]) => [MARGIN.left + a * side, MARGIN.top + (1 - b) * side];

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
        matrices: data.classifiers.map(({ matrix }) => Ranking.shifted(matrix, state.prior)),
      };
      const scores = drawScores(context, store, choose);
      const shown = found === null
        ? {
          kind: "note",
          text: `Compared each by its own test, only the first ${data.own.ranks} ranks are in `
            + "this page: choose one of these or a common prior.",
        }
        : layer.draw(context);
      layers.replaceChildren(group, ...diagonal(data, pixel), scores);
      legend.replaceChildren(legendOf(shown, store));
      Make.text(what, `: ${layer.title(state, names)}, ${
        state.prior === null ? "each as it was tested" : `positive prior ${Place.number(state.prior)}`
      }`);
      mark(state);
    };

    const ring = ({ a, b }, radius) => {
      const [x, y] = pixel([Exact.toNumber(a), Exact.toNumber(b)]);
      return [
        Make.svg("circle", { cx: x, cy: y, r: radius, class: "ring-ground" }),
        Make.svg("circle", { cx: x, cy: y, r: radius, class: "ring" }),
      ];
    };

    const point = ({ hovered, pinned }) => {
      cross.replaceChildren();
      pin.replaceChildren();
      if (hovered) {
        const [x, y] = pixel([Exact.toNumber(hovered.a), Exact.toNumber(hovered.b)]);
        const line = (x1, y1, x2, y2) => Make.svg("line", { x1, y1, x2, y2, class: "hair" });
        cross.append(
          line(MARGIN.left, y, MARGIN.left + side, y),
          line(x, MARGIN.top, x, MARGIN.top + side),
        );
        if (!pinned) {
          cross.append(...ring(hovered, 6));
        }
      }
      if (pinned) {
        pin.append(...ring(pinned, 8), ...ring(pinned, 1.6));
      }
    };

    const fitted = (next) => {
      side = next;
      const ground = Make.square(side, MARGIN, { class: "ground" });
      picture.replaceChildren(ground, layers, axes(side, MARGIN), cross, pin);
      draw(store.get());
      point(store.get());
    };

    const under = (event) => {
      const box = picture.getBoundingClientRect();
      const scale = box.width / (MARGIN.left + side + MARGIN.right);
      const a = ((event.clientX - box.left) / scale - MARGIN.left) / side;
      const b = 1 - ((event.clientY - box.top) / scale - MARGIN.top) / side;
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
    document.getElementById("download-tile-svg").addEventListener("click", () => {
      Export.downloadSvg("tile.svg", picture, `The Tile${what.textContent}`);
    });

    Make.fit(picture, live, MARGIN, fitted);
    store.subscribe(["prior", "layer", "rank", "classifier"], draw);
    store.subscribe(["hovered", "pinned"], point);
    store.subscribe(["marked"], mark);
  };

  return { start };
})();
