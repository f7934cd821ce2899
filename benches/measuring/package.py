"""Measures the Python package, beside what others need for the same work.

    python -m measuring.package NAME FOLDER [--tiny]

repeats the work of NAME in this process and prints times in seconds, or a peak of memory in bytes, as JSON. The environment has
an optimised wheel and the packages of requirements-test.txt. FOLDER is where files are written.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .data import ROOT, WRONG
from .rows import PACKAGE, Workload

CLASSIFIERS = 10
NAMES = [f"c{k}" for k in range(CLASSIFIERS)]

#: Times in seconds, or peaks in bytes, by programs.
Measured = dict[str, list[float]]


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


def labels(samples: int) -> tuple[Any, dict[str, Any]]:
    """The columns of samples as int8."""
    import numpy

    rng = numpy.random.default_rng(19)
    truth = (rng.random(samples) < 0.3).astype("int8")
    wrong = (rng.integers(0, 100, samples, dtype="int8") < share for share in WRONG)
    return truth, {name: truth ^ missed for name, missed in zip(NAMES, wrong)}


def predictions(kind: str, samples: int, others: int, times: int = 5) -> Measured:
    """`Tile.from_predictions` of all classifiers, and scikit-learn's confusion_matrix of `others` of them, in proportion: of
    objects, one takes half a minute."""
    import numpy
    from exactile import Tile
    from sklearn.metrics import confusion_matrix

    truth, said = labels(samples)
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
    tiles: list[Any] = []
    found = {"exactile": seconds(lambda: tiles.append(Tile.from_predictions(truth, said, positive=positive)), times)}
    order = None if positive is None else [SAID[1], SAID[0]]
    theirs = 0.0
    for name in NAMES[:others]:
        start = time.perf_counter()
        matrix = confusion_matrix(truth, said[name], labels=order)
        theirs += time.perf_counter() - start
        assert tiles[0].matrices[name] == tuple(int(cell) for cell in matrix.ravel())
    if others:
        scikit_learn = "`confusion_matrix` of scikit-learn" + (", in proportion" if others < CLASSIFIERS else "")
        found[scikit_learn] = [theirs * CLASSIFIERS / others]
    return found


def importing(times: int) -> Measured:
    """`import exactile` in fresh processes."""
    code = "import time; start = time.perf_counter(); import exactile; print(time.perf_counter() - start)"

    def run() -> float:
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)

    run()
    return {"exactile": [run() for _ in range(times)]}


def ranking(score: str, calls: int) -> Measured:
    """One ranking of 32 classifiers, mean of many calls."""
    import random

    from exactile import Tile

    drawn = random.Random(19)
    matrices = {}
    for k in range(32):
        fp, fn = drawn.randrange(357), drawn.randrange(212)
        matrices[f"c{k}"] = [[357 - fp, fp], [fn, 212 - fn]]
    tile = Tile.from_confusion(matrices)
    return {"exactile": [taken / calls for taken in seconds(lambda: [tile.rank(score) for _ in range(calls)], 9)]}


# Counting where the data are


def make_parquet(folder: Path, rows: int) -> Path:
    """Predictions of ten classifiers, about as often wrong as above, the same in every run."""
    import duckdb

    path = folder / f"predictions-{rows}.parquet"
    if not path.exists():
        truth = "(hash(i + 7) % 10 < 3)::TINYINT"
        said = ", ".join(
            f"xor(y, (hash(i * {CLASSIFIERS} + {k}) % 100 < {share})::TINYINT)::TINYINT AS c{k}"
            for k, share in enumerate(WRONG)
        )
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT y AS y_true, {said} FROM (SELECT i, {truth} AS y FROM range({rows}) t(i))) "
                f"TO '{path}' (FORMAT parquet)"
            )
    return path


GROUP_BY = f"SELECT y_true, {', '.join(NAMES)}, count(*) AS n FROM '{{}}' GROUP BY ALL"


def counting(folder: Path, rows: int, times: int = 7) -> Measured:
    """`count` of a Parquet file, and DuckDB's own GROUP BY of it, in turn."""
    import duckdb
    import exactile

    path = make_parquet(folder, rows)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(times):
        theirs += seconds(lambda: duckdb.sql(GROUP_BY.format(path)).fetchall())
        ours += seconds(lambda: exactile.count(path))
    return {"exactile": ours, "DuckDB, GROUP BY": theirs}


def peak(folder: Path, rows: int, who: str) -> Measured:
    """The peak memory of one of the two, in this process."""
    path = make_parquet(folder, rows)
    if who == "exactile":
        import exactile

        exactile.count(path)
    else:
        import duckdb

        duckdb.sql(GROUP_BY.format(path)).fetchall()
    return {"memory": [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024]}


def spark(folder: Path, rows: int, times: int = 5) -> Measured:
    """`count` in Spark with two workers, and its own GROUP BY, in turn."""
    import warnings

    import exactile
    from pyspark.sql import SparkSession, functions

    warnings.simplefilter("ignore")
    path = make_parquet(folder, rows)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    table = session.read.parquet(str(path))

    def own() -> object:
        return table.groupBy("y_true", *NAMES).agg(functions.count("*").alias("n")).collect()

    both: list[Callable[[], object]] = [own, lambda: exactile.count(table)]
    for work in both:
        work()
    theirs: list[float] = []
    ours: list[float] = []
    for _ in range(times):
        theirs += seconds(both[0])
        ours += seconds(both[1])
    session.stop()
    return {"exactile": ours, "Spark, GROUP BY": theirs}


def notebook() -> Measured:
    """The whole first notebook, with the start of its kernel."""
    import nbformat
    from nbclient import NotebookClient

    path = ROOT / "docs" / "notebooks" / "choosing.ipynb"
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            kept: Any = nbformat.read(path, 4)  # type: ignore[no-untyped-call]
            client = NotebookClient(kept, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}})
            found += seconds(client.execute)
    return {"exactile": found}


@dataclass(frozen=True)
class InPython(Workload):
    """A workload of the package: its work, given a folder and the number to use of two, the full and the tiny one."""

    work: Callable[[Path, Callable[[int, int], int]], Measured]


ROWS = [
    InPython("import", PACKAGE, "`import exactile`", lambda _, size: importing(size(15, 1)), goal="60 ms"),
    InPython("int8", PACKAGE, "`Tile.from_predictions`, 10^7 samples x 10 classifiers, int8",
        lambda _, size: predictions("int8", size(10**7, 200), 10), goal="0.3 s"),
    InPython("bool", PACKAGE, "the same, bool", lambda _, size: predictions("bool", size(10**7, 200), 10), goal="0.3 s"),
    InPython("objects", PACKAGE, "the same, strings as Python objects, one shared object per label",
        lambda _, size: predictions("few", size(10**7, 200), 1), goal="6 s", long=True),
    InPython("own", PACKAGE, "the same, a separate object for every string",
        lambda _, size: predictions("own", size(10**7, 200), 0), goal="6 s", long=True),
    InPython("rank-f1", PACKAGE, '`tile.rank("f1")`, 32 classifiers',
        lambda _, size: ranking("f1", size(1000, 2)), goal="0.2 ms"),
    InPython("rank-mcc", PACKAGE, '`tile.rank("mcc")`, the same, irrational values',
        lambda _, size: ranking("mcc", size(1000, 2))),
    InPython("count", PACKAGE, "`exactile.count`, Parquet of 10^8 rows x 10 classifiers, by DuckDB",
        lambda folder, size: counting(folder, size(10**8, 1000), size(7, 1)), goal="DuckDB + 0.2 s", long=True),
    InPython("count-peak", PACKAGE, "peak memory of the same",
        lambda folder, size: peak(folder, size(10**8, 1000), "exactile"), goal="DuckDB + 100 MB", long=True),
    InPython("duckdb-peak", PACKAGE, "peak memory of DuckDB's GROUP BY",
        lambda folder, size: peak(folder, size(10**8, 1000), "duckdb"), long=True),
    InPython("spark", PACKAGE, "`exactile.count`, Parquet of 10^7 rows, Spark with two workers",
        lambda folder, size: spark(folder, size(10**7, 1000), size(5, 1)), goal="Spark + 1 s", long=True),
    InPython("notebook", PACKAGE, "the first notebook, with the start of its kernel", lambda _, size: notebook(), goal="15 s"),
]


def measured(name: str, folder: Path, tiny: bool) -> Measured:
    """The figures of a workload."""
    row = next(row for row in ROWS if row.name == name)
    return row.work(folder, lambda full, small: small if tiny else full)


def main() -> None:
    name, folder, *tiny = sys.argv[1:]
    print(json.dumps(measured(name, Path(folder), bool(tiny))))


if __name__ == "__main__":
    main()
