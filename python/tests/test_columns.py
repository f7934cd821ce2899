"""The same counts from every container, by the rules of the command line."""

from __future__ import annotations

import collections
import pickle
import random
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

import exactile
from exactile import Tile

N = 300
rng = random.Random(5)
TRUTH = [rng.random() < 0.4 for _ in range(N)]
SAID = {name: [truth ^ (rng.random() < rate) for truth in TRUTH] for name, rate in [("a", 0.1), ("b", 0.3)]}
EXPECTED = Tile.from_predictions([int(t) for t in TRUTH], {k: [int(v) for v in c] for k, c in SAID.items()})


def spelled(values: list[bool], no: Any, yes: Any) -> list[Any]:
    return [yes if value else no for value in values]


INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "float16"]


def numpy_columns() -> list[tuple[str, Any, Any]]:
    cases: list[tuple[str, Any, Any]] = [
        (f"numpy {dtype}", lambda v, d=dtype: numpy.array(spelled(v, 0, 1), dtype=d), None) for dtype in INTEGERS
    ]
    cases += [
        ("numpy bool", lambda v: numpy.array(v), None),
        ("numpy strings", lambda v: numpy.array(spelled(v, "well", "ill")), "ill"),
        ("numpy bytes", lambda v: numpy.array(spelled(v, b"well", b"ill")), "ill"),
        ("numpy objects", lambda v: numpy.array(spelled(v, "well", "ill"), dtype=object), "ill"),
        ("numpy variable strings", lambda v: numpy.array(spelled(v, "no", "yes"), dtype=numpy.dtypes.StringDType()), "yes"),
        ("numpy big endian", lambda v: numpy.array(spelled(v, 0, 1), dtype=">i4"), None),
        ("numpy strided", lambda v: numpy.array([spelled(v, 0, 1), spelled(v, 0, 1)]).T[:, 0], None),
        ("numpy column", lambda v: numpy.array(spelled(v, 0, 1)).reshape(-1, 1), None),
        ("numpy masked", lambda v: numpy.ma.array(spelled(v, 0, 1), mask=False), None),
        ("numpy -1", lambda v: numpy.array(spelled(v, -1, 1), dtype="int8"), None),
    ]
    return cases


CASES = [
    *numpy_columns(),
    ("lists", lambda v: spelled(v, 0, 1), None),
    ("tuples", lambda v: tuple(spelled(v, 0, 1)), None),
    ("mixed numbers", lambda v: [[0, 0.0, Decimal("0.00"), Fraction(0)][k % 4] if not x else [1, 1.0, "1", "+1.0"][k % 4] for k, x in enumerate(v)], None),
    ("booleans", lambda v: list(v), None),
    ("iterators", lambda v: iter(spelled(v, "False", "true")), None),
    ("text with commas", lambda v: spelled(v, 'a "quoted", one', "b\nc"), 'a "quoted", one'),
    ("pandas", lambda v: pandas.Series(spelled(v, 0, 1)), None),
    ("pandas bool", lambda v: pandas.Series(v), None),
    ("pandas nullable", lambda v: pandas.Series(spelled(v, 0, 1), dtype="Int64"), None),
    ("pandas nullable bool", lambda v: pandas.Series(v, dtype="boolean"), None),
    ("pandas strings", lambda v: pandas.Series(spelled(v, "well", "ill")), "ill"),
    ("pandas string[pyarrow]", lambda v: pandas.Series(spelled(v, "well", "ill"), dtype="string[pyarrow]"), "ill"),
    ("pandas objects", lambda v: pandas.Series(spelled(v, "well", "ill"), dtype=object), "ill"),
    ("pandas categorical", lambda v: pandas.Series(spelled(v, "well", "ill"), dtype="category"), "ill"),
    ("pandas numbers as categories", lambda v: pandas.Categorical(spelled(v, 0, 1)), None),
    ("pandas arrow", lambda v: pandas.Series(spelled(v, 0, 1), dtype="int64[pyarrow]"), None),
    ("pandas index", lambda v: pandas.Series(spelled(v, 0, 1), index=range(7, 7 + N)), None),
    ("polars", lambda v: polars.Series(spelled(v, 0, 1)), None),
    ("polars bool", lambda v: polars.Series(v), None),
    ("polars strings", lambda v: polars.Series(spelled(v, "well", "ill")), "ill"),
    ("polars categorical", lambda v: polars.Series(spelled(v, "well", "ill"), dtype=polars.Categorical), "ill"),
    ("polars enum", lambda v: polars.Series(spelled(v, "well", "ill"), dtype=polars.Enum(["ill", "well"])), "ill"),
    ("pyarrow", lambda v: pyarrow.array(spelled(v, 0, 1)), None),
    ("pyarrow bool", lambda v: pyarrow.array(v), None),
    ("pyarrow strings", lambda v: pyarrow.array(spelled(v, "well", "ill")), "ill"),
    ("pyarrow dictionary", lambda v: pyarrow.array(spelled(v, "well", "ill")).dictionary_encode(), "ill"),
    ("pyarrow chunks", lambda v: pyarrow.chunked_array([spelled(v[:7], 0, 1), spelled(v[7:], 0, 1)]), None),
]  # fmt: skip


@pytest.mark.parametrize(("make", "positive"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_all_containers_count_the_same(make: Any, positive: Any) -> None:
    truth = TRUTH if positive != 'a "quoted", one' else [not value for value in TRUTH]
    said = SAID if truth is TRUTH else {k: [not value for value in c] for k, c in SAID.items()}
    if positive == 'a "quoted", one':
        # The first of the two texts stands for False.
        tile = Tile.from_predictions(make(truth), {k: make(c) for k, c in said.items()}, positive=positive)
    else:
        tile = Tile.from_predictions(make(truth), {k: make(c) for k, c in said.items()}, positive=positive)
    assert tile.matrices == EXPECTED.matrices


def test_frames_are_columns_by_name() -> None:
    columns = {name: spelled(column, 0, 1) for name, column in SAID.items()}
    truth = spelled(TRUTH, 0, 1)
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)):
        assert Tile.from_predictions(truth, frame) == EXPECTED


MISSING = [
    [0, None, 1],
    [0.0, float("nan"), 1.0],
    ["0", "NA", "1"],
    ["0", "", "1"],
    numpy.array([0, numpy.nan, 1]),
    numpy.array(["0", "nan", "1"]),
    numpy.array(["0", None, "1"], dtype=object),
    numpy.ma.array([0, 1, 1], mask=[False, True, False]),
    pandas.Series([0, None, 1]),
    pandas.Series([0, None, 1], dtype="Int64"),
    pandas.Series(["0", None, "1"], dtype="category"),
    pandas.Series(["0", None, "1"], dtype="string"),
    polars.Series([0, None, 1]),
    polars.Series(["0", None, "1"]),
    polars.Series([False, None, True]).cast(polars.Int8),
    pyarrow.array([0, None, 1]),
    pyarrow.array(["0", None, "1"]),
]


@pytest.mark.parametrize("column", MISSING, ids=lambda column: f"{type(column).__module__} {type(column).__name__}")
def test_missing_values_are_refused_with_their_place(column: Any) -> None:
    with pytest.raises(ValueError, match=r'^svm, row 1: the label of "svm" is missing'):
        Tile.from_predictions([0, 1, 1], {"lr": [0, 0, 1], "svm": column})
    with pytest.raises(ValueError, match=r'^y_true, row 1: the label of "y_true" is missing'):
        Tile.from_predictions(column, {"lr": [0, 0, 1]})


@pytest.mark.parametrize("column", MISSING, ids=lambda column: f"{type(column).__module__} {type(column).__name__}")
def test_missing_values_are_left_out_on_request(column: Any) -> None:
    expected = Tile.from_predictions([0, 1], {"lr": [0, 1], "svm": [0, 1]})
    with pytest.warns(UserWarning, match="^1 of 3 rows left out for a missing value$"):
        tile = Tile.from_predictions([0, 1, 1], {"lr": [0, 0, 1], "svm": column}, drop_missing=True)
    assert tile == expected
    with pytest.warns(UserWarning, match="^1 of 3 rows left out for a missing value$"):
        assert Tile.from_predictions(column, {"lr": [0, 0, 1], "svm": [0, 0, 1]}, drop_missing=True) == expected
    assert pickle.loads(pickle.dumps(tile)) == tile
    assert tile.compare("lr", "svm", "f1").paired


def test_missing_scores_and_weights_are_left_out_on_request() -> None:
    y, m = [0, 1, 1, 0], [0.1, 0.7, float("nan"), 0.4]
    expected = Tile.from_scores([0, 1, 0], {"m": [0.1, 0.7, 0.4]})
    with pytest.raises(ValueError, match=r'^m, row 2: the value of "m" is missing.*\nhint: .*drop_missing=True'):
        Tile.from_scores(y, {"m": m})
    with pytest.warns(UserWarning, match="^1 of 4 rows left out for a missing value$"):
        tile = Tile.from_scores(y, {"m": m}, drop_missing=True)
    assert tile.thresholds("f1") == expected.thresholds("f1")
    said = {"a": [0, 1, 1, 1], "b": [0, 1, 0, 0]}
    for values in ([1, 2, None, 4], numpy.array([1, 2, numpy.nan, 4]), pandas.Series([1, 2, None, 4], dtype="Int64")):
        with pytest.raises(ValueError, match="^sample_weight, row 2: .* is no weight\nhint: .*drop_missing=True"):
            Tile.from_predictions(y, said, sample_weight=values)
        with pytest.warns(UserWarning, match="samples left out for a missing value$"):
            tile = Tile.from_predictions(y, said, sample_weight=values, drop_missing=True)
        assert tile == Tile.from_predictions([0, 1, 0], {"a": [0, 1, 1], "b": [0, 1, 0]}, sample_weight=[1, 2, 4])
    thirds = [Fraction(1, 3), None, Decimal("0.5"), 0.25]
    with pytest.warns(UserWarning, match="^1 of 4 samples left out"):
        tile = Tile.from_predictions(y, said, sample_weight=thirds, drop_missing=True)
    assert (tile.matrices["a"].tn, tile.matrices["a"].tp, tile.matrices["a"].fp) == (Fraction(1, 3), Fraction(1, 2), Fraction(1, 4))


def test_files_may_lack_values_too(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("y_true,a\n0,1\n1,NA\n1,1\n")
    with pytest.raises(ValueError, match="predictions.csv:3:2: .*\nhint: .*drop_missing=True"):
        Tile.read(path)
    with pytest.warns(UserWarning, match="1 of 3 rows"):
        tile = Tile.read(path, drop_missing=True)
    assert tile == Tile.from_predictions([0, 1], {"a": [1, 1]})
    assert pickle.loads(pickle.dumps(tile)).svg() == tile.svg()


def test_no_sample_is_left() -> None:
    with pytest.raises(ValueError, match="no sample is left: all 2 rows have missing values\nhint: leave out a column that is empty, or"):
        Tile.from_predictions([0, 1], {"a": [None, None]}, drop_missing=True)


HINTS: list[tuple[Callable[[Tile], object], str]] = [
    (lambda tile: tile.compare("a", "b"), "^give one preference: a metric, or at$"),
    (lambda tile: tile.confidence(), "^give one preference: a score, or at$"),
    (lambda tile: tile.curve(), "^give along="),
    (lambda tile: tile.svg("value"), "hint: name it with classifier=$"),
    (lambda tile: tile.svg("correlation"), "hint: name it with score=$"),
    (lambda tile: tile.regions(rank=7), "hint: give a rank= from 1 to 2$"),
    (lambda tile: tile.confidence("f1", exact=True), "hint: leave exact out, or add unpaired=True$"),
    (lambda tile: tile.rank("acuracy"), "hint: did you mean accuracy\\? exactile.metrics\\(\\) lists all$"),
    (lambda tile: tile.confidence("f1", model="normal"), "normal"),
    (lambda tile: exactile.place(cost_fp=0, cost_fn=0), "hint: give a positive cost_fp= or cost_fn=$"),
    (lambda tile: Tile.from_predictions([0, 1], {"a": [0.25, 0.75]}), "hint: .*Tile.from_scores$"),
    (lambda tile: Tile.from_predictions([0, 1], {"a": [0, 1], "b c": [3, 4]}), 'hint: if this is not a classifier, leave it out'),
    (lambda tile: Tile.from_scores([0, 1], {"a": ["x", 1]}), "hint: write a number such as 0.7, -1.5 or 1e-3$"),
    (lambda tile: Tile.from_predictions([0, 1, 2], {"a": [0, 1, 2]}), 'hint: compare every column with one label first, as in column == 0, or "0" if its labels are texts'),
]


@pytest.mark.parametrize(("ask", "words"), HINTS)
def test_hints_name_arguments_and_no_flags(ask: Callable[[Tile], object], words: str) -> None:
    tile = Tile.from_predictions([0, 1, 1], {"a": [0, 1, 0], "b": [1, 1, 1]})
    with pytest.raises(ValueError, match=words) as refused:
        ask(tile)
    assert "--" not in str(refused.value)


def test_rows_are_right_far_into_long_columns() -> None:
    n = 200_000
    column = numpy.zeros(n, dtype="int8")
    column[1::2] = 1
    wrong = column.copy()
    wrong[150_001] = 7
    with pytest.raises(ValueError, match=r'^c, row 150001: "c" holds "7", which y_true never holds'):
        Tile.from_predictions(column, {"c": wrong})


REFUSED: list[tuple[Any, dict[str, Any], dict[str, Any], str]] = [
    (["a", "b"], {"x": ["a", "b"]}, {}, 'which label is positive is not known.*\nhint: .*positive="a" or positive="b"'),
    ([0, 1], {"x": [0, 1]}, {"positive": 2}, 'y_true never holds the label "2"'),
    ([0, 1, 2], {"x": [0, 1, 1]}, {}, "y_true holds more than two labels"),
    ([0, 1], {"x": [0.25, 0.75]}, {}, "which y_true never holds\nhint: .*Tile.from_scores"),
    (["Yes", "No"], {"x": ["yes", "No"]}, {"positive": "Yes"}, "hint: write it as y_true does"),
    ([0, 1], {"x": [0]}, {}, "x has 1 values, and y_true has 2"),
    ([], {"x": []}, {}, "there is no sample"),
    ([0, 1], {}, {}, "there are no classifiers"),
    ([0, 1], {"count": [0, 1]}, {}, 'a classifier is called "count"'),
    ([0, 1], {"x": "01"}, {}, "x: a column of values is needed"),
    ([0, 1], {"x": numpy.zeros((2, 2))}, {}, "x: a column has one dimension"),
    ([0, 1], {"x": [[0.1, 0.9], [0.8, 0.2]]}, {}, "x: a column has one dimension, and this one holds lists\nhint: give one value for"),
    ([(0,), (1,)], {"x": [0, 1]}, {}, "y_true: a column has one dimension, and this one holds tuples"),
    ([0, 1], {"x": 5}, {}, "x: a column of values is needed"),
    ([0, 1], 5, {}, "predictions are int\nhint"),
    ([0, 1], numpy.zeros((2, 2)), {}, "predictions are ndarray\nhint"),
    ([0, 1], [0, 1, 1], {}, "classifier has 3 values, and y_true has 2"),
    ([0, 1], {"x": [0, 1]}, {"positive": 1, "pos_label": 0}, "positive is 1 and pos_label 0\nhint: they are two names of one"),
    ([0, 1], {"x": [0, 1]}, {"sample_weight": [1, -1]}, "sample_weight, row 1: -1 is no weight"),
    ([0, 1], {"x": [0, 1]}, {"sample_weight": [1, float("nan")]}, "sample_weight, row 1: nan is no weight"),
    ([0, 1], {"x": [0, 1]}, {"sample_weight": numpy.array([numpy.inf, 1])}, "sample_weight, row 0: inf is no weight"),
    ([0, 1], {"x": [0, 1]}, {"sample_weight": [1, None]}, "sample_weight, row 1: None is no weight"),
    ([0, 1], {"x": [0, 1]}, {"sample_weight": [1]}, "sample_weight has 1 values for 2 samples"),
]


@pytest.mark.parametrize(("truth", "said", "options", "words"), REFUSED)
def test_what_makes_no_sense_is_refused(truth: Any, said: Any, options: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Tile.from_predictions(truth, said, **options)


def test_positive_labels_are_named_in_any_type() -> None:
    truth, said = [2, 1, 1, 2], {"x": [2, 2, 1, 2]}
    for positive in (2, 2.0, "2", numpy.int64(2), Fraction(2)):
        tile = Tile.from_predictions(truth, said, positive=positive)
        assert (tile.positive, tile.matrices["x"].tp) == ("2", 2)
    assert Tile.from_predictions([True, False], {"x": [True, False]}).positive == "True"


def test_whole_weights_count_samples_and_others_do_not() -> None:
    y, said = [0, 0, 1, 1], {"x": [0, 1, 1, 0], "z": [0, 0, 1, 1]}
    whole = Tile.from_predictions(y, said, sample_weight=[1, 2, 3, 4])
    assert whole.compare("x", "z", "accuracy").paired
    assert whole == Tile.from_predictions(y, said, sample_weight=numpy.array([1.0, 2, 3, 4]))
    assert whole == Tile.from_predictions(y, said, sample_weight=polars.Series([1, 2, 3, 4]))
    halves = Tile.from_predictions(y, said, sample_weight=[Fraction(1, 3), Decimal("0.1"), 0.1, 1])
    assert halves.matrices["z"].tp == Fraction(0.1) + 1
    assert halves.matrices["x"].fp == Fraction(1, 10)
    assert halves.positive == "1"
    assert halves.rank("f1").first == ("z",)


def test_confusion_matrices() -> None:
    tile = Tile.from_confusion({"lr": numpy.array([[50, 2], [3, 45]]), 'a "b", c': [[0.5, "1/3"], [Decimal("0.1"), Fraction(1, 7)]]})
    assert tile.matrices["lr"] == (50, 2, 3, 45)
    assert tile.matrices['a "b", c'] == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(1, 7))
    assert tile.positive is None
    for bad, words in [
        ([[1, 2]], "a confusion matrix is"),
        ([[1, -2], [1, 1]], "fp is -2"),
        ([[0, 0], [0, 0]], "all four counts are zero"),
        ([[1, float("nan")], [1, 1]], "nan is no finite number"),
        ([[1, "x"], [1, 1]], "fp is"),
    ]:
        with pytest.raises(ValueError, match=words):
            Tile.from_confusion({"x": bad})


def test_grouped_counts() -> None:
    frame = pandas.DataFrame({"y_true": [0, 0, 1], "lr": [0, 1, 1], "count": [90, 10, 30]})
    assert Tile.from_counts(frame).matrices["lr"] == (90, 10, 0, 30)
    with pytest.raises(ValueError, match="there is no column 'n'"):
        Tile.from_counts(frame, count="n")


def test_an_object_that_changes_its_array_is_counted_as_what_it_was() -> None:
    objects = numpy.empty(6, dtype=object)

    class Label:
        def __init__(self, text: str, other: object = None) -> None:
            self.text, self.other = text, other

        def __str__(self) -> str:
            if self.other is not None:
                objects[0] = self.other
            return self.text

    one = Label("1")
    objects[:] = [Label("0", one), "1", "0", "1", one, one]
    tile = Tile.from_predictions([0, 1, 0, 1, 1, 1], {"a": objects})
    assert tile.matrices["a"] == (2, 0, 0, 4)


def test_enumerations_of_texts_are_their_values() -> None:
    class Colour(str, Enum):
        RED = "r"
        GREEN = "g"

    y = [Colour.RED, Colour.GREEN, Colour.GREEN]
    for positive in (Colour.GREEN, "g"):
        tile = Tile.from_predictions(y, {"a": [Colour.RED, Colour.RED, Colour.GREEN]}, positive=positive)
        assert tile.positive == "g" and tile.matrices["a"] == (1, 0, 1, 1)
        assert Tile.from_scores(y, {"a": [0.1, 0.2, 0.3]}, positive=positive).positive == "g"


def test_equal_tiles_have_equal_hashes() -> None:
    matrices = {"a": [[1, 2], [3, 4]], "b": [[4, 3], [2, 1]]}
    one, other = Tile.from_confusion(matrices), Tile.from_confusion(dict(reversed(matrices.items())))
    assert one == other and hash(one) == hash(other)


def test_arrays_of_other_libraries_are_arrays() -> None:
    class Tensor:
        """Its items print as more than their values."""

        def __init__(self, values: list[int]) -> None:
            self.values = values

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return numpy.array(self.values, dtype)

        def __iter__(self) -> Any:
            return iter([f"tensor({value})" for value in self.values])

    assert Tile.from_predictions(Tensor([0, 1, 1]), {"a": Tensor([0, 1, 0])}).matrices["a"] == (1, 0, 1, 1)


def test_classes_that_extend_a_library_are_of_it() -> None:
    class Frame(pandas.DataFrame):
        pass

    columns = {name: spelled(column, 0, 1) for name, column in SAID.items()}
    assert Tile.from_predictions(spelled(TRUTH, 0, 1), Frame(columns)) == EXPECTED


@pytest.mark.parametrize("library", [pandas, polars])
def test_a_table_of_one_column_is_that_column(library: Any) -> None:
    truth = library.DataFrame({"label": spelled(TRUTH, 0, 1)})
    said = {name: library.DataFrame({"said": spelled(column, 0, 1)}) for name, column in SAID.items()}
    assert Tile.from_predictions(truth, said) == EXPECTED
    with pytest.raises(ValueError, match="^y_true: a column has one dimension, and the table has 2 columns$"):
        Tile.from_predictions(library.DataFrame({"a": [0, 1], "b": [0, 1]}), {"x": [0, 1]})


def test_two_columns_of_one_name_are_refused() -> None:
    twice = pandas.DataFrame([[0, 1], [1, 1]], columns=["lr", "lr"])
    for frame in (twice, pyarrow.Table.from_arrays([[0, 1], [1, 1]], names=["lr", "lr"]), {1: [0, 1], "1": [1, 1]}):
        with pytest.raises(ValueError, match="^two columns are called '(lr|1)'\nhint: rename one of them$"):
            Tile.from_predictions([0, 1], frame)


def test_frames_that_hold_no_columns_yet_say_what_to_do() -> None:
    with pytest.raises(ValueError, match="^a LazyFrame holds no columns yet\nhint: collect\\(\\) it, or"):
        Tile.from_predictions([0, 1], polars.LazyFrame({"x": [0, 1]}))


def test_weights_that_add_up_to_too_much_are_refused() -> None:
    y = [0, 1, 0, 1, 0, 1]
    for weights in ([2**62] * 6, numpy.array([2**63 - 1] * 6), numpy.array([2**64 - 1] * 6, dtype="uint64"), [2**63, 2**63, 0, 0, 0, 0]):
        for others in ({"a": y}, {"a": [0, 1, 1, 0, 0, 1], "b": y}):
            with pytest.raises(ValueError, match=r"^sample_weight adds up to 2\^64 or more\nhint: divide all weights by the same number$"):
                Tile.from_predictions(y, others, sample_weight=weights)
        # What is advised helps.
        divided = [Fraction(int(weight), 1024) for weight in weights]
        assert Tile.from_predictions(y, {"a": y}, sample_weight=divided).matrices["a"].fp == 0
    most = [2**64 - 2, 1]
    assert Tile.from_predictions([0, 1], {"a": [0, 1]}, sample_weight=most).matrices["a"] == (2**64 - 2, 0, 0, 1)
    # Fractions and floats have no such end.
    heavy = Tile.from_predictions(y, {"a": y}, sample_weight=[Fraction(2**70, 3)] * 6)
    assert heavy.matrices["a"].tn == 2**70
    assert Tile.from_predictions(y, {"a": y}, sample_weight=[1e300] * 6).matrices["a"].tp == 3 * Fraction(1e300)


def test_floats_of_any_width_are_weights() -> None:
    y = [0, 1, 1, 0]
    values = [0.5, 1.25, 3.0, 0.125]
    expected = Tile.from_predictions(y, {"a": y}, sample_weight=values)
    for width in ("float16", "float32", "float64", "longdouble", ">f4", ">f8", ">f2"):
        assert Tile.from_predictions(y, {"a": y}, sample_weight=numpy.array(values, dtype=width)) == expected, width
    third = numpy.longdouble(1) / 3
    exact = Tile.from_predictions(y, {"a": y}, sample_weight=numpy.array([third] * 4)).matrices["a"].tn
    assert exact == 2 * Fraction(*third.as_integer_ratio()) and exact != 2 * Fraction(1 / 3)
    with pytest.raises(ValueError, match="^sample_weight, row 1: NaN is no weight\n"):
        Tile.from_predictions(y, {"a": y}, sample_weight=numpy.array([1, float("nan"), 1, 1], dtype="float16"))
    with pytest.raises(ValueError, match="^sample_weight, row 2: inf is no weight\n"):
        Tile.from_predictions(y, {"a": y}, sample_weight=numpy.array([1, 1, float("inf"), 1], dtype="longdouble"))


def test_weights_go_with_columns_of_many_values() -> None:
    y = numpy.arange(40) % 2
    proba = numpy.linspace(0, 1, 40)
    for weights in (numpy.ones(40), numpy.ones(40, dtype=int), [Fraction(1, 3)] * 40):
        with pytest.raises(ValueError, match="^lr, row 1: .*\nhint: if these are scores, use Tile.from_scores$"):
            Tile.from_predictions(y, {"lr": proba}, sample_weight=weights)
    with pytest.raises(ValueError, match="^sample_weight is 0 for every sample"):
        Tile.from_predictions(y, {"a": y}, sample_weight=numpy.zeros(40))


def test_arrays_at_odd_addresses_are_read() -> None:
    def moved(array: Any) -> Any:
        found = numpy.frombuffer(b"\0" + array.tobytes(), dtype=array.dtype, offset=1)
        assert not found.flags.aligned or array.dtype.itemsize == 1
        return found

    y = numpy.array([0, 1, 1, 0])
    expected = Tile.from_predictions(y, {"a": [1, 1, 0, 0]}, sample_weight=[1, 2, 3, 4])
    for kind in ("int16", "int32", "int64", "uint64", "float32", "float64", "<U2", "bool", ">i8"):
        values = moved(numpy.array([1, 1, 0, 0]).astype(kind) if kind != "<U2" else numpy.array(["1", "1", "0", "0"], dtype=kind))
        given = {"a": values if kind != "bool" else values.astype("int8")}
        assert Tile.from_predictions(moved(y), given, sample_weight=moved(numpy.array([1, 2, 3, 4]))) == expected, kind
    packed = numpy.zeros(4, dtype=[("pad", "i1"), ("a", "i8"), ("o", "O"), ("s", "<U3")])
    packed["a"], packed["o"], packed["s"] = [1, 1, 0, 0], ["1", "1", "0", "0"], ["1", "1", "0", "0"]
    for field in ("a", "o", "s"):
        assert Tile.from_predictions(y, {"a": packed[field]}, sample_weight=[1, 2, 3, 4]) == expected
        assert Tile.from_predictions(y, {"a": packed[field][::-1][::-1]}, sample_weight=[1, 2, 3, 4]) == expected


def test_halves_of_surrogates_are_no_labels() -> None:
    y = ["a\ud800", "b", "a\ud800", "b"]
    words = "no label: it holds half of a surrogate pair, which is no character\nhint: replace it in the column"
    for column in (y, numpy.array(y), numpy.array(y, dtype=object)):
        with pytest.raises(ValueError, match=words):
            Tile.from_predictions(column, {"m": column}, positive="b")
        # Two that a replacement would make one.
        with pytest.raises(ValueError, match=words):
            Tile.from_predictions(numpy.array(["a\ud800", "a\ud801", "a\ud800", "a\ud801"]), {"m": column}, positive="b")


def test_labels_come_back_as_the_true_labels_are_written() -> None:
    assert Tile.from_predictions(["1.5", "2"], {"a": ["3/2", "2.0"]}, positive="3/2").positive == "1.5"
    assert Tile.from_predictions(["1e1", "2"], {"a": ["2", "10"]}, positive=10).positive == "1e1"
    # Of predictions that come first when rows are sorted, too.
    assert Tile.from_predictions(["0", "1"], {"a": ["1.0", "0.0"]}).positive == "1"
    assert Tile.from_predictions([0, 1], {"a": [1.0, 0.0]}).positive == "1"
    assert Tile.from_predictions(["007", "8"], {"a": ["7", "8"]}, positive="7").rank("f1").document.raw["positive"] == "007"
    one, other = (Tile.from_predictions([yes, "0"], {"a": ["1", "1"]}) for yes in ("1", "1.0"))
    assert one == other and hash(one) == hash(other) and (one.positive, other.positive) == ("1", "1.0")


def test_one_column_is_one_classifier() -> None:
    y = [0, 1, 1, 0]
    said = [0, 1, 0, 1]
    expected = (1, 1, 1, 1)
    unnamed: list[Any] = [said, tuple(said), numpy.array(said), numpy.array([said]).T, pandas.Series(said), polars.Series(said), pyarrow.array(said), pandas.Index(said)]
    for column in unnamed:
        assert Tile.from_predictions(y, column).matrices == {"classifier": expected}, type(column)
        assert {name.partition(" >= ")[0] for name in Tile.from_scores(y, column).names} == {"model"}
    for column in (pandas.Series(said, name="lr"), polars.Series("lr", said)):
        assert Tile.from_predictions(y, column).matrices == {"lr": expected}
    # Frames are still frames.
    for frame in (pandas.DataFrame({"a": said}), polars.DataFrame({"a": said}), pyarrow.table({"a": said})):
        assert Tile.from_predictions(y, frame).names == ("a",)


def test_the_positive_label_has_the_name_of_scikit_learn_too(tmp_path: Path) -> None:
    y, said = ["ill", "well"], {"a": ["ill", "ill"]}
    expected = Tile.from_predictions(y, said, positive="ill")
    assert Tile.from_predictions(y, said, pos_label="ill") == expected
    assert Tile.from_predictions([0, 1], {"a": [0, 0]}, pos_label=0, positive="0.0").positive == "0"
    assert Tile.from_counts({"y_true": y, **said, "count": [1, 1]}, pos_label="ill") == expected
    path = tmp_path / "x.csv"
    path.write_text("y_true,a\nill,ill\nwell,ill\n")
    assert Tile.read(path, pos_label="ill") == expected
    assert exactile.count(polars.LazyFrame({"y_true": y, **said}), pos_label="ill") == expected
    scores = {"m": [0.2, 0.7]}
    assert Tile.from_scores(y, scores, pos_label="well") == Tile.from_scores(y, scores, positive="well")
    assert exactile.count_scores(polars.LazyFrame({"y_true": y, **scores}), pos_label="well") == Tile.from_scores(y, scores, positive="well")
    assert exactile.TileDisplay.from_predictions(y, said, pos_label="ill").tile == expected


def test_the_class_says_how_a_tile_is_made() -> None:
    for arguments in ((), ([0, 1],), ([0, 1], {"a": [0, 1]})):
        with pytest.raises(TypeError, match="^a Tile is made with from_predictions, from_scores"):
            Tile(*arguments)
    with pytest.raises(TypeError, match="^a Tile is made with"):
        Tile(y_true=[0, 1])


def test_matrices_are_read_by_their_names() -> None:
    frame = pandas.DataFrame({"model": ["lr"], "tp": [6], "fp": [10], "fn": [4], "tn": [90]}).set_index("model")
    names = collections.namedtuple("names", "tp fp fn tn")
    given = [
        frame.loc["lr"],
        next(frame.itertuples(index=False)),
        names(6, 10, 4, 90),
        frame.to_records(index=False)[0],
        pandas.DataFrame([[6, 4], [10, 90]], index=[1, 0], columns=[1, 0]),
        pandas.DataFrame([[4, 6], [90, 10]], index=[True, False], columns=[False, True]),
        pandas.DataFrame([[90, 10], [4, 6]], index=["is 0", "is 1"], columns=["said 0", "said 1"]),
        pandas.Series([90, 10, 4, 6]),
    ]
    for matrix in given:
        assert tuple(Tile.from_confusion({"lr": matrix}).matrices["lr"]) == (90, 10, 4, 6)
    assert tuple(Tile.from_confusion(frame.reset_index()).matrices["lr"]) == (90, 10, 4, 6)
    y, said = pandas.Series([0, 0, 1, 1], name="y_true"), pandas.Series([0, 1, 1, 1], name="y_pred")
    assert tuple(Tile.from_confusion({"lr": pandas.crosstab(y, said)}).matrices["lr"]) == (1, 1, 0, 2)
    with pytest.raises(ValueError, match="the rows of this frame are predictions.*\nhint: exchange them, with .T"):
        Tile.from_confusion({"lr": pandas.crosstab(said, y)})
    texts = {0: "well", 1: "ill"}
    with pytest.raises(ValueError, match="which label is positive is not known: 'ill' or 'well'"):
        Tile.from_confusion({"lr": pandas.crosstab(y.map(texts), said.map(texts))})


def test_tiles_are_equal_if_their_answers_are() -> None:
    y = [0] * 20 + [1] * 20
    a, b, other = [0] * 20 + [1] * 14 + [0] * 6, [0] * 20 + [1] * 10 + [0] * 10, [0] * 30 + [1] * 10
    tile = Tile.from_predictions(y, {"a": a, "b": b})
    # The same matrices, and other samples on which they differ.
    assert tile != Tile.from_predictions(y, {"a": a, "b": other})
    assert tile == Tile.from_predictions(y[::-1], {"b": b[::-1], "a": a[::-1]})
    y = [0, 0, 1, 1, 0, 1]
    assert Tile.from_scores(y, [0.1, 0.2, 0.3, 0.9, 0.5, 0.55]) != Tile.from_scores(y, [0.1, 0.2, 0.3, 0.9, 0.31, 0.55])


def test_an_index_with_repeated_labels_gets_no_hint_that_would_repeat_rows() -> None:
    y, said = pandas.Series([0, 1] * 5, index=[0, 1] * 5), pandas.Series([0, 1] * 5, index=[1, 0] * 5)
    with pytest.raises(ValueError, match="hint: match by position with .to_numpy") as refused:
        Tile.from_predictions(y, {"a": said})
    assert ".loc" not in str(refused.value)
