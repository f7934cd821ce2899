"""Children of a process that has used all cores: forked, served, spawned, and threads beside them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import exactile
from exactile import Tile

from conftest import FIXTURES

TILE = Tile.read(FIXTURES / "breast_cancer_confusion.csv")
PREDICTIONS = Tile.read(FIXTURES / "breast_cancer_predictions.csv")
#: A child that hangs is ended after so many seconds.
PATIENCE = 240

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


def answers() -> list[Any]:
    """Work of every kind that uses several cores."""
    first, second = PREDICTIONS.names[:2]
    return [
        TILE.regions(rank=1, area=True).document.raw,
        [list(row) for row in TILE.score("f1", "mcc")],
        PREDICTIONS.confidence("f1", question="next", draws=200).document.raw,
        TILE.rankings().raw,
        exactile.pmf("mcc", tn=20, fp=10, fn=10, tp=20).document.raw,
        TILE.curve("decision").document.raw,
        PREDICTIONS.compare(first, second, "f1").raw,
        [list(row) for row in TILE.rank("f1")],
        [list(row) for row in TILE.first_share()],
        Tile.from_predictions([0, 1, 1], {"a": [0, 1, 0]}).svg(),
    ]


def forked(work: Any) -> None:
    """Does some work in a child of ``fork``, and ends it if it takes too long."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        status = 1
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert status == 0, "the child hung" if os.WIFSIGNALED(status) else "the child has other answers"


def test_a_forked_child_has_the_answers_of_its_parent() -> None:
    expected = answers()
    forked(lambda: answers() == expected)
    # And again in the parent, which has its own cores still.
    assert answers() == expected


def test_a_child_of_a_forked_child_has_them_too() -> None:
    expected = TILE.regions(rank=1).document.raw

    def inner() -> bool:
        is_same = TILE.regions(rank=1).document.raw == expected
        forked(lambda: TILE.regions(rank=1).document.raw == expected)
        return is_same

    forked(inner)


def test_a_child_that_is_forked_during_work_has_them() -> None:
    expected = TILE.regions(rank=1).document.raw
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            TILE.regions()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            forked(lambda: TILE.regions(rank=1).document.raw == expected)
    finally:
        done.set()
        for thread in threads:
            thread.join()


def test_threads_of_a_forked_child_work_side_by_side() -> None:
    expected = TILE.regions(rank=1).document.raw

    def work() -> bool:
        with ThreadPoolExecutor(4) as pool:
            return all(found == expected for found in pool.map(lambda _: TILE.regions(rank=1).document.raw, range(8)))

    assert work()
    forked(work)


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_processes_of_multiprocessing_work(method: str) -> None:
    expected = TILE.regions(rank=1).document.raw
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        futures = [pool.submit(_regions, TILE) for _ in range(3)]
        assert all(future.result(timeout=PATIENCE) == expected for future in futures)


def _regions(tile: Tile) -> Any:
    return tile.regions(rank=1).document.raw


def test_processes_and_threads_of_joblib_work() -> None:
    import joblib

    expected = TILE.regions(rank=1).document.raw
    for backend in ("loky", "multiprocessing", "threading"):
        found = joblib.Parallel(n_jobs=2, backend=backend, timeout=PATIENCE)(joblib.delayed(_regions)(TILE) for _ in range(4))
        assert found == [expected] * 4, backend


def test_a_child_that_is_forked_before_any_work_works() -> None:
    program = """
        import os, signal, sys
        import exactile
        child = os.fork()
        if child == 0:
            signal.alarm(200)
        tile = exactile.Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        tile.regions()
        if child:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=PATIENCE)
