"""Threads, pickles, copies, signals, and what an import brings."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import exactile
from exactile import Enclosure, Tile

from conftest import FIXTURES


def tiles() -> list[Tile]:
    return [
        Tile.from_predictions(["a", "b", "b"], {"x": ["a", "a", "b"], "y": ["a", "b", "b"]}, positive="b"),
        Tile.from_predictions([0, 1], {"x": [0, 1]}, sample_weight=[0.1, Fraction(1, 3)]),
        Tile.from_confusion({"x": [[1, 2], [3, "4/5"]]}),
        Tile.from_scores([0, 1, 1], {"m": [0.1, 0.2, 0.3]}),
        Tile.read(FIXTURES / "breast_cancer_confusion.csv"),
    ]


def test_tiles_are_pickled_and_copied() -> None:
    for tile in tiles():
        for other in (pickle.loads(pickle.dumps(tile)), copy.copy(tile), copy.deepcopy(tile)):
            assert other == tile
            assert hash(other) == hash(tile)
            assert other.positive == tile.positive
            assert other.rank("f1") == tile.rank("f1")
            assert other.svg() == tile.svg()
    first, *_ = tiles()
    assert pickle.loads(pickle.dumps(first)).compare("x", "y", "accuracy").paired


def test_results_are_pickled() -> None:
    tile = tiles()[-1]
    results = [
        tile.rank("mcc"),
        tile.regions("lda", rank=1, area=True),
        tile.first_share(),
        tile.rankings("f1"),
        tile.curve("decision"),
        tiles()[3].thresholds("f1"),
        exactile.pmf("mcc", tn=2, fp=1, fn=1, tp=2),
        Enclosure(Fraction(1, 3), Fraction(1, 2), "x"),
    ]
    for result in results:
        other = pickle.loads(pickle.dumps(result))
        assert type(other) is type(result)
        assert other == result
        assert repr(other) == repr(result)
        assert copy.deepcopy(result) == result


def test_results_do_not_depend_on_threads() -> None:
    tile = tiles()[-1]
    expected = [tile.rank("f1"), tile.regions("lda", rank=1), tile.svg()]
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(lambda: [tile.rank("f1"), tile.regions("lda", rank=1), tile.svg()]) for _ in range(16)]
        assert all(future.result() == expected for future in futures)


def test_long_work_leaves_the_interpreter_to_others() -> None:
    tile = tiles()[-1]
    ticks = 0
    done = threading.Event()

    def work() -> None:
        tile.confidence("f1")
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.005)
    thread.join()
    assert ticks > 5


def interrupted(code: str) -> float:
    """The seconds from an interrupt to the exception that it raises."""
    program = textwrap.dedent(
        """
        import sys, time
        import exactile
        {code}
        print("ready", flush=True)
        try:
            work()
        except KeyboardInterrupt:
            print(time.time(), flush=True)
        else:
            print("done", flush=True)
        """
    ).replace("{code}", textwrap.dedent(code))
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline()
        # Work that goes on in the background does not keep the process alive.
        assert process.wait(20) == 0, process.stderr.read()
    assert answer.strip() != "done", "the work was too short for the test"
    return float(answer) - sent


def test_interrupts_stop_commands() -> None:
    # A distribution of some hundred thousand values takes much longer than the test waits.
    code = "work = lambda: exactile.pmf('mcc', tn=400, fp=100, fn=100, tp=400)"
    assert interrupted(code) < 1.0


def test_interrupts_stop_counting() -> None:
    code = """
    class Slow(str):
        def __str__(self):
            return "1"
    work = lambda: [exactile.Tile.from_predictions([0, 1] * 2_000_000, {"x": [0, 1] * 2_000_000}) for _ in range(100)]
    """
    assert interrupted(code) < 2.0


def test_an_import_brings_no_large_package() -> None:
    code = "import sys, exactile; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert "exactile" in modules
    assert not {"numpy", "pandas", "polars", "pyarrow", "matplotlib", "sklearn"} & set(modules)


def test_lists_need_no_numpy() -> None:
    code = """
    import sys
    sys.modules["numpy"] = None
    from exactile import Tile
    tile = Tile.from_predictions([0, 1, 1], {"x": [0, 1, 0]}, sample_weight=[1, 0.5, 2])
    print(tile.rank("f1")[0].value, "numpy" in sys.modules and sys.modules["numpy"])
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["1/3", "None"]


def test_tiles_and_enclosures_do_not_change() -> None:
    import pytest

    enclosure = Enclosure(Fraction(1, 3), Fraction(1, 2))
    with pytest.raises(AttributeError):
        enclosure.lower = Fraction(0)
    with pytest.raises(AttributeError):
        tiles()[0].other = 1  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="too close"):
        enclosure < Fraction(2, 5)  # noqa: B015
