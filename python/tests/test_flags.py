"""Every command and every flag of the program is at hand in Python, under its own name or for a reason that stands here."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactile
from exactile import Tile

#: What Python has of each command, or why it has nothing but `ask`.
COMMANDS: dict[str, list[Callable[..., Any]] | str] = {
    "regions": [Tile.regions],
    "rank": [Tile.rank],
    "rankings": [Tile.rankings],
    "zone": [Tile.zone],
    "verify": [exactile.verify],
    "compare": [Tile.compare],
    "confidence": [Tile.confidence],
    "plan": [Tile.plan],
    "tile": [Tile.svg],
    "thresholds": [Tile.thresholds],
    "curve": [Tile.curve],
    "report": [Tile.report],
    "score": [Tile.score],
    "check": [exactile.check],
    "place": [exactile.place],
    "axioms": [exactile.axioms],
    "domains": [exactile.domains],
    "scores": [exactile.metrics],
    "lattice": "ask, and pmf for its pmf",
    "no-skill": "ask",
    "roc": "ask",
    "vut": "ask",
    "plot": "draws into a file",
    "inspect": "what was read is an object",
    "advantage": "ask",
    "correlate": "ask",
    "completions": "of shells",
    "man": "of shells",
    "help": "help() of Python",
}

#: Flags whose parameters have other names.
NAMES = {
    "compare --score": "metric",
    "curve --from": "start",
    "curve --to": "end",
    "report --metric": "metrics",
    "score --metric": "metrics",
    "axioms --metric": "metric",
    "tile --metric": "score",
}

#: Flags that no parameter has, in all commands.
NOWHERE = {
    "quiet": "notes are warnings, which Python filters",
    "force": "no answer is written over a file",
    "help": "help() of Python",
    "format": "answers are objects; their documents are JSON",
    "digits": "numbers are exact, and rounded by whoever shows them",
    "output": "answers are returned; save and report take a path",
    # What the input is, and what is done with it, is said when the Tile is made.
    "input_format": "the functions that make a Tile",
    "positive": "the functions that make a Tile",
    "drop_missing": "the functions that make a Tile",
    "ignore": "columns that are not given are not read",
    "truth": "y_true is given by itself",
    "only": "columns that are not given are not read",
    "weight": "sample_weight, where a Tile is made",
    "id": "columns in memory have a row per sample",
    "model_column": "columns in memory are by classifier",
    "prediction": "columns in memory are by classifier",
    "repeat": "columns in memory have a row per sample",
    "where": "rows are chosen before a Tile is made of them",
    "flip": "scores are negated before a Tile is made of them",
    "correct": "labels are compared with the truth before a Tile is made of them",
    "cost_fp": "the point of the Tile names the same preference: at, or r(a, b)",
    "cost_fn": "the point of the Tile names the same preference: at, or r(a, b)",
    "threshold": "scores >= 0.5 is a column of predictions",
    "cluster": "a column of a file; the program reads it",
    "state": "a file that grows from one run of the program to the next",
    "look": "the name of a look in that file",
    "by": "a Tile is made of the mean performances, which exactile.domains gives",
    "weights": "a Tile is made of the mean performances, which exactile.domains gives",
    "domains_are": "for test sets that a column of a file tells apart; ask takes it",
    "complete": "a Tile is made of the mean performances, which exactile.domains gives",
    "multi_class": "a Tile has two classes; columns are compared with one label before",
    "class": "a Tile has two classes; columns are compared with one label before",
}

#: Flags that no parameter of one command has.
REASONS = {
    "prior": "rates are given as matrices, of which they are the cells",
    "operation": "matrices are changed before a Tile is made of them; ask takes it",
    "thresholds --folds": "a column of a file; the program reads it",
    "thresholds --equalise": "for groups that a column of a file tells apart; ask takes it",
    "rank --at-best": "Tile.thresholds gives this answer",
    "rank --among": "Tile.thresholds gives this answer for all models",
    "rank --importance": "of several classes",
    "rank --interval": "Tile.score gives this answer",
    "rank --level": "Tile.score gives this answer",
    "rank --seed": "Tile.score gives this answer",
    "compare --require": "an exit status; truly_better.lower is compared in Python",
    "title": "a form of the file that the program writes",
    "note": "a form of the file that the program writes",
    "logo": "a form of the file that the program writes",
    "theme": "a form of the file that the program writes",
    "font": "a form of the file that the program writes",
    "colours": "a form of the file that the program writes",
    "width": "a form of the file that the program writes",
    "height": "a form of the file that the program writes",
    "no-legend": "show lists what is drawn",
    "curve --models": "a picture; CurveDisplay draws",
    "curve --swaps": "a table for people; the result has all breaks",
    "curve --size": "a picture; CurveDisplay draws",
    "scores --prior": "exactile.place says where a score stands under a prior",
    "verify --operation": "the Tile is the one that the regions were asked of",
    "verify --target-prior": "regions name the prior that they were asked for",
    "verify --proved": "the package does not bring the checker that is proved",
    "verify --reported": "regions are of no reported scores",
    "verify --positives": "regions are of no reported scores",
    "verify --negatives": "regions are of no reported scores",
    "verify --samples": "regions are of no reported scores",
    "verify --folds": "regions are of no reported scores",
    "verify --stratified": "regions are of no reported scores",
    "verify --kfold": "regions are of no reported scores",
    "verify --repeats": "regions are of no reported scores",
    "verify --fold-sizes": "regions are of no reported scores",
    "verify --average": "regions are of no reported scores",
    "verify --sd": "regions are of no reported scores",
    "verify --classes": "regions are of no reported scores",
    "verify --rounding": "regions are of no reported scores",
    "verify --percent": "regions are of no reported scores",
    "verify --tp": "regions have no observation of their own",
    "verify --fp": "regions have no observation of their own",
    "verify --fn": "regions have no observation of their own",
    "verify --tn": "regions have no observation of their own",
}

#: Parameters that are no flags: what is written is returned, costs are a point, and so on.
OURS = {
    "report": {"path"},
    "verify": {"regions", "tile"},
    "domains": {"source"},
    # What unpaired is, said the other way round.
    "compare": {"paired"},
    "check": set(),
}


def program(*arguments: str) -> str:
    command = shutil.which("exactile", path=str(Path(sys.executable).parent))
    assert command is not None
    return subprocess.run([command, *arguments], capture_output=True, check=True, text=True).stdout


def flags_of(command: str) -> list[str]:
    """The flags that a command's help lists."""
    return re.findall(r"^ +(?:-\w, )?--([a-z-]+)", program(command, "--help"), re.MULTILINE)


def parameters_of(command: str) -> set[str]:
    functions = COMMANDS[command]
    assert isinstance(functions, list)
    return {name for function in functions for name in inspect.signature(function).parameters} - {"self"}


def parameter(command: str, flag: str) -> str:
    return NAMES.get(f"{command} --{flag}", flag.replace("-", "_"))


def test_every_command_is_known() -> None:
    shown = program("--help").split("Start here:")[1].split("Options:")[0]
    assert {*re.findall(r"^  ([a-z-]+) ", shown, re.MULTILINE), "help"} == set(COMMANDS)


KNOWN = [command for command, functions in COMMANDS.items() if isinstance(functions, list)]


def _preference(command: str, name: str) -> dict[str, str]:
    """What a command cannot be asked without, unless that is the parameter in question."""
    if command == "curve":
        return {"along": "x"}
    asked = {"compare": "metric", "confidence": "score", "plan": "score"}.get(command)
    return {} if asked is None or name == "at" else {asked: "x"}


@pytest.mark.parametrize("command", KNOWN)
def test_every_flag_is_a_parameter_or_has_a_reason(command: str) -> None:
    flags, parameters = flags_of(command), parameters_of(command)
    assert len(flags) > 5
    missing = []
    for flag in flags:
        name = parameter(command, flag)
        has_reason = name in NOWHERE or flag in REASONS or f"{command} --{flag}" in REASONS
        if name not in parameters and not has_reason:
            missing.append(flag)
    assert missing == []
    ours = parameters - {parameter(command, flag) for flag in flags}
    assert ours == OURS.get(command, set())


def test_no_reason_is_given_in_vain() -> None:
    flags = {command: flags_of(command) for command in KNOWN}
    everywhere = {flag.replace("-", "_") for found in flags.values() for flag in found}
    assert set(NOWHERE) <= everywhere
    for reason in REASONS:
        command, _, flag = reason.rpartition(" --")
        assert flag in flags[command] if command else any(flag in found for found in flags.values()), reason
        if command:
            assert flag.replace("-", "_") not in parameters_of(command), reason


class Recorded:
    """Stands for the compiled part: notes what it is asked."""

    def __init__(self) -> None:
        self.flags: list[str] = []

    def answer(self, command: list[str], flags: list[str]) -> Any:
        self.flags = [*command, *flags]
        raise LookupError

    def has_scores(self) -> bool:
        return True

    def positive(self) -> None:
        return None


METHODS = ["regions", "rankings", "zone", "compare", "confidence", "plan", "tile", "thresholds", "curve", "report"]


@pytest.mark.parametrize("command", METHODS)
def test_every_parameter_reaches_the_program(command: str) -> None:
    """Each parameter by itself, with a value that is found again behind its flag."""
    functions = COMMANDS[command]
    assert isinstance(functions, list)
    (function,) = functions
    tile = Tile.__new__(Tile)
    recorded = Recorded()
    tile._data, tile._names = recorded, ["a"]  # type: ignore[assignment]
    for name, described in inspect.signature(function).parameters.items():
        # What paired does has a test of its own.
        if name in ("self", "path", "paired"):
            continue
        needed = [
            other
            for other, of in inspect.signature(function).parameters.items()
            if of.default is inspect.Parameter.empty and other not in ("self", name)
        ]
        value = True if described.default is False else "a value"
        with pytest.raises(LookupError):
            function(tile, **{**dict.fromkeys(needed, "x"), **_preference(command, name), name: value})
        flag = next((flag for flag in flags_of_cached(command) if parameter(command, flag) == name), name)
        expected = f"--{flag}" if value is True else f"--{flag}="
        if (command, name) in (("compare", "metric"), ("tile", "score")):
            expected = "--score="
        found = [given for given in recorded.flags if given.startswith(expected)]
        # Of what takes a list the characters of the text are the entries.
        assert found and (value is True or "value" in found[0].removeprefix(expected).replace(",", "")), (name, recorded.flags)


def flags_of_cached(command: str, found: dict[str, list[str]] = {}) -> list[str]:
    if command not in found:
        found[command] = flags_of(command)
    return found[command]


def test_answers_of_any_command() -> None:
    tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    assert [entry.name for entry in tile.ask("vut").ranking] == ["a", "b"]
    assert tile.ask("zone", better=["a"], than=["b"]).raw == tile.zone("a", "b").raw
    assert tile.ask("regions", operation=["swap-classes", "swap-classes"])["pieces"] == tile.regions().document["pieces"]
    assert tile.ask("rank", at=("1/2", 0.25)).at == tile.rank(at=("1/2", 0.25)).at
    tail = exactile.ask("lattice tail", tp=3, fp=1, fn=1, tn=3, metric="f1", at_least=["1/2", "2/3"])
    assert tail.raw["schema"].startswith("exactile.")
    with pytest.raises(ValueError, match="unrecognized subcommand|unexpected|no command"):
        exactile.ask("nonsense")


def test_a_ranking_after_a_shift() -> None:
    tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    assert tile.rank("f1", target_prior="1/2") == tile.rank("f1")
    shifted = tile.rank("ppv", target_prior="1/10")
    # TPR/10 over that and nine tenths of the FPR.
    assert [(row.name, str(row.value)) for row in shifted] == [("a", "7/34"), ("b", "8/53")]
    assert tile.best("ppv", target_prior="1/10") == ("a",)


def test_a_printed_table_against_results() -> None:
    tile = Tile.from_confusion({"a": [[5, 1], [1, 4]], "b": [[4, 2], [2, 3]]})
    found = exactile.check("name,f1,rank:f1\na,0.8,1\nb,0.7,2\n", against=tile)
    assert [(wrong["name"], wrong["should_be"]) for wrong in found.raw["wrong"]] == [("b", "0.6")]
    rows = exactile.check("positives,negatives,sens,acc\n10,10,0.5,0.75\n10,10,0.5,0.20\n").rows
    assert [row.consistent for row in rows] == [True, False]


def test_means_over_folds() -> None:
    for folds, consistent in [({"kfold": 3}, False), ({"folds": 3}, True)]:
        found = exactile.check("acc=0.1234", positives=14, negatives=100, **folds)
        assert found.rows[0].consistent is consistent
    for folds, consistent in [({}, False), ({"repeats": 2}, True)]:
        found = exactile.check("sens=0.8083", positives=14, negatives=100, stratified=3, **folds)
        assert found.rows[0].consistent is consistent


def test_thresholds_under_conditions() -> None:
    tile = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
    (model,) = tile.thresholds("tpr", subject_to=["fpr < 1/2", "npv > 0.9"])
    assert model.best == () and model.unmet == "npv > 0.9" and model.nearest is not None
    assert (model.nearest.threshold, model.nearest.tp) == (Fraction(4, 5), 1)
    (model,) = tile.thresholds("mcc", subject_to="fpr <= 0.5", max_fpr=0.5)
    assert [float(rule.threshold or 0) for rule in model.best] == [0.8, 0.35]
    assert (model.average_precision, model.mean_score) == (Fraction(5, 6), Fraction(37, 80))
    assert (model.partial_auc, model.partial_auc_standardised) == (Fraction(1, 4), Fraction(2, 3))
    (model,) = tile.thresholds(cost_fp=1, cost_fn=5)
    assert (model.best[0].expected_cost, model.best[0].net_benefit) == (Fraction(1, 4), Fraction(9, 20))


def test_thresholds_chosen_on_other_samples() -> None:
    chosen = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
    judged = Tile.from_scores([0, 1, 1, 1], {"m": [0.3, 0.6, 0.35, 0.2]})
    (model,) = judged.thresholds("accuracy", choose_on=chosen)
    (alone,) = judged.thresholds("accuracy")
    assert [float(rule.threshold or 0) for rule in model.chosen] == [0.8, 0.35] and model.chosen[1] in model.best
    assert model._replace(chosen=()) == alone and alone.chosen == ()
    # The page of the same question: it says where thresholds come from, and leaves out what needs fixed classifiers.
    page = judged.report(choose_on=chosen, draws=0)
    words = "(2 positive and 2 negative samples, weighted to the share of positives"
    assert words in page and words not in judged.report(draws=0)
    with pytest.raises(ValueError, match="no thresholds to choose without scores"):
        Tile.from_confusion({"a": [[1, 2], [3, 4]]}).report(choose_on=chosen)
    with pytest.raises(ValueError, match=f"^choose_on has no model {judged.thresholds('f1')[0].name!r}\nhint: it has 'else'$"):
        judged.thresholds("f1", choose_on=Tile.from_scores([0, 1], {"else": [0.1, 0.2]}))
    with pytest.raises(ValueError, match="choose_on has no scores"):
        judged.thresholds("f1", choose_on=Tile.from_confusion({"a": [[1, 2], [3, 4]]}))
    other = Tile.from_scores([0, 1, 1, 0], {"m": [0.1, 0.2, 0.6, 0.7]}, positive=0)
    with pytest.raises(ValueError, match="the positive class is '1' here and '0' there"):
        judged.thresholds("f1", choose_on=other)


def test_models_at_their_best() -> None:
    scores = {"m": [0.1, 0.6, 0.35, 0.8], "n": [0.2, 0.1, 0.9, 0.3], "o": [0.5, 0.1, 0.2, 0.3]}
    tile = Tile.from_scores([0, 0, 1, 1], scores)
    regions = tile.regions(rank=1, at_best=True, among=["m", "o"])
    assert {region.name for region in regions} <= {"m", "o"}
    (first,) = tile.regions(rank=1, at_best=True)
    assert (first.name, [float(threshold) for threshold in first.thresholds if threshold is not None]) == ("n", [0.3])
    assert tile.svg(at_best=True) != tile.svg()


def test_a_page_from_memory_names_no_file_and_no_command() -> None:
    tile = Tile.from_predictions([0, 0, 1, 1, 1], {"a": [0, 1, 1, 1, 1], "b": [0, 0, 1, 0, 0]})
    page = tile.report(draws=0, title="Which one?")
    assert "stdin" not in page and "exactile report" not in page and "Which one?" in page
    assert "3 positive, 2 negative" in page


def test_geojson_is_that_of_the_command(tmp_path: Path) -> None:
    import json

    path = tmp_path / "counts.csv"
    path.write_text("name,tn,fp,fn,tp\na,35,15,15,35\nb,25,25,10,40\n")
    found = Tile.read(path).geojson(rank=1)
    assert found == json.loads(program("regions", str(path), "--rank", "1", "--format", "geojson"))
    assert {feature["geometry"]["type"] for feature in found["features"]} == {"Polygon", "LineString"}
