"""Types of results, as mypy reveals them to users; and values are of the types that are promised."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import exactile
from exactile import Document, Probability, Tile

TYPED = Path(__file__).parent / "typed.py"


def test_no_result_is_of_any_type(tmp_path: Path) -> None:
    settings = Path(__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(settings), "--cache-dir", str(tmp_path), str(TYPED)]
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TYPED.parents[1]).stdout
    revealed = re.findall(r'typed\.py:(\d+): note: Revealed type is "(.*)"', said)
    assert len(revealed) == TYPED.read_text().count("reveal_type(") and "error" not in said, said
    lines = TYPED.read_text().splitlines()
    vague = [lines[int(line) - 1] for line, kind in revealed if re.search(r"\bAny\b", kind)]
    assert not vague, said


@pytest.mark.skipif(shutil.which("pyright") is None, reason="NO PYRIGHT: it is not installed")
def test_no_result_is_of_any_type_for_pyright(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    (tmp_path / "typed.py").write_text(TYPED.read_text())
    command = ["pyright", "--pythonpath", sys.executable, "--project", str(tmp_path), "--outputjson"]
    environment = {**os.environ, "PYTHONPATH": str(Path(exactile.__file__).parents[1])}
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout
    found = json.loads(said)["generalDiagnostics"]
    revealed = [one for one in found if one["severity"] == "information"]
    assert len(revealed) == TYPED.read_text().count("reveal_type("), said
    vague = [one for one in revealed if re.search(r"\b(Any|Unknown)\b", one["message"])]
    assert not vague, vague
    assert not [one for one in found if one["severity"] == "error"], said


#: Objects of other libraries (frames, arrays, shapes, artists), and JSON as ``json.loads`` gives it: there it is Any, too.
OF_OTHERS = {
    *("Comparison.to_frame", "Document.to_frame", "Rankings.to_frame", "Table.to_frame", "Regions.to_shapely", "Document.raw"),
    *("Asked.grid", "correlations"),
    *("Display.ax_", "Display.figure_", "CurveDisplay.lines_", "ForestDisplay.lines_", "RocDisplay.lines_", "TileDisplay.patches_"),
}


def hints(of: Any) -> dict[str, Any]:
    # Some modules import others for types only.
    return get_type_hints(of, localns={name: getattr(exactile, name) for name in exactile.__all__})


def public_types() -> Iterator[tuple[str, Any]]:
    """What is returned by everything that users can reach, by name."""
    seen: set[Any] = set()
    waiting: list[tuple[str, Any]] = [(name, getattr(exactile, name)) for name in exactile.__all__ if name[0] != "_"]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, type) and value.__module__.startswith("exactile") and value not in seen:
            seen.add(value)
            bases = [kind for base in vars(value).get("__orig_bases__", ()) for kind in kinds_in(base)]
            waiting += [(base.__name__, base) for base in (*value.__bases__, *bases)]
            own = vars(value).get("__annotations__", {})
            found = {key: hint for key, hint in hints(value).items() if key[0] != "_" and key in own}
            for key, member in vars(value).items():
                if key[0] == "_" and key not in ("__getitem__", "__getattr__"):
                    continue
                function = getattr(member, "fget", getattr(member, "__func__", member))
                if callable(function):
                    found[key] = hints(function).get("return")
        elif callable(value) and hasattr(value, "__annotations__"):
            found = {"": hints(value).get("return")}
        else:
            continue
        for key, hint in found.items():
            where = f"{name}.{key}".rstrip(".")
            yield where, hint
            waiting += [(kind.__name__, kind) for kind in kinds_in(hint)]


def kinds_in(hint: Any) -> Iterator[type]:
    of = get_origin(hint)
    if isinstance(of or hint, type):
        yield of or hint
    for part in get_args(hint):
        yield from kinds_in(part)


def has_any(hint: Any) -> bool:
    return hint is Any or any(has_any(part) for part in get_args(hint))


def test_no_public_name_returns_any_type() -> None:
    found = dict(public_types())
    assert {"CheckedRow.first", "Valued.value", "Asked.zone", "Ranked.value", "Matrix.tp", "Document.__getattr__"} <= set(found)
    assert {name for name, hint in found.items() if has_any(hint)} == OF_OTHERS


def is_of(value: Any, hint: Any) -> bool:
    """Whether a value is of a type of the members of documents."""
    of, parts = get_origin(hint), get_args(hint)
    if of is tuple:
        if not isinstance(value, tuple) or (parts[-1] is not ... and len(value) != len(parts)):
            return False
        return all(map(is_of, value, repeat(parts[0]) if parts[-1] is ... else parts))
    if parts:
        return any(is_of(value, part) for part in parts)
    if isinstance(hint, type) and issubclass(hint, Document):
        members = get_type_hints(hint).items()
        lists = [(key, tuple[kind, ...]) for key, kind in hint._items.items()]
        return type(value) is hint and all(is_of(value[key], kind) for key, kind in (*members, *lists) if key in value)
    return type(value) is bool if hint is bool else type(value) is int if hint is int else isinstance(value, hint)


def documents(tile: Tile) -> Iterator[Document]:
    check = exactile.check
    yield check("sens=0.51 spec=0.94", positives=100, negatives=500)
    yield check("sens=0.51 spec=0.94 acc=0.95", positives=100, negatives=500)
    yield check("sens=0.51 spec=0.94", positives=10, negatives=20, points=True)
    yield check("acc=0.9 sens=0.5", samples=20)
    yield check("acc=0.91 f1=0.7", positives=100, negatives=50, stratified=5)
    yield check("acc=0.9 auc=0.95", positives=10, negatives=20)
    yield check("positives,negatives,sens,spec\n10,20,0.5,0.9\n10,20,0.7,0.2\n", one_curve=True)
    yield check("name,acc\ngood,0.70\npoor,0.75\n", against=tile)
    sites = {"north": tile, "south": Tile.from_confusion({"good": [[5, 2], [1, 3]], "poor": [[0, 7], [0, 4]]})}
    yield exactile.domains(sites, "site", score="f1", vary="north")
    yield exactile.domains(sites, "site", unanimous=True, maximin=True, gaps=("tpr", "ppv"))
    uneven = {"north": tile, "south": Tile.from_confusion({"good": [[5, 2], [1, 5]], "poor": [[0, 7], [0, 6]]})}
    yield exactile.domains(uneven, "site", unanimous=True, map="agreement")
    yield exactile.domains(sites, "site", along="decision")
    yield exactile.domains(sites, "site", classifier="poor", map="hardest", area=True)
    yield from (exactile.axioms(name) for name in ("f1", "mcc", "tpr", "dor"))
    yield exactile.axioms("kappa", prior="1/5")
    yield from exactile.metrics()
    yield exactile.verify(tile.regions(), tile)
    yield exactile.verify(tile.regions(), sites["south"])
    yield tile.zone("good", "poor")
    yield tile.zone("poor", "good")
    yield tile.plan("f1", limit=40)
    yield tile.rankings(confluences=True, cells=True, polygons=True, area=True, rankings=True)
    yield tile.rankings("f1")


def test_members_of_documents_are_of_the_types_that_are_promised(tile: Tile) -> None:
    kinds = set()
    for document in documents(tile):
        kinds.add(type(document))
        assert is_of(document, type(document)), document
        kept = pickle.loads(pickle.dumps(document))
        assert type(kept) is type(document) and kept == document
    assert len(kinds) == 8 and Document not in kinds


@pytest.fixture(scope="module")
def tile() -> Tile:
    y = [0] * 10 + [1] * 10
    return Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})


def test_a_comparison_has_members_with_types(tile: Tile) -> None:
    found = tile.compare("good", "poor", "f1", margin="0.05")
    raw = found.raw["pairs"][0]
    assert found.paired is True and found.scores == (1, Fraction(2, 3))
    assert found.difference.value == Fraction(raw["difference"]["value"]) == found["difference"].value
    assert found.difference.interval is not None and found.difference.interval.draws == raw["difference"]["interval"]["draws"]
    assert isinstance(found.truly_better, Probability) and found.truly_better == found["truly_better"]
    assert found.truly_better.lower == Fraction(raw["truly_better"]["lower"]) and 0.98 < found.truly_better < 1
    assert f"{found.truly_better:.2f}" == "0.99"
    assert isinstance(found.not_worse, Probability) and found.not_worse.draws == raw["not_worse"]["draws"] and found.not_worse.seed == 1
    assert found.equivalent is not None and found.equivalent < found.not_worse
    assert found.next is not None and sum(float(value) for value in found.next) == pytest.approx(1)
    assert found.swap_test is not None and found.swap_test.one_sided == Fraction(1, 32)
    assert found.discordant == ((5, 0), (0, 0))
    apart = tile.compare("good", "poor", "f1", paired=False)
    assert apart.paired is False and apart.discordant is None and apart.swap_test is None and apart.not_worse is None


def test_probabilities_are_kept_by_pickles_and_frames(tile: Tile) -> None:
    found = tile.compare("good", "poor", "f1", margin="0.05")
    kept = pickle.loads(pickle.dumps(found))
    assert kept.not_worse == found.not_worse and kept.not_worse.draws == found.not_worse.draws  # type: ignore[union-attr]
    frame = found.to_frame("pandas", exact=False)
    assert frame["truly_better"][0] == float(found.truly_better) and frame["not_worse"][0] == float(found.not_worse)  # type: ignore[arg-type]


def test_values_are_none_only_where_they_are_undefined(tile: Tile) -> None:
    assert all(row.value is not None for row in tile.score("f1", "accuracy", "tpr"))
    (row,) = Tile.from_confusion({"none": [[5, 0], [3, 0]]}).score("ppv")
    assert row.value is None and row.undefined
    assert exactile.score("ppv", tn=5, fp=0, fn=3, tp=0) is None
