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

  /** Offers the content of an address as a file. */
  const download = (name, address) => {
    const link = Make.html("a", { href: address, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };

  /** Offers a text as a file. */
  const downloadText = (name, type, text) => {
    download(name, URL.createObjectURL(new Blob([text], { type })));
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
    const { width, height } = picture.hasAttribute("viewBox")
      ? picture.viewBox.baseVal : picture.getBoundingClientRect();
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    const ground = Make.svg("rect", { width: "100%", height: "100%", fill: "#ffffff" });
    copy.prepend(Make.svg("title", {}, title), ground);
    return `${new XMLSerializer().serializeToString(copy)}\n`;
  };
  /** Offers a picture as an SVG file. */
  const downloadSvg = (name, picture, title) => {
    downloadText(name, "image/svg+xml", svgText(picture, title));
  };

  /** Offers a picture as a PNG file, each pixel as three by three. */
  const downloadPng = async (name, picture, title) => {
    const SCALE = 3;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture, title))}`;
    await image.decode();
    const canvas = Make.html("canvas", { width: SCALE * image.width, height: SCALE * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    download(name, canvas.toDataURL("image/png"));
  };

  /** Lets the buttons of a picture save it; `title` is called when one is pressed. */
  const offer = (name, pictureOf, title) => {
    for (const button of document.querySelectorAll(`button[data-saves="${name}"]`)) {
      const isPng = button.dataset.kind === "png";
      button.addEventListener("click", () => {
        (isPng ? downloadPng : downloadSvg)(`${name}.${isPng ? "png" : "svg"}`, pictureOf(), title());
      });
    }
  };

  /** The buttons that save the picture of a figure that comes and goes. */
  const buttons = (name, called) => Make.html(
    "span", { class: "saves live-only" },
    ...["svg", "png"].map((kind) => Make.html("button", {
      type: "button", "data-saves": name, "data-kind": kind,
      "aria-label": `save ${called} as ${kind.toUpperCase()}`,
    }, kind.toUpperCase())),
  );

  /** Lets all such buttons save the picture of their figure. */
  const offerFigures = () => {
    document.addEventListener("click", ({ target }) => {
      const button = target.closest('figure button[data-saves^="strip-"]');
      if (button !== null) {
        const { saves, kind } = button.dataset;
        const picture = button.closest("figure").querySelector("svg.strip");
        const save = kind === "png" ? downloadPng : downloadSvg;
        save(`${saves}.${kind}`, picture, picture.getAttribute("aria-label"));
      }
    });
  };

  return { buttons, downloadText, offer, offerFigures, svgText };
})();
