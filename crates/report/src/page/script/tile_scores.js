"use strict";

/**
 * Named scores on the Tile: dots at their places, and names where they hide nothing.
 */
const TileScores = (() => {
  const SHORT = { ba: "BA", "jaccard-negative": "neg. Jaccard" };

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

  /** The marks as one group; `onChoose` hears of the position of the one that is clicked on. */
  const draw = (context, store, onChoose) => {
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

  return { draw };
})();
