"""What is easily mistyped: each mistake is one `ValueError` that says how to mend it."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy
import pandas
import pytest
from matplotlib.figure import Figure
from sklearn.dummy import DummyClassifier

import exactile
from exactile import CurveDisplay, Matrix, Tile, TileDisplay

Y = [0, 1, 1]
TILE = Tile.from_confusion({"lr": [[35, 15], [15, 35]], "svm": [[25, 25], [10, 40]]})
SCORED = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
PROBA = numpy.array([[0.2, 0.8], [0.3, 0.7], [0.5, 0.5]])

MISTAKES: list[tuple[str, Callable[[], object], str]] = [
    ("a set", lambda: Tile.from_predictions([0, 1], {"a": {0, 1}}), "^a: a column of values is needed, not set$"),
    ("probabilities of both classes", lambda: Tile.from_scores(Y, {"a": PROBA}), r"^a: .*\nhint: of predict_proba give .* proba\[:, 1\]$"),
    ("the truth among predictions", lambda: Tile.from_predictions(pandas.Series(Y, name="y"), pandas.DataFrame({"y": Y, "a": Y})),
     "^a column is called 'y', as the true labels are\nhint: leave it out of the frame, or rename it$"),
    ("weights in words", lambda: Tile.from_predictions(Y, {"a": Y}, sample_weight="balanced"), "^sample_weight: a column of values is needed, not str$"),
    ("weights of 0", lambda: Tile.from_predictions(Y, {"a": Y}, sample_weight=[0, 0, 0]), "^sample_weight is 0 for every sample\nhint: one weight"),
    ("a matrix alone", lambda: Tile.from_confusion([[1, 2], [3, 4]]), r'^confusion matrices are list\nhint: give a dict with names, {"lr": \[\['),  # type: ignore[arg-type]
    ("a frame from the positive class", lambda: Tile.from_confusion({"a": pandas.DataFrame([[5, 1], [2, 4]], ["actual 1", "actual 0"], ["predicted 1", "predicted 0"])}),
     r"^a: the positive class stands first in this frame: .*\nhint: give \[\[tn, fp\], \[fn, tp\]\], from the negative class"),
    ("a flat matrix", lambda: Tile.from_confusion({"a": [1, 2, 3]}), r"^a: a confusion matrix is \[\[tn, fp\], \[fn, tp\]\]$"),
    ("no matrix", lambda: Tile.from_confusion({"a": 5}), r"^a: a confusion matrix is \[\[tn, fp\], \[fn, tp\]\]$"),
    ("a matrix of three classes", lambda: Tile.from_confusion({"a": numpy.ones((3, 3))}), r"^a: a confusion matrix .*\nhint: of several classes"),
    ("a missing cell", lambda: Tile.from_confusion({"a": [[1, 2], [3, None]]}), "^a: None is no finite number$"),
    ("a list of estimators", lambda: Tile.from_estimators([5], [[1]], [1]), '^estimators are list\nhint: give a dict with names, {"lr": estimator}$'),  # type: ignore[arg-type]
    ("no estimator", lambda: Tile.from_estimators({"a": 5}, [[1]], [1]), "^a: int does not predict\nhint: give an estimator of scikit-learn, or what cross_validate returns$"),
    ("counts in a file", lambda: Tile.from_counts("counts.csv"), "^counts are str\nhint: read a file with Tile.read"),
    ("a negative count", lambda: Tile.from_counts({"y_true": [0, 1], "a": [0, 1], "n": [1, -2]}, count="n"), "^n, row 1: -2 is no weight\n"),
    ("a rank of 0", lambda: TILE.regions("lr", rank=0), "^invalid value '0' for 'rank': 0 is less than 1"),
    ("a rank in words", lambda: TILE.regions("lr", rank="first"), "'rank': it is not a whole number"),  # type: ignore[arg-type]
    ("too few draws", lambda: TILE.confidence("f1", draws=1), "'draws': 1 is not between 100 and 10000000"),
    ("a coordinate for a point", lambda: TILE.best(at=0.5), r"^at=0.5 is no point of the Tile\nhint: give two numbers from 0 to 1, at=\(a, b\)$"),  # type: ignore[arg-type]
    ("a point outside", lambda: TILE.best(at=(2, 0.5)), r"^at=\(2, 0.5\) is no point of the Tile\nhint"),
    ("no preference", lambda: TILE.confidence(), "^give one preference: a score, or at$"),
    ("no second classifier", lambda: TILE.compare("lr", "f1"), "^give one preference: a metric, or at$"),
    ("no segment", lambda: TILE.curve(start="f1"), '^give along="decision", "cost" or "f-beta", or both start and end$'),
    ("pairs that are not known", lambda: TILE.compare("lr", "svm", "f1", paired=True), "^it is not known which results belong to one sample\nhint"),
    ("paired and not", lambda: TILE.compare("lr", "svm", "f1", True, unpaired=True), "^paired and unpaired contradict each other"),
    ("the area under a curve", lambda: TILE.rank("roc_auc"), '^no metric is called "roc_auc"\nhint: that is of scores: .* from_scores'),
    ("an average precision", lambda: TILE.best("average_precision_score"), "\nhint: that is of scores: "),
    ("F without a beta", lambda: TILE.rank("fbeta_score"), r"\nhint: say which beta, as in f2 or f_beta\(0.5\)$"),
    ("metrics in a list", lambda: TILE.score(["f1", "mcc"]), r"^\['f1', 'mcc'\] is no name of a metric\nhint: give names one by one"),  # type: ignore[arg-type]
    ("a frame to read", lambda: Tile.read(pandas.DataFrame({"a": Y})), "^path is DataFrame\nhint: give columns in memory to Tile.from_predictions"),  # type: ignore[arg-type]
    ("a number for a metric", lambda: TILE.rank(5), '^score=5 is no name of a metric\nhint: write "f1"'),  # type: ignore[arg-type]
    ("an answer to draw", lambda: TileDisplay(TILE.regions()), "^TileDisplay needs a Tile, not Regions\nhint: give the Tile itself"),  # type: ignore[arg-type]
    ("a curve to draw", lambda: CurveDisplay(TILE.curve("decision")), "^CurveDisplay needs a Tile, not Curve\nhint: give the Tile itself"),  # type: ignore[arg-type]
    ("a matrix to draw", lambda: TileDisplay(PROBA), "^TileDisplay needs a Tile, not ndarray\nhint: make a Tile with Tile.from_confusion"),  # type: ignore[arg-type]
    ("a frame to draw", lambda: CurveDisplay(pandas.DataFrame({"a": Y})), "^CurveDisplay needs a Tile, not DataFrame\nhint: make a Tile"),  # type: ignore[arg-type]
    ("estimators to draw", lambda: TileDisplay({"a": DummyClassifier()}), "not dict\nhint: make a Tile with Tile.from_estimators"),  # type: ignore[arg-type]
    ("the class itself", lambda: TileDisplay(Tile), "^TileDisplay needs a Tile, not the class Tile\nhint: make a Tile with from_predictions, "),  # type: ignore[arg-type]
    ("a figure for axes", lambda: TileDisplay(TILE).plot(Figure()), "^ax is Figure\nhint: give one Axes"),
    ("many axes", lambda: CurveDisplay(TILE).plot(Figure().subplots(2)), "^ax is ndarray\nhint: give one Axes"),
    ("a list of colours", lambda: TileDisplay(TILE).plot(colors=["red"]), '^colors are list\nhint: give a dict, {\'lr\': "gold"}$'),  # type: ignore[arg-type]
    ("the colour of nobody", lambda: CurveDisplay(TILE).plot(colors={"x": "red"}), "^there is no classifier 'x'\nhint: the Tile has 'lr', 'svm'$"),
    ("the curve of nobody", lambda: CurveDisplay(TILE).value("x", 0), "^there is no classifier 'x'\n"),
    ("a place beyond a curve", lambda: CurveDisplay(TILE, "cost").value("lr", 2), "^x=2 is no place of the curve\nhint: give a number from 0 to 1$"),
    ("a place in words", lambda: CurveDisplay(TILE, "f-beta").value("lr", "-1"), "^x='-1' is no place of the curve\nhint: give a number from 0 on$"),
    ("a ranking to verify", lambda: exactile.verify(TILE.rank("f1"), TILE), "^verify needs the regions of a Tile, not Ranking\n"),  # type: ignore[arg-type]
    ("regions of something else", lambda: exactile.verify(TILE.regions(), {}), "^verify needs a Tile, not dict\n"),  # type: ignore[arg-type]
    ("a table against a dict", lambda: exactile.check("name,f1\nlr,0.7\n", against={}), "^against needs a Tile, not dict\n"),  # type: ignore[arg-type]
    ("thresholds on a number", lambda: SCORED.thresholds("f1", choose_on=5), "^choose_on needs a Tile, not int\n"),  # type: ignore[arg-type]
    ("a picture as GIF", lambda: TILE.save("tile.gif"), "hint: name a file .svg, .png or .pdf$"),
    ("no metric", lambda: TILE.rank("zzzzzz"), r'^no metric is called "zzzzzz"\nhint: exactile.metrics\(\) lists all$'),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "words"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_a_mistake_is_named(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ask()


def test_what_is_advised_helps() -> None:
    said = (PROBA[:, 1] > 0.6).astype(int)
    assert Tile.from_predictions(Y, {"a": said}).matrices["a"] == (0, 1, 1, 1)
    assert Tile.from_scores(Y, {"a": PROBA[:, 1]}).names
    assert TILE.rank("f2")[0].value == TILE.rank("f_beta(2)")[0].value


def test_a_tile_is_not_made_by_its_class() -> None:
    with pytest.raises(TypeError, match="^a Tile is made with from_predictions, "):
        Tile()


def test_files_have_to_have_a_folder(tmp_path: Path) -> None:
    for write in (TILE.save, TILE.report):
        with pytest.raises(FileNotFoundError, match="^there is no folder '.*nowhere'$"):
            write(tmp_path / "nowhere" / "tile.svg")


def test_matrices_come_as_they_are_given_back() -> None:
    assert Tile.from_confusion(TILE.matrices) == TILE
    frame = pandas.DataFrame([[35, 15], [15, 35]], index=["no", "yes"], columns=["no", "yes"])
    assert Tile.from_confusion({"a": frame}).matrices["a"] == Matrix(*TILE.matrices["lr"])


def test_bytes_are_their_text() -> None:
    y = numpy.array([b"ill", b"well"])
    assert Tile.from_predictions(y, {"a": [b"ill", b"well"]}, positive=b"ill") == Tile.from_predictions(
        ["ill", "well"], {"a": ["ill", "well"]}, positive="ill"
    )
    accents = ["sain", "\u00e9lev\u00e9"]
    coded = numpy.array([one.encode() for one in accents])
    assert Tile.from_predictions(coded, {"a": coded}, positive=accents[1]) == Tile.from_predictions(accents, {"a": accents}, positive=accents[1])
    for labels in ([b"\xff", b"\xfe"], numpy.array([b"\xff", b"\xfe"])):
        with pytest.raises(ValueError, match="not UTF-8\nhint: decode the column"):
            Tile.from_predictions(labels, {"a": labels}, positive=b"ill")


def test_results_are_shown_readably() -> None:
    alone = Tile.from_confusion({"a": [[9, 1], [1, 9]], "b": [[5, 5], [5, 5]]})
    assert repr(alone.curve("decision")) == "Curve without rows"
    lines = repr(TILE.rankings()).splitlines()
    assert lines[0] == "Document(" and lines[-1] == ")" and "    cells=2," in lines
    value = exactile.score("mcc", tn=32, fp=8, fn=4, tp=15)
    assert isinstance(value, exactile.Enclosure)
    assert (f"{value:.3f}", round(value, 3), f"{value}") == (f"{float(value):.3f}", round(float(value), 3), repr(value))


def test_compare_says_and_takes_whether_it_is_paired() -> None:
    y = [0] * 10 + [1] * 10
    tile = Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})
    assert tile.compare("good", "poor", "f1", True).raw == tile.compare("good", "poor", "f1").raw
    assert tile.compare("good", "poor", "f1", paired=False).raw == tile.compare("good", "poor", "f1", unpaired=True).raw


def test_one_text_stands_for_a_list_of_one() -> None:
    assert TILE.svg(show="legend") == TILE.svg(show=["legend"])
    assert TILE.report(metrics="f1", draws=0) == TILE.report(metrics=["f1"], draws=0)
    assert exactile.check("sens=0.51", positives=100, negatives=500, imply="f1") == exactile.check(
        "sens=0.51", positives=100, negatives=500, imply=["f1"]
    )
    frame = pandas.DataFrame({"y_true": Y, "lr": Y, "svm": Y})
    assert exactile.count(frame, predictions="lr").names == ("lr",)
    assert exactile.count_scores(frame, scores="svm").thresholds()[0].name == "svm"


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_bytes(b"y_true,lr\n0,1\n1,\xff\n")
    with pytest.raises(ValueError, match=r"counts.csv:3:2: the text is not UTF-8\nhint: save"):
        Tile.read(path)


def test_an_index_of_pandas_is_not_used_but_may_contradict() -> None:
    """The same as in scikit-learn, except where every count would be wrong without a word."""
    y = pandas.Series([0, 1, 1, 0], index=[10, 11, 12, 13])
    said = pandas.Series([0, 1, 0, 0], index=y.index)
    by_position = Tile.from_predictions(y.tolist(), {"a": said.tolist()})
    assert Tile.from_predictions(y, {"a": said}) == by_position
    # Arrays without an index, and indices of their own.
    for other in (said.to_numpy(), said.reset_index(drop=True), said.set_axis([3, 2, 1, 0]), said.set_axis([10, 11, 12, 20])):
        assert Tile.from_predictions(y, {"a": other}) == by_position
    words = "^a: its index has the labels of y_true in another order: row 0 is 10 there, and 13 here\nhint: .*loc.y_true.index.*to_numpy"
    backwards = said[::-1]
    for given in ({"a": backwards}, pandas.DataFrame({"a": backwards})):
        with pytest.raises(ValueError, match=words):
            Tile.from_predictions(y, given)
        with pytest.raises(ValueError, match=words):
            Tile.from_scores(y, given)
    # What is advised helps.
    assert Tile.from_predictions(y, {"a": backwards.loc[y.index]}) == by_position
    assert Tile.from_predictions(y, {"a": backwards.to_numpy()}).names
    with pytest.raises(ValueError, match="^sample_weight: its index has the labels of y_true in another order"):
        Tile.from_predictions(y, {"a": said}, sample_weight=pandas.Series([1, 2, 3, 4], index=y.index[::-1]))
    texts = [y.set_axis(list(order)) for order in ("abcd", "abdc")]
    with pytest.raises(ValueError, match="another order: row 2 is c there, and d here"):
        Tile.from_predictions(texts[0], {"a": texts[1]})
    pairs = [y.set_axis(pandas.MultiIndex.from_tuples(order)) for order in ([(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)])]
    with pytest.raises(ValueError, match=r"another order: row 1 is \(0, 1\) there, and \(1, 0\) here"):
        Tile.from_predictions(pairs[0], {"a": pairs[1]})
    estimator = DummyClassifier().fit([[0], [1]], [0, 1])
    X = pandas.DataFrame({"x": [0, 1, 2, 3]}, index=y.index)
    assert Tile.from_estimators({"a": estimator}, X, y).names == ("a",)
    with pytest.raises(ValueError, match="^X: its index has the labels of y in another order"):
        Tile.from_estimators({"a": estimator}, X[::-1], y)


def test_hints_name_arguments_that_exist(tmp_path: Path) -> None:
    def written(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text)
        return tmp_path / name

    rates = written("rates.csv", "name,tnr,tpr\na,0.7,0.8\nb,0.5,0.9\n")
    words = written("words.csv", "y_true,a\nill,well\nwell,ill\n")
    gaps = written("gaps.csv", "y_true,a\n1,\n0,1\n")
    unequal = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 41]]})
    many = Tile.from_confusion({"a": [[35.5, 15], [15, 35]], "b": [[25, 25.5], [10, 40]]})
    refused: list[tuple[Callable[..., object], Callable[[], object]]] = [
        (Tile.read, lambda: Tile.read(rates)),
        (Tile.read, lambda: Tile.read(words)),
        (Tile.read, lambda: Tile.read(gaps)),
        (Tile.read, lambda: Tile.read(rates, prior=2)),
        (Tile.from_predictions, lambda: Tile.from_predictions(["x", "y"], {"a": ["x", "y"]})),
        (Tile.from_predictions, lambda: Tile.from_predictions([0, None], {"a": [0, 1]})),
        (Tile.from_predictions, lambda: Tile.from_predictions([0, 1], {"a": [0, 1]}, sample_weight=[1, None])),
        (Tile.curve, lambda: unequal.curve("decision")),
        (Tile.confidence, lambda: unequal.confidence("f1")),
        (Tile.compare, lambda: unequal.compare("a", "b", "f1")),
        (Tile.plan, lambda: unequal.plan("f1")),
        (Tile.plan, lambda: TILE.plan("f1", question="power")),
        (Tile.confidence, lambda: many.confidence("f1")),
        (Tile.confidence, lambda: TILE.confidence("f1", prior_pooling="x")),
        (Tile.regions, lambda: TILE.regions(at_best=True)),
        (Tile.regions, lambda: SCORED.regions(among=["m"])),
        (Tile.rank, lambda: TILE.rank(cost_fp=1)),
        (exactile.check, lambda: exactile.check("acc=0.5")),
        (exactile.pmf, lambda: exactile.pmf("f1", tn=1, fp=1, fn=1, tp=1, model="binomial", beta=(1, 1))),
        (exactile.count, lambda: exactile.count(pandas.DataFrame({"y_true": ["x", "y"], "a": ["x", "y"]}))),
    ]
    for function, call in refused:
        with pytest.raises(ValueError) as caught:
            call()
        _, _, hint = str(caught.value).partition("\nhint: ")
        advised = re.findall(r"(?<![\w.])([a-z_]+)=", re.sub(r'"[^"]*"', "", hint))
        assert set(advised) <= set(inspect.signature(function).parameters), str(caught.value)
        assert "--" not in hint, hint
    # What is advised helps.
    assert Tile.read(rates, prior="1/5").ask("regions")["prior_positive"] == Fraction(1, 5)
    again = pickle.loads(pickle.dumps(Tile.read(rates, prior=0.25)))
    assert again.regions().document["prior_positive"] == Fraction(1, 4) and again.rank("f1") == Tile.read(rates, prior="1/4").rank("f1")


def test_ask_returns_its_result_and_writes_no_file(tmp_path: Path) -> None:
    for command in ("roc", "regions"):
        for argument, value in (("output", str(tmp_path / "x.json")), ("format", "csv"), ("force", True)):
            with pytest.raises(ValueError, match=f"^{argument}=.* has no meaning here: the result of {command} is returned, all of it\nhint: leave {argument} out; json.dump"):
                TILE.ask(command, **{argument: value})
    assert not list(tmp_path.iterdir())
    with pytest.raises(ValueError, match="^output=.* has no meaning here"):
        exactile.ask("place", score="f1", output="x")
    assert TILE.ask("regions", quiet=True).raw == TILE.ask("regions").raw


def test_what_the_caller_wrote_is_repeated_as_it_is() -> None:
    for name in ("--help", "--cost-fp", "a --score b", '"--rank"', "--"):
        with pytest.raises(ValueError, match=f"no metric is called {re.escape(json.dumps(name))}"):
            TILE.rank(name)
        with pytest.raises(ValueError, match=re.escape(json.dumps(name))):
            TILE.compare(name, "lr", "f1")
    with pytest.raises(ValueError, match=re.escape('"--drop-missing" holds "--exact"')):
        Tile.from_predictions([0, 1], {"--drop-missing": [0, "--exact"]})


def test_normalised_matrices_are_refused_or_understood() -> None:
    counts = {"a": numpy.array([[50, 10], [12, 28]]), "b": numpy.array([[45, 15], [3, 37]]), "c": numpy.array([[33, 27], [5, 35]])}
    expected = Tile.from_confusion(counts)
    for axis, what in ((1, "row"), (0, "column")):
        for width in ("float64", "float32", "float16"):
            shares = {name: (matrix / matrix.sum(axis=axis, keepdims=True)).astype(width) for name, matrix in counts.items()}
            with pytest.raises(ValueError, match=f"^a: each {what} of the matrix adds up to 1, as with normalize='(true|pred)'.*\nhint: give counts"):
                Tile.from_confusion(shares)
    with pytest.raises(ValueError, match="^perfect: each row"):
        Tile.from_confusion({"perfect": [[1.0, 0.0], [0.0, 1.0]]})
    # Counts are counts, and so are exact weights.
    assert Tile.from_confusion({"perfect": [[1, 0], [0, 1]]}).matrices["perfect"] == (1, 0, 0, 1)
    half = {"half": Matrix(*[Fraction(1, 2)] * 4)}
    with pytest.raises(ValueError, match="^half: each row of the matrix adds up to 1, .*\nhint: give counts"):
        Tile.from_confusion(half)
    assert Tile.from_confusion({**half, "a": counts["a"]}).matrices["half"].tn == Fraction(1, 2)
    # Shares of all samples: their priors are one but for rounding.
    shares = {name: matrix / matrix.sum() for name, matrix in counts.items()}
    assert len({sum(map(Fraction, matrix[1])) / sum(map(Fraction, matrix.ravel())) for matrix in shares.values()}) > 1
    with pytest.warns(UserWarning, match="^the priors of 3 classifiers differ by the rounding of floats alone: all are taken as 2/5$"):
        tile = Tile.from_confusion(shares)
    assert tile.regions().document["prior_positive"] == Fraction(2, 5)
    assert [row.name for row in tile.rank("f1")] == [row.name for row in expected.rank("f1")]
    assert all(abs(float(one.value) - float(two.value)) < 1e-12 for one, two in zip(tile.rank("f1"), expected.rank("f1"), strict=True))  # type: ignore[arg-type]
    with pytest.warns(UserWarning, match="taken as 2/5"):
        backwards = Tile.from_confusion(dict(reversed(shares.items())))
    assert backwards.matrices == tile.matrices
    # A matrix of counts says what the prior is; priors that do differ stay different, without a word.
    with pytest.warns(UserWarning, match="taken as 2/5"):
        mixed = Tile.from_confusion({**shares, "counts": counts["a"]})
    assert mixed.matrices["counts"] == (50, 10, 12, 28)
    apart = Tile.from_confusion({"a": shares["a"], "b": [[0.25, 0.25], [0.125, 0.375]]})
    assert apart.regions().document["prior_positive"] is None and apart.matrices["a"].tn == Fraction(0.5)


def test_documents_are_those_of_the_program() -> None:
    y = [0] * 10 + [1] * 10
    tile = Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})
    found: list[tuple[dict[str, object], str]] = [
        (tile.rank("f1").document.raw, "rank"),
        (tile.rank(at=(0.5, 0.25)).document.raw, "rank"),
        (tile.rank(cost_fp=1, cost_fn=5).document.raw, "rank"),
        (tile.rank("f1", target_prior=0.25).document.raw, "rank"),
        (tile.compare("good", "poor", "f1").raw, "compare"),
        (exactile.axioms("f1").raw, "axioms"),
        (exactile.verify(tile.regions(), tile).raw, "verify"),
        (tile.regions().document.raw, "regions"),
        (tile.zone("good", "poor").raw, "zone"),
        (exactile.metrics().document.raw, "scores"),
    ]
    for raw, command in found:
        assert raw["schema"] == f"exactile.{command}.v1"
        assert ("provenance" in raw) == (command not in ("axioms", "scores")) or "provenance" in raw
    ranking = tile.rank("f1")
    assert ranking.document.raw["ranking"][0]["name"] == "good"
    assert pickle.loads(pickle.dumps(ranking)).document.raw == ranking.document.raw == tile.ask("rank", score="f1").raw
    compared = tile.compare("good", "poor", "f1")
    assert compared.raw["pairs"][0]["discordant"] == {"positives": [5, 0], "negatives": [0, 0]}
    assert compared.discordant.positives == (5, 0) and pickle.loads(pickle.dumps(compared)) == compared
    assert copy.deepcopy(exactile.axioms("f1")).conclusion == "fit"
