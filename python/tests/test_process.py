"""Threads, pickles, copies, signals, and what an import brings."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

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
        tile.confidence("f1", question="truly", draws=20_000)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.005)
    thread.join()
    assert ticks > 5


def waited(process: int | str = "self") -> float:
    """The seconds for which the main thread of a process could have run and had no processor, since it began.

    Linux counts them; elsewhere they are 0.
    """
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def interrupted(code: str) -> float:
    """The seconds from an interrupt to the exception that it raises, without those in which other processes had the processor.

    What the process sleeps or computes counts, on whatever machine: it is what Ctrl-C would take on one that has nothing else to do.
    """
    program = textwrap.dedent(
        """
        import sys, time
        import exactile
        {code}
        print("ready", flush=True)
        try:
            work()
        except KeyboardInterrupt:
            delayed = waited()
            print(time.time(), delayed, flush=True)
        else:
            print("done", flush=True)
        """
    ).replace("{code}", "from pathlib import Path\n" + inspect.getsource(waited) + textwrap.dedent(code))
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent, before = time.time(), waited(process.pid)
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline()
        # Work that goes on in the background does not keep the process alive.
        assert process.wait(20) == 0, process.stderr.read()
    assert answer.strip() != "done", "the work was too short for the test"
    raised, delayed = map(float, answer.split())
    return raised - sent - (delayed - before)


#: What Ctrl-C may take. A machine that does other things meanwhile, for which other threads may wait too, is tried again.
PROMPT = 0.2

LONG = {
    # Distributions of some hundred thousand values, draws, counts and grouping take much longer than the test waits.
    "a distribution": "work = lambda: exactile.pmf('mcc', tn=400, fp=100, fn=100, tp=400)",
    "draws": """
    y = [0, 1] * 300
    tile = exactile.Tile.from_predictions(y, {str(k): [v ^ (i * (k + 3) % 7 == 0) for i, v in enumerate(y)] for k in range(6)})
    work = lambda: tile.confidence("f1", question="truly", draws=10_000_000)
    """,
    "labels": """
    import numpy
    y = numpy.array(["ill", "well"] * 1_000_000, dtype=object)
    work = lambda: [exactile.Tile.from_predictions(y, {"x": y, "z": y}, positive="ill") for _ in range(100)]
    """,
    "numbers": """
    import numpy
    y = numpy.tile(numpy.array([0, 1], dtype="int8"), 5_000_000)
    work = lambda: [exactile.Tile.from_predictions(y, {str(k): y for k in range(10)}) for _ in range(100)]
    """,
    "scores": """
    import numpy
    y = numpy.tile(numpy.array([0, 1]), 1_000_000)
    m = numpy.random.default_rng(1).random(2_000_000)
    work = lambda: [exactile.Tile.from_scores(y, {"m": m}) for _ in range(100)]
    """,
    "scores of many models": """
    import numpy
    y = numpy.tile(numpy.array([0, 1]), 1_000_000)
    m = numpy.random.default_rng(1).random(2_000_000)
    work = lambda: exactile.Tile.from_scores(y, {str(k): m for k in range(20)})
    """,
    "objects that are no text": """
    import numpy
    from fractions import Fraction
    y = [Fraction(k % 2) for k in range(200_000)] * 20
    work = lambda: exactile.Tile.from_predictions(y, {str(k): y for k in range(4)})
    """,
    "weights": """
    from fractions import Fraction
    y = [0, 1] * 3_000_000
    w = [Fraction(k, 7) for k in range(6_000)] * 1000
    work = lambda: exactile.Tile.from_predictions(y, {"x": y}, sample_weight=w)
    """,
    "as many patterns as samples": """
    import numpy
    drawn = numpy.random.default_rng(1).integers(0, 2, (31, 1_000_000)).astype(bool)
    work = lambda: exactile.Tile.from_predictions(drawn[0], {str(k): drawn[k] for k in range(1, 31)})
    """,
    "the place of a fault": """
    import numpy
    y = numpy.tile(numpy.array([0, 1]), 3_000_000)
    other = y.copy()
    other[-1] = 2
    work = lambda: exactile.Tile.from_predictions(y, {**{str(k): y for k in range(9)}, "x": other})
    """,
    "a text": """
    import io, tempfile
    text = "y_true,a,b\\n" + "0,1,0\\n1,1,0\\n" * 5_000_000
    path = tempfile.mkstemp()[1]
    open(path, "w").write(text)
    work = lambda: [exactile.Tile.read(path) for _ in range(20)]
    """,
    "columns of pandas": """
    import numpy, pandas
    words = numpy.array(["well", "ill"], dtype=object)[numpy.tile([0, 1], 3_000_000)]
    y = pandas.Series(words, dtype=object)
    work = lambda: [exactile.Tile.from_predictions(y, {"x": y}, positive="ill") for _ in range(50)]
    """,
}


@pytest.mark.parametrize("work", LONG)
def test_interrupts_stop_long_work(work: str) -> None:
    seconds = []
    while not seconds or (seconds[-1] >= PROMPT and len(seconds) < 6):
        seconds.append(interrupted(LONG[work]))
    assert seconds[-1] < PROMPT, seconds


def test_slow_interrupts_are_found() -> None:
    """The processor that others have is left out, and nothing else: neither sleep nor work in the handler."""
    handler = """
    import signal
    def late(*_):
        {delay}
        raise KeyboardInterrupt
    signal.signal(signal.SIGINT, late)
    def work():
        while True: pass
    """
    for delay in ("time.sleep(0.4)", "end = time.process_time() + 0.4; all(iter(lambda: time.process_time() < end, False))"):
        assert interrupted(textwrap.dedent(handler).replace("{delay}", delay)) > 0.35
    assert min(interrupted(textwrap.dedent(handler).replace("{delay}", "pass")) for _ in range(3)) < PROMPT


PROGRESS = """
import exactile
y = [0, 1] * 300
tile = exactile.Tile.from_predictions(y, {str(k): [v ^ (i * (k + 3) % 7 == 0) for i, v in enumerate(y)] for k in range(6)})
"""


def test_progress_in_a_terminal() -> None:
    import os
    import pty

    terminal, theirs = pty.openpty()
    program = PROGRESS + 'tile.confidence("f1", question="truly", draws=1_000_000)\nprint("done")'
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                # The other end is closed.
                break
        assert process.stdout is not None and process.stdout.read() == "done\n"
    os.close(terminal)
    assert re.search(rb"\r\x1b\[K#*-* [0-9]+/[0-9]+ draws, [0-9]+ s", shown), shown
    assert shown.endswith(b"\r\x1b[K")


READ = """
import exactile
from fractions import Fraction
y = [Fraction(k % 2) for k in range(200_000)] * 3
"""


@pytest.mark.parametrize(
    ("work", "unit"),
    [
        ("exactile.Tile.from_predictions(y, {str(k): y for k in range(4)})", "samples"),
        ("exactile.Tile.from_scores(y, {str(k): y for k in range(4)})", "samples"),
        ("exactile.Tile.from_predictions([0] * len(y), {'x': [0] * len(y)}, positive=0, sample_weight=y)", "weights"),
    ],
)
def test_progress_while_arrays_are_read(work: str, unit: str) -> None:
    """What is shown is how many of all there are were read, and it only grows."""
    code = f"""
    {{read}}
    import exactile._progress as progress
    shown = []
    progress.show = lambda *given: shown.append(given)
    progress.clear = lambda: shown.append("clear")
    try:
        {work}
    except ValueError as error:
        assert "no classifiers" not in str(error)
    units = [given for given in shown if given != "clear" and given[2] == "{unit}"]
    assert units and shown[-1] == "clear", shown
    assert all(total == len(y) for _, total, _, _ in units)
    dones = [done for done, *_ in units]
    # On a busy machine the bar appears within the first block.
    assert dones == sorted(dones) and 0 < dones[-1] <= len(y)
    """
    program = textwrap.dedent(code).replace("{read}", READ)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_progress_where_nobody_looks() -> None:
    program = PROGRESS + 'tile.confidence("f1", question="truly", draws=1_000_000)'
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.filterwarnings("ignore")
def test_progress_in_a_notebook() -> None:
    import nbformat
    from nbclient import NotebookClient

    cell = nbformat.v4.new_code_cell(PROGRESS + 'tile.confidence("f1", question="truly", draws=1_000_000);')
    seen = []
    client = NotebookClient(nbformat.v4.new_notebook(cells=[cell]), timeout=120, kernel_name="python3")
    process = client.process_message
    client.process_message = lambda message, *rest: (seen.append(message), process(message, *rest))[1]  # type: ignore[method-assign]
    client.execute()
    pages = [m["content"]["data"].get("text/html", "") for m in seen if m["msg_type"] in ("display_data", "update_display_data")]
    assert re.fullmatch(r'<progress value="[0-9]+" max="[0-9]+"></progress> [0-9]+/[0-9]+ draws, [0-9]+ s', pages[0])
    assert pages[-1] == ""
    # Nothing is left where pages are not shown either.
    texts = [m["content"]["data"]["text/plain"] for m in seen if m["msg_type"] in ("display_data", "update_display_data")]
    assert "draws" in texts[0] and texts[-1] == ""


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
    enclosure = Enclosure(Fraction(1, 3), Fraction(1, 2))
    with pytest.raises(AttributeError):
        enclosure.lower = Fraction(0)
    with pytest.raises(AttributeError):
        tiles()[0].other = 1  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="too close"):
        enclosure < Fraction(2, 5)  # noqa: B015
