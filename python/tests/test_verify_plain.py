"""The verifiers in plain Python: they accept what the program writes, and refuse it changed in any way that makes it false."""

from __future__ import annotations

import atexit
import copy
import functools
import hashlib
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from exactile import Tile

from conftest import FIXTURES

PROGRAMS = Path(__file__).parents[1] / "exactile"
EXACTILE = os.environ.get("EXACTILE") or str(shutil.which("exactile", path=str(Path(sys.executable).parent)))


def load(name: str) -> ModuleType:
    """A lone file, without the package around it."""
    spec = importlib.util.spec_from_file_location(f"lone_{name}", PROGRAMS / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


alone: Any = load("verify_plain")
more: Any = load("verify_more")
plain: Any = more.plain  # with what the other file adds

INPUTS = {
    "equal": "name,tn,fp,fn,tp\na,35,15,15,35\nb,25,25,10,40\nc,30,20,12,38\nd,30,20,12,38\n",
    "skewed": "name,tn,fp,fn,tp\na,70,10,9,11\nb,56,24,6,14\nc,60,20,4,16\n",
    "various": "name,tn,fp,fn,tp\na,35,15,15,35\nb,20,5,20,55\nc,70,10,11,9\n",
    "border": "name,tn,fp,fn,tp\na,50,0,50,0\nb,35,15,1,49\nc,5,45,0,50\n",
    "predictions": "y_true,a,b,c,count\nno,no,no,no,2\nno,no,yes,no,1\nno,yes,no,yes,1\nyes,no,yes,yes,2\nyes,yes,yes,yes,1\nyes,yes,no,no,1\n",
    "joint": json.dumps([
        {"name": "a", "tn": 3, "fp": 1, "fn": 2, "tp": 2, "both_tn": [], "both_tp": []},
        {"name": "b", "tn": 3, "fp": 1, "fn": 1, "tp": 3, "both_tn": [2], "both_tp": [1]},
        {"name": "c", "tn": 3, "fp": 1, "fn": 1, "tp": 3, "both_tn": [3, 2], "both_tp": [1, 3]},
    ]),
    "models": "y_true,m,r,o,q\n0,0.1,0.1,1/3,0\n0,0.4,0.4,1e-7,1/2\n0,0.60,0.7,0.3,1\n1,0.35,0.4,0.5,1/2\n1,0.7,0.8,0.9,1\n1,0.9,1.0,0.7,0\n",
    "pair": "y_true,a,b,count\nno,no,no,4\nno,no,yes,3\nno,yes,no,1\nyes,no,yes,2\nyes,yes,yes,3\nyes,yes,no,4\n",
    "clustered": "patient,y_true,a,b\np,1,1,1\np,1,1,0\np,0,0,0\nq,1,1,0\nq,0,1,0\nr,0,0,1\nr,1,0,1\ns,1,1,1\n",
    "folds": "y_true,site,count,m,k\n0,u,1,0.1,0.1\n1,u,1,0.4,0.4\n0,v,2,0.60,0.7\n1,v,1,0.35,0.4\n1,u,1,0.7,0.8\n1,w,1,0.9,1.2\n0,w,1,0.90,0.2\n",
    "scores": "y_true,m,k\n0,0.1,0.1\n0,0.4,0.4\n0,0.60,0.7\n1,0.35,0.4\n1,0.7,0.8\n1,0.9,1.2\n0,0.90,0.2\n",
    "counted": "name,positives,negatives,acc,sens,f1\nx,5,4,0.89,0.8,\ny,3-4,3,0.86,0.73,\nz,4,5,0.9,0.51,0.9\nv,2-3,1-2,,0.5,\n",
    "reported": "name,positives,negatives,acc,sens,f1,mcc\nx,5,4,0.89,0.8,,\ny,3-4,3,0.86,0.73,,\nz,4,5,0.9,0.51,0.9,\nw,3,4,,,0.7,0.3\n",
}

# Schema: what is run, and on which input; what the verifier is told besides.
CASES: dict[str, list[tuple[str, str, str]]] = {
    "regions": [
        ("regions --area", "equal", ""),
        ("regions --area", "skewed", ""),
        ("regions --area", "various", ""),
        ("regions", "border", ""),
        ("regions --rank 1", "skewed", ""),
        ("regions --classifier c --target-prior 1/5", "equal", "--target-prior 1/5"),
        ("regions --positive yes", "predictions", ""),
    ],
    "zone": [
        ("zone --better a --than b", "equal", ""),
        ("zone --better a --than b,c", "skewed", ""),
        ("zone --better a,c --than c,a", "equal", ""),
        ("zone --better a --than b --target-prior 1/3", "equal", "--target-prior 1/3"),
        ("zone --better a --than b", "various", ""),
    ],
    "score": [
        ("score --metric f1,mcc,d-prime,log-dor,pt", "equal", ""),
        ("score --metric mcc,ppv,plr,gm,kappa,nlr,informedness,fm-bal", "border", ""),
    ],
    "rank": [
        ("rank --at 1/2,1/3", "equal", ""),
        ("rank --score f1", "skewed", ""),
        ("rank --score mcc", "border", ""),
        ("rank --score error-rate", "various", ""),
        ("rank --cost-fp 1 --cost-fn 5", "equal", ""),
        ("rank --cost-fp 2 --cost-fn 0", "various", ""),
        ("rank --score net-benefit(1/6)", "skewed", ""),
        ("rank --score kappa --positive yes", "predictions", ""),
    ],
    "rankings": [
        ("rankings --confluences", "skewed", ""),
        ("rankings --cells --rankings", "equal", ""),
        ("rankings --cells --polygons --area", "skewed", ""),
        ("rankings --at 1/2,1/3", "equal", ""),
        ("rankings --score f1", "border", ""),
        ("rankings", "various", ""),
    ],
    "lattice-confluence": [
        ("lattice confluence --positives 3 --negatives 4 --metric f1", "", ""),
        ("lattice confluence --positives 3 --negatives 2 --metric mcc --points", "", ""),
        ("lattice confluence --positives 2 --negatives 3 --metric ppv --undefined 0", "", ""),
    ],
    "lattice-pmf": [
        ("lattice pmf --metric f1 --tp 3 --fp 1 --fn 1 --tn 2 --positives 3 --negatives 2", "", "--tp 3 --fp 1 --fn 1 --tn 2"),
        ("lattice pmf --metric mcc --exact --tp 3 --fp 1 --fn 1 --tn 2 --positives 2 --negatives 2", "", "--tp 3 --fp 1 --fn 1 --tn 2"),
        ("lattice pmf --metric f1 --exact --tp 3 --fp 1 --fn 1 --tn 2 --positives 3 --negatives 2", "", "--tp 3 --fp 1 --fn 1 --tn 2"),
        ("lattice pmf --metric ba --model binomial --tp 3 --fp 1 --fn 1 --tn 2 --positives 2 --negatives 2", "", "--tp 3 --fp 1 --fn 1 --tn 2"),
    ],
    "lattice-compare": [
        ("lattice compare --metric f1 --positives 2 --negatives 2 --exact --ranks", "equal", ""),
        ("lattice compare --metric pt --positives 3 --negatives 1", "skewed", ""),
        ("lattice compare --metric mcc --positives 2 --negatives 2 --model binomial --ranks", "border", ""),
        ("lattice compare --metric ppv --positive yes --beta 1/2,2 --beta-negative 1,1/3", "predictions", ""),
        ("lattice compare --metric bias-index --positives 2 --negatives 1 --undefined 0", "equal", ""),
    ],
    "compare": [
        ("compare --metric f1 --positive yes --positives 1 --negatives 2", "predictions", ""),
        ("compare --metric mcc --positive yes --positives 2 --negatives 1 --exact", "predictions", ""),
        ("compare --metric error-rate --unpaired --positive yes --positives 1 --negatives 2", "predictions", ""),
        ("compare --metric f1 --positives 1 --negatives 2", "joint", ""),
        ("compare --metric f1 --cluster patient --margin 1/10", "clustered", "--cluster patient"),
        ("compare --metric mcc --cluster patient", "clustered", "--cluster patient"),
        ("compare --cost-fp 1 --cost-fn 5 --positive yes --positives 1 --negatives 2", "predictions", ""),
        ("compare --metric expected-cost(1,5) --positive yes --positives 1 --negatives 1", "predictions", ""),
        ("compare --metric ppv --positive yes --positives 1 --negatives 1 --first c", "predictions", ""),
        ("compare --metric f1 --positive yes --positives 1 --negatives 2 --first a --second b --require 1/4", "predictions", ""),
    ],
    "thresholds": [
        ("thresholds", "scores", ""),
        ("thresholds --score f1", "scores", ""),
        ("thresholds --calibration 3", "scores", ""),
        ("thresholds --score f1,ba,mcc --folds site", "folds", "--folds site"),
        ("thresholds --cost-fp 1 --cost-fn 3 --subject-to tpr>=1/2 --folds site", "folds", "--folds site"),
        ("thresholds --score kappa,fpr", "scores", ""),
        ("thresholds --cost-fp 1 --cost-fn 5", "scores", ""),
        ("thresholds --metric mcc --subject-to fpr<=0.5 --max-fpr 1/3", "scores", ""),
        ("thresholds --metric f1,log-nlr --subject-to tpr>=0.5 --subject-to ppv>1", "scores", ""),
    ],
    "curve": [
        ("curve --along f-beta --pairs", "equal", ""),
        ("curve --along decision", "skewed", ""),
        ("curve --from 1/10,1/2 --to 4/5,0.9", "skewed", ""),
    ],
    "check": [("check", "counted", ""), ("check --points", "counted", ""), ("check --points --rounding unit", "counted", "--rounding unit"), ("check", "reported", ""), ("check --points --rounding unit", "reported", "--rounding unit")],
    "regions-at-best": [
        ("regions --input-format scores --at-best", "scores", ""),
        ("regions --input-format scores --at-best --area --rank 1", "scores", ""),
        ("regions --input-format scores --at-best --target-prior 1/5 --classifier k", "scores", "--target-prior 1/5"),
    ],
    "brier": [("curve --input-format scores --along brier", "scores", ""), ("curve --input-format scores --along brier", "models", "")],
    "gain": [
        ("curve --input-format scores --along precision-recall-gain", "scores", ""),
        ("curve --input-format scores --along precision-recall-gain --target-prior 1/5", "scores", "--target-prior 1/5"),
    ],
    "curve-pair": [
        ("curve --along decision --first a --second b --steps 2 --positive yes", "predictions", ""),
        ("curve --from 1/10,1/2 --to 4/5,0.9 --first c --second b --steps 2 --level 1/2 --positive yes", "predictions", ""),
        ("curve --along f-beta --first a --second b --steps 3", "equal", ""),
    ],
    "no-skill": [
        ("no-skill --at 1/2,1/3 --rate 1/4", "equal", ""),
        ("no-skill --score f1", "various", ""),
        ("no-skill --score kappa", "border", ""),
        ("no-skill --prior 1/5 --score npv", "", "--prior 1/5"),
    ],
    "vut": [("vut", "equal", ""), ("vut", "border", ""), ("vut", "various", "")],
    "plan": [
        ("plan --question next --score f1 --level 2/5", "skewed", ""),
        ("plan --question next --score error-rate --level 1/2 --rival b", "skewed", ""),
        ("plan --score f1 --level 3/5 --draws 500 --positive yes", "pair", ""),
        ("plan --score f1 --level 3/5 --draws 500 --margin 1/20 --positive yes", "pair", ""),
        ("plan --score f1 --level 2/5 --draws 500 --cluster patient", "clustered", "--cluster patient"),
    ],
    "confidence": [
        ("confidence --score f1 --positive yes --positives 1 --negatives 2 --draws 1000", "predictions", ""),
        ("confidence --score error-rate --unpaired --positive yes --positives 2 --negatives 1 --draws 1000", "predictions", ""),
        ("confidence --score f1 --cluster patient --draws 1000", "clustered", "--cluster patient"),
    ],
}


class Result:
    """A result of the program, and the verifier's word on any text that takes its place."""

    def __init__(self, verifier: Any, folder: Path, command: str, data: str, told: str) -> None:
        self.verifier, arguments = verifier, command.split()
        if data:
            self.input = folder / f"{data}.csv"
            self.input.write_text(INPUTS[data])
            arguments.append(str(self.input))
        done = subprocess.run([EXACTILE, *arguments, "--quiet", "--format", "json"], capture_output=True, check=False)
        assert done.returncode in (0, 1) and done.stdout, done.stderr.decode()
        self.doc: Any = json.loads(done.stdout)
        self.words = ["-", *([str(self.input)] if data else []), *told.split()]
        self.name = f"{command} ({data})"
        self.judge()

    def judge(self) -> None:
        self.options = self.verifier.arguments(self.words)
        self.refused = self.refusal(json.dumps(self.doc))
        self.passed_over = {place for places in self.verifier.unproved.values() for place in places}
        assert self.verifier.proved or self.refused, self.name

    def told_to(self, verifier: Any) -> Result:
        """The same result, of which another verifier has to say whether it is true."""
        other = copy.copy(self)
        other.verifier = verifier
        other.judge()
        return other

    def refusal(self, text: str) -> str | None:
        try:
            self.verifier.verify(text, self.options)
        except (self.verifier.Untrue, self.verifier.Unreadable) as error:
            return str(error) or "refused"
        return None


@functools.cache
def all_results() -> dict[str, list[Result]]:
    """Made once for all files of tests that are run by one process."""
    folder = Path(tempfile.mkdtemp(prefix="results"))
    atexit.register(shutil.rmtree, folder)
    made = {schema: [Result(plain, folder, *case) for case in cases] for schema, cases in CASES.items()}
    assert not [(r.name, r.refused) for cases in made.values() for r in cases if r.refused]
    return made


@pytest.fixture(scope="module")
def results() -> dict[str, list[Result]]:
    return all_results()


@functools.cache
def all_results_alone() -> dict[str, list[Result]]:
    # The lone file does not know these options.
    known = {schema: [r for r in all_results()[schema] if not {"--cluster", "--folds"} & set(r.name.split())] for schema in alone.SCHEMAS}
    made = {schema: [r.told_to(alone) for r in known[schema]] for schema in alone.SCHEMAS}
    assert not [(r.name, r.refused) for cases in made.values() for r in cases if r.refused and "verify_more.py" not in r.refused]
    return {schema: [r for r in cases if not r.refused] for schema, cases in made.items()}


@pytest.fixture(scope="module")
def results_alone() -> dict[str, list[Result]]:
    """Those that verify_plain.py knows without the other file; of all others it says that the other file knows them."""
    return all_results_alone()


# What may change without a statement becoming false: more is left unsaid, or what holds is said in another order.
OPTIONAL = {"points", "score", "require", "vertices", "edges", "area", "ranking", "swapped", "cell", "command"}
UNORDERED = {"pieces", "list", "tied", "swapped", "better", "than", "conflict"}
IN_WORDS = {"undefined"}

Place = tuple[Any, ...]


def places(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    yield place, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield from places(child, (*place, key))


def other_numbers(text: str, rng: random.Random) -> list[str]:
    """False numbers in place of this one: another fraction, or decimals that no longer enclose, or differ by some units."""
    if re.fullmatch(r"-?\d*\.?\d+(e-?\d+)?", text) and not text.isdigit():
        unit = Decimal(1).scaleb(int(Decimal(text).as_tuple().exponent))
        return [str(Decimal(text) + k * unit) for k in (-40, 40)] + ["0." + "7" * 17]
    try:
        x = Fraction(text)
    except ValueError:
        return [text + "x", text.upper() if text.upper() != text else text[:-1], ""]
    return [str(x + 1), str(-x) if x else "1/3", str(x + Fraction(1, rng.randint(2, 10**6))), f"{x.numerator * 2}/{x.denominator * 2}",
            str(float(x)), f" {text}", "inf", "-inf"]


def changes(doc: Any, rng: random.Random) -> Iterator[tuple[str, Place, Any]]:
    """What may change, where, and into what."""
    for place, value in places(doc):
        others: list[tuple[str, Any]] = [("type", t) for t in (None, True, 0, 1.5, "0", [], {}, [value], {"0": value}) if t != value or type(t) is not type(value)]
        if isinstance(value, str):
            others += [("number", t) for t in other_numbers(value, rng) if t != value]
        elif isinstance(value, bool):
            others += [("number", not value)]
        elif isinstance(value, int):
            others += [("number", value + k) for k in (-1, 1, 7)] + [("type", str(value)), ("type", float(value))]
        elif isinstance(value, dict):
            for key in value:
                others.append(("drop " + key, {k: v for k, v in value.items() if k != key}))
                others.append(("rename " + key, {k + "_" * (k == key): v for k, v in value.items()}))
            others.append(("add", {**value, "note": "1"}))
            keys = [k for k, v in value.items() if isinstance(v, (str, int))]
            for k, m in zip(keys, keys[1:]):
                if value[k] != value[m]:
                    others.append(("exchange", {**value, k: value[m], m: value[k]}))
        elif isinstance(value, list):
            for n in range(len(value)):
                others.append(("drop", value[:n] + value[n + 1:]))
                others.append(("duplicate", value[:n + 1] + value[n:]))
                if n and value[n] != value[n - 1]:
                    others.append(("swap", value[:n - 1] + [value[n], value[n - 1]] + value[n + 1:]))
                    others.append(("copy", value[:n - 1] + [value[n]] + value[n:]))
            if len(value) > 2:
                others.append(("merge", [value[0] + value[1] if isinstance(value[0], (list, str)) and type(value[0]) is type(value[1])
                                         else value[0], *value[2:]]))
        for kind, new in others:
            yield kind, place, new


def changed(doc: Any, place: Place, new: Any) -> Any:
    if not place:
        return new
    whole = copy.deepcopy(doc)
    at = whole
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = new
    return whole


def written(place: Place) -> str:
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in place)


def may_hold(kind: str, place: Place, new: Any, result: Result) -> bool:
    """Whether a change leaves all statements that are proved as true as they were."""
    here = written(place)
    over = [p.removeprefix("result").lstrip(".") for p in result.passed_over]
    if any(p and (here.lstrip(".") == p or here.lstrip(".").startswith((p + ".", p + "["))) for p in over):
        return True
    if "holds_beside" in result.doc and place[:1] == ("at",):
        return True  # the ranking is the same at a point nearby
    if kind == "number" and place in (("require", "sentence"), ("require", "level")):
        return True  # words, and what was asked for
    if "next" in str(over) and place and place[-1] in ("pattern_mass", "positives", "negatives"):
        return True  # nothing else depends on these
    if kind == "number" and place in (("level",), ("limit",)) and "evaluated" in result.doc:
        return True  # what the plan was told
    what, _, key = kind.partition(" ")
    if kind == "exchange":
        old = result.doc
        for k in place:
            old = old[k]
        return all(written((*place, k)).lstrip(".") in over for k in new if new[k] != old[k])
    if what == "drop" and (key in OPTIONAL or written((*place, key)).lstrip(".") in over) or place == ("provenance", "command") and kind == "number":
        return True
    if kind in ("number", "copy", "swap") and "sample" in place or kind == "number" and place == ("positive",) and plain.label(new) == plain.label(result.doc["positive"]):
        return True
    if kind == "number" and place[-1] in ("lower", "upper") and re.fullmatch(r"-?\d+\.\d+", str(new)):
        old = result.doc
        for key in place:
            old = old[key]
        return "." in old and (Decimal(new) < Decimal(old)) == (place[-1] == "lower")
    if kind == "number" and place[-1] in ("metric", "score") and str(new).lower() == {**result.doc}.get(place[-1], new).lower():
        return True
    if what == "drop" and place and place[-1] == "implied":
        return True  # ranges of fewer metrics
    if kind == "drop" and (place == ("pairs",) and "metric" in result.doc or place == ("evaluated",)):
        return True  # the first of all against every other one; fewer tests on the way to the smallest
    if kind == "swap" and place and (place[-1] in UNORDERED or len(place) > 1 and place[-2] == "tied"):
        return True
    return False


def equivalent(doc: Any) -> Any:
    """What a ranking says: the same in whatever order those that tie stand."""
    if isinstance(doc, dict) and isinstance(doc.get("ranking"), list) and all(isinstance(r, dict) for r in doc["ranking"]):
        return {**doc, "ranking": sorted(map(json.dumps, doc["ranking"]))}
    return doc


def accepted_falsehoods(schema: str, results: list[Result]) -> tuple[int, list[str]]:
    """How many false changes were tried, and those that were not refused."""
    rng, tried, share, accepted = random.Random(schema), 0, -(-520 // len(results)), []
    for result in results:
        every = [c for c in changes(result.doc, rng) if not may_hold(*c, result)]
        for kind, place, new in rng.sample(every, min(share, len(every))):
            doc = changed(result.doc, place, new)
            tried += 1
            if result.refusal(json.dumps(doc)) is None and not (kind == "swap" and equivalent(doc) == equivalent(result.doc)):
                accepted.append(f"{result.name}: {kind} at {written(place)}: {json.dumps(new)[:300]}")
    return tried, accepted


@pytest.mark.parametrize("schema", CASES)
def test_false_statements_are_refused(schema: str, results: dict[str, list[Result]]) -> None:
    tried, accepted = accepted_falsehoods(schema, results[schema])
    assert not accepted
    assert tried >= 500


@pytest.mark.parametrize("schema", alone.SCHEMAS)
def test_false_statements_are_refused_by_the_lone_file(schema: str, results_alone: dict[str, list[Result]]) -> None:
    tried, accepted = accepted_falsehoods(schema, results_alone[schema])
    assert not accepted
    assert tried >= 500


@pytest.mark.parametrize("schema", CASES)
def test_doubled_keys_are_refused(schema: str, results: dict[str, list[Result]]) -> None:
    for result in results[schema]:
        text = json.dumps(result.doc)
        starts = [m.end() for m in re.finditer(r"\{", text)]
        for at in random.Random(schema).sample(starts, min(8, len(starts))):
            key = json.JSONDecoder().raw_decode(text[at:])[0]
            doubled = text[:at] + json.dumps(key) + ": 0, " + text[at:]
            assert result.refusal(doubled) is not None, f"{result.name}: {doubled[:at + 40]}"


def reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: reversed_keys(value[k]) for k in reversed(list(value))}
    return [reversed_keys(v) for v in value] if isinstance(value, list) else value


def rotated(piece: dict[str, Any], by: int) -> dict[str, Any]:
    turned = {k: piece[k][by:] + piece[k][:by] for k in ("vertices", "edges")}
    return {**piece, **(turned if len(piece["edges"]) > 2 else {})}


@pytest.mark.parametrize("schema", CASES)
def test_order_and_space_do_not_matter(schema: str, results: dict[str, list[Result]]) -> None:
    for result in results[schema]:
        assert result.refusal(json.dumps(reversed_keys(result.doc), indent=3)) is None
        if schema == "regions":
            for seed in range(5):
                pieces = [rotated(p, seed % 3) for p in result.doc["pieces"]]
                random.Random(seed).shuffle(pieces)
                assert result.refusal(json.dumps({**result.doc, "pieces": pieces})) is None


@pytest.mark.filterwarnings("ignore:the column count of")
def test_the_two_verifiers_agree(results: dict[str, list[Result]], tmp_path: Path) -> None:
    rng, file, words = random.Random(1), tmp_path / "regions.json", {True: 0, False: 0}
    for result in results["regions"]:
        # In one process: starting the command for each document would take most of the time.
        tile = Tile.read(result.input, positive=result.doc.get("positive"))
        sampled = rng.sample([c for c in changes(result.doc, rng) if not may_hold(*c, result)], 20)
        pieces = list(result.doc["pieces"])
        rng.shuffle(pieces)
        documents = [result.doc, reversed_keys(result.doc), {**result.doc, "pieces": [rotated(p, 1) for p in pieces]}]
        for kind, doc in [("none", d) for d in documents] + [(f"{k} at {p}: {n}", changed(result.doc, p, n)) for k, p, n in sampled]:
            file.write_text(json.dumps(doc))
            try:
                holds = bool(tile._data.answer(["verify", str(file)], ["--format=json"])[2])
            except ValueError:
                holds = False
            words[holds] += 1
            assert holds == (result.refusal(json.dumps(doc)) is None), f"{result.name}: {kind}"
    assert words[True] > 20 and words[False] > 80


def fingerprint(result: Result) -> str:
    """As docs/certificates.md says, of the verifier's reading of the input."""
    _, of = plain.SCHEMAS[result.doc["schema"].split(".")[1]]
    given = plain.input_of(of, result.doc.get("positive"), result.options)
    named = list(zip(given.names, given.matrices)) or more.on_hulls(given)
    lines = [json.dumps(name, ensure_ascii=False) + "".join(f" {x}" for x in m) + "\n" for name, m in named]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def test_a_result_of_other_data_is_refused(results: dict[str, list[Result]]) -> None:
    """As a mix-up; and if somebody forges the fingerprint, as false."""
    changed_data = {"equal": ("25,25,10,40", "25,25,11,39"), "skewed": ("56,24", "55,25"), "various": ("20,5", "19,6"), "border": ("5,45", "6,44"),
                    "predictions": ("yes,yes,no,no", "yes,yes,no,yes"), "pair": ("yes,yes,no,4", "yes,yes,no,3"), "scores": ("0.35", "0.95"), "models": ("0.35", "0.95")}
    for schema, cases in CASES.items():
        for result, (command, data, _) in zip(results[schema], cases):
            if data not in changed_data:
                continue
            text = INPUTS[data]
            assert result.doc["provenance"]["input_sha256"] == fingerprint(result), result.name
            result.input.write_text(text.replace(*changed_data[data]))
            try:
                assert "this result was made from another input" in str(result.refusal(json.dumps(result.doc))), result.name
                forged = {**result.doc, "provenance": {**result.doc["provenance"], "input_sha256": fingerprint(result)}}
                if schema not in ("zone", "compare", "plan", "curve-pair"):
                    assert result.refusal(json.dumps(forged)) is not None, result.name
            finally:
                result.input.write_text(text)


MADE = "not proved  which program and which command made it\n"


def test_the_lone_file_needs_nothing_but_python(results: dict[str, list[Result]], tmp_path: Path) -> None:
    file, result = tmp_path / "result.json", results["rank"][0]
    shutil.copy(PROGRAMS / "verify_plain.py", tmp_path)
    shutil.copy(PROGRAMS / "verify_more.py", tmp_path)

    def run(*words: str, program: str = "verify_more.py") -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-I", "-S", str(tmp_path / program), *words], capture_output=True, text=True)
    file.write_text(json.dumps(result.doc))
    done = run(str(file), str(result.input))
    assert (done.returncode, done.stdout) == (0, "proved      values and ranks of 4 classifiers\n" + MADE), done.stderr
    done = run(str(file), str(result.input), program="verify_plain.py")
    assert (done.returncode, done.stderr) == (2, "error: results of rank: unknown; verify_more.py knows more\n")
    file.write_text(json.dumps(result.doc).replace('"7/10"', '"71/100"'))
    done = run(str(file), str(result.input))
    assert done.returncode == 1 and done.stdout == "false       ranking[0].value: it is '7/10', not '71/100'\n"
    file.write_text("{")
    assert run(str(file), str(result.input)).returncode == 2
    assert run(str(file), str(tmp_path / "nothing.csv")).returncode == 2
    assert "no JSON" in run(str(file), str(result.input)).stderr


FIXTURE_RUNS = [
    ("regions --classifier logistic --classifier mlp", "breast_cancer_confusion.csv"), ("regions --area --rank 1", "digits_eight_confusion.csv"), ("regions --rank 1", "breast_cancer_predictions.csv"),
    ("zone --better logistic --than lda,mlp,tree", "breast_cancer_confusion.csv"), ("rank --score mcc", "breast_cancer_predictions.csv"),
    ("rank --score d-prime", "digits_eight_confusion.csv"), ("rankings --confluences", "published/the-tile-fig-5/prior-0.2.csv"),
    ("score --metric mcc,f1,pt,log-dor,d-prime,kappa", "digits_eight_confusion.csv"), ("curve --along decision --pairs", "breast_cancer_confusion.csv"),
    ("curve --from ba --to f1", "digits_eight_confusion.csv"), ("compare --metric f1 --first logistic --second lda", "breast_cancer_predictions.csv"),
    ("thresholds --score f1,ba,ppv", "breast_cancer_scores.csv"), ("regions --area", "published/the-tile-fig-5/prior-0.2.csv"),
]


@pytest.mark.parametrize(("command", "data"), FIXTURE_RUNS, ids=[f"{c} {d}" for c, d in FIXTURE_RUNS])
def test_what_the_fixtures_produce_is_proved(command: str, data: str) -> None:
    done = subprocess.run([EXACTILE, *command.split(), str(FIXTURES / data), "--quiet", "--format", "json"], capture_output=True, check=True)
    plain.verify(done.stdout.decode(), plain.arguments(["-", str(FIXTURES / data)]))
    assert plain.proved


def test_the_lone_file_reads_over_a_coffee() -> None:
    lines = (PROGRAMS / "verify_plain.py").read_text().splitlines()
    assert len(lines) <= 500 and max(map(len, lines)) <= 128


def made(data: Path, *command: str) -> Any:
    run = subprocess.run([EXACTILE, *command, "--format", "json"], capture_output=True, text=True, check=True, cwd=data.parent)
    return json.loads(run.stdout)


def judged(doc: Any, *words: Any) -> int:
    """The exit status of the second program, which knows what the first one knows."""
    run = subprocess.run([sys.executable, PROGRAMS / "verify_more.py", "/dev/stdin", *words], input=json.dumps(doc), capture_output=True, text=True)
    return run.returncode


def test_swap_tests_are_proved_though_one_is_not_finite(tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    data.write_text("y_true,a,b,c,count\n1,0,0,1,3\n0,0,0,0,3\n1,0,1,0,2\n")
    doc = made(data, "compare", "set.csv", "--metric", "ppv")
    tested = [pair for pair in doc["pairs"] if pair.get("swap_test")]
    assert tested and len(tested) < len(doc["pairs"]) and judged(doc, data) == 0
    tested[0]["swap_test"]["two_sided"] = "1/1000"
    assert judged(doc, data) == 1


def test_masses_count_something(tmp_path: Path) -> None:
    command = "lattice pmf --metric f1 --tp 1 --fp 1 --fn 1 --tn 1 --exact".split()
    doc = made(tmp_path / "none", *command)
    assert judged(doc) == 0
    doc["denominator"] = "0"
    for mass in [*doc["values"], doc["undefined"]]:
        mass |= {key: "0" for key in ("mass", "cumulative") if key in mass}
    assert judged(doc) == 1


def test_a_label_belongs_to_labels(results: dict[str, list[Result]]) -> None:
    for schema in ("regions", "lattice-confluence", "check"):
        assert results[schema][0].refusal(json.dumps(results[schema][0].doc | {"positive": "yes"})) is not None, schema


def test_nothing_is_taken_from_the_claim_itself(tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    # a and b tie where c and d do: at accuracy.
    data.write_text("name,tn,fp,fn,tp\na,5,5,6,4\nb,4,6,5,5\nc,7,3,7,3\nd,3,7,3,7\n")
    rankings = made(data, "rankings", "set.csv", "--confluences", "--cells")
    confluences = rankings["confluences"]["list"]
    assert confluences and judged(rankings, data) == 0
    forged = copy.deepcopy(rankings)
    forged["confluences"]["list"][0] = {"at": ["1/7", "5/7"], "tied": [["nobody"]]}
    assert judged(forged, data) == 1
    forged = copy.deepcopy(rankings)
    forged["cell_list"][0]["edges"] = ["garbage"]
    assert judged(forged, data) == 1
    skill = made(data, "no-skill", "set.csv", "--at", "1/3,1/4")
    assert judged(skill, data) == 0 and judged(skill | {"score": "F1"}, data) == 1
    sure = made(data, "confidence", "set.csv", "--score", "f1", "--draws", "1000")
    assert judged(sure, data) == 0 and judged(sure | {"at": ["0", "0"]}, data) == 1


def test_inputs_are_read_as_the_program_reads_them(tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    data.write_text('name,tn,fp,fn,tp\n"two\nlines\u2028",3,1,1,3\nb,2,2,1,3\n', encoding="utf-8", newline="")
    assert judged(made(data, "rank", "set.csv", "--score", "f1"), data) == 0
    data.write_text("y_true,a,count\n1,1,2\n0,0,1\n")
    doc = made(data, "rank", "set.csv", "--score", "f1")
    data.write_text("y_true,a,count\n1,1,2.5\n0,0,1\n")
    assert judged(doc, data) == 2
    data.write_text("y_true,a\n1_0,1_0\n10,10\n")
    assert judged(made(data, "rank", "set.csv", "--score", "f1", "--positive", "10"), data) == 0


def test_a_reason_has_to_be_the_reason(tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    data.write_text("name,tn,fp,fn,tp\nc,4,0,3,0\n")
    result = tmp_path / "score.json"
    made = subprocess.run([EXACTILE, "score", data, "--metric", "ppv", "--format", "json"], capture_output=True, text=True, check=True)
    assert '"TP + FP = 0"' in made.stdout
    for other, status in (("TP + FP = 0", 0), ("TP = 0", 1), ("FP = 0", 1), ("TP + FN = 0", 1), ("no samples of this class", 1)):
        result.write_text(made.stdout.replace("TP + FP = 0", other))
        run = subprocess.run([sys.executable, PROGRAMS / "verify_more.py", result, data], capture_output=True, text=True)
        assert run.returncode == status, (other, run.stdout, run.stderr)


def test_bounds_are_met_or_not(tmp_path: Path) -> None:
    data, other = tmp_path / "bounds.csv", tmp_path / "other.csv"
    rows = {"verify_plain.py": "a,10,12,> 0.80,0.92,\nb,10,12,>=0.80,<0.20,\n", "verify_more.py": "c,10,12,>0.80,0.92,> 0.8\nb,10,12,>=0.80,<0.20,\n"}
    for program, lines in rows.items():
        data.write_text("name,positives,negatives,sens,spec,mcc\n" + lines)
        command = [EXACTILE, "check", data, "--points", "--format", "json"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        for old, new, status in (("x", "x", 0), (">=0.80", ">0.80", 1), ("<0.20", "<=0.25", 1), ("<0.20", "<0.05", 1)):
            other.write_text(data.read_text().replace(old, new))
            words = [sys.executable, PROGRAMS / program, "/dev/stdin", other]
            judged_ = subprocess.run(words, input=run.stdout, capture_output=True, text=True)
            assert judged_.returncode == status, (program, new, judged_.stdout, judged_.stderr)
