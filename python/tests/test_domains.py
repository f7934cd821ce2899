"""Results of several test sets are proved by verify_more.py, and false changes of what it proves are refused."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactile
from exactile import verify_more

ASKED: list[dict[str, Any]] = [
    {"at": ("1/3", "3/4"), "vary": "south"},
    {"score": "f1", "weights": "equal", "vary": "west"},
    {"score": "ba", "target_prior": "1/3", "unanimous": True},
    {"unanimous": True},
    {"along": "f-beta", "weights": "equal"},
    {"along": "decision"},
    {"classifier": "c1", "map": "preponderant", "area": True},
    {"classifier": "c0", "map": "bottleneck"},
    {"classifier": "c2", "map": "easiest", "area": True},
    {"classifier": "c1", "map": "hardest"},
]


def table(rng: random.Random) -> str:
    rows = ["name,site,tn,fp,fn,tp"]
    for site in ("north", "south", "west"):
        positives, negatives = rng.randint(3, 30), rng.randint(3, 30)
        for k in range(3):
            tp, tn = rng.randint(1, positives - 1), rng.randint(1, negatives - 1)
            rows.append(f"c{k},{site},{tn},{negatives - tn},{positives - tp},{tp}")
    return "\n".join(rows) + "\n"


def proved(result: Any, path: Path, asked: dict[str, Any]) -> bool:
    words = ["result.json", str(path), "--by", "site", "--weights", asked.get("weights", "samples")]
    options = verify_more.arguments([*words, *(["--target-prior", "1/3"] if "target_prior" in asked else [])])
    try:
        verify_more.verify(json.dumps(result), options)
    except verify_more.Untrue:
        return False
    return True


def numbers(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The places of all numbers, each with another one."""
    if isinstance(value, (dict, list)):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(member, (*place, key))
    elif isinstance(value, int):
        yield place, value + 1
    elif isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value):
        yield place, str(Fraction(value) + Fraction(1, 1000))
    elif isinstance(value, str) and re.fullmatch(r"-?\d+\.\d+", value):
        yield place, value[:-1] + str((int(value[-1]) + 3) % 10)


@pytest.mark.parametrize("asked", ASKED)
def test_results_are_proved_and_false_changes_refused(asked: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "sites.csv"
    path.write_text(table(random.Random(json.dumps(asked))))
    true = exactile.domains(path, by="site", **asked).raw
    assert proved(true, path, asked)
    assert not proved(true, path, {"weights": "north=1,south=1,west=3"} | {k: v for k, v in asked.items() if k != "weights"})
    places = list(numbers({key: x for key, x in true.items() if key not in ("schema", "provenance")}))
    assert len(places) > 40
    for place, other in places:
        false = copy.deepcopy(true)
        inner = false
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = other
        assert not proved(false, path, asked), (place, other)
    for key in ("pieces", "unanimous", "values"):
        if key in true:
            for change in (lambda items: items.pop(), lambda items: items.append(items[0])):
                false = copy.deepcopy(true)
                change(false[key])
                assert not proved(false, path, asked), key


def test_zones_under_several_priors_are_proved(tmp_path: Path) -> None:
    path, ends = tmp_path / "sites.csv", 0
    for seed in range(40):
        path.write_text(table(random.Random(seed)))
        true = exactile.domains(path, by="site", unanimous=True).raw
        assert proved(true, path, {}), seed
        assert not proved(true, path, {"target_prior": "1/3"})
        for zone in true["unanimous"]:
            ends += sum(isinstance(column["to"], dict) for column in zone["columns"])
            for k in range(len(zone["columns"])):
                false = copy.deepcopy(true)
                del false["unanimous"][zone["classifier"]]["columns"][k]
                assert not proved(false, path, {}), seed
    assert ends > 2
    # Points that stand alone: the first is worse in one set, and better in the other, but where both tie.
    path.write_text("name,site,tn,fp,fn,tp\nc0,one,4,2,1,3\nc1,one,5,1,1,3\nc0,two,5,3,1,1\nc1,two,4,4,1,1\n")
    true = exactile.domains(path, by="site", unanimous=True).raw
    assert [len(zone["columns"]) for zone in true["unanimous"]] == [1, 1]
    assert proved(true, path, {})


def test_the_best_at_an_end_of_a_segment_is_proved(tmp_path: Path) -> None:
    # At precision itself b has no value in the south, where it finds nobody.
    rows = ["name,site,tn,fp,fn,tp", "a,north,5,1,3,3", "b,north,6,0,3,3", "a,south,6,0,0,6", "b,south,6,0,6,0"]
    path = tmp_path / "sites.csv"
    path.write_text("\n".join(rows) + "\n")
    result = copy.deepcopy(exactile.domains(path, "site", along="f-beta").raw)
    assert result["worst_along"]["breaks"] == [{"position": "0", "classifiers": [1]}]
    assert proved(result, path, {})
    for breaks in ([], [{"position": "0", "classifiers": [0]}], [{"position": "1", "classifiers": [1]}]):
        result["worst_along"]["breaks"] = breaks
        assert not proved(result, path, {})


def test_a_classifier_that_was_not_tested_everywhere_is_left_out_on_request(tmp_path: Path) -> None:
    path = tmp_path / "sites.csv"
    path.write_text("name,site,tn,fp,fn,tp\na,north,5,1,3,3\nb,north,6,0,3,3\na,south,6,0,0,6\n")
    hint = 'complete="domains" keeps the test sets .*; complete="classifiers" keeps the classifiers'
    with pytest.raises(ValueError, match=f'not tested: "b" in "south"\nhint: {hint}'):
        exactile.domains(path, "site", score="f1")
    assert len(exactile.domains(path, "site", score="f1", complete="classifiers").classifiers) == 1
    assert len(exactile.domains(path, "site", score="f1", complete="domains").domains) == 1


def test_a_region_in_two_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sites.csv"
    path.write_text("name,site,tn,fp,fn,tp\nc0,one,1,1,1,1\n")
    asked: dict[str, Any] = {"classifier": "c0", "map": "preponderant"}
    false = exactile.domains(path, by="site", **asked).raw
    left = [["0", "0"], ["1/2", "0"], ["1/2", "1"], ["0", "1"]]
    right = [["1/2", "0"], ["1", "0"], ["1", "1"], ["1/2", "1"]]
    below, above = ["0", "0", "1", "0"], ["0", "0", "-1", "1"]
    edges = [[below, ["0", "-2", "0", "1"], above, ["0", "1", "0", "0"]], [below, ["0", "-1", "0", "1"], above, ["0", "2", "0", "-1"]]]
    parts = [{"domain": 0, "dimension": 2, "rank": [1, 1], "vertices": v, "edges": e} for v, e in zip([left, right], edges)]
    tie = {"domain": 0, "dimension": 1, "rank": [1, 1], "vertices": [["1/2", "0"], ["1/2", "1"]], "edges": [["0", "-2", "0", "1"]]}
    false["pieces"] = [*parts, tie]
    assert not proved(false, path, asked)


def test_the_page_shows_each_test_set(tmp_path: Path) -> None:
    """A table, a file and Tiles have one page; what it says is asked of the program."""
    text = table(random.Random(3))
    path = tmp_path / "sites.csv"
    path.write_text(text)
    rows = [line.split(",") for line in text.splitlines()[1:]]
    cells: dict[str, dict[str, list[list[int]]]] = {}
    for name, site, *counts in rows:
        tn, fp, fn, tp = map(int, counts)
        cells.setdefault(site, {})[name] = [[tn, fp], [fn, tp]]
    tiles = {site: exactile.Tile.from_confusion(of) for site, of in cells.items()}
    asked: dict[str, Any] = {"preference": "f1", "weights": {"north": 1, "south": Fraction(1, 2), "west": 0}, "draws": 0, "grid": 0}
    pages = [exactile.report(source, "site", **asked) for source in (text, path, tiles)]
    # What is read from a file names it.
    of_sets = [re.findall(r'<section id="test-sets".*?</section>', page, re.DOTALL) for page in pages]
    assert of_sets[0] == of_sets[1] == of_sets[2] and len(of_sets[0]) == 1
    agreement = exactile.domains(text, "site", score="f1", weights="north=1,south=1/2,west=0")["agreement"]
    (best,) = agreement.mean
    told = re.sub("<[^>]*>", "", of_sets[0][0])
    assert f"c{best} is first on the mean with " in told
    assert set(json.loads(pages[0].split('id="data">')[1].split("</script>")[0])["test_sets"]["names"]) == set(cells)
