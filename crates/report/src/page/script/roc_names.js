"use strict";

/**
 * Names and values beside what they are about in ROC space, where they hide nothing.
 */
const RocNames = (() => {
  /** Places for a name around a point: close ones, then farther ones, which need a line to the point. */
  const SPOTS = [[9, 4, "start"], [9, 16, "start"], [-9, -8, "end"], [9, -9, "start"],
    [-9, 4, "end"], [0, 20, "middle"], [0, -12, "middle"], [-9, 16, "end"], [14, 28, "start"],
    ...[30, 45, 60, 80, 100, 125].flatMap((radius) => (
      [20, -20, 45, -45, 70, -70, 0, 110, -110, 160, 180].map((angle) => {
        const turn = angle * Math.PI / 180;
        const [dx, dy] = [radius * Math.cos(turn), radius * Math.sin(turn)];
        return [dx, dy + 4, dx >= 0 ? "start" : "end"];
      })
    ))];
  /** Names farther away than this have a line to their point. */
  const CLOSE = 32;
  const SIZE = 11;

  /** What a name at a spot beside a point covers. */
  const roomAt = ([x, y], [dx, dy, anchor], wide) => {
    const shift = { start: wide / 2, end: -wide / 2, middle: 0 }[anchor];
    return Room.around(x + dx + shift, y + dy - 4, wide, 13);
  };

  /** The first spot where a name is inside the window and hides nothing. */
  const freeSpot = (point, wide, taken, { margin, side }) => SPOTS.find((spot) => {
    const room = roomAt(point, spot, wide);
    return room.left >= margin.left && room.right <= margin.left + side
      && room.top >= margin.top && room.bottom <= margin.top + side
      && !taken.some((other) => Room.overlap(other, room));
  });

  /** The rooms that the points drawn so far take, each with some air. */
  const roomsOf = (points, room) => Array.from(points.children, (circle) => {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name)));
    return Room.around(x, y, room(r), room(r));
  });

  /**
   * The names of points { classifier, at, name } beside them, the first ones first, as long as they have room; names
   * farther away have a line to their point.
   */
  const beside = (wanted, taken, frame) => {
    const seen = new Set();
    const found = [];
    for (const { classifier, at: [x, y], name } of wanted) {
      const key = `${x} ${y}`;
      const wide = Make.width(name, SIZE) + 4;
      const spot = seen.has(key) ? undefined : freeSpot([x, y], wide, taken, frame);
      seen.add(key);
      if (spot) {
        const [dx, dy, anchor] = spot;
        taken.push(roomAt([x, y], spot, wide));
        if (Math.hypot(dx, dy) > CLOSE) {
          found.push(Make.svg("line", {
            x1: Make.number(x), y1: Make.number(y), x2: Make.number(x + dx), y2: Make.number(y + dy - 4),
            class: "leader",
          }));
        }
        found.push(Make.svg("text", {
          x: Make.number(x + dx), y: Make.number(y + dy), "text-anchor": anchor, "font-size": SIZE,
          "data-classifier": classifier, class: "hull-name halo",
        }, name));
      }
    }
    return found;
  };

  /** A line's value at its end on the left or below, where it hides no point. */
  const atEnd = (line, shown, taken, { margin, side }) => {
    const [x, y] = ["x1", "y1"].map((name) => Number(line.getAttribute(name)));
    const isLow = y > margin.top + side - 1;
    const wide = Make.width(shown, 10) + 4;
    const isClose = x + wide + 4 > margin.left + side;
    const at = { x: isClose ? x - 4 : x + 4, y: isLow ? y - 5 : Math.max(y - 3, margin.top + 11) };
    const room = Room.around(at.x + (isClose ? -wide / 2 : wide / 2), at.y - 4, wide, 12);
    if (taken.some((other) => Room.overlap(other, room))) {
      return [];
    }
    taken.push(room);
    return [Make.svg("text", {
      x: Make.number(at.x),
      y: Make.number(at.y),
      "text-anchor": isClose ? "end" : "start",
      "font-size": 10,
      class: "iso-value halo",
    }, shown)];
  };

  return { roomsOf, beside, atEnd };
})();
