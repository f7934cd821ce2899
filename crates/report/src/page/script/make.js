"use strict";

/**
 * Elements, made without markup: texts are set as texts.
 */
const Make = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const finish = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "style") {
        // As an attribute it is inline style, which the page's policy forbids.
        element.style.cssText = value;
      } else if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : String(value));
      }
    }
    element.append(...children);
    return element;
  };

  /** An SVG element. */
  const svg = (name, attributes = {}, ...children) => (
    finish(document.createElementNS(SVG, name), attributes, children)
  );

  /** An HTML element. */
  const html = (name, attributes = {}, ...children) => (
    finish(document.createElement(name), attributes, children)
  );

  /** Sets a name that may be broken behind marks that join words, and unbroken is the same text. */
  const breakable = (element, content) => {
    if (element.textContent !== content) {
      const parts = content.split(/(?<=[_\-./:])(?=[^\s_\-./:])/);
      element.replaceChildren(...parts.flatMap((part, k) => (
        k === 0 ? [part] : [document.createElement("wbr"), part]
      )));
    }
  };

  /** A name in a direction of its own, whichever that is. */
  const name = (content) => {
    const element = html("bdi");
    breakable(element, content);
    return element;
  };

  /** A name inside a text without elements: its direction ends with it. */
  const isolated = (content) => `\u2068${content}\u2069`;

  /** A count and its noun, in the plural unless the count is 1. */
  const counted = (count, noun) => `${count} ${noun}${String(count) === "1" ? "" : "s"}`;

  /** Sets a text only where it is another one. */
  const text = (element, content) => {
    if (element.textContent !== content) {
      element.textContent = content;
    }
  };

  /** Sets an attribute only where it is another one; null removes it. */
  const attribute = (element, key, value) => {
    if (value === null) {
      element.removeAttribute(key);
    } else if (element.getAttribute(key) !== String(value)) {
      element.setAttribute(key, String(value));
    }
  };

  /** A coordinate of a picture. */
  const number = (value) => String(Math.round(value * 100) / 100);

  const context = document.createElement("canvas").getContext("2d");

  /** The width of a text in pixels. */
  const width = (content, size, weight = 400) => {
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    return context.measureText(content).width;
  };

  const letters = (content) => {
    if (typeof Intl.Segmenter === "function") {
      return Array.from(new Intl.Segmenter().segment(content), ({ segment }) => segment);
    }
    return Array.from(content);
  };

  /** The text with its middle left out, if it has more letters than `most`. */
  const shortened = (content, most) => {
    if (content.length <= most) {
      return content;
    }
    const all = letters(content);
    if (all.length <= most) {
      return content;
    }
    const tail = Math.floor((most - 1) / 3);
    const head = most - 1 - tail;
    return `${all.slice(0, head).join("")}…${all.slice(all.length - tail).join("")}`;
  };

  /** Names that fit in a line, no two alike: long ones get their number. */
  const shortNames = (classifiers) => {
    const short = classifiers.map(({ name: full }) => shortened(full, 28));
    const times = new Map();
    for (const one of short) {
      times.set(one, (times.get(one) ?? 0) + 1);
    }
    return short.map((one, k) => (
      times.get(one) > 1 || one !== classifiers[k].name ? `${one} #${k + 1}` : one
    ));
  };

  /** The side of a square that fills the width of a box but for its margin. */
  const sideIn = (box, { left, right }) => (
    Math.round(Math.min(Math.max(box.clientWidth - left - right, 180), 620))
  );

  /** Gives a picture the size of a square with its margin. */
  const resize = (picture, side, { left, right, top, bottom }) => {
    const [wide, high] = [left + side + right, top + side + bottom];
    picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    picture.setAttribute("width", String(wide));
    picture.setAttribute("height", String(high));
  };

  /** The square itself, as an element with these attributes. */
  const square = (side, { left, top }, attributes) => svg("rect", {
    x: left, y: top, width: side, height: side, ...attributes,
  });

  /** Keeps a square picture as large as its box lets it be, and calls `draw` with its side whenever that is another one. */
  const fit = (picture, box, margin, draw) => {
    let side = 0;
    const look = () => {
      const next = sideIn(box, margin);
      if (next !== side) {
        side = next;
        resize(picture, side, margin);
        draw(side);
      }
    };
    look();
    new ResizeObserver(look).observe(box);
  };

  /** Where an event is in the square of a picture: shares of its side, to the right and upwards. */
  const shares = (event, picture, side, { left, right, top }) => {
    const box = picture.getBoundingClientRect();
    const scale = box.width / (left + side + right);
    return [
      ((event.clientX - box.left) / scale - left) / side,
      1 - ((event.clientY - box.top) / scale - top) / side,
    ];
  };

  return {
    svg, html, name, counted, breakable, isolated, text, attribute, number, width, shortened, shortNames,
    square, fit, shares,
  };
})();
