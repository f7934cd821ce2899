"""Columns and tables of libraries that are known by nothing but the Arrow interface."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import arro3.core
import duckdb
import nanoarrow
import numpy
import polars
import pyarrow
import pytest

import exactile
from exactile import Tile, _arrow

TRUTH = ["well", "ill", "ill", "well", "ill"]
SAID = ["well", "ill", "well", "ill", "ill"]
EXPECTED = Tile.from_predictions(TRUTH, {"a": SAID}, positive="ill")


class Capsule:
    """A foreign array, of which nothing is known."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self._values.__arrow_c_array__(requested_schema)


class Stream:
    """A foreign stream of arrays."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._values.__arrow_c_stream__(requested_schema)


@pytest.fixture(params=["pyarrow", "polars"], autouse=True)
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Whichever library reads the capsule, the answers are the same."""
    monkeypatch.setattr(_arrow, "_READERS", (request.param,))
    yield request.param


COLUMNS: list[tuple[str, Callable[[list[Any]], Any]]] = [
    ("array", lambda v: Capsule(pyarrow.array(v))),
    ("stream", lambda v: Stream(pyarrow.chunked_array([v[:2], v[2:]]))),
    ("views", lambda v: Capsule(pyarrow.array(v, pyarrow.string_view()))),
    ("large", lambda v: Capsule(pyarrow.array(v, pyarrow.large_string()))),
    ("dictionary", lambda v: Stream(pyarrow.chunked_array([v[:2], v[2:]]).dictionary_encode())),
    ("column of a table", lambda v: Capsule(pyarrow.record_batch({"x": v}))),
    ("table of one column", lambda v: Stream(pyarrow.table({"x": v}))),
    ("nanoarrow", lambda v: nanoarrow.Array(v, nanoarrow.string())),
    ("nanoarrow C", lambda v: nanoarrow.c_array(v, nanoarrow.string())),
    ("arro3", lambda v: arro3.core.Array(v, arro3.core.DataType.string())),
    ("arro3 chunks", lambda v: arro3.core.ChunkedArray(pyarrow.chunked_array([v[:2], v[2:]]))),
    ("polars, hidden", lambda v: Stream(polars.Series(v))),
    ("polars categories, hidden", lambda v: Stream(polars.Series(v, dtype=polars.Categorical))),
    ("DuckDB", lambda v: duckdb.sql("SELECT unnest(?) AS x", params=[v])),
]


@pytest.mark.parametrize("make", [case[1] for case in COLUMNS], ids=[case[0] for case in COLUMNS])
def test_columns_of_texts(make: Callable[[list[Any]], Any]) -> None:
    assert Tile.from_predictions(make(TRUTH), {"a": make(SAID)}, positive="ill") == EXPECTED


@pytest.mark.parametrize(
    "kind", ["bool", "int8", "uint8", "int16", "uint32", "int64", "uint64", "float16", "float32", "float64", "decimal128(3, 1)"]
)
def test_columns_of_numbers(kind: str) -> None:
    arrow = pyarrow.decimal128(3, 1) if kind.startswith("dec") else pyarrow.type_for_alias(kind)

    def make(values: list[str]) -> list[Any]:
        said = [value == "ill" for value in values]
        if kind == "bool":
            column = pyarrow.array(said)
        else:
            given = [Decimal(value) for value in said] if kind.startswith("dec") else numpy.array(said, kind)
            column = pyarrow.array(given, arrow)
        return [Capsule(column), Stream(pyarrow.chunked_array([column[:3], column[3:]])), Stream(pyarrow.chunked_array([], arrow))]

    expected = Tile.from_predictions([x == "ill" for x in TRUTH], {"a": [x == "ill" for x in SAID]})
    for truth, said in zip(make(TRUTH)[:2], make(SAID)[:2]):
        assert Tile.from_predictions(truth, {"a": said}).matrices == expected.matrices
    with pytest.raises(ValueError, match="there is no sample"):
        Tile.from_predictions(make(TRUTH)[2], {"a": make(SAID)[2]})


FRAMES: list[tuple[str, Callable[[pyarrow.Table], Any]]] = [
    ("stream", Stream),
    ("array", lambda t: Capsule(t.combine_chunks().to_batches()[0])),
    ("reader", lambda t: t.to_reader()),
    ("arro3", arro3.core.Table),
    ("arro3 batch", lambda t: arro3.core.RecordBatch(t.combine_chunks().to_batches()[0])),
    ("nanoarrow", nanoarrow.ArrayStream),
    ("polars, hidden", lambda t: Stream(polars.from_arrow(t))),
    ("DuckDB", lambda t: duckdb.from_arrow(t)),
]


@pytest.mark.parametrize("make", [case[1] for case in FRAMES], ids=[case[0] for case in FRAMES])
def test_tables(make: Callable[[pyarrow.Table], Any]) -> None:
    samples = pyarrow.table({"y_true": TRUTH, "a": SAID})
    assert Tile.from_predictions(TRUTH, make(samples.select(["a"])), positive="ill") == EXPECTED
    assert exactile.count(make(samples), positive="ill") == EXPECTED
    counts = samples.group_by(["y_true", "a"]).aggregate([([], "count_all")]).rename_columns({"count_all": "count"})
    assert Tile.from_counts(make(counts), positive="ill") == EXPECTED
    scores = pyarrow.table({"y_true": [0, 0, 1, 1], "m": [0.1, 0.6, 0.35, 0.8]})
    assert exactile.count_scores(make(scores)).thresholds("f1")[0].auc == Tile.from_scores(
        scores["y_true"], make(scores.select(["m"]))
    ).thresholds("f1")[0].auc
    assert exactile.count_scores(make(scores)).matrices == Tile.from_scores(scores["y_true"], {"m": scores["m"]}).matrices


def test_weights() -> None:
    y, said = [0, 0, 1, 1], {"x": [0, 1, 1, 0]}
    for values in ([1, 2, 3, 4], [0.5, 0.25, 1.0, 3.0], [Decimal("0.1"), Decimal("0.2"), Decimal("0.3"), Decimal(1)]):
        expected = Tile.from_predictions(y, said, sample_weight=values)
        assert Tile.from_predictions(y, said, sample_weight=Capsule(pyarrow.array(values))) == expected
        assert Tile.from_predictions(y, said, sample_weight=Stream(pyarrow.chunked_array([values]))) == expected


@pytest.mark.parametrize("values", [[0, None, 1], ["0", None, "1"], ["0", "", "1"], [0.0, float("nan"), 1.0], [False, None, True], [None] * 3])
def test_missing_values_are_refused_with_their_place(values: list[Any]) -> None:
    row = values.index(None) if None in values else 1
    for column in (Capsule(pyarrow.array(values)), Stream(pyarrow.chunked_array([pyarrow.array(values)]))):
        with pytest.raises(ValueError, match=f'^svm, row {row}: the label of "svm" is missing'):
            Tile.from_predictions([0, 1, 1], {"lr": [0, 0, 1], "svm": column})
    if values != [None] * 3:
        with pytest.warns(UserWarning, match="^1 of 3 rows left out for a missing value$"):
            truth = [values[0], values[2], values[2]]
            tile = Tile.from_predictions(truth, {"svm": Capsule(pyarrow.array(values))}, drop_missing=True)
        assert tile.matrices["svm"] == (1, 0, 0, 1)


def test_what_is_no_column() -> None:
    lists = pyarrow.array([[0], [1]])
    for column, words in [
        (Capsule(lists), "x: a column of values is needed, not one of "),
        (Stream(pyarrow.table({"p": [0, 1], "q": [0, 1]})), "x: a column has one dimension, and the table has 2 columns"),
        (Capsule(5), "x: Capsule cannot be read as Arrow: "),
        (lists, "x: a column of values is needed, not one of list"),
        (polars.Series([[0], [1]]), "x: a column of values is needed, not one of List"),
    ]:
        with pytest.raises(ValueError, match=words):
            Tile.from_predictions([0, 1], {"x": column})
    with pytest.raises(ValueError, match="^Stream cannot be read as Arrow: "):
        Tile.from_counts(Stream(5))
    twice = pyarrow.Table.from_arrays([lists, lists], names=["a", "a"])
    with pytest.raises(ValueError, match="'a'|duplicate"):
        Tile.from_counts(Stream(twice))


def test_numbers_are_not_copied() -> None:
    values = pyarrow.array([0, 1, 1], pyarrow.int8())
    from exactile._columns import described

    _, array, _ = described(Capsule(values))
    assert array.__array_interface__["data"][0] == values.buffers()[1].address


def test_without_pyarrow_polars_reads_and_without_both_it_says_so(reader: str) -> None:
    if reader == "polars":
        pytest.skip("a process of its own chooses the reader")
    code = """
import sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import duckdb, exactile
groups = duckdb.sql("SELECT i % 2 AS y_true, i // 2 % 2 AS lr, 1 AS count FROM range(8) t(i)")
try:
    print(exactile.Tile.from_counts(groups).matrices["lr"].tp)
except ImportError as error:
    print(error)
"""
    for hidden, said in [
        (["pyarrow"], "2"),
        (["polars"], "2"),
        (["pyarrow", "polars"], "reading DuckDBPyRelation needs pyarrow or polars, which is not installed\nhint: pip install 'exactile[arrow]'"),
    ]:
        run = subprocess.run([sys.executable, "-c", code, *hidden], capture_output=True, text=True, env=dict(os.environ))
        assert run.stdout.strip() == said, run.stderr
