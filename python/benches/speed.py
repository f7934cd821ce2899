"""Measures the package, beside what others need for the same work.

    python benches/speed.py [WORKLOAD ...]

runs in an environment that has the optimised wheel and the packages of requirements-test.txt. Each workload has a
process of its own and is repeated in it; medians are printed as a table of Markdown. `--folder` is where the 1 GB of the
Parquet files is written, and taken away afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SAMPLES = 10_000_000
CLASSIFIERS = 10
#: How often a classifier is wrong, in hundredths.
WRONG = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
NAMES = [f"c{k}" for k in range(CLASSIFIERS)]

Measured = dict[str, Any]


def seconds(work: Callable[[], object], times: int = 1) -> list[float]:
    """How long some work takes, so many times."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return found


# Reading columns

SAID = ("ill", "well")


def labels() -> tuple[Any, dict[str, Any]]:
    """The columns of 10^7 samples as int8."""
    import numpy

    rng = numpy.random.default_rng(19)
    truth = (rng.random(SAMPLES) < 0.3).astype("int8")
    wrong = (rng.integers(0, 100, SAMPLES, dtype="int8") < share for share in WRONG)
    return truth, {name: truth ^ missed for name, missed in zip(NAMES, wrong)}


def predictions(kind: str, times: int, others: int) -> Measured:
    """`Tile.from_predictions` of all classifiers, beside scikit-learn's confusion_matrix of so many of them, in proportion:
    of objects, one takes half a minute."""
    import numpy
    from exactile import Tile
    from sklearn.metrics import confusion_matrix

    truth, said = labels()
    if kind == "bool":
        truth, said = truth.astype(bool), {name: column.astype(bool) for name, column in said.items()}
    elif kind != "int8":
        # Few objects that are met again and again, as pandas reads CSV; or each of its own.
        words = numpy.array([SAID[1], SAID[0]], dtype=object)
        truth, said = words[truth], {name: words[column] for name, column in said.items()}
        if kind == "own":
            for column in (truth, *said.values()):
                for row, word in enumerate(column):
                    column[row] = "".join(word)
    positive = None if kind in ("int8", "bool") else SAID[0]
    tiles = []
    ours = seconds(lambda: tiles.append(Tile.from_predictions(truth, said, positive=positive)), times)
    order = None if positive is None else [SAID[1], SAID[0]]
    matrices = {}
    theirs = 0.0
    for name in NAMES[:others]:
        theirs += seconds(lambda: matrices.update({name: confusion_matrix(truth, said[name], labels=order)}))[0]
    for name, matrix in matrices.items():
        assert tiles[0].matrices[name] == tuple(int(cell) for cell in matrix.ravel())
    return {"ours": ours, "scikit-learn": [theirs * CLASSIFIERS / others] if others else []}


def importing() -> Measured:
    """`import exactile` in fresh processes."""
    code = "import time; start = time.perf_counter(); import exactile; print(time.perf_counter() - start)"
    run = lambda: float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)
    run()
    return {"ours": [run() for _ in range(15)]}


def ranking(score: str = "f1") -> Measured:
    """One ranking of 32 classifiers, mean of many calls."""
    import random
    from exactile import Tile

    drawn = random.Random(19)
    matrices = {}
    for k in range(32):
        fp, fn = drawn.randrange(357), drawn.randrange(212)
        matrices[f"c{k}"] = [[357 - fp, fp], [fn, 212 - fn]]
    tile = Tile.from_confusion(matrices)
    calls = 1000
    return {"ours": [taken / calls for taken in seconds(lambda: [tile.rank(score) for _ in range(calls)], 9)]}


# Counting where the data are

ROWS = 100_000_000
FEW_ROWS = 10_000_000


def make_parquet(folder: Path, rows: int) -> Path:
    """Predictions of ten classifiers, about as often wrong as above, the same in every run."""
    import duckdb

    path = folder / f"predictions-{rows}.parquet"
    if not path.exists():
        truth = "(hash(i + 7) % 10 < 3)::TINYINT"
        said = ", ".join(
            f"xor(y, (hash(i * {CLASSIFIERS} + {k}) % 100 < {share})::TINYINT)::TINYINT AS c{k}" for k, share in enumerate(WRONG)
        )
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT y AS y_true, {said} FROM (SELECT i, {truth} AS y FROM range({rows}) t(i))) TO '{path}' (FORMAT parquet)"
            )
    return path


GROUP_BY = f"SELECT y_true, {', '.join(NAMES)}, count(*) AS n FROM '{{}}' GROUP BY ALL"


def counting(folder: Path, times: int = 7) -> Measured:
    """`count` of a Parquet file of 10^8 rows, and DuckDB's own GROUP BY of it, in turn."""
    import exactile
    import duckdb

    path = make_parquet(folder, ROWS)
    ours, theirs = [], []
    for _ in range(times):
        theirs += seconds(lambda: duckdb.sql(GROUP_BY.format(path)).fetchall())
        ours += seconds(lambda: exactile.count(path))
    return {"ours": ours, "DuckDB": theirs}


def peak(folder: Path, who: str) -> Measured:
    """The peak memory of one of the two, in a process of its own, in MB."""
    path = make_parquet(folder, ROWS)
    if who == "ours":
        import exactile

        exactile.count(path)
    else:
        import duckdb

        duckdb.sql(GROUP_BY.format(path)).fetchall()
    return {"peak": [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]}


def spark(folder: Path, times: int = 5) -> Measured:
    """`count` of 10^7 rows in Spark with two workers, and its own GROUP BY, in turn."""
    import warnings

    import exactile
    from pyspark.sql import SparkSession, functions

    warnings.simplefilter("ignore")
    path = make_parquet(folder, FEW_ROWS)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    table = session.read.parquet(str(path))
    own = lambda: table.groupBy("y_true", *NAMES).agg(functions.count("*").alias("n")).collect()
    both = [own, lambda: exactile.count(table)]
    for work in both:
        work()
    theirs, ours = [], []
    for _ in range(times):
        theirs += seconds(own)
        ours += seconds(both[1])
    session.stop()
    return {"ours": ours, "Spark": theirs}


def notebook() -> Measured:
    """The whole first notebook, with the start of its kernel."""
    import nbformat
    from nbclient import NotebookClient

    path = Path(__file__).parents[2] / "docs" / "notebooks" / "choosing.ipynb"
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            kept = nbformat.read(path, 4)
            client = NotebookClient(kept, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}})
            found += seconds(client.execute)
    return {"ours": found}


#: What is measured, what it is called, and what it may take.
WORKLOADS: dict[str, tuple[str, str, Callable[[Path], Measured]]] = {
    "import": ("`import exactile`", "60 ms", lambda _: importing()),
    "int8": ("`from_predictions`, 10^7 samples x 10 classifiers, int8", "0.3 s", lambda _: predictions("int8", 5, 10)),
    "bool": ("the same, bool", "0.3 s", lambda _: predictions("bool", 5, 10)),
    "objects": ("the same, objects that are strings, two of them", "6 s", lambda _: predictions("few", 5, 1)),
    "own": ("the same, every string an object of its own", "6 s", lambda _: predictions("own", 5, 0)),
    "rank": ('`tile.rank("f1")`, 32 classifiers', "0.2 ms", lambda _: ranking()),
    "rank-mcc": ('`tile.rank("mcc")`, 32 classifiers', "", lambda _: ranking("mcc")),
    "count": ("`count`, Parquet of 10^8 rows x 10 classifiers, DuckDB", "DuckDB + 0.2 s", counting),
    "count-peak": ("its peak memory", "DuckDB + 100 MB", lambda folder: peak(folder, "ours")),
    "duckdb-peak": ("the peak memory of DuckDB's own GROUP BY", "", lambda folder: peak(folder, "theirs")),
    "spark": ("`count`, Parquet of 10^7 rows, Spark local[2]", "Spark + 1 s", spark),
    "notebook": ("the first notebook", "15 s", lambda _: notebook()),
}


def shown(values: list[float], unit: str) -> str:
    """The median, and from where to where the values go."""
    if not values:
        return ""
    if unit == "peak":
        return f"{statistics.median(values):.0f} MB"
    factor, name = (1000, "ms") if statistics.median(values) < 0.1 else (1, "s")
    digits = 3 if statistics.median(values) * factor < 1 else 2
    parts = [f"{value * factor:.{digits}f}" for value in (statistics.median(values), min(values), max(values))]
    return f"{parts[0]} {name}" + (f" ({parts[1]} to {parts[2]})" if len(values) > 1 else "")


def rows(names: list[str], folder: Path) -> Iterator[str]:
    yield "| workload | exactile | the other | needed | load average |"
    yield "|---|---|---|---|---|"
    for name in names:
        what, needed, _ = WORKLOADS[name]
        load = os.getloadavg()[0]
        command = [sys.executable, __file__, "--folder", str(folder), "--measure", name]
        measured = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()[-1])
        ours = measured.pop("ours", None)
        first = shown(measured["peak"], "peak") if ours is None else shown(ours, "")
        others = [f"{other}: {shown(values, '')}" for other, values in measured.items() if other != "peak" and values]
        yield f"| {what} | {first} | {'; '.join(others)} | {needed} | {load:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", help=", ".join(WORKLOADS))
    parser.add_argument("--folder", type=Path, help="where large files are written")
    parser.add_argument("--measure", choices=WORKLOADS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure is not None:
        print(json.dumps(WORKLOADS[given.measure][2](given.folder)))
        return
    unknown = set(given.workloads) - set(WORKLOADS)
    if unknown:
        parser.error(f"there is no workload {', '.join(sorted(unknown))}; choose of {', '.join(WORKLOADS)}")
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for row in rows(given.workloads or list(WORKLOADS), Path(folder)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
