"use strict";

/**
 * The table of all classifiers: sorted by any column, copied, kept as CSV.
 *
 * Rows are complete in the page. Cells carry integer ranks to sort by, rows their line of CSV.
 */
const TableView = (() => {
  const DIRECTIONS = { ascending: 1, descending: -1 };

  /** The rank of a row in a column; null where the value is undefined. */
  const orderOf = (row, column) => {
    const { order } = row.cells[column].dataset;
    return order === undefined ? null : Number(order);
  };

  /** Rows by a column, undefined values last, ties in the order in which the page came. */
  const sorted = (rows, column, direction) => {
    const keys = rows.map((row, place) => ({ row, place, order: orderOf(row, column) }));
    keys.sort((x, y) => {
      if (x.order === null || y.order === null) {
        return (x.order === null) - (y.order === null) || x.place - y.place;
      }
      return (x.order - y.order) * DIRECTIONS[direction] || x.place - y.place;
    });
    return keys.map(({ row }) => row);
  };

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Pages opened from a file may have no clipboard: the selection does.
      const area = Make.html("textarea", { class: "hidden-text", readonly: true });
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  };

  const start = (store) => {
    const table = document.getElementById("table");
    const [body] = table.tBodies;
    const headers = Array.from(table.tHead.rows[0].cells);
    const original = Array.from(body.rows);
    for (const name of body.querySelectorAll("th bdi")) {
      const whole = name.textContent;
      name.replaceChildren();
      Make.breakable(name, whole);
    }
    const status = document.getElementById("csv-status");
    const [box, cue] = [table.parentElement, document.getElementById("table-cue")];
    const measure = () => {
      const isWide = box.scrollWidth > box.clientWidth + 1;
      cue.hidden = !isWide;
      box.classList.toggle("is-wide", isWide);
    };
    measure();
    new ResizeObserver(measure).observe(box);

    const sortBy = (header) => {
      const now = header.getAttribute("aria-sort");
      const opposite = now === "ascending" ? "descending" : "ascending";
      const direction = now === null ? header.dataset.first : opposite;
      for (const other of headers) {
        Make.attribute(other, "aria-sort", other === header ? direction : null);
      }
      body.append(...sorted(original, header.cellIndex, direction));
    };
    for (const header of headers) {
      header.querySelector("button")?.addEventListener("click", () => sortBy(header));
    }

    /** The table as it is sorted. */
    const csv = () => {
      const lines = [table, ...body.rows].map((holder) => holder.dataset.csv);
      return `${lines.join("\n")}\n`;
    };
    document.getElementById("copy-csv").addEventListener("click", async () => {
      const done = await copied(csv());
      Make.text(status, done ? "Copied." : "This browser does not allow copying.");
    });
    document.getElementById("download-csv").addEventListener("click", () => {
      Export.downloadText("classifiers.csv", "text/csv;charset=utf-8", csv());
      Make.text(status, "");
    });

    const positionOf = (event) => {
      const row = event.target.closest("tr");
      return row === null ? null : Number(row.dataset.classifier);
    };
    body.addEventListener("pointerover", (event) => store.set({ marked: positionOf(event) }));
    body.addEventListener("pointerleave", () => store.set({ marked: null }));
    store.subscribe(["marked"], ({ marked }) => {
      for (const row of original) {
        row.classList.toggle("is-marked", Number(row.dataset.classifier) === marked);
      }
    });
  };

  return { start };
})();
