"""Hulls of ROC curves from every engine are those of all scores; how often engines are asked, and what for."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import importlib.util
import io
import json
import math
import random
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import duckdb
import numpy
import polars
import pyarrow
import pyarrow.parquet
import pytest

import exactile
from exactile import Tile, _counting, _engines
from exactile._engines import Scan
from exactile._stairs import _thinning, hull_of, part_of

from test_counting import NAMES, Columns, Make, engine, predictions, scores, spark, with_few_patterns  # noqa: F401


def is_the_same(found: Any, tile: Tile) -> None:
    """Whether hulls say what a Tile of all scores says."""
    models = tile.thresholds("f1")
    assert [model.name for model in found] == [model.name for model in models]
    matrices: dict[str, Any] = {}
    for one, model in zip(found, models, strict=True):
        assert (one.distinct, one.auc) == (model.distinct, model.auc)
        assert [tuple(vertex) for vertex in one.hull] == [tuple(vertex[:5]) for vertex in model.hull]
        matrices |= one.matrices
    # Where nobody is positive, the name of a Tile says whether a score is infinite.
    named = lambda name, matrix: name if matrix.tp + matrix.fp else name.replace(" >= inf", " > inf")
    expected = {named(*item): item[1] for item in tile.matrices.items()}
    assert matrices == expected
    assert Tile.from_confusion(matrices).best("f1") == tile.best("f1")


def test_hulls_of_every_engine_are_those_of_all_scores(engine: Make) -> None:  # noqa: F811
    columns = scores()
    expected = Tile.from_scores(columns["y_true"], {name: columns[name] for name in ("m.1", "m 2")})
    is_the_same(exactile.count_hulls(*engine(columns)), expected)
    one = Tile.from_scores(columns["y_true"], {"m 2": columns["m 2"]})
    is_the_same(exactile.count_hulls(*engine(columns), scores="m 2"), one)


def test_missing_and_infinite_scores_of_hulls(engine: Make) -> None:  # noqa: F811
    columns = scores(missing=True)
    with pytest.raises(ValueError, match="is missing.*\nhint: .*drop_missing=True"):
        exactile.count_hulls(*engine(columns))
    whole = {name: [v for k, v in enumerate(column) if k not in (3, 5)] for name, column in columns.items()}
    expected = Tile.from_scores(whole.pop("y_true"), whole)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        is_the_same(exactile.count_hulls(*engine(columns), drop_missing=True), expected)
    columns = scores()
    rows = enumerate(zip(columns["y_true"], columns.pop("m.1")))
    columns["m"] = [-math.inf if k % 7 == 0 else math.inf if k % 11 == 0 and truth else v for k, (truth, v) in rows]
    del columns["m 2"]
    is_the_same(exactile.count_hulls(*engine(columns)), Tile.from_scores(columns["y_true"], {"m": columns["m"]}))


def test_weights_and_identifiers(engine: Make) -> None:  # noqa: F811
    columns = {"y_true": scores()["y_true"], "m": scores()["m.1"], "id": list(range(300)), "n": [k % 4 for k in range(300)]}
    expected = Tile.from_scores(columns["y_true"], {"m": columns["m"]}, sample_weight=columns["n"])
    is_counted = {"weight": "n", "id": "id", "truth": "y_true"}
    (found,) = exactile.count_hulls(*engine(columns), **is_counted)
    model = expected.thresholds("f1")[0]
    assert (found.auc, found.hull[1:]) == (model.auc, tuple(vertex[:5] for vertex in model.hull[1:]))
    assert exactile.count_scores(*engine(columns), only="m", weight="n").thresholds("f1")[0].auc == found.auc
    labels = {"y_true": columns["y_true"], "a": [int(value > 2) for value in columns["m"]], "n": columns["n"]}
    as_said = Tile.from_predictions(labels["y_true"], {"a": labels["a"]}, sample_weight=labels["n"])
    assert exactile.count(*engine(labels), weight="n") == as_said


@pytest.mark.parametrize("weight", [None, "n"])
def test_hulls_of_groups_are_those_of_their_samples(engine: Make, weight: str | None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(_engines, "_STRETCH", 7)
    columns = scores()
    rows = range(len(columns["y_true"]))
    columns["site"] = [3 if row % 3 else 1 for row in rows]
    columns["n"] = [row % 4 + 1 for row in rows]
    # A group of one class has no area.
    columns["site"][:2] = [2, 2]
    columns["y_true"][:2] = [1, 1]
    asked = {"scores": ["m.1", "m 2"], "by": "site", "weight": weight}
    found = exactile.count_hulls(*engine(columns), **asked)
    assert list(found) == [1, 2, 3]
    for site, tile in exactile.count_scores(*engine(columns), **asked).items():
        if site == 2:
            assert [(model.auc, model.negatives, model.positives) for model in found[site]] == [(None, 0, 3 if weight else 2)] * 2
        else:
            is_the_same(found[site], tile)
    columns["site"][4] = None
    with pytest.raises(ValueError, match="1 sample lacks a value in 'site', which names groups\nhint: "):
        exactile.count_hulls(*engine(columns), **asked)
    with pytest.warns(UserWarning, match="left out for a missing value"):
        left = exactile.count_hulls(*engine(columns), **asked, drop_missing=True)
    assert (list(left), left[1]) == ([1, 2, 3], found[1])


def test_weights_that_are_refused() -> None:
    frame = polars.LazyFrame({"y_true": [0, 1], "a": [0, 1], "w": [0.5, 1.5], "n": [1, -1]})
    with pytest.raises(ValueError, match="the weights in 'w' are of the type Float64\nhint: .*whole numbers"):
        exactile.count(frame, only="a", weight="w")
    with pytest.raises(ValueError, match="1 weights in 'n' are missing or negative\nhint: "):
        exactile.count(frame, only="a", weight="n")
    with pytest.raises(ValueError, match="they are two names of one argument"):
        exactile.count(frame, y_true="w", truth="n")
    with pytest.raises(ValueError, match="predictions and only are two names"):
        exactile.count(frame, predictions="a", only="a")


@pytest.mark.parametrize("seed", range(30))
def test_parts_of_any_size_have_the_hull_of_the_whole(seed: int) -> None:
    drawn = random.Random(seed)
    size = drawn.randrange(1, 120)
    positives = numpy.array([drawn.randrange(3) for _ in range(size)])
    samples = positives + numpy.array([drawn.randrange(2) if p else drawn.randrange(1, 3) for p in positives])
    values = numpy.arange(size, 0, -1) / 8
    whole = hull_of([part_of(values, positives, samples)])
    cuts = sorted({0, size, *(drawn.randrange(size) for _ in range(drawn.randrange(6)))})
    parts = [part_of(values[a:b], positives[a:b], samples[a:b]) for a, b in zip(cuts, cuts[1:])]
    assert hull_of(parts) == whole
    # Numbers beyond 64 bits in products, in the same proportion.
    assert whole is not None
    many = hull_of([part_of(values, positives << 40, samples << 40)])
    assert many is not None and many.area == whole.area << 80
    assert [(s, x >> 40, y >> 40) for s, x, y in many.points] == whole.points


class Asked:
    """The queries that an engine is asked, as tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames: list[Any] = []
        rows = Scan._rows

        def kept(scan: Scan, frame: Any) -> Any:
            self.frames.append(frame.to_native())
            return rows(scan, frame)

        monkeypatch.setattr(Scan, "_rows", kept)


def explained(native: Any) -> tuple[str, str, str]:
    """The plan of a query, and what an aggregation and a look at the data are called in it."""
    if isinstance(native, polars.LazyFrame):
        return native.explain(), "AGGREGATE", "TABLE" if "TABLE" in native.explain() else "DF ["
    if isinstance(native, duckdb.DuckDBPyRelation):
        return native.explain(), "Group By", "Function: PARQUET_SCAN"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        native.explain()
    return said.getvalue(), "keys=[t", "FileScan parquet"


@pytest.mark.parametrize("kind", ["polars", "duckdb", "spark"])
def test_pairs_are_counted_by_three_queries(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = predictions("well", "ill")
    path = tmp_path / "samples.parquet"
    named = {f"x{k}": column for k, column in enumerate(columns.values())}
    pyarrow.parquet.write_table(pyarrow.table(named), path)
    if kind == "spark":
        source = request.getfixturevalue("spark").read.parquet(str(path))
    else:
        source = polars.LazyFrame(named) if kind == "polars" else str(path)
    with_few_patterns(monkeypatch)
    # Of few patterns all are counted.
    monkeypatch.setattr(_engines, "_ONE_IN", 1)
    asked = Asked(monkeypatch)
    tile = exactile.count(source, truth="x0", positive="ill")
    expected = Tile.from_predictions(columns[NAMES[0]], {f"x{k}": columns[n] for k, n in enumerate(NAMES) if k}, positive="ill")
    assert tile == expected and tile.compare("x1", "x3", "f1") == expected.compare("x1", "x3", "f1")
    # Whether there are many patterns, which labels there are, and all joint counts.
    assert len(asked.frames) == 3
    plan, aggregation, look = explained(asked.frames[-1])
    assert plan.count(look) == 1, plan
    # Spark adds up in each partition, and then all together.
    assert plan.count(aggregation) == (2 if kind == "spark" else 1), plan


def test_patterns_on_spark_are_sampled(spark: Any) -> None:  # noqa: F811
    frame = spark.range(40_000).selectExpr("id % 2 AS y_true", "id % 20000 AS a", "id % 3 AS b")
    scan = Scan(frame, "y_true", None)
    # 60,000 patterns would be possible, and there are 40,000; a sample of 625 of them is within 4 % (one standard deviation).
    assert 32_000 < scan._sampled() < 48_000
    assert scan.has_more_patterns(20_000, 0) and not scan.has_more_patterns(60_000, 0)


def test_numbers_that_are_added_up_as_one_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = random.Random(2)
    columns: Columns = {name: [drawn.randrange(2) for _ in range(70)] for name in ("y_true", *(f"c{k}" for k in range(19)))}
    columns["n"] = [drawn.randrange(1 << 20) for _ in range(70)]
    said = {name: column for name, column in columns.items() if name.startswith("c")}
    expected = Tile.from_predictions(columns["y_true"], said, sample_weight=columns["n"])
    monkeypatch.setattr(_counting, "_MOST_PATTERNS", 5)
    for source in (polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
        tile = exactile.count(source, weight="n")
        assert tile._data.parts()[0].startswith(b"[{") and tile == expected
        assert tile.compare("c3", "c18", "f1").raw["pairs"] == expected.compare("c3", "c18", "f1").raw["pairs"]


def test_booleans_beside_numbers_are_the_same_labels_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, said = [0, 1, 1, 0, 1, 0], [False, True, False, True, True, False]
    with_few_patterns(monkeypatch)
    as_numbers, as_booleans = list(map(int, said)), list(map(bool, truth))
    for columns in ({"y_true": truth, "a": said, "b": truth}, {"y_true": as_booleans, "a": as_numbers, "b": truth}):
        tile = exactile.count(polars.LazyFrame(columns))
        assert tile.matrices["a"] == (2, 1, 1, 2) and tile.matrices["b"] == (3, 0, 0, 3)


def test_hulls_on_spark_are_one_query_after_that_of_labels(spark: Any) -> None:  # noqa: F811
    frame = spark.createDataFrame(list(zip(*scores().values())), ["y_true", "m", "k"])
    context = spark.sparkContext
    context.setJobGroup("hulls", "hulls")
    found = exactile.count_hulls(frame, scores="m")
    context.setLocalProperty("spark.jobGroup.id", None)
    is_the_same(found, Tile.from_scores(scores()["y_true"], {"m": scores()["m.1"]}))
    # The labels, of which some partitions are looked at first; bounds of the sorted partitions; the hull.
    assert len(context.statusTracker().getJobIdsForGroup("hulls")) <= 4


def test_what_workers_are_sent_needs_no_package(tmp_path: Path) -> None:
    from pyspark.cloudpickle import dumps

    (tmp_path / "sent").write_bytes(dumps(_thinning()))
    code = (
        "import pickle, sys, numpy; sys.modules['exactile'] = None; f = pickle.load(open('sent', 'rb'));"
        "k, fp, tp, area = f(numpy.array([3., 2., 1.]), numpy.array([1, 0, 1]), numpy.array([1, 1, 1])); print(list(k), area)"
    )
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert [int(part) for part in re.findall(r"\d+", said.replace("int64", ""))] == [0, 2, 2], said


@pytest.mark.parametrize("end", ["csv", "tsv", "csv.gz", "jsonl", "ndjson", "json", "parquet"])
@pytest.mark.parametrize("reader", ["duckdb", "polars"])
def test_files_of_many_kinds_and_patterns(end: str, reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = {"y_true": [0, 1, 1, 0], "a": [0, 1, 0, 0]}
    frame = polars.DataFrame(columns)
    for day in ("mon", "tue"):
        path = tmp_path / f"{day}.{end}"
        if end == "parquet":
            frame.write_parquet(path)
        elif end.startswith(("csv", "tsv")):
            text = frame.write_csv(separator="\t" if end == "tsv" else ",").encode()
            path.write_bytes(gzip.compress(text) if end.endswith("gz") else text)
        else:
            path.write_text("".join(json.dumps(row) + "\n" for row in frame.to_dicts()))
    if reader == "polars":
        find = importlib.util.find_spec
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "duckdb" else find(name))
    assert exactile.count(tmp_path / f"mon.{end}").matrices["a"] == (2, 0, 1, 1)
    assert exactile.count(str(tmp_path / f"*.{end}")).matrices["a"] == (4, 0, 2, 2)


class WithRanges(http.server.SimpleHTTPRequestHandler):
    """Files, of which parts may be asked for."""

    def send_head(self) -> Any:
        asked = self.headers.get("Range")
        if asked is None:
            return super().send_head()
        content = Path(self.translate_path(self.path)).read_bytes()
        first, _, last = asked.removeprefix("bytes=").partition("-")
        start = int(first) if first else max(0, len(content) - int(last))
        end = min(int(last) if first and last else len(content), len(content) - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {start}-{end}/{len(content)}")
        self.send_header("Content-Length", str(end - start + 1))
        self.end_headers()
        return io.BytesIO(content[start : end + 1])

    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize("end", ["csv", "parquet"])
def test_addresses_are_read_without_extensions_of_duckdb(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = polars.DataFrame({"y_true": [0, 1, 1, 0], "a": [0, 1, 0, 0]})
    getattr(frame, f"write_{end}")(tmp_path / f"samples.{end}")

    def absent(_: str) -> None:
        raise duckdb.IOException("Failed to download extension")

    monkeypatch.setattr(duckdb, f"read_{end}", absent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(WithRanges, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            tile = exactile.count(f"http://127.0.0.1:{server.server_port}/samples.{end}")
        finally:
            server.shutdown()
    assert tile.matrices["a"] == (2, 0, 1, 1)
    with pytest.raises(duckdb.IOException):
        exactile.count(tmp_path / f"samples.{end}")


def test_a_table_with_a_list_of_its_files_is_not_read_as_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "table" / "_delta_log").mkdir(parents=True)
    polars.DataFrame({"y_true": [0, 1], "a": [0, 1]}).write_parquet(tmp_path / "table" / "old.parquet")
    with pytest.raises(ValueError, match="is a table of Delta, which cannot be read"):
        exactile.count(tmp_path / "table")


def test_a_connection_of_sqlite3_has_a_hint() -> None:
    import sqlite3

    with contextlib.closing(sqlite3.connect(":memory:")) as connection, pytest.raises(ValueError, match="hint: connect by Ibis"):
        exactile.count(connection, "SELECT 1")
