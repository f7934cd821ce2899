"use strict";

/**
 * Room for names inside regions.
 */
const Room = (() => {
  const ROWS = 32;

  /** Where the level line at height y is inside a closed polygon. */
  const inside = (polygon, y) => {
    const crossings = [];
    polygon.forEach(([x0, y0], k) => {
      const [x1, y1] = polygon[(k + 1) % polygon.length];
      if ((y0 <= y) !== (y1 <= y)) {
        crossings.push(x0 + (y - y0) / (y1 - y0) * (x1 - x0));
      }
    });
    crossings.sort((p, q) => p - q);
    const found = [];
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      found.push([crossings[k], crossings[k + 1]]);
    }
    return found;
  };

  const common = (first, second) => (
    first.flatMap(([l0, r0]) => second.map(([l1, r1]) => [Math.max(l0, l1), Math.min(r0, r1)]))
      .filter(([left, right]) => left < right)
  );

  /** The middle of a free place of that size inside a polygon, or null. */
  const find = (polygon, width, height, taken) => {
    const heights = polygon.map(([, y]) => y);
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    let best = null;
    for (let row = 1; row < ROWS; row += 1) {
      const y = low + (high - low) * row / ROWS;
      const [top, bottom] = [y - height / 2, y + height / 2];
      if (top >= low && bottom <= high) {
        let free = common(inside(polygon, top), inside(polygon, bottom));
        free = common(free, inside(polygon, y));
        for (const other of taken.filter((one) => one.top < bottom && top < one.bottom)) {
          free = common(free, [[-Infinity, other.left], [other.right, Infinity]]);
        }
        for (const [left, right] of free) {
          const merit = right - left - 0.5 * Math.abs(y - (low + high) / 2);
          if (right - left >= width && (best === null || merit > best.merit)) {
            best = { merit, x: (left + right) / 2, y };
          }
        }
      }
    }
    return best;
  };

  /** A rectangle around a point. */
  const around = (x, y, width, height) => ({
    left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2,
  });

  const overlap = (p, q) => (
    p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom
  );

  return { find, around, overlap };
})();
