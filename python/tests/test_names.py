"""Names are names: they are neither numbers nor expressions, whatever they look like."""

from __future__ import annotations

import json
import os
import pickle
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exactile
from exactile import Document, Enclosure, Tile
from exactile._numbers import parsed
from exactile._schemas import is_number

from test_counting import spark  # noqa: F401 # a fixture

NUMBERS = ["1", "1e3", "inf", "-2/3", "0.5", "00"]
MATRICES = [[[35, 15], [15, 35]], [[25, 25], [10, 40]], [[45, 5], [30, 20]], [[20, 30], [12, 38]], [[40, 10], [20, 30]], [[30, 20], [10, 40]]]


def strings(value: Any) -> list[str]:
    """All texts of a result that Python hands out."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Document):
        return [text for key in value if key != "provenance" for text in strings(value[key])]
    if isinstance(value, tuple):
        return [text for item in value for text in strings(item)]
    return []


def questions(tile: Tile, a: str, b: str) -> list[Any]:
    return [
        tile.zone(a, b),
        tile.rankings("f1"),
        tile.rankings(cells=True, rankings=True),
        tile.curve("decision", pairs=True).document,
        tile.curve("decision", first=a, second=b, steps=3).document,
        tile.regions(a).document,
        tile.compare(a, b, "f1"),
        tile.confidence("f1", question="next").document,
        tile.plan("f1", question="next", rival=b),
        tile.rank("f1").document,
        tile.score("f1", "mcc").document,
        tile.ask("advantage"),
        tile.ask("vut"),
        tile.ask("no-skill", score="f1"),
        tile.ask("roc", score="f1"),
    ]


def test_names_that_look_like_numbers_stay_texts() -> None:
    usual = [f"model {k}" for k in range(len(NUMBERS))]
    for old, new in zip(
        questions(Tile.from_confusion(dict(zip(usual, MATRICES, strict=True))), *usual[:2]),
        questions(Tile.from_confusion(dict(zip(NUMBERS, MATRICES, strict=True))), *NUMBERS[:2]),
        strict=True,
    ):
        renamed = dict(zip(usual, NUMBERS, strict=True))
        assert [renamed.get(text, text) for text in strings(old)] == strings(new), old.raw["schema"]
    tile = Tile.from_confusion(dict(zip(NUMBERS, MATRICES, strict=True)))
    assert tile.zone("1", "1e3").better == ("1",)
    assert tile.curve("decision", first="inf", second="0.5", steps=3).document.first == "inf"


def test_models_and_classes_that_look_like_numbers_stay_texts(tmp_path: Path) -> None:
    scored = Tile.from_scores([0, 0, 1, 1, 0], {"1": [0.1, 0.6, 0.35, 0.8, 0.2], "1e3": [0.4, 0.1, 0.9, 0.3, 0.2]})
    found = scored.regions(at_best=True)
    assert {row.name for row in found} == {"1", "1e3"}
    assert {text for text in strings(found.document) if text in ("1", "1e3")} == {"1", "1e3"}
    path = tmp_path / "classes.csv"
    path.write_text("y_true,1,inf\n1,1,2\n2,2,2\n3,3,1\n1,3,1\n")
    raw = json.loads(exactile._exactile.answer(["rank", str(path), "--multi-class", "--score=f1", "--quiet", "--format=json"], b"")[0])
    views = Document(raw)
    assert {entry["class"] for entry in views["classes"]} == {"1", "2", "3"}
    names = {row["name"] for entry in views["classes"] for row in entry["ranking"]["ranking"]}
    assert names == {"1", "inf"}


def test_numbers_of_results_are_known_by_the_schema() -> None:
    tile = Tile.from_confusion({"a": MATRICES[0], "b": MATRICES[1]})
    documents: list[Any] = [
        *questions(tile, "a", "b"),
        exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3).document,
        exactile.check("sens=0.51 spec=0.94 acc=0.95", positives=100, negatives=500),
        exactile.axioms("mcc"),
        exactile.ask("lattice tail", tp=8, fp=4, fn=2, tn=16, metric="f1", at_least="0.5"),
        exactile.ask("lattice confluence", positives=3, negatives=4, metric="mcc", points=True),
        exactile.ask("place", score="kappa", prior="1/5"),
        exactile.ask("no-skill", score="f1", prior="1/3"),
        tile.ask("lattice compare", metric="f1", positives=4, negatives=5),
        tile.ask("advantage", cost_fp=1, cost_fn=5),
        Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]}).thresholds("f1").document,
    ]

    def missed(value: Any, key: str, schema: str) -> list[tuple[str, str, str]]:
        if isinstance(value, dict):
            return [found for name, inner in value.items() if name != "provenance" for found in missed(inner, name, schema)]
        if isinstance(value, list):
            return [found for inner in value for found in missed(inner, key, schema)]
        is_text = isinstance(value, str) and parsed(value) is not None and not is_number(schema, key)
        return [(schema, key, value)] if is_text else []

    for document in documents:
        raw = document.raw
        assert [entry for entry in missed(raw, "", raw["schema"]) if entry[1] not in ("lower", "upper", "formula", "positive")] == []
    truly = tile.compare("a", "b", "f1").truly_better
    assert isinstance(truly.lower, Fraction) and 0 < float(truly.lower) < 1


#: Names that some engine takes for more than a name.
HOSTILE = [
    "*", "^y.*$", "^.*$", 'a "b"', "a;b", "`b`", "a.b", "[x]", "[0]", "é", "select", "y_true.x", "{x}", "%s", "a'b", "$1", "?", "a,b", "\\", "COLUMNS(*)",
    "--", "/*", "nth(0)", "len", "a b", "c0", "c1", "n", "t", "x0", "a:b", "a\\nb", "CAST(a AS INT)", "#", "@", "~", "a/b", "count(*)", "NULL", "true", "1", "-1",
]  # fmt: skip


def lazy(columns: dict[str, list[int]]) -> Any:
    return polars.LazyFrame(columns)


def relation(columns: dict[str, list[int]]) -> Any:
    return duckdb.from_arrow(pyarrow.table(columns))


def hostile_table(columns: dict[str, list[int]]) -> Any:
    """A table whose own name is hostile, too."""
    connection = duckdb.connect()
    connection.register("samples", pyarrow.table(columns))
    connection.execute('CREATE TABLE "a""; DROP TABLE samples; --" AS SELECT * FROM samples')
    return connection.sql('SELECT * FROM "a""; DROP TABLE samples; --"')


def sqlite(columns: dict[str, list[int]]) -> Any:
    import sqlite3
    import tempfile

    import ibis

    path = os.path.join(tempfile.mkdtemp(), "a'b;\".db")
    fields = ", ".join('"' + name.replace('"', '""') + '" INTEGER' for name in columns)
    connection = sqlite3.connect(path)
    connection.execute(f'CREATE TABLE "a""; --" ({fields})')
    connection.executemany(f'INSERT INTO "a""; --" VALUES ({", ".join("?" * len(columns))})', list(zip(*columns.values(), strict=True)))
    connection.commit()
    connection.close()
    return ibis.sqlite.connect(path).table('a"; --')


ENGINES: list[Callable[[dict[str, list[int]]], Any]] = [lazy, relation, hostile_table, sqlite]


def hostile_columns(names: list[str]) -> dict[str, list[int]]:
    """Columns each of which is another one than y_true and than each other."""
    truth = [k % 2 for k in range(8)]
    columns = {name: [truth[row] ^ (number >> row & 1) for row in range(8)] for number, name in enumerate(names, 1)}
    # The true labels stand among them.
    place = len(names) // 2
    return dict([*list(columns.items())[:place], ("y_true", truth), *list(columns.items())[place:]])


def check_counts(make: Callable[[dict[str, list[int]]], Any], columns: dict[str, list[int]]) -> None:
    truth = columns["y_true"]
    others = {name: column for name, column in columns.items() if name != "y_true"}
    expected = Tile.from_predictions(truth, others)
    assert exactile.count(make(columns)).matrices == expected.matrices
    names = list(others)
    chosen = exactile.count(make(columns), predictions=names[:1], y_true="y_true")
    assert chosen.matrices == {names[0]: expected.matrices[names[0]]}
    scored = exactile.count_scores(make(columns), scores=names[-1:])
    assert scored == Tile.from_scores(truth, {names[-1]: others[names[-1]]})


@pytest.mark.parametrize("make", ENGINES)
def test_hostile_names_of_columns_are_names(make: Callable[[dict[str, list[int]]], Any]) -> None:
    for start in range(0, len(HOSTILE), 14):
        check_counts(make, hostile_columns(HOSTILE[start : start + 14]))
    # A column of true labels with such a name.
    columns = {"*": [0, 1, 0, 1], "y": [1, 1, 0, 0]}
    assert exactile.count(make(columns), y_true="*").matrices["y"] == (1, 1, 1, 1)


@pytest.mark.parametrize("make", [lazy, relation])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(names=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00\r\n"), min_size=1, max_size=6), min_size=1, max_size=4))
def test_any_name_of_a_column_is_a_name(make: Callable[[dict[str, list[int]]], Any], names: list[str]) -> None:
    # Engines and the program know names in one case, without the space around them.
    distinct = {name.strip().casefold(): name for name in names if name == name.strip()}
    usable = [name for key, name in distinct.items() if key not in ("", "y_true", "count", "unnamed: 0") and name.isprintable()]
    if usable:
        check_counts(make, hostile_columns(usable))


def test_hostile_names_of_columns_are_names_in_spark(spark: Any) -> None:  # noqa: F811
    columns = hostile_columns(HOSTILE)
    rows = list(zip(*columns.values(), strict=True))
    check_counts(lambda kept: spark.createDataFrame(rows, list(kept)), columns)


@pytest.mark.parametrize("library", ["duckdb", "polars"])
def test_hostile_names_of_files_are_names(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if library == "polars":
        import importlib.util

        found = importlib.util.find_spec
        monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "duckdb" else found(name, *rest))
    table = {"y_true": [0, 1, 1], "a": [0, 1, 0]}
    other = {"y_true": [0, 1, 1], "a": [1, 1, 1]}
    for name in ("a[1].parquet", "[ab].parquet", "a*.parquet", "a?b.parquet", "a b;'\".parquet", "$x{}.parquet", "a,b.parquet", "é.parquet", "~.parquet", "--.parquet"):
        folder = tmp_path / f"in {name}"
        folder.mkdir()
        # What a pattern would find beside it.
        for beside in ("a1.parquet", "a.parquet", "b.parquet", "aXb.parquet"):
            pyarrow.parquet.write_table(pyarrow.table(other), folder / beside)
        pyarrow.parquet.write_table(pyarrow.table(table), folder / name)
        assert exactile.count(folder / name).matrices["a"] == (1, 0, 1, 1), name
        for beside in ("a1.parquet", "a.parquet", "b.parquet", "aXb.parquet"):
            (folder / beside).unlink()
        assert exactile.count(folder).matrices["a"] == (1, 0, 1, 1), name
    for k in (1, 2):
        pyarrow.parquet.write_table(pyarrow.table(table), tmp_path / f"part-{k}.parquet")
    assert exactile.count(str(tmp_path / "part-*.parquet")).matrices["a"] == (2, 0, 2, 2)


def test_a_column_without_a_name_is_refused_by_duckdb() -> None:
    from exactile._engines import _identifier

    with pytest.raises(ValueError, match="a column has no name\nhint: name it in a query"):
        _identifier("")
    query = "SELECT * FROM (VALUES (0, 1), (1, 1)) AS t(y_true, model)"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert exactile.count(duckdb.connect(), query).names == ("model",)


def test_columns_in_memory_are_what_they_are_given_as() -> None:
    """Names that mean something in a file, and columns without an error, are classifiers here."""
    y = [k % 2 for k in range(40)]
    said = {"perfect": y, "id": y[::-1], "weight": [0, 0, 1, 1] * 10, "n": [1] * 40, "label": [0] * 40, "fold": y, "target": [1, 1, 0, 0] * 10, "Index": y, "a,b": y}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tile = Tile.from_predictions(y, said)
    assert tile.names == tuple(said)
    for name, column in said.items():
        assert tile.matrices[name] == Tile.from_predictions(y, {"m": column}).matrices["m"]
    import pickle

    for same in (tile, pickle.loads(pickle.dumps(tile))):
        assert set(same.rankings("f1").to_frame("pandas")["name"]) == set(said)
        assert same.compare("perfect", "weight", "f1").paired
    scores = {name: [value + k / 1000 for k, value in enumerate(column)] for name, column in said.items()}
    models = Tile.from_scores(y, {**scores, "rank": list(range(40))})
    assert {row.name for row in models.thresholds("f1")} == {*said, "rank"}
    weighted = Tile.from_scores(y, scores, sample_weight=[2] * 40)
    assert {row.name for row in weighted.thresholds("f1")} == set(said)
    with pytest.raises(ValueError, match='^a classifier is called "y_true"\nhint: rename it$'):
        Tile.from_predictions(y, {"y_true": y})


@pytest.mark.parametrize("name", ["a\nb", " a ", "a\rb", "a\r\nb", "\ta", "a\\nb", "\\", "a\\", "\\e", "a,b", 'a"b', "a\u2028b", "\u00a0a\u00a0", "--help", "count "])
def test_names_in_memory_stay_as_they_are_given(name: str) -> None:
    truth, said, other = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1], [1, 1, 0, 0, 1]
    tiles = [
        Tile.from_predictions(truth, {name: said, "z": other}),
        Tile.from_predictions(truth, {name: said, "z": other}, sample_weight=[1, 2, 1, 3, 1]),
        Tile.from_predictions(truth, {name: said, "z": other}, sample_weight=[0.5, 2, 1, 3, 1]),
        Tile.from_confusion({name: [[2, 0], [1, 2]], "z": [[1, 1], [1, 2]]}),
    ]
    for tile in tiles:
        assert list(tile.matrices) == [name, "z"]
        assert tile.matrices[name] is not None
        assert {row.name for row in tile.rank("f1")} == {name, "z"}
        again = pickle.loads(pickle.dumps(tile))
        assert list(again.matrices) == [name, "z"]
    scores = Tile.from_scores(truth, {name: [0.1, 0.9, 0.4, 0.2, 0.8], "z": [0.3, 0.2, 0.4, 0.1, 0.8]})
    assert {row.name for row in scores.thresholds("f1")} == {name, "z"}
    with pytest.raises(ValueError, match="row 2: "):
        Tile.from_predictions([0, 1, 1], {name: [0, 1, None], "z": [0, 1, 1]})


def test_names_that_differ_by_white_space_are_two() -> None:
    tile = Tile.from_predictions([0, 1, 1], {"a": [0, 1, 0], " a": [0, 1, 1], "a\n": [1, 1, 0]})
    assert list(tile.matrices) == ["a", " a", "a\n"]
