"use strict";

/**
 * What the Tile can show: a list, to which others may add.
 *
 * A layer is { id, name, title, colours, uses, ranks, draw }: title(state, names) says what is shown,
 * colours(state, names) what the colours say, `uses` names the choices that it depends on besides the prior ("rank", "classifier"),
 * ranks(state, data) is the rank whose regions it needs, null for all ranks of one classifier, and
 * draw(context) appends to context.group and returns a legend.
 * A context is { state, data, group, pixel, side, taken, matrices, names, regions }: the group to
 * draw into, the map from points of the Tile to pixels, the rectangles that names must spare,
 * integer matrices under the prior, short names, and the regions wanted as
 * { members, rank, outline }, and whether these are pieces of thresholds that are chosen elsewhere.
 */
const Layers = (() => {
  const LABEL_SIZES = [15, 13, 11];
  const MOST_LISTED = 40;
  /** Longer edges of bands are drawn in pieces. */
  const LONGEST = 0.02;

  const channels = (colour) => [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16));

  /** Black or white, whichever stands out more: by at least 4.5 to 1, whatever the ground. */
  const inkOn = (colour) => {
    const [red, green, blue] = channels(colour).map((channel) => {
      const share = channel / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? "#000000" : "#ffffff";
  };

  /** A colour between those of a ramp, at 0 to 1. */
  const ramp = (colours, position) => {
    const at = Math.min(Math.max(position, 0), 1) * (colours.length - 1);
    const low = Math.min(Math.floor(at), colours.length - 2);
    const [first, second] = [channels(colours[low]), channels(colours[low + 1])];
    const mixed = first.map((x, k) => Math.round(x + (at - low) * (second[k] - x)));
    return `#${mixed.map((x) => x.toString(16).padStart(2, "0")).join("")}`;
  };

  const polygonOf = (region, pixel) => Regions.points(region.outline).map(pixel);

  /** A region's filled outline. */
  const drawRegion = ({ group, pixel, regions }, region, fill) => {
    const width = Math.min(0.8, Math.max(0.1, 32 / regions.length));
    group.append(Make.svg("path", {
      d: Regions.pathData(region.outline, pixel, true),
      fill,
      stroke: fill === "none" ? "#1a1a1a" : fill,
      "stroke-width": 0.5,
      "data-classifier": region.members[0],
      "data-rank": region.rank.join("-"),
      class: "region",
    }));
    return width;
  };

  /** The borders of all regions, above their fillings. */
  const drawBorders = ({ group, pixel, regions, areChoices }) => {
    if (areChoices) {
      return;
    }
    const width = Math.min(0.9, Math.max(0.1, 32 / regions.length));
    const d = regions.map((region) => Regions.pathData(region.outline, pixel, true)).join("");
    group.append(Make.svg("path", {
      d, fill: "none", stroke: "#1a1a1a", "stroke-width": width, class: "borders",
    }));
  };

  /** Names inside regions, as large as fits. */
  const drawLabels = ({ group, pixel, taken, areChoices }, regions, nameOf, inkOf) => {
    const MOST_LABELS = 60;
    // Of the pieces of one choice the largest, which comes first, has the name.
    const named = areChoices
      ? regions.filter((region, k) => (
        regions.findIndex(({ members, rank }) => (
          members[0] === region.members[0] && rank[0] === region.rank[0]
        )) === k
      ))
      : regions;
    for (const region of named.slice(0, MOST_LABELS)) {
      const polygon = polygonOf(region, pixel);
      const shown = Make.shortened(nameOf(region), 24);
      for (const size of LABEL_SIZES) {
        const [wide, high] = [Make.width(shown, size) + 0.8 * size, 1.45 * size];
        const place = Room.find(polygon, wide, high, taken);
        if (place) {
          taken.push(Room.around(place.x, place.y, wide, high));
          group.append(Make.svg("text", {
            x: Make.number(place.x),
            y: Make.number(place.y + 0.35 * size),
            "font-size": size,
            "text-anchor": "middle",
            fill: inkOf(region),
            class: "region-name",
            ...(inkOf(region) === "halo" ? { fill: "#1a1a1a", class: "region-name halo" } : {}),
          }, shown));
          break;
        }
      }
    }
  };

  const groupName = ({ names }, members) => (
    (members.length === 1
      ? names[members[0]]
      : members.slice(0, 3).map((member) => Make.isolated(names[member])).join(" = "))
      + (members.length > 3 ? ` and ${members.length - 3} equal` : "")
  );

  /** Everybody who appears, in the order of the regions. */
  const listOf = (context, regions) => {
    const shown = new Map();
    for (const { members } of regions) {
      shown.set(members[0], members);
    }
    return {
      kind: "list",
      entries: [...shown.values()].slice(0, MOST_LISTED).map((members) => ({
        classifier: members[0],
        fill: context.data.colours[members[0]].fill,
        name: groupName(context, members),
      })),
      more: Math.max(0, shown.size - MOST_LISTED),
    };
  };

  const entity = {
    id: "entity",
    name: "who is ranked r-th",
    title: ({ rank }) => (rank === 1 ? "ranked first" : `rank ${rank}`),
    colours: ({ rank }) => (rank === 1 ? "who is ranked first there" : `who has rank ${rank} there`),
    uses: ["rank"],
    ranks: ({ rank }) => rank,
    draw: (context) => {
      const { colours } = context.data;
      for (const region of context.regions) {
        drawRegion(context, region, colours[region.members[0]].fill);
      }
      drawBorders(context);
      drawLabels(
        context,
        context.regions,
        ({ members }) => groupName(context, members),
        ({ members }) => inkOn(colours[members[0]].fill),
      );
      return listOf(context, context.regions);
    },
  };

  const rankOf = {
    id: "rank",
    ofAll: true,
    name: "the ranks of one classifier",
    title: ({ classifier }, names) => `ranks of ${Make.isolated(names[classifier])}`,
    colours: ({ classifier }, names) => `which rank ${Make.isolated(names[classifier])} has there`,
    uses: ["classifier"],
    ranks: () => null,
    draw: (context) => {
      const ranks = context.regions.map(({ rank }) => rank[0]);
      const [best, worst] = [Math.min(...ranks), Math.max(...ranks)];
      const colourOf = (rank) => (
        ramp(context.data.ramp, 1 - 0.85 * (rank - best) / Math.max(worst - best, 1))
      );
      for (const region of context.regions) {
        drawRegion(context, region, colourOf(region.rank[0]));
      }
      drawBorders(context);
      drawLabels(
        context,
        context.regions,
        ({ rank }) => Ranking.rankText(rank),
        ({ rank }) => inkOn(colourOf(rank[0])),
      );
      return {
        kind: "bar",
        title: "rank",
        colours: Array.from({ length: 21 }, (_, k) => colourOf(best + (worst - best) * k / 20)),
        ticks: best === worst
          ? [[0.5, String(best)]]
          : [0, 0.5, 1].map((share) => [share, String(Math.round(best + share * (worst - best)))]),
      };
    },
  };

  /** Contours at multiples of a round step that divide a range well. */
  const scaleOf = (values) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    for (const step of [0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 1e-4]) {
      const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
      if (last - first >= 4 || step === 1e-4) {
        return { low: first * step, high: Math.max(last, first + 1) * step, step };
      }
    }
    return { low: 0, high: 1, step: 0.1 };
  };

  /** The part of the Tile where R_ab >= level, a polygon: (1 - k) s - k u is linear in a and b. */
  const atLeast = ([tn, fp, fn, tp], level) => {
    const value = ([a, b]) => (
      (1 - level) * ((1 - a) * tn + a * tp) - level * ((1 - b) * fp + b * fn)
    );
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
    const polygon = [];
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % 4];
      const [f0, f1] = [value(from), value(to)];
      if (f0 >= 0) {
        polygon.push(from);
      }
      if ((f0 >= 0) !== (f1 >= 0)) {
        const t = f0 / (f0 - f1);
        polygon.push([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]);
      }
    });
    return polygon;
  };

  const doubles = (matrix) => {
    const total = matrix.reduce((x, y) => x + y);
    return matrix.map((count) => Exact.toNumber(Exact.make(count, total)));
  };

  const valueOf = ([tn, fp, fn, tp], [a, b]) => {
    const s = (1 - a) * tn + a * tp;
    return s / (s + (1 - b) * fp + b * fn);
  };

  const byValue = (id, name, title, rankFor) => ({
    id,
    name,
    title: () => name,
    colours: () => `the ${title} there`,
    uses: [],
    ranks: (_, data) => rankFor(data),
    draw: (context) => {
      const { group, pixel, regions, matrices, data } = context;
      const rates = new Map(regions.map(({ members: [one] }) => [one, doubles(matrices[one])]));
      const values = regions.flatMap(({ members: [one], outline }) => (
        Regions.points(outline).map((at) => valueOf(rates.get(one), at))
      )).filter(Number.isFinite);
      const scale = scaleOf(values.length > 0 ? values : [0, 1]);
      const bands = Math.round((scale.high - scale.low) / scale.step) * 5;
      const colours = Array.from({ length: bands }, (_, k) => ramp(data.ramp, (k + 0.5) / bands));
      const data2d = (points) => `M${points.map((at) => pixel(at).map(Make.number).join(" ")).join("L")}Z`;
      regions.forEach((region, position) => {
        const clip = `clip-${id}-${position}`;
        const outline = Regions.pathData(region.outline, pixel, true);
        group.append(Make.svg("clipPath", { id: clip }, Make.svg("path", { d: outline })));
        const inner = Make.svg("g", {
          "clip-path": `url(#${clip})`, "data-classifier": region.members[0], class: "region",
        });
        colours.forEach((fill, k) => {
          const level = scale.low + (scale.high - scale.low) * k / bands;
          const polygon = k === 0
            ? [[0, 0], [1, 0], [1, 1], [0, 1]]
            : atLeast(rates.get(region.members[0]), level);
          if (polygon.length > 2) {
            inner.append(Make.svg("path", { d: data2d(polygon), fill }));
          }
        });
        group.append(inner);
      });
      drawBorders(context);
      drawLabels(context, regions, ({ members }) => groupName(context, members), () => "halo");
      const digits = Math.max(1, Math.ceil(-Math.log10(scale.step) - 1e-9));
      const steps = Math.round((scale.high - scale.low) / scale.step);
      const every = Math.ceil(steps / 6);
      return {
        kind: "bar",
        title,
        colours,
        ticks: Array.from({ length: steps + 1 }, (_, k) => k)
          .filter((k) => k % every === 0)
          .map((k) => [k / steps, (scale.low + k * scale.step).toFixed(digits)]),
      };
    },
  });

  /** The map of one axis from the Tile of one prior to that of another: z k/(1 - z + z k). */
  const warpOf = (from, to) => {
    if (from === null || to === null) {
      return (z) => z;
    }
    const odds = (prior) => {
      const p = Exact.toNumber(prior);
      return p / (1 - p);
    };
    const k = odds(Exact.read(from)) / odds(to);
    return (z) => (k * z) / (1 - z + k * z);
  };

  /**
   * How sure the winner is: within each region of rank 1 the probability that its classifier is truly
   * the best. The bands were found on the Tile of the prior that the report starts with; other priors
   * warp them as they warp everything else.
   */
  const sure = {
    id: "sure",
    name: "how sure the winner is",
    title: () => "probability of being truly the best",
    colours: () => "how probably the one who is ranked first there is truly the best",
    uses: [],
    ranks: () => 1,
    draw: (context) => {
      const { group, pixel, regions, data, state } = context;
      if (data.sure === null) {
        return {
          kind: "note",
          text: `There are no probabilities: ${data.not_sure}.`,
        };
      }
      const { levels, fields, resolution, parts } = data.sure;
      const colours = [0, ...levels].map((level, k) => (
        ramp(data.ramp, (level + (levels[k] ?? 100)) / 200)
      ));
      const warp = warpOf(data.tile.start_prior, state.prior);
      const path = (loop) => {
        const corners = [];
        for (let k = 0; k < loop.length; k += 2) {
          const [from, to] = [k, (k + 2) % loop.length].map((j) => [loop[j] / parts, loop[j + 1] / parts]);
          const [start, end] = [from, to].map((at) => at.map(warp));
          // Straight where it was found, an edge is bent under another prior.
          const length = Math.max(Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1]));
          const pieces = Math.max(1, Math.ceil(length / LONGEST));
          for (let piece = 0; piece < pieces; piece += 1) {
            const at = from.map((z, axis) => warp(z + (piece / pieces) * (to[axis] - z)));
            corners.push(pixel(at).map(Make.number).join(" "));
          }
        }
        return `M${corners.join("L")}Z`;
      };
      regions.forEach((region, position) => {
        const clip = `clip-sure-${position}`;
        const outline = Regions.pathData(region.outline, pixel, true);
        group.append(Make.svg("clipPath", { id: clip }, Make.svg("path", { d: outline })));
        const inner = Make.svg("g", {
          "clip-path": `url(#${clip})`, "data-classifier": region.members[0], class: "region",
        });
        inner.append(Make.svg("path", { d: outline, fill: colours[0] }));
        const found = fields.find(({ classifier }) => classifier === region.members[0]);
        (found?.bands ?? []).forEach((loops, k) => {
          if (loops.length > 0) {
            const isContour = [50, 80, 95].includes(levels[k]);
            inner.append(Make.svg("path", {
              d: loops.map(path).join(""),
              fill: colours[k + 1],
              "data-level": levels[k],
              ...(isContour ? { stroke: "#ffffff", "stroke-width": 1.2 } : {}),
            }));
          }
        });
        group.append(inner);
      });
      drawBorders(context);
      drawLabels(context, regions, ({ members }) => groupName(context, members), () => "halo");
      return {
        kind: "bar",
        title: `probability, ${data.assumption}, from ${resolution} × ${resolution} points of the Tile of ${
          Place.percent(Exact.read(data.tile.start_prior))} positives; lines at 50, 80, 95 %`,
        colours: Array.from({ length: 50 }, (_, k) => (
          colours[levels.filter((level) => level <= 2 * k).length]
        )),
        ticks: [[0, "0"], [0.5, "50 %"], [0.8, "80 %"], [0.95, "95 %"]],
      };
    },
  };

  const list = [
    entity,
    sure,
    rankOf,
    byValue("best", "the best value", "best value of the score", () => 1),
    {
      ...byValue("worst", "the worst value", "worst value of the score", (data) => ModelsView.ranked(data)),
      ofAll: true,
    },
  ];

  /** Adds a layer; before the parts are started. */
  const add = (layer) => list.push(layer);

  return { list, add, ramp, inkOn, drawRegion, drawBorders, drawLabels };
})();
