"""The same counts, byte for byte, from every engine: only their GROUP BY differs."""

from __future__ import annotations

import datetime
import math
import os
import pickle
import random
import shutil
import sqlite3
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import ibis
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import exactile
from exactile import Tile, _counting

from conftest import FIXTURES

N = 300
rng = random.Random(11)
#: Names that engines have to write each in its own way.
NAMES = ["y true", "lr", "svm.rbf (C=1)", 'a "b"']

Columns = dict[str, list[Any]]
Make = Callable[[Columns], Any]


def predictions(no: Any, yes: Any, *, missing: bool = False) -> Columns:
    rng.seed(11)
    truth = [rng.random() < 0.4 for _ in range(N)]
    columns: Columns = {NAMES[0]: [yes if value else no for value in truth]}
    for name, rate in zip(NAMES[1:], (0.1, 0.2, 0.3), strict=True):
        columns[name] = [yes if value ^ (rng.random() < rate) else no for value in truth]
    if missing:
        for k, name in enumerate(NAMES):
            columns[name][17 + 50 * k] = None
            columns[name][19] = None
    return columns


def scores(*, missing: bool = False) -> Columns:
    rng.seed(12)
    truth = [int(rng.random() < 0.4) for _ in range(N)]
    columns: Columns = {"y_true": truth}
    for name, spread in (("m.1", 10), ("m 2", 40)):
        # Quarters and eighths are floats of 32 bits, too.
        columns[name] = [(value * 3 + rng.randrange(spread)) / 8 for value in truth]
    if missing:
        columns["m.1"][3] = None
        columns["m 2"][5] = None
    return columns


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    if shutil.which("java") is None:
        if os.environ.get("EXACTILE_SPARK") == "required":
            pytest.fail("Spark is required, and there is no Java")
        pytest.skip("NO SPARK: there is no Java, and nothing of Spark was tested")
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    # It says on import which pandas it prefers; here no pandas comes near it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyspark.sql import SparkSession

        session = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.log.level", "ERROR")
            # Plans of few rows are interpreted sooner than compiled.
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.adaptive.enabled", "false")
            .getOrCreate()
        )
    yield session
    session.stop()


def sqlite(columns: Columns, folder: Path) -> str:
    path = str(folder / f"{len(os.listdir(folder))}.db")
    kinds = {int: "INTEGER", float: "REAL", str: "TEXT"}
    fields = []
    for name, column in columns.items():
        (kind,) = {type(value) for value in column if value is not None}
        quoted = name.replace('"', '""')
        fields.append(f'"{quoted}" {kinds[kind]}')
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE samples ({', '.join(fields)})")
        rows = list(zip(*columns.values(), strict=True))
        connection.executemany(f"INSERT INTO samples VALUES ({', '.join('?' * len(columns))})", rows)
    connection.close()
    return path


@pytest.fixture(params=["pandas", "polars", "lazy polars", "pyarrow", "dict", "duckdb", "duckdb query", "parquet", "folder", "sqlite", "ibis query", "spark"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """What makes a table of columns that `count` may be given, with its arguments."""
    kind = request.param
    if kind == "spark":
        session = request.getfixturevalue("spark")

    def make(columns: Columns) -> Any:
        table = pyarrow.table(columns)
        if kind == "pandas":
            return (pandas.DataFrame(columns, dtype=object),)
        if kind == "polars":
            return (polars.DataFrame(columns),)
        if kind == "lazy polars":
            return (polars.LazyFrame(columns),)
        if kind == "pyarrow":
            return (table,)
        if kind == "dict":
            return (columns,)
        if kind == "duckdb":
            return (duckdb.from_arrow(table),)
        if kind == "duckdb query":
            connection = duckdb.connect()
            connection.register("samples", table)
            return connection, "SELECT * FROM samples"
        if kind in ("parquet", "folder"):
            path = tmp_path / "data" / "samples.parquet"
            path.parent.mkdir(exist_ok=True)
            pyarrow.parquet.write_table(table, path)
            return (path if kind == "parquet" else str(path.parent),)
        if kind == "sqlite":
            return (ibis.sqlite.connect(sqlite(columns, tmp_path)).table("samples"),)
        if kind == "ibis query":
            return ibis.sqlite.connect(sqlite(columns, tmp_path)), "SELECT * FROM samples"
        pyarrow.parquet.write_table(table, tmp_path / "spark.parquet")
        return (session.read.parquet(str(tmp_path / "spark.parquet")),)

    return make


def text(tile: Tile) -> bytes:
    """All that a Tile knows of its samples."""
    return tile._data.parts()[0]


@pytest.mark.parametrize(("no", "yes", "positive"), [(0, 1, None), ("well", "ill", "ill"), (False, True, None)])
def test_predictions_are_counted_the_same(engine: Make, no: Any, yes: Any, positive: Any, request: pytest.FixtureRequest) -> None:
    if type(no) is bool and ("sqlite" in request.node.name or "ibis" in request.node.name):
        pytest.skip("SQLite has no booleans")
    columns = predictions(no, yes)
    expected = Tile.from_predictions(columns[NAMES[0]], {n: columns[n] for n in NAMES[1:]}, positive=positive)
    tile = exactile.count(*engine(columns), y_true=NAMES[0], positive=positive)
    assert text(tile) == text(expected)
    assert tile == expected
    assert tile.compare("lr", NAMES[2], "f1").raw == expected.compare("lr", NAMES[2], "f1").raw
    chosen = exactile.count(*engine(columns), y_true=NAMES[0], predictions=NAMES[:1:-1], positive=positive)
    assert chosen.names == tuple(NAMES[:1:-1])
    assert chosen.matrices == {name: expected.matrices[name] for name in chosen.names}


def test_missing_labels_are_refused_or_left_out(engine: Make) -> None:
    columns = predictions("well", "ill", missing=True)
    with pytest.raises(ValueError, match="is missing\nhint: .*drop_missing=True"):
        exactile.count(*engine(columns), y_true=NAMES[0], positive="ill")
    whole = [row for row in zip(*columns.values(), strict=True) if None not in row]
    assert len(whole) == N - 5
    expected = Tile.from_predictions([row[0] for row in whole], {n: [row[k] for row in whole] for k, n in enumerate(NAMES) if k}, positive="ill")
    with pytest.warns(UserWarning, match=f"^5 of {N} (rows|samples) left out for a missing value$"):
        tile = exactile.count(*engine(columns), y_true=NAMES[0], positive="ill", drop_missing=True)
    assert text(tile) == text(expected)


def test_scores_are_counted_the_same(engine: Make, request: pytest.FixtureRequest) -> None:
    columns = scores()
    expected = Tile.from_scores(columns["y_true"], {name: columns[name] for name in ("m.1", "m 2")})
    tile = exactile.count_scores(*engine(columns))
    assert tile == expected
    assert tile.thresholds("f1").document.raw == expected.thresholds("f1").document.raw
    # Which scores belong to one sample is known in memory alone.
    names = ["m.1", "m 2"]
    chosen = [next(name for name in tile.matrices if name.startswith(model)) for model in names]
    assert expected.compare(*chosen, "f1").paired
    is_in_memory = any(kind in request.node.name for kind in IN_MEMORY) and "lazy" not in request.node.name
    for copy in (tile, pickle.loads(pickle.dumps(tile))):
        assert copy.compare(*chosen, "f1").paired == is_in_memory
    one = exactile.count_scores(*engine(columns), scores=["m 2"])
    assert one.thresholds("f1")[0] == expected.thresholds("f1")[1]


@pytest.mark.parametrize("weight", [None, "w"])
def test_scores_are_counted_by_group(engine: Make, weight: str | None) -> None:
    columns = scores()
    rows = range(len(columns["y_true"]))
    columns["site"] = ["north" if row % 3 else "south" for row in rows]
    columns["w"] = [row % 4 for row in rows]
    # A group of one class has the labels of all.
    columns["site"][:2] = ["west", "west"]
    columns["y_true"][:2] = [1, 1]
    columns["w"][:2] = [1, 2]
    found = exactile.count_scores(*engine(columns), scores=["m.1", "m 2"], by="site", weight=weight)
    assert list(found) == ["north", "south", "west"]
    for site, tile in found.items():
        own = [row for row in rows if columns["site"][row] == site]
        said = {name: [columns[name][row] for row in own] for name in ("m.1", "m 2")}
        truth, samples = ([columns[name][row] for row in own] for name in ("y_true", "w"))
        if site == "west":
            truth, samples = [*truth, 0], [*samples, 0]
            said = {name: [*column, 0.5] for name, column in said.items()}
        elif weight is None:
            samples = None
        if weight is None and samples is not None:
            samples = [1, 1, 0]
        expected = Tile.from_scores(truth, said, sample_weight=samples)
        assert tile == expected
        if site != "west":
            assert tile.thresholds("f1").document.raw == expected.thresholds("f1").document.raw
    columns["site"][5] = None
    with pytest.raises(ValueError, match="1 sample lacks a value in 'site', which names groups\nhint: .*drop_missing=True"):
        exactile.count_scores(*engine(columns), scores=["m.1"], by="site")
    with pytest.warns(UserWarning, match="^1 of "):
        left = exactile.count_scores(*engine(columns), scores=["m.1"], by="site", drop_missing=True)
    assert list(left) == ["north", "south", "west"]


def test_groups_of_scores_may_be_days() -> None:
    days = [datetime.date(2026, 1, 1 + k % 2) for k in range(6)]
    columns = {"y_true": [0, 0, 1, 1, 0, 1], "m": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "day": days}
    for source in (polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns)), columns):
        assert list(exactile.count_scores(source, by="day")) == days[:2]


def test_infinite_scores_are_ordered_like_any_other(engine: Make) -> None:
    columns = scores()
    rows = enumerate(zip(columns["y_true"], columns["m.1"]))
    columns["m.1"] = [-math.inf if k % 7 == 0 else math.inf if k % 11 == 0 and truth else v for k, (truth, v) in rows]
    expected = Tile.from_scores(columns["y_true"], {"m.1": columns["m.1"]})
    assert exactile.count_scores(*engine(columns), scores=["m.1"]) == expected
    hull = [point.threshold for point in expected.thresholds("f1")[0].hull]
    assert (hull[0], hull[-1]) == (None, -math.inf)
    assert "m.1 > inf" in expected.matrices and "m.1 >= -inf" in expected.matrices
    # Finite numbers in the same order are the same staircase.
    finite = [max(-1e9, min(1e9, v)) for v in columns["m.1"]]
    of = Tile.from_scores(columns["y_true"], {"m.1": finite})
    assert of.thresholds("f1")[0].auc == expected.thresholds("f1")[0].auc
    assert list(of.matrices.values()) == list(expected.matrices.values())


def test_missing_scores_are_refused_or_left_out(engine: Make) -> None:
    columns = scores(missing=True)
    with pytest.raises(ValueError, match="is missing.*\nhint: .*drop_missing=True"):
        exactile.count_scores(*engine(columns))
    whole = {name: [v for k, v in enumerate(column) if k not in (3, 5)] for name, column in columns.items()}
    expected = Tile.from_scores(whole.pop("y_true"), whole)
    said = pytest.warns(UserWarning, match=f"^2 of {len(columns['y_true'])} (rows|samples) left out for a missing value$")
    with said:
        tile = exactile.count_scores(*engine(columns), drop_missing=True)
    with said:
        hulls = exactile.count_hulls(*engine(columns), drop_missing=True)
    assert [hull.auc for hull in hulls] == [model.auc for model in tile.thresholds("f1")]
    assert tile == expected
    assert tile.thresholds("f1").document.raw == expected.thresholds("f1").document.raw


def test_floats_of_32_bits_are_the_decimals_that_denote_them() -> None:
    import numpy

    m = numpy.array([0.1, 0.4, 0.35, 0.8], dtype="float32")
    expected = Tile.from_scores([0, 0, 1, 1], {"m": m})
    table = pyarrow.table({"y_true": [0, 0, 1, 1], "m": m})
    for source in (duckdb.from_arrow(table), polars.from_arrow(table).lazy()):
        assert exactile.count_scores(source).thresholds("f1").document.raw == expected.thresholds("f1").document.raw
    assert [str(point.threshold) for point in expected.thresholds("f1")[0].hull] == ["None", "4/5", "7/20", "1/10"]


def with_few_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_counting, "_MOST_PATTERNS", 3)
    monkeypatch.setattr(_counting, "_FEW_CLASSIFIERS", 1)


IN_MEMORY = ("pandas", "[polars", "pyarrow", "dict")


def test_pairs_are_counted_where_patterns_are_too_many(engine: Make, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    columns = predictions("well", "ill", missing=True)
    with pytest.warns(UserWarning, match=f"^5 of {N} (rows|samples) left out for a missing value$") as said:
        patterns = exactile.count(*engine(columns), y_true=NAMES[0], positive="ill", drop_missing=True)
        with_few_patterns(monkeypatch)
        pairs = exactile.count(*engine(columns), y_true=NAMES[0], positive="ill", drop_missing=True)
    is_in_memory = any(kind in request.node.name for kind in IN_MEMORY) and "lazy" not in request.node.name
    assert text(pairs).startswith(b"[{") != is_in_memory
    assert pairs == patterns and sum(one.category is UserWarning for one in said) == 2
    for first in NAMES[1:]:
        for second in NAMES[1:]:
            if first != second:
                found = pairs.compare(first, second, "f1")
                assert found.paired
                assert found == patterns.compare(first, second, "f1")
    with pytest.raises(ValueError, match="is missing\nhint: .*drop_missing=True"):
        exactile.count(*engine(columns), y_true=NAMES[0], positive="ill")


def test_pairs_of_wrong_labels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_patterns(monkeypatch)
    frame = polars.LazyFrame({"y_true": [0, 1, 0, 1, 1], "a": [0, 1, 1, 0, 1], "b": [0, 1, 1, 2, 0]})
    with pytest.raises(ValueError, match='^b, row [0-9]+: "b" holds "2", which y_true never holds'):
        exactile.count(frame)
    with pytest.raises(ValueError, match="which label is positive is not known"):
        exactile.count(frame.select(polars.all().replace_strict({0: "x", 1: "y", 2: "x"}, return_dtype=polars.String)))
    found = exactile.count(frame.with_columns(b=polars.col("b").clip(0, 1)))
    assert found.compare("a", "b", "accuracy").discordant.positives == (1, 1)


def test_only_one_classifier_can_be_counted_as_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_counting, "_MOST_PATTERNS", 1)
    frame = polars.LazyFrame({"y_true": [0, 1, 0, 1, 1], "a": [0, 1, 1, 0, 1]})
    assert exactile.count(frame).matrices["a"] == (1, 1, 1, 2)


def test_many_classifiers_with_too_many_patterns() -> None:
    random_ = random.Random(3)
    rows, classifiers = 800, 24
    truth = [random_.randrange(2) for _ in range(rows)]
    said = {f"c{k}": [random_.randrange(2) for _ in range(rows)] for k in range(classifiers)}
    frame = polars.LazyFrame({"y_true": truth, **said})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_counting, "_MOST_PATTERNS", 500)
        tile = exactile.count(frame)
    assert text(tile).startswith(b"[{")
    expected = Tile.from_predictions(truth, said)
    assert tile == expected
    assert tile.compare("c3", "c23", "f1") == expected.compare("c3", "c23", "f1")


def test_what_cannot_be_counted_is_refused(tmp_path: Path) -> None:
    frame = polars.LazyFrame({"y": [0, 1], "a": [0, 1]})
    refused: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (frame, {}, ValueError, "there is no column 'y_true'\nhint: the source has y, a"),
        (frame.collect(), {}, ValueError, "there is no column 'y_true'"),
        (frame, {"y_true": "y", "predictions": ["b"]}, ValueError, "there is no column 'b'"),
        (frame.collect(), {"y_true": "y", "predictions": ["b"]}, ValueError, "there is no column 'b'"),
        *(
            (table, {"y_true": "y", "predictions": names}, ValueError, said)
            for table in (frame, frame.collect())
            for names, said in [
                (["y", "a"], "'y' has the true labels and is no classifier\nhint: leave it out"),
                (["a", "a"], "'a' is asked for twice\nhint: name it once"),
                ([["a"]], r"there is no column \['a'\]"),
            ]
        ),
        (frame.select("y"), {"y_true": "y"}, ValueError, "there are no classifiers"),
        (object(), {"query": "SELECT 1"}, ValueError, "object answers no query\nhint: give a DuckDB connection"),
        (duckdb.connect(), {}, ValueError, "a connection is no table\nhint: add the query"),
        (object(), {}, ValueError, "object cannot be counted\nhint"),
        ("no-such-file.parquet", {}, FileNotFoundError, "there is no file 'no-such-file.parquet'"),
        (frame.filter(False), {"y_true": "y"}, ValueError, "there is no sample"),
    ]
    for source, options, error, words in refused:
        with pytest.raises(error, match=words):
            exactile.count(source, **options)


def test_counts_of_a_file_are_those_of_the_command_line() -> None:
    path = FIXTURES / "breast_cancer_predictions.csv"
    tile = exactile.count(duckdb.connect(), f"SELECT * FROM read_csv('{path}')")
    assert tile == Tile.read(path)
    assert text(tile) == text(exactile.count(polars.read_csv(path)))


def test_constant_classifiers_are_counted_as_what_they_say(engine: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    random_ = random.Random(7)
    for no, yes in ((0, 1), ("well", "ill")):
        for order in ("mixed", "negatives first", "positives first"):
            truth = [int(random_.random() < 0.4) for _ in range(60)]
            truth.sort(reverse=order == "positives first") if order != "mixed" else None
            said = {"never": [0] * 60, "a": [t ^ (random_.random() < 0.2) for t in truth], "always": [1] * 60, "b": [random_.randrange(2) for _ in truth]}
            columns = {name: [yes if value else no for value in column] for name, column in {"y_true": truth, **said}.items()}
            expected = Tile.from_predictions(columns["y_true"], {name: columns[name] for name in said}, positive=yes)
            positives = sum(truth)
            with monkeypatch.context() as patch:
                for is_few in (False, True):
                    if is_few:
                        with_few_patterns(patch)
                    tile = exactile.count(*engine(columns), positive=yes)
                    assert tile.matrices["never"] == (60 - positives, 0, positives, 0), order
                    assert tile.matrices["always"] == (0, 60 - positives, 0, positives), order
                    assert tile == expected
                    assert tile.compare("never", "a", "accuracy").raw["pairs"][0]["discordant"] == expected.compare("never", "a", "accuracy").raw["pairs"][0]["discordant"]


def test_one_class_and_constant_classifiers_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_patterns(monkeypatch)
    for truth in (0, 1):
        columns = {"y_true": [truth] * 4, "never": [0] * 4, "always": [1] * 4, "a": [0, 1, 0, 1]}
        expected = Tile.from_predictions(columns["y_true"], {name: columns[name] for name in ("never", "always", "a")})
        for source in (polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
            assert exactile.count(source) == expected


def test_many_classifiers_with_constant_ones_are_counted() -> None:
    random_ = random.Random(5)
    truth = [random_.randrange(2) for _ in range(400)]
    said = {f"c{k}": [random_.randrange(2) for _ in truth] for k in range(18)} | {"never": [0] * 400, "always": [1] * 400}
    expected = Tile.from_predictions(truth, said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_counting, "_MOST_PATTERNS", 300)
        for source in (polars.LazyFrame({"y_true": truth, **said}), duckdb.from_arrow(pyarrow.table({"y_true": truth, **said}))):
            assert exactile.count(source) == expected


def test_an_identifier_is_refused_as_what_it_is() -> None:
    columns = {"y_true": [0, 1] * 20, "id": list(range(40)), "a": [0, 1] * 20}
    for source in (polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
        with pytest.raises(ValueError, match='^id, row [0-9]+: "id" holds "[0-9]+", which y_true never holds\nhint: '):
            exactile.count(source)
