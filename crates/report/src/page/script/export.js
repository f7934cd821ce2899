"use strict";

/**
 * Files for the reader to keep.
 */
const Export = (() => {
  const PROPERTIES = [
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
    "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor",
    "paint-order", "visibility",
  ];

  /** Offers a text as a file. */
  const download = (name, type, text) => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = Make.html("a", { href: address, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };

  /** A picture as a file of its own: style that the page gives is written into it, light. */
  const svgText = (picture, title) => {
    const root = document.documentElement;
    const theme = root.getAttribute("data-theme");
    root.setAttribute("data-theme", "light");
    const copy = picture.cloneNode(true);
    const originals = [picture, ...picture.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, k) => {
      const style = getComputedStyle(originals[k]);
      for (const property of PROPERTIES) {
        element.style.setProperty(property, style.getPropertyValue(property));
      }
      element.removeAttribute("class");
      element.removeAttribute("tabindex");
    });
    Make.attribute(root, "data-theme", theme);
    for (const passing of copy.querySelectorAll("[data-passing]")) {
      passing.remove();
    }
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const { width, height } = picture.viewBox.baseVal;
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    const ground = Make.svg("rect", { width: "100%", height: "100%", fill: "#ffffff" });
    copy.prepend(Make.svg("title", {}, title), ground);
    return `${new XMLSerializer().serializeToString(copy)}\n`;
  };

  /** Offers a picture as an SVG file. */
  const downloadSvg = (name, picture, title) => {
    download(name, "image/svg+xml", svgText(picture, title));
  };

  return { download, downloadSvg, svgText };
})();
