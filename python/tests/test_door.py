"""``Tile.read`` takes what the command line takes, with the same words."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import pickle
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest

from conftest import FIXTURES
from exactile import Tile

ROOT = FIXTURES.parent
EXACTILE = os.environ.get("EXACTILE") or str(shutil.which("exactile", path=str(Path(sys.executable).parent)))
#: Flags of reading with a value, and the arguments that are called otherwise.
VALUES = {"truth", "only", "ignore", "weight", "where", "id", "model", "prediction", "flip", "repeat", "prior", "positive"}


def lines() -> list[list[str]]:
    """The commands of the page on files, in words."""
    page = (ROOT / "docs" / "input.md").read_text()
    found = [shlex.split(line) for line in re.findall(r"^\|[^|]*\| `exactile (.*?)` \|$", page, re.MULTILINE)]
    assert len(found) > 18
    return found


def told(words: list[str]) -> tuple[list[str], dict[str, Any], list[str]]:
    """The files of a command, the arguments of reading, and the same as flags."""
    files, arguments, flags = [], dict[str, Any](), []
    rest = iter(words[1:])
    for word in rest:
        name = word.removeprefix("--")
        if not word.startswith("--"):
            files.append(word)
        elif name == "correct":
            arguments[name] = True
            flags.append(word)
        else:
            value = next(rest)
            if name in VALUES:
                flags += [word, value]
                if name == "where":
                    arguments[name] = dict([value.split("=", 1)])
                else:
                    arguments[name] = value.split(",") if name == "only" else value
    return files, arguments, flags


@pytest.mark.parametrize("words", lines(), ids=" ".join)
def test_files_are_read_as_the_program_reads_them(words: list[str]) -> None:
    files, arguments, flags = told(words)
    if len(files) > 1:
        pytest.skip("several files are joined by the program")
    metric = "accuracy"
    command = [EXACTILE, "score", files[0], "--metric", metric, *flags, "--quiet", "--format", "json"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    expected = {one["name"]: one["scores"][metric] for one in json.loads(said)["classifiers"]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tile = Tile.read(ROOT / files[0], **arguments)
    for read in (tile, pickle.loads(pickle.dumps(tile))):
        document = read.ask("score", metric=metric).raw
        assert {one["name"]: one["scores"][metric] for one in document["classifiers"]} == expected


def test_compressed_files_and_other_encodings_are_read(tmp_path: Path) -> None:
    text = "y_true;größe;b\n1;1;0\n0;0;0\n1;1;1\n0;1;0\n"
    expected = {"größe": (1, 1, 0, 2), "b": (2, 0, 1, 1)}
    files = {
        "plain.csv": text.encode(),
        "packed.csv.gz": gzip.compress(text.encode()),
        "marked.csv": text.encode("utf-8-sig"),
        "wide.csv": text.encode("utf-16"),
    }
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert {of: tuple(map(int, cells)) for of, cells in Tile.read(path).matrices.items()} == expected, name


def test_every_conversion_of_the_page_gives_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pandas.DataFrame({"y_true": [1, 0, 1, 0], "lr": [1, 1, 1, 0]})
    monkeypatch.chdir(tmp_path)
    frame.to_parquet("predictions.parquet")
    with contextlib.closing(sqlite3.connect("predictions.db")) as database:
        frame.to_sql("predictions", database, index=False)
    numpy.savez("predictions.npz", **{name: frame[name].to_numpy() for name in frame})
    page = (ROOT / "docs" / "input.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(block, {})  # pylint: disable=exec-used
    made = sorted(path.name for path in tmp_path.glob("from_*.csv"))
    assert len(made) == 4
    expected = Tile.from_predictions(frame["y_true"], frame[["lr"]])
    for name in made:
        assert Tile.read(name) == expected, name
    for foreign in ("predictions.parquet", "predictions.db", "predictions.npz"):
        with pytest.raises(ValueError, match="hint: .*(read_|numpy)"):
            Tile.read(foreign)


def test_several_files_are_joined_by_the_program() -> None:
    with pytest.raises(ValueError, match="one file is read here\nhint: join them first"):
        Tile.read(["a.csv", "b.csv"])  # type: ignore[arg-type]


def test_what_cannot_be_read_says_so_in_arguments(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("y_true,target,a\n1,1,1\n0,0,1\n")
    with pytest.raises(ValueError, match="truth="):
        Tile.read(path)
    assert list(Tile.read(path, truth="target", only="a").matrices) == ["a"]
    with pytest.raises(ValueError, match="repeat"):
        Tile.read(path, truth="target", only="a", repeat="last")


def test_one_frame_one_dict_and_one_array_are_doors() -> None:
    matrix = numpy.array([[5, 1], [2, 7]])
    expected = (5, 1, 2, 7)
    counts = {"tn": 5, "fp": 1, "fn": 2, "tp": 7}
    frame = pandas.DataFrame([counts], index=["lr"])
    for given in ({"lr": matrix}, {"lr": matrix.ravel()}, {"lr": counts}, frame):
        tile = Tile.from_confusion(given)
        assert tuple(map(int, tile.matrices["lr"])) == expected
    y = [0, 0, 1, 1]
    for column in (numpy.array([0, 1, 1, 1]), pandas.Series([0, 1, 1, 1], name="lr"), [0, 1, 1, 1]):
        (cells,) = Tile.from_predictions(y, column).matrices.values()
        assert tuple(map(int, cells)) == (1, 1, 0, 2)
