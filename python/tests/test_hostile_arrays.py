"""Arrays that misbehave: methods that raise, data that change during a call, odd layouts and odd types."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import exactile
from exactile import Tile

TRUTH = [0, 1, 1, 0, 1, 0]
SAID = [0, 1, 0, 0, 1, 1]
SCORES = [0.1, 0.9, 0.4, 0.2, 0.8, 0.6]


class OwnError(Exception):
    """An error of the caller's."""


class Raising:
    """The number one, with a method that raises."""

    def __init__(self, method: str) -> None:
        self.method = method

    def said(self, method: str, value: Any) -> Any:
        if self.method == method:
            raise OwnError(method)
        return value

    def __str__(self) -> str:
        return str(self.said("str", "1"))

    def __repr__(self) -> str:
        return str(self.said("repr", "1"))

    def __eq__(self, other: object) -> bool:
        return bool(self.said("eq", True))

    def __hash__(self) -> int:
        return int(self.said("hash", 1))

    def __float__(self) -> float:
        return float(self.said("float", 1.0))

    def __index__(self) -> int:
        return int(self.said("index", 1))

    def __bool__(self) -> bool:
        return bool(self.said("bool", True))

    def as_integer_ratio(self) -> tuple[int, int]:
        pair: tuple[int, int] = self.said("ratio", (1, 1))
        return pair


def with_one(one: Any) -> np.ndarray[Any, Any]:
    column = np.array([*TRUTH], dtype=object)
    column[1] = one
    return column


ASKED: list[Callable[[Any], object]] = [
    lambda one: Tile.from_predictions(with_one(one), {"x": SAID}).rank("f1"),
    lambda one: Tile.from_predictions(TRUTH, {"x": with_one(one)}).rank("f1"),
    lambda one: Tile.from_predictions(TRUTH, {"x": SAID}, sample_weight=with_one(one)).rank("f1"),
    lambda one: Tile.from_scores(TRUTH, {"x": with_one(one)}).thresholds("f1"),
    lambda one: Tile.from_confusion({"x": [[one, 1], [1, 3]]}).rank("f1"),
]


@pytest.mark.parametrize("method", ["str", "repr", "eq", "hash", "float", "index", "bool", "ratio"])
@pytest.mark.parametrize("ask", ASKED)
def test_an_exception_of_an_objects_method_comes_through(ask: Callable[[Any], object], method: str) -> None:
    # Either the method is not asked, or its own exception is what the caller sees.
    well = repr(ask(Raising("")))
    try:
        assert repr(ask(Raising(method))) == well
    except OwnError as error:
        assert error.args == (method,)


def test_methods_that_are_asked_raise_their_own_exception() -> None:
    for ask, method in [(ASKED[0], "str"), (ASKED[1], "str"), (ASKED[2], "ratio"), (ASKED[3], "str"), (ASKED[4], "ratio")]:
        with pytest.raises(OwnError, match=method):
            ask(Raising(method))


@pytest.mark.parametrize("method", ["__array__", "__len__", "__iter__", "__getitem__"])
def test_an_exception_of_a_containers_method_comes_through(method: str) -> None:
    class Column:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return np.array(TRUTH, dtype=dtype)

        def __len__(self) -> int:
            return len(TRUTH)

        def __iter__(self) -> Any:
            return iter(TRUTH)

        def __getitem__(self, at: int) -> int:
            return TRUTH[at]

    def raising(*_: object, **__: object) -> Any:
        raise OwnError(method)

    setattr(Column, method, raising)
    for ask in (
        lambda: Tile.from_predictions(Column(), {"x": SAID}).matrices["x"],
        lambda: Tile.from_predictions(TRUTH, {"x": Column()}).matrices["x"],
        lambda: Tile.from_scores(TRUTH, {"x": Column()}).thresholds("f1"),
    ):
        try:
            ask()
        except OwnError as error:
            assert error.args == (method,)


@pytest.mark.parametrize(
    "kind", ["i1", "<i2", ">i2", ">i4", ">i8", "u1", ">u8", "?", "f2", ">f4", ">f8", "g", ">g", "U1", ">U1", "S1", "O"]
)
def test_layouts_and_byte_orders_are_read_as_what_they_hold(kind: str) -> None:
    plain = Tile.from_predictions(TRUTH, {"x": SAID}).rank("f1")
    truth, said = np.array(TRUTH).astype(kind), np.array(SAID).astype(kind)
    spread = np.zeros((2, 6), dtype=truth.dtype)
    spread[0], spread[1] = truth, said
    for one, other in [
        (truth, said),
        (truth[::-1], said[::-1]),
        (np.repeat(truth, 3)[::-3], np.repeat(said, 3)[::-3]),
        (np.asfortranarray(spread)[0], np.asfortranarray(spread)[1]),
    ]:
        assert Tile.from_predictions(one, {"x": other}).rank("f1") == plain


@pytest.mark.parametrize("kind", ["f4", ">f4", ">f8", "g", ">g"])
def test_scores_in_any_layout_are_read_as_what_they_hold(kind: str) -> None:
    scores = np.array(SCORES).astype(kind)
    native = scores.astype(scores.dtype.newbyteorder("="))
    plain = Tile.from_scores(TRUTH, {"x": native}).thresholds("f1")
    assert Tile.from_scores(TRUTH, {"x": scores}).thresholds("f1") == plain
    backwards = Tile.from_scores(TRUTH[::-1], {"x": np.repeat(scores, 2)[::-2]})
    assert backwards.thresholds("f1") == plain


def test_fields_of_structured_arrays_are_columns_and_rows_of_them_are_not() -> None:
    rows = np.zeros(6, dtype=[("truth", ">i4"), ("said", "i1"), ("score", ">f8")])
    rows["truth"], rows["said"], rows["score"] = TRUTH, SAID, SCORES
    plain = Tile.from_predictions(TRUTH, {"x": SAID}).rank("f1")
    assert Tile.from_predictions(rows["truth"], {"x": rows["said"]}).rank("f1") == plain
    scored = Tile.from_scores(TRUTH, {"x": SCORES}).thresholds("f1")
    assert Tile.from_scores(rows["truth"], {"x": rows["score"]}).thresholds("f1") == scored
    for ask in (
        lambda: Tile.from_predictions(rows, {"x": SAID}),
        lambda: Tile.from_predictions(TRUTH, {"x": rows}),
        lambda: Tile.from_predictions(TRUTH, {"x": SAID}, sample_weight=rows),
        lambda: Tile.from_scores(TRUTH, {"x": rows}),
    ):
        with pytest.raises(ValueError):
            ask()


def test_halves_of_surrogates_are_errors_wherever_a_text_is_taken() -> None:
    half = "\ud800"
    tile = Tile.from_predictions(TRUTH, {"x": SAID})
    for ask in (
        lambda: Tile.from_predictions([half, "a"], {"x": ["a", "a"]}, positive="a"),
        lambda: Tile.from_predictions(TRUTH, {half: SAID}).rank("f1"),
        lambda: Tile.from_confusion({half: [[1, 2], [3, 4]]}).rank("f1"),
        lambda: tile.rank(half),
        lambda: Tile.read(half + ".csv"),
    ):
        with pytest.raises(ValueError):
            ask()


def test_everything_that_is_raised_is_an_exception() -> None:
    big = np.array([2**63 - 1] * 6)
    asked: list[Callable[[], object]] = [
        lambda: Tile.from_predictions(TRUTH, {"x": SAID}, sample_weight=big).rank("f1"),
        lambda: Tile.from_predictions(TRUTH, {"x": SAID}, sample_weight=[2**200, *SAID[1:]]).rank("f1"),
        lambda: Tile.from_predictions(TRUTH, {"x": SAID[:3]}).rank("f1"),
        lambda: Tile.from_predictions([], {}).rank("f1"),
        lambda: Tile.from_confusion({"x": [[10**4000, 1], [1, 1]]}).rank("mcc"),
        lambda: Tile.from_confusion({"x": [[float("nan"), 1], [1, 1]]}),
        lambda: Tile.from_confusion({"x": object()}),
        lambda: Tile.from_scores(TRUTH, {"x": np.array(SCORES) * np.inf}).thresholds("f1"),
        lambda: Tile.from_scores(TRUTH, {"x": np.array(SCORES) + 1j}),
        lambda: Tile.from_scores(TRUTH, {"x": np.array(TRUTH, dtype="M8[s]")}),
        lambda: exactile.pmf("mcc", tn=2**63, fp=1, fn=1, tp=2),
        lambda: Tile.read("a\0b.csv"),
    ]
    for ask in asked:
        # Anything else than an Exception would end the test.
        try:
            ask()
        except Exception as error:
            assert str(error)


@pytest.mark.parametrize("kind", ["i8", "O", "U1", "list"])
def test_columns_that_another_thread_changes_are_counted_or_refused(kind: str) -> None:
    count = 20_000
    first, second = np.array(TRUTH * count), np.array(SAID * count)
    column: Any = list(first) if kind == "list" else first.astype(kind)
    one, other = (list(first), list(second)) if kind == "list" else (first.astype(kind), second.astype(kind))
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            column[:] = other
            column[:] = one

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(5):
            truth = first if kind in ("i8", "list") else one
            counts = Tile.from_predictions(truth, {"x": column}).matrices["x"]
            assert counts.tn + counts.fp + counts.fn + counts.tp == 6 * count
    except ValueError as error:
        assert str(error)
    finally:
        done.set()
        changing.join()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are kept on Linux")
def test_results_beyond_a_limit_of_memory_are_errors() -> None:
    code = """
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
        from exactile import Tile
        rows = {f"c{i}": [[i * 7919 % 5001, 5000 - i * 7919 % 5001], [i * 104729 % 5001, 5000 - i * 104729 % 5001]] for i in range(3000)}
        try:
            Tile.from_confusion(rows).regions()
        except (MemoryError, ValueError) as error:
            print("refused:", error)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("refused: ") and " MB " in run.stdout, run.stdout
