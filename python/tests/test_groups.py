"""Counts by groups from every engine are those of NumPy, one group at a time; how often engines are asked."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import exactile
from exactile import Tile, _groups

from test_counting import Make, engine, spark, text, with_few_patterns  # noqa: F401
from test_hulls import Asked

#: The labels of the negative and the positive class.
LABELS: dict[str, tuple[Any, Any]] = {"numbers": (0, 1), "texts": ("well", "ill"), "booleans": (False, True)}
#: Groups, one of which may have a single class.
GROUPS: dict[str, list[Any]] = {"texts": ["north", "sö'uth", 'a,"b"'], "numbers": [3, 11, -2], "booleans": [False, True]}
NAMES = ["lr", "svm.rbf (C=1)"]


def table(seed: int, labels: str, groups: str, *, missing: bool = False, rows: int = 200) -> dict[str, Any]:
    """A random table: true labels, two classifiers, groups, weights."""
    rng = numpy.random.default_rng(seed)
    kinds = GROUPS[groups]
    which = rng.integers(0, len(kinds), rows)
    # The last group has no positive sample.
    truth = (rng.random(rows) < 0.4) & (which != len(kinds) - 1)
    said = [truth ^ (rng.random(rows) < rate) for rate in (0.1, 0.3)]
    columns: dict[str, Any] = {"y_true": [LABELS[labels][int(value)] for value in truth]}
    columns |= {name: [LABELS[labels][int(value)] for value in column] for name, column in zip(NAMES, said)}
    columns |= {"site": [kinds[k] for k in which], "n": rng.integers(0, 5, rows).tolist()}
    if missing:
        for k, name in enumerate(["y_true", *NAMES, "site"]):
            for row in rng.integers(0, rows, 4 + k):
                columns[name][row] = None
    return columns


def counted(columns: dict[str, Any], yes: Any, *, weighted: bool) -> dict[Any, dict[str, list[int]]]:
    """The cells of every group and classifier, by NumPy. Rows that lack a value do not count."""
    rows = zip(*(columns[name] for name in ("y_true", *NAMES, "site")))
    whole = numpy.array([None not in row for row in rows])
    samples = numpy.array(columns["n"]) if weighted else numpy.ones(len(whole), int)
    truth = numpy.array([value == yes for value in columns["y_true"]])
    found = {}
    for group in {value for value, is_whole in zip(columns["site"], whole) if is_whole}:
        here = whole & numpy.array([value == group for value in columns["site"]])
        found[group] = {}
        for name in NAMES:
            said = numpy.array([value == yes for value in columns[name]])
            chosen = [here & (truth == t) & (said == s) for t in (False, True) for s in (False, True)]
            found[group][name] = [int(samples[some].sum()) for some in chosen]
    return found


def cells(tiles: dict[Any, Tile]) -> dict[Any, dict[str, list[int]]]:
    return {group: {name: [*map(int, matrix)] for name, matrix in tile.matrices.items()} for group, tile in tiles.items()}


@pytest.mark.parametrize(("labels", "groups"), [("numbers", "texts"), ("texts", "numbers"), ("booleans", "booleans")])
@pytest.mark.parametrize("are_pairs", [False, True])
def test_groups_of_every_engine_are_those_of_numpy(
    engine: Make,  # noqa: F811
    labels: str,
    groups: str,
    are_pairs: bool,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    if labels == "booleans" and ("sqlite" in request.node.name or "ibis" in request.node.name):
        pytest.skip("SQLite has no booleans")
    yes = LABELS[labels][1]
    if are_pairs:
        with_few_patterns(monkeypatch)
    for seed, weighted in ((1, False), (2, True)):
        given: dict[str, Any] = {"positive": yes, "by": "site", "weight": "n" if weighted else None, "id": "n"}
        columns = table(seed, labels, groups)
        tiles = exactile.count(*engine(columns), **given)
        assert list(tiles) == sorted(GROUPS[groups])
        assert cells(tiles) == counted(columns, yes, weighted=weighted)
        assert {type(group) for group in tiles} == {type(GROUPS[groups][0])}
        assert {tile.positive for tile in tiles.values()} == {str(yes)}
        gappy = table(seed, labels, groups, missing=True)
        with pytest.raises(ValueError, match="missing|lack"):
            exactile.count(*engine(gappy), **given)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            tiles = exactile.count(*engine(gappy), **given, drop_missing=True)
        assert cells(tiles) == counted(gappy, yes, weighted=weighted)


def test_classifiers_of_a_group_are_paired(engine: Make) -> None:  # noqa: F811
    columns = table(3, "texts", "texts")
    tiles = exactile.count(*engine(columns), by="site", id="n", positive="ill")
    rows = [k for k, site in enumerate(columns["site"]) if site == "north"]
    here = {name: [columns[name][k] for k in rows] for name in ("y_true", *NAMES)}
    expected = Tile.from_predictions(here.pop("y_true"), here, positive="ill")
    assert tiles["north"] == expected and text(tiles["north"]) == text(expected)
    assert tiles["north"].compare(*NAMES, "f1") == expected.compare(*NAMES, "f1")
    # A group of one class can be asked as any other.
    assert tiles["sö'uth"].names == expected.names and tiles['a,"b"'].rank("tnr")[0].value is not None


def test_rows_that_are_left_out_are_counted_once(engine: Make) -> None:  # noqa: F811
    columns = table(4, "numbers", "texts", missing=True)
    lacking = sum(any(columns[name][k] is None for name in ("y_true", *NAMES, "site")) for k in range(200))
    with pytest.warns(UserWarning) as said:
        exactile.count(*engine(columns), by="site", id="n", drop_missing=True)
    ours = [str(one.message) for one in said if "left out" in str(one.message)]
    assert len(ours) == 1 and ours[0].startswith(f"{lacking} of 200 ")


def test_a_group_that_is_missing_is_refused(engine: Make) -> None:  # noqa: F811
    columns = table(5, "numbers", "numbers")
    columns["site"][4] = columns["site"][9] = None
    with pytest.raises(ValueError, match="^2 samples lack a value in 'site', which names groups\nhint: .*drop_missing=True"):
        exactile.count(*engine(columns), by="site", id="n")


def test_groups_of_other_types_in_memory() -> None:
    columns = table(6, "numbers", "texts")
    sites = pandas.Series(columns["site"])
    expected = cells(exactile.count(columns, by="site", id="n"))
    encoded = pyarrow.array(columns["site"]).dictionary_encode()
    for column in (sites.astype("category"), sites.astype("string"), numpy.array(columns["site"]), encoded):
        assert cells(exactile.count({**columns, "site": column}, by="site", id="n")) == expected
    days = pandas.to_datetime(sites.map({"north": "2024-01-01", "sö'uth": "2024-01-02", 'a,"b"': None}))
    with pytest.warns(UserWarning, match=f"^{columns['site'].count(GROUPS['texts'][2])} of 200 rows left out"):
        found = exactile.count({**columns, "site": days}, by="site", id="n", drop_missing=True)
    assert [str(day)[:10] for day in found] == ["2024-01-01", "2024-01-02"]
    absent = pandas.array(["a", None, "b"], dtype="string")
    with pytest.raises(ValueError, match="^1 sample lacks a value in 'site'"):
        exactile.count({"y_true": [0, 1, 1], "m": [0, 1, 0], "site": absent}, by="site")


def test_weights_of_any_kind_in_memory() -> None:
    weights = [Fraction(1, 3), 0.5, 2, None]
    columns: dict[str, Any] = {"y_true": [0, 1, 1, 0], "m": [0, 1, 0, 1], "g": list("abab"), "w": weights}
    with pytest.warns(UserWarning, match="1 of 4"):
        tiles = exactile.count(columns, by="g", weight="w", drop_missing=True)
    assert tiles["a"].matrices["m"] == (Fraction(1, 3), 0, 2, 0) and tiles["b"].matrices["m"] == (0, 0, 0, Fraction(1, 2))


@pytest.mark.parametrize("are_pairs", [False, True])
def test_groups_take_no_query_of_their_own(are_pairs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = table(7, "texts", "texts")
    del columns["n"]
    if are_pairs:
        with_few_patterns(monkeypatch)
    for source in (polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
        asked = []
        for by in (None, "site"):
            with monkeypatch.context() as patch:
                kept = Asked(patch)
                exactile.count(source, by=by, only=NAMES, positive="ill")
                asked.append(len(kept.frames))
        assert asked == ([3, 3] if are_pairs else [1, 1])


def test_what_are_no_groups_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = table(8, "numbers", "texts")
    columns["id"] = list(range(200))
    monkeypatch.setattr(_groups, "MOST_GROUPS", 50)
    for source in (columns, polars.LazyFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
        with pytest.raises(ValueError, match="there is no column 'town'\nhint: the source has "):
            exactile.count(source, by="town")
        with pytest.raises(ValueError, match="^'id' has more than 50 values\nhint: "):
            exactile.count(source, by="id", only=NAMES)
        with monkeypatch.context() as patch:
            with_few_patterns(patch)
            with pytest.raises(ValueError, match="^'id' has more than 50 values\nhint: "):
                exactile.count(source, by="id", only=NAMES)


def test_domains_take_the_tiles_of_groups() -> None:
    columns = table(9, "numbers", "texts")
    tiles = exactile.count(columns, by="site", id="n")
    found = exactile.domains(tiles, "site", weights="equal", score="accuracy")
    assert [domain.name for domain in found.domains] == list(tiles)
    for entry, name in zip(found["values"], NAMES):
        place = NAMES.index(name)
        assert [one.value for one in entry.domains] == [tile.score("accuracy")[place].value for tile in tiles.values()]
    with pytest.raises(ValueError, match="domains needs a Tile, not "):
        exactile.domains({"a": [[1, 2], [3, 4]]}, "site")  # type: ignore[dict-item]
