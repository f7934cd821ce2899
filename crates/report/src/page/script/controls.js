"use strict";

/**
 * What the reader chooses: the prior, the layer and what it depends on, a score or a point.
 */
const ControlsView = (() => {
  const element = (id) => document.getElementById(id);

  /** What is wrong with what was typed, and what is wanted. */
  const wrong = (content, what, wanted) => (
    `“${Make.shortened(content.trim(), 20)}” is no ${what}: give ${wanted}.`
  );

  /** Priors that the slider stops at: finer towards both ends, with those of the report. */
  const stops = (data) => {
    const found = [];
    const add = (n, d) => found.push(Exact.make(BigInt(n), BigInt(d)));
    for (let k = 1; k < 10; k += 1) {
      add(k, 1000);
      add(1000 - k, 1000);
    }
    for (let k = 2; k < 20; k += 1) {
      add(k, 200);
      add(200 - k, 200);
    }
    for (let k = 10; k <= 90; k += 1) {
      add(k, 100);
    }
    for (const prior of [data.tile.own_prior, data.tile.start_prior]) {
      if (prior !== null) {
        found.push(Exact.read(prior));
      }
    }
    return found
      .sort(Exact.compare)
      .filter((prior, k) => k === 0 || !Exact.equal(prior, found[k - 1]));
  };

  const startPrior = (store, data) => {
    const [slider, field] = [element("prior"), element("prior-text")];
    const [reset, error] = [element("prior-reset"), element("prior-error")];
    const known = stops(data);
    slider.max = String(known.length - 1);
    const own = data.tile.own_prior === null ? null : Exact.read(data.tile.own_prior);
    const fallback = data.tile.start_prior ?? "1/2";
    slider.addEventListener("input", () => {
      Place.shift(store, data, known[Number(slider.value)]);
    });
    const read = () => {
      const prior = Exact.parse(field.value);
      return prior !== null && prior.n > 0n && prior.n < prior.d ? prior : null;
    };
    field.addEventListener("input", () => {
      const prior = read();
      if (prior) {
        Place.shift(store, data, prior);
      }
    });
    field.addEventListener("change", () => {
      const isFine = read() !== null;
      Make.attribute(field, "aria-invalid", isFine ? null : "true");
      Make.text(error, isFine ? ""
        : wrong(field.value, "share of positives", "a number between 0 and 1, such as 0.2, 1/5 or 20%"));
    });
    reset.addEventListener("click", () => {
      if (data.tile.own_prior === null) {
        Place.shift(store, data, null);
      } else {
        Place.shift(store, data, own);
      }
    });
    // A fraction is for the one who types; read, it is a share in per cent with the fraction behind it.
    const show = (prior, isTyped) => {
      const [exact, percent] = [Place.number(prior), Place.percent(prior)];
      const isFraction = exact.includes("/");
      field.dataset.exact = exact;
      field.value = isFraction && !isTyped ? percent : exact;
      Make.text(element("prior-percent"), isFraction && !isTyped ? exact : percent);
    };
    for (const [event, isTyped] of [["focus", true], ["blur", false]]) {
      field.addEventListener(event, () => {
        // What is wrong stays to be mended.
        if (read() !== null) {
          show(store.get().prior, isTyped);
        }
      });
    }
    const each = element("prior-own");
    if (each) {
      each.addEventListener("change", () => {
        Place.shift(store, data, each.checked ? null : Exact.read(fallback));
      });
    }
    store.subscribe(["prior"], ({ prior }) => {
      const isOwn = prior === null;
      slider.disabled = isOwn;
      field.disabled = isOwn;
      if (each) {
        each.checked = isOwn;
      }
      reset.hidden = own === null || (prior !== null && Exact.equal(prior, own));
      if (isOwn) {
        field.value = "";
        Make.text(element("prior-percent"), "");
        slider.setAttribute("aria-valuetext", "each classifier's own");
        return;
      }
      const typed = read();
      const isTyped = document.activeElement === field;
      if (!isTyped || (typed && !Exact.equal(typed, prior))) {
        show(prior, isTyped);
      } else {
        field.dataset.exact = Place.number(prior);
        Make.text(element("prior-percent"), Place.percent(prior));
      }
      Make.attribute(field, "aria-invalid", null);
      Make.text(error, "");
      const distance = known.map((stop) => Math.abs(Exact.toNumber(stop) - Exact.toNumber(prior)));
      slider.value = String(distance.indexOf(Math.min(...distance)));
      slider.setAttribute("aria-valuetext", Place.number(prior));
    });
  };

  const startLayer = (store, data) => {
    const [layer, rank, classifier] = ["layer", "rank", "classifier"].map(element);
    const most = ModelsView.ranksOnTile(data);
    const layers = Layers.list.filter(({ ofAll }) => !ofAll || most > 1 || data.classifiers.length === 1);
    layer.append(...layers.map(({ id, name }) => Make.html("option", { value: id }, name)));
    rank.max = String(most);
    classifier.append(...data.classifiers.map(({ name }, k) => (
      Make.html("option", { value: k }, Make.shortened(name, 60))
    )));
    layer.addEventListener("change", () => store.set({ layer: layer.value }));
    rank.addEventListener("input", () => {
      const wanted = Number(rank.value);
      if (Number.isInteger(wanted) && wanted >= 1 && wanted <= most) {
        store.set({ rank: wanted });
      }
    });
    rank.addEventListener("change", () => {
      rank.value = String(store.get().rank);
    });
    classifier.addEventListener("change", () => {
      store.set({ classifier: Number(classifier.value) });
    });
    store.subscribe(["layer", "rank", "classifier"], (state) => {
      const { uses } = Layers.list.find(({ id }) => id === state.layer);
      layer.value = state.layer;
      if (Number(rank.value) !== state.rank) {
        rank.value = String(state.rank);
      }
      classifier.value = String(state.classifier);
      rank.closest(".control").hidden = !uses.includes("rank") || most === 1;
      classifier.closest(".control").hidden = !uses.includes("classifier");
    });
  };

  const startPlace = (store, data) => {
    const [score, field, unpin, error] = ["score", "at", "unpin", "at-error"].map(element);
    score.append(
      Make.html("option", { value: "" }, "choose a score"),
      ...data.tile.scores.map(({ name }, k) => Make.html("option", { value: k }, name)),
    );
    score.addEventListener("change", () => {
      if (score.value !== "") {
        const place = Place.ofScore(data, Number(score.value), store.get().prior);
        store.set({ pinned: place });
      }
    });
    field.addEventListener("change", () => {
      const point = Place.parse(field.value);
      const isFine = point !== null || field.value.trim() === "";
      Make.attribute(field, "aria-invalid", isFine ? null : "true");
      Make.text(error, isFine ? "" : wrong(field.value, "point", "two numbers from 0 to 1, such as 1/2, 0.3"));
      if (point) {
        store.set({ pinned: point });
      }
    });
    unpin.addEventListener("click", () => store.set({ pinned: null }));
    store.subscribe(["pinned", "prior"], ({ pinned, prior }) => {
      data.tile.scores.forEach((mark, k) => {
        score.options[k + 1].disabled = Ranking.place(mark, prior) === null;
      });
      score.value = pinned && pinned.score !== null ? String(pinned.score) : "";
      unpin.hidden = pinned === null;
      if (document.activeElement !== field) {
        field.value = pinned ? `${Place.number(pinned.a)}, ${Place.number(pinned.b)}` : "";
        Make.attribute(field, "aria-invalid", null);
        Make.text(error, "");
      }
    });
  };

  const startCosts = (store) => {
    const [field, error] = [element("cost"), element("cost-error")];
    field.addEventListener("change", () => {
      const point = Place.ofCosts(field.value);
      const isFine = point !== null || field.value.trim() === "";
      Make.attribute(field, "aria-invalid", isFine ? null : "true");
      Make.text(error, isFine ? ""
        : wrong(field.value, "cost", "how many false alarms one miss costs, such as 5, 0.5 or 5:1"));
      if (isFine) {
        store.set({ pinned: point });
      }
    });
    store.subscribe(["pinned"], ({ pinned }) => {
      if (document.activeElement !== field) {
        field.value = pinned ? Place.costs(pinned) ?? "" : "";
        Make.attribute(field, "aria-invalid", null);
        Make.text(error, "");
      }
    });
  };

  /** Exact forms are folded away until they are asked for, in all tables at once. */
  const startExactly = () => {
    const boxes = Array.from(document.querySelectorAll("input.exactly"));
    for (const box of boxes) {
      box.addEventListener("change", () => {
        document.documentElement.classList.toggle("is-exact", box.checked);
        for (const other of boxes) {
          other.checked = box.checked;
        }
      });
    }
  };

  const start = (store, data) => {
    startExactly();
    startCosts(store);
    startPrior(store, data);
    startLayer(store, data);
    startPlace(store, data);
    element("question").hidden = false;
    element("controls").hidden = false;
  };

  return { start };
})();
