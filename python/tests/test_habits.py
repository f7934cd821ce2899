"""Habits of scikit-learn's users: names of arguments, estimators and folds, scorers, displays, labels as they are."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import matplotlib

matplotlib.use("agg")

import numpy
import pandas
import pytest
import sklearn.metrics as metrics
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    ShuffleSplit,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_predict,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import exactile
from exactile import CurveDisplay, ForestDisplay, RocDisplay, Tile, TileDisplay
from exactile.sklearn import cost_scorer, make_ranking_scorer, mean_cost, ranking_score

DISPLAYS: list[Any] = [TileDisplay, CurveDisplay, RocDisplay, ForestDisplay]
MATRICES = {"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]], "c": [[45, 5], [30, 20]]}


@pytest.fixture(scope="module")
def data() -> tuple[Any, Any]:
    X, y = load_breast_cancer(return_X_y=True)
    return X, y


def estimators() -> dict[str, Any]:
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
        "bayes": GaussianNB(),
    }


# Estimators and folds


def test_scores_of_estimators_are_asked_by_the_response_method(data: Any) -> None:
    X, y = data
    fitted = {name: estimator.fit(X, y) for name, estimator in estimators().items()}
    for method in ("predict_proba", "auto", ["decision_function", "predict_proba"]):
        models = Tile.from_estimators(fitted, X, y, response_method=method).thresholds("f1")
        for model in models:
            asked = fitted[model.name]
            by_decision = method not in ("predict_proba", "auto") and hasattr(asked, "decision_function")
            scores = asked.decision_function(X) if by_decision else asked.predict_proba(X)[:, 1]
            assert float(model.auc) == pytest.approx(metrics.roc_auc_score(y, scores), abs=1e-12), (method, model.name)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="bayes: GaussianNB has no decision_function\nhint: leave response_method out"):
        Tile.from_estimators({"bayes": fitted["bayes"]}, X, y, response_method="decision_function")
    with pytest.raises(ValueError, match="response_method='proba' is no method"):
        Tile.from_estimators(fitted, X, y, response_method="proba")


@pytest.mark.parametrize("method", ["predict_proba", "decision_function"])
def test_scores_speak_for_the_positive_class_whichever_it_is(data: Any, method: str) -> None:
    X, y = data
    words = numpy.where(y == 1, "benign", "malignant")
    model = estimators()["logistic"]
    for label in ("benign", "malignant"):
        for cv in (None, 3):
            if cv is None:
                model.fit(X, words)
            (found,) = Tile.from_estimator(model, X, words, cv=cv, pos_label=label, response_method=method).thresholds("f1")
            assert float(found.auc) > 0.98, (label, cv)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the positive one of the labels 'benign' and 'malignant' is not known\nhint: pos_label='benign' or"):
        Tile.from_estimator(model, X, words, response_method=method)
    with pytest.raises(ValueError, match="no class is 'ill'"):
        Tile.from_estimator(model, X, words, response_method=method, pos_label="ill")


def test_groups_and_n_jobs_are_those_of_cross_val_predict(data: Any) -> None:
    X, y = data
    groups = numpy.arange(len(y)) // 50
    cv = GroupKFold(3)
    tile = Tile.from_estimators(estimators(), X, y, cv=cv, groups=groups, n_jobs=2)
    for name, estimator in estimators().items():
        said = cross_val_predict(estimator, X, y, cv=cv, groups=groups)
        assert tile.matrices[name] == tuple(metrics.confusion_matrix(y, said).ravel()), name
    # cross_val_predict's results are predictions, and scores with a column taken.
    said = {name: cross_val_predict(estimator, X, y, cv=cv, groups=groups) for name, estimator in estimators().items()}
    assert Tile.from_predictions(y, said) == tile
    with pytest.raises(ValueError, match="groups are for splits, and nothing is split here\nhint: name the splitter"):
        Tile.from_estimators(estimators(), X, y, groups=groups)


def test_results_of_cross_validate_are_taken_fold_by_fold(data: Any) -> None:
    X, y = data
    cv = StratifiedKFold(4, shuffle=True, random_state=1)
    results = {
        name: cross_validate(estimator, X, y, cv=cv, return_estimator=True, return_indices=True)
        for name, estimator in estimators().items()
    }
    assert Tile.from_estimators(results, X, y) == Tile.from_estimators(estimators(), X, y, cv=cv)
    frame = pandas.DataFrame(X)
    assert Tile.from_estimators(results, frame.to_numpy(), pandas.Series(y)) == Tile.from_estimators(results, X, y)
    scores = Tile.from_estimators(results, X, y, response_method="predict_proba")
    assert scores == Tile.from_estimators(estimators(), X, y, cv=cv, response_method="predict_proba")
    one = Tile.from_estimator(results["tree"], X, y)
    assert one.names == ("DecisionTreeClassifier",) and one.matrices["DecisionTreeClassifier"] == Tile.from_estimators(results, X, y).matrices["tree"]
    # Weights go with their samples.
    weights = numpy.arange(len(y)) % 3
    weighted = Tile.from_estimators(results, X, y, sample_weight=weights).matrices["tree"]
    said = cross_val_predict(estimators()["tree"], X, y, cv=cv)
    assert weighted == tuple(int(cell) for cell in metrics.confusion_matrix(y, said, sample_weight=weights).ravel())


def test_results_of_cross_validate_that_lack_something_are_refused_with_the_call(data: Any) -> None:
    X, y = data
    tree = estimators()["tree"]
    bare = cross_validate(tree, X, y, cv=3)
    with pytest.raises(ValueError, match="hint: call cross_validate\\(..., return_estimator=True, return_indices=True\\)"):
        Tile.from_estimators({"tree": bare}, X, y)
    whole = cross_validate(tree, X, y, cv=3, return_estimator=True, return_indices=True)
    with pytest.raises(ValueError, match="hint: name them"):
        Tile.from_estimators(whole, X, y)
    with pytest.raises(ValueError, match="hint: give all in one way"):
        Tile.from_estimators({"a": whole, "b": tree}, X, y)
    splits = ShuffleSplit(3, random_state=0)
    often = cross_validate(tree, X, y, cv=splits, return_estimator=True, return_indices=True)
    with pytest.raises(ValueError, match="a sample is tested in several folds"):
        Tile.from_estimators({"tree": often}, X, y)
    some = cross_validate(tree, X[:300], y[:300], cv=3, return_estimator=True, return_indices=True)
    with pytest.raises(ValueError, match="b is tested on other samples than the first"):
        Tile.from_estimators({"a": whole, "b": some}, X, y)


def test_one_estimator_and_pairs_of_names_and_estimators(data: Any) -> None:
    X, y = data
    tree = estimators()["tree"].fit(X, y)
    assert Tile.from_estimator(tree, X, y).names == ("DecisionTreeClassifier",)
    assert Tile.from_estimator(tree, X, y, name="my tree").names == ("my tree",)
    assert Tile.from_estimators([("t", tree)], X, y) == Tile.from_estimators({"t": tree}, X, y)
    with pytest.raises(ValueError, match="a name stands twice"):
        Tile.from_estimators([("t", tree), ("t", tree)], X, y)
    with pytest.raises(ValueError, match="or the one to Tile.from_estimator"):
        Tile.from_estimators(tree, X, y)


# Scorers


def test_scorers_choose_as_the_scores_of_scikit_learn_do(data: Any) -> None:
    """F2 stands at (1, 4/5) of the Tile, and both searches choose the same."""
    X, y = data
    tree = DecisionTreeClassifier(random_state=0)
    grid = {"max_depth": [1, 2, 3, 5, 8], "min_samples_leaf": [1, 5, 20]}
    ours = GridSearchCV(tree, grid, scoring=make_ranking_scorer(at=("1", "4/5")), cv=3).fit(X, y)
    theirs = GridSearchCV(tree, grid, scoring=metrics.make_scorer(metrics.fbeta_score, beta=2), cv=3).fit(X, y)
    numpy.testing.assert_allclose(ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"], atol=1e-12)
    assert ours.best_params_ == theirs.best_params_
    named = GridSearchCV(tree, grid, scoring=make_ranking_scorer("f2"), cv=3, n_jobs=2).fit(X, y)
    numpy.testing.assert_allclose(named.cv_results_["mean_test_score"], ours.cv_results_["mean_test_score"], atol=1e-12)


def test_thresholds_are_tuned_by_scorers(data: Any) -> None:
    X, y = data
    words = numpy.where(y == 1, "benign", "malignant")
    model = estimators()["logistic"]
    found = {}
    for cost_fn in (1, 20):
        scorer = cost_scorer(cost_fp=1, cost_fn=cost_fn, pos_label="malignant")
        tuned = TunedThresholdClassifierCV(model, scoring=scorer, cv=3, store_cv_results=True).fit(X, words)
        found[cost_fn] = tuned.best_threshold_
        assert tuned.best_score_ == pytest.approx(max(tuned.cv_results_["scores"]))
    # Misses that cost more ask for less.
    assert found[20] < found[1]
    ranking = make_ranking_scorer(cost_fp=1, cost_fn=20, pos_label="malignant")
    tuned = TunedThresholdClassifierCV(model, scoring=ranking, cv=3).fit(X, words)
    assert 0 < tuned.best_threshold_ < 0.5


def test_scorers_are_right_and_can_be_pickled(data: Any) -> None:
    X, y = data
    tree = estimators()["tree"].fit(X, y)
    said = tree.predict(X)
    tn, fp, fn, tp = metrics.confusion_matrix(y, said).ravel()
    scorer = make_ranking_scorer(at=("0.3", "0.2"))
    value = Fraction(7, 10) * int(tn) + Fraction(3, 10) * int(tp)
    value /= value + Fraction(8, 10) * int(fp) + Fraction(2, 10) * int(fn)
    assert scorer(tree, X, y) == float(value) == float(Tile.from_estimator(tree, X, y).rank(at=("0.3", "0.2"))[0].value)  # type: ignore[arg-type]
    for kept in (pickle.loads(pickle.dumps(scorer)), copy.deepcopy(scorer)):
        assert kept(tree, X, y) == scorer(tree, X, y)
    assert make_ranking_scorer("error_rate")(tree, X, y) == -float(Fraction(int(fp + fn), len(y)))
    assert cost_scorer(cost_fp=2, cost_fn=7)(tree, X, y) == -float(Fraction(2 * int(fp) + 7 * int(fn), len(y)))
    weights = numpy.linspace(0.5, 2, len(y))
    assert make_ranking_scorer("f1")(tree, X, y, sample_weight=weights) == pytest.approx(metrics.f1_score(y, said, sample_weight=weights), abs=1e-13)
    assert cost_scorer(cost_fp=1, cost_fn=1)(tree, X, y, sample_weight=weights) == pytest.approx(
        -metrics.zero_one_loss(y, said, sample_weight=weights), abs=1e-13
    )
    shifted = Tile.from_estimator(tree, X, y).rank("f1", target_prior="0.1")[0].value
    assert make_ranking_scorer("f1", target_prior="0.1")(tree, X, y) == float(shifted)  # type: ignore[arg-type]


def test_folds_of_one_class_and_undefined_values_have_the_value_for_zero_division() -> None:
    assert ranking_score([0, 0, 0], [0, 0, 0], "precision") == 0.0
    assert ranking_score([0, 0, 0], [0, 0, 0], "precision", zero_division=1.0) == 1.0
    assert ranking_score([0, 0, 0], [0, 1, 0], "accuracy") == pytest.approx(2 / 3)
    assert ranking_score([0, 0], [0, 0], "accuracy", target_prior="1/2", zero_division=0.25) == 0.25
    assert mean_cost([1, 1], [1, 0], cost_fp=3, cost_fn=4) == 2.0
    assert ranking_score(numpy.array([False, True]), numpy.array([0, 1]), "accuracy") == 1.0
    assert ranking_score(["a", "b"], ["a", "a"], "recall", pos_label="b") == 0.0
    assert ranking_score(numpy.array(["a", "b"], dtype=object), numpy.array(["a", "b"]), "recall", pos_label="b") == 1.0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ranking_score(["a", "b"], ["a", "b"], "f1"), "the positive one of the labels 'a', 'b' is not known\nhint: name it, pos_label='b'"),
        (lambda: ranking_score([0, 1, 2], [0, 1, 2], "f1", pos_label=1), "there are 3 labels: 0, 1, 2"),
        (lambda: ranking_score([0, 1], [0], "f1"), "y_pred has 1 values, and y_true 2"),
        (lambda: ranking_score([0, 1], [0, 1], "f1", sample_weight=[1]), "sample_weight has 1 values"),
        (lambda: ranking_score([0, 1], [0, 1], "f1", sample_weight=[1, -1]), "a sample_weight is negative"),
        (lambda: ranking_score([0, 1], [0, 1], "f1", target_prior=2), "target_prior=2 is no positive prior"),
        (lambda: make_ranking_scorer(), "give one preference"),
        (lambda: make_ranking_scorer("f1", at=(1, 0)), "give one preference"),
        (lambda: make_ranking_scorer("f11"), "F11|f11|no metric"),
        (lambda: make_ranking_scorer("mccc"), "no metric is called \"mccc\""),
        (lambda: make_ranking_scorer("prevalence"), "no value of prevalence is better than another"),
        (lambda: make_ranking_scorer(at=(2, 0)), "is no point of the Tile"),
        (lambda: cost_scorer(cost_fp=-1, cost_fn=1), "cost_fp=-1 is negative"),
    ],
)
def test_what_scorers_cannot_do_is_refused(call: Callable[[], Any], message: str) -> None:
    if message.startswith("F11"):
        # The F-score with beta 11.
        call()
        return
    with pytest.raises(ValueError) as error:
        call()
    assert message in str(error.value)


# Displays


def test_displays_have_the_interface_of_scikit_learn(data: Any) -> None:
    import inspect

    import matplotlib.pyplot as pyplot

    X, y = data
    fitted = {name: estimator.fit(X, y) for name, estimator in estimators().items()}
    said = {name: estimator.predict(X) for name, estimator in fitted.items()}
    for kind in DISPLAYS:
        parameters = inspect.signature(kind.plot).parameters
        assert list(parameters)[:3] == ["self", "ax", "name"] and list(parameters)[-1] == "kwargs"
        assert parameters["ax"].default is None and parameters["name"].kind is inspect.Parameter.KEYWORD_ONLY
        _, ax = pyplot.subplots()
        for display in (
            kind.from_predictions(y, said, ax=ax),
            kind.from_predictions(y, said["tree"], name="tree"),
            kind.from_estimators(fitted, X, y),
            kind.from_estimator(fitted["tree"], X, y, name="tree"),
            kind.from_estimators(estimators(), X, y, cv=3, groups=None, n_jobs=1),
        ):
            assert display.figure_ is display.ax_.figure
            assert isinstance(display, kind)
        assert kind.from_predictions(y, said, ax=ax).ax_ is ax
        pyplot.close("all")
    assert RocDisplay.from_estimators(fitted, X, y).auc_.keys() == fitted.keys()
    assert CurveDisplay.from_predictions(y, said, along="cost").along == "cost"
    assert TileDisplay.from_predictions(y, said, rank=2).rank == 2
    assert ForestDisplay.from_predictions(y, said, metric="f1").metric == "f1"
    pyplot.close("all")


def test_a_classifier_has_one_colour_in_all_displays_and_in_the_legend() -> None:
    from matplotlib.colors import to_hex

    tile = Tile.from_confusion(MATRICES)
    found: dict[str, set[str]] = {name: set() for name in MATRICES}
    for display in (TileDisplay(tile).plot(), TileDisplay(tile, rank=2).plot(), TileDisplay(tile, rank=3).plot()):
        for name, patches in display.patches_.items():
            found[name] |= {to_hex(patch.get_facecolor()) for patch in patches}
    curves = CurveDisplay(tile).plot()
    leaders = {name for lead in curves.leads_ for name in lead.names}
    others = [RocDisplay(tile).plot(), ForestDisplay(tile, "f1").plot()]
    for drawn in others:
        assert drawn.lines_.keys() == MATRICES.keys()
    for lines in [{name: curves.lines_[name] for name in leaders}, *(drawn.lines_ for drawn in others)]:
        for name, line in lines.items():
            found[name].add(to_hex(line.get_color()))
    assert [len(colours) for colours in found.values()] == [1, 1, 1]
    assert len(set.union(*found.values())) == 3
    # Those of the program's pictures.
    assert found["a"] == {"#56b4e9"}
    assert all(colour in tile.svg().lower() for colours in found.values() for colour in colours)


def test_names_and_properties_of_drawing() -> None:
    tile = Tile.from_confusion(MATRICES)
    for kind in DISPLAYS:
        display = kind(tile).plot(name={"a": "first one"}, alpha=0.5, legend=True)
        drawn = display.patches_["a"][0] if kind is TileDisplay else display.lines_["a"]
        assert drawn.get_alpha() == 0.5
        texts = [text.get_text() for text in display.ax_.get_legend().get_texts()]
        assert any("first one" in text for text in texts), (kind, texts)
        with pytest.raises(ValueError, match="there are 3 classifiers and 1 names"):
            kind(tile).plot(name="one")
        with pytest.raises(ValueError, match="there is no classifier 'z'"):
            kind(tile).plot(name={"z": "one"})
    assert RocDisplay(Tile.from_confusion({"a": MATRICES["a"]})).plot(name="one").ax_.get_legend().get_texts()[0].get_text() == "one"


def test_roc_display_draws_the_hull_and_says_the_exact_area(data: Any) -> None:
    X, y = data
    model = estimators()["logistic"].fit(X, y)
    scores = model.predict_proba(X)[:, 1]
    display = RocDisplay.from_predictions(y, {"m": scores})
    assert float(display.auc_["m"]) == pytest.approx(metrics.roc_auc_score(y, scores), abs=1e-12)
    hull = display.hulls_["m"]
    assert hull[0] == (0, 0) and hull[-1] == (1, 1)
    fpr, tpr, _ = metrics.roc_curve(y, scores)
    positions = {(round(a, 9), round(b, 9)) for a, b in zip(fpr, tpr)}
    assert {(round(float(a), 9), round(float(b), 9)) for a, b in hull} <= positions
    assert display.ax_.get_legend().get_texts()[0].get_text() == f"m (AUC = {float(display.auc_['m']):.3f})"
    # From labels, and without one of the classes.
    assert RocDisplay(Tile.from_confusion(MATRICES)).hulls_["a"] == ((Fraction(3, 10), Fraction(7, 10)),)
    with pytest.raises(ValueError, match="a class has no sample"):
        RocDisplay(Tile.from_confusion({"a": [[5, 1], [0, 0]]}))


def test_forest_display_draws_the_intervals_of_score() -> None:
    tile = Tile.from_confusion(MATRICES)
    display = ForestDisplay(tile, "tpr", interval="clopper-pearson", level="0.9").plot()
    rows = tile.score("tpr", interval="clopper-pearson", level="0.9")
    drawn = [list(line.get_xdata()) for line in display.ax_.get_lines() if len(line.get_xdata()) == 2]
    assert drawn == [[float(row.interval.lower), float(row.interval.upper)] for row in rows if row.interval is not None]
    assert [float(line.get_xdata()[0]) for line in display.lines_.values()] == [float(row.value) for row in rows]  # type: ignore[arg-type]
    assert display.ax_.get_title() == "tpr, 0.9 intervals"


# Names of metrics


def test_metrics_come_back_under_the_names_that_were_asked_for() -> None:
    tile = Tile.from_confusion(MATRICES)
    asked = ["f1_score", "recall", "tpr", "Balanced Accuracy", "f-beta(2)", "negative Jaccard", "r(1/2, 1/4)"]
    rows = tile.score(*asked)
    assert [row.metric for row in rows] == asked * 3
    by_name = {row.metric: row.value for row in rows if row.name == "a"}
    assert by_name["recall"] == by_name["tpr"] == Fraction(7, 10)
    for name in asked:
        assert tile.rank(name).score == name
        assert tile.rank(name, target_prior="1/3").score == name
    assert tile.rank(at=(1, 0)).score is None
    assert {row.metric for row in tile.score()} >= {"f1", "tpr", "ba"}


def test_every_name_that_results_print_is_understood() -> None:
    tile = Tile.from_confusion(MATRICES)
    printed = {name for row in tile.first_share() for name in row.first_for}
    assert {"negative Jaccard", "balanced accuracy", "F0.5"} <= printed
    for name in printed:
        assert name in [first for row in tile.first_share() if row.name in tile.best(name) for first in row.first_for]
        assert exactile.score(name, tn=3, fp=1, fn=1, tp=3) is not None


# Labels as they are


@pytest.mark.parametrize("as_bool", [lambda v: [bool(x) for x in v], lambda v: numpy.array(v, bool), lambda v: pandas.Series(v, dtype="boolean")])
@pytest.mark.parametrize("as_number", [list, numpy.array, lambda v: numpy.array(v, float), lambda v: pandas.Series(v, dtype="Int64")])
def test_booleans_beside_0_and_1_are_one_pair_of_labels(as_bool: Any, as_number: Any) -> None:
    y, said = [0, 0, 1, 1, 1], [0, 1, 1, 0, 1]
    plain = Tile.from_predictions(y, {"a": said})
    mixed = Tile.from_predictions(as_number(y), {"a": as_bool(said), "b": as_number(said)})
    assert mixed.matrices["a"] == mixed.matrices["b"] == plain.matrices["a"]
    turned = Tile.from_predictions(as_bool(y), {"a": as_number(said)})
    assert turned.matrices == plain.matrices and turned.positive == "True"
    for positive in (1, True, "1", "True"):
        assert Tile.from_predictions(as_bool(y), {"a": as_number(said)}, pos_label=positive).matrices == plain.matrices
        assert Tile.from_predictions(as_number(y), {"a": as_bool(said)}, pos_label=positive).matrices == plain.matrices
        scores = Tile.from_scores(as_bool(y), {"m": [0.1, 0.2, 0.6, 0.3, 0.4]}, pos_label=positive)
        assert scores.thresholds("f1")[0].auc == 1
    assert Tile.from_predictions(as_bool(y), {"a": as_number(said)}, pos_label=0).matrices["a"].tp == plain.matrices["a"].tn
    weighted = Tile.from_predictions(as_number(y), {"a": as_bool(said)}, sample_weight=[0.5, 1, 1, 1, 1])
    assert weighted.matrices["a"].tn == Fraction(1, 2)
    assert pickle.loads(pickle.dumps(turned)) == turned
    assert turned.rank("f1")[0].value == turned.rank("f1", target_prior="3/5")[0].value


def test_other_pairs_of_labels_stay_apart() -> None:
    for y, said in (([0, 1], [True, "yes"]), ([-1, 1], [False, True]), ([1, 2], [True, False]), (["no", "yes"], [False, True])):
        with pytest.raises(ValueError, match="which y_true never holds"):
            Tile.from_predictions(y, {"a": said}, positive=y[1])
    # The message of what is wrong is not that of the spelling.
    with pytest.raises(ValueError, match="a, row 2: the value|a, row 2: .*missing"):
        Tile.from_predictions([0, 1, 0], {"a": [True, False, None]})


@pytest.mark.parametrize("kind", [list, numpy.array, pandas.Series, lambda v: numpy.array(v, dtype=object), lambda v: pandas.Categorical(v)])
def test_texts_that_look_missing_can_be_labels(kind: Any) -> None:
    y, said = ["none", "none", "ill", "ill"], ["none", "ill", "ill", "none"]
    with pytest.raises(ValueError, match="is missing: \"none\""):
        Tile.from_predictions(kind(y), {"a": kind(said)}, positive="ill")
    tile = Tile.from_predictions(kind(y), {"a": kind(said)}, positive="ill", missing=())
    assert tile.matrices["a"] == (1, 1, 1, 1)
    # It comes back from every question, and from a pickle.
    assert tile.compare("a", "a", "f1") is not None if len(tile) > 1 else tile.rank("f1", target_prior="1/3")[0].value is not None
    assert pickle.loads(pickle.dumps(tile)) == tile
    assert pickle.loads(pickle.dumps(tile)).score("f1")[0].value == Fraction(1, 2)
    other = Tile.from_predictions(kind(y), {"a": kind(said)}, positive="none", missing=())
    assert other.positive == "none" and other.matrices["a"] == (1, 1, 1, 1)
    assert "none" in str(other.score("f1").document)
    models = Tile.from_scores(kind(y), {"m": [0.1, 0.2, 0.6, 0.3]}, positive="ill", missing=()).thresholds("f1")
    assert models[0].auc == 1
    counts = {"y_true": kind(y), "a": kind(said), "count": [9, 1, 8, 2]}
    assert Tile.from_counts(counts, positive="ill", missing=()).matrices["a"] == (9, 1, 2, 8)


def test_missing_values_stay_missing_whatever_texts_are_labels() -> None:
    y: list[Any] = ["none", "ill", None, "ill"]
    for gap in (None, float("nan"), pandas.NA, pandas.NaT, ""):
        y[2] = gap
        with pytest.raises(ValueError, match="y_true, row 2: the label of \"y_true\" is missing"):
            Tile.from_predictions(y, {"a": ["none"] * 4}, positive="ill", missing=())
        with pytest.warns(UserWarning, match="1 of 4 rows left out"):
            tile = Tile.from_predictions(y, {"a": ["none"] * 4}, positive="ill", missing=(), drop_missing=True)
        assert tile.matrices["a"] == (1, 0, 2, 0)
    with pytest.raises(ValueError, match="row 2: the label of \"y_true\" is missing"):
        Tile.from_predictions(numpy.array([0, 1, numpy.nan]), {"a": [0, 1, 1]}, missing=())
    with pytest.raises(ValueError, match="row 1: the label of \"y_true\" is missing"):
        Tile.from_predictions(["none", "?", "ill"], {"a": ["none"] * 3}, positive="ill", missing=["?"])
    with pytest.raises(ValueError, match="missing is 'none'"):
        Tile.from_predictions(["none", "ill"], {"a": ["none"] * 2}, positive="ill", missing="none")


@pytest.mark.parametrize("name", ["none", " spaced ", "a,b", "True", "1", "line\nbreak", "f1", "\\e"])
def test_names_are_kept_as_they_are_given(name: str) -> None:
    tile = Tile.from_predictions([0, 1], {name: [0, 1], "other": [1, 1]})
    assert tile.names == (name, "other") and tile.rank("f1").first == (name,)
    assert [row.name for row in tile.score("f1")] == [name, "other"]


# Messages


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (([0, 1], {"a": [0, 1]}), "Tile.from_predictions(y_true, {name: labels})"),
        (([0, 1], [0, 1]), "Tile.from_predictions("),
        (([0, 1], pandas.DataFrame({"a": [0, 1]})), "Tile.from_predictions("),
        (([0, 1], {"m": [0.25, 0.75]}), "Tile.from_scores("),
        (([0, 1], numpy.array([0.25, 0.75])), "Tile.from_scores("),
        (([0, 1], pandas.DataFrame({"m": [0.25, 0.75]})), "Tile.from_scores("),
        (({"a": [[1, 2], [3, 4]]},), "Tile.from_confusion("),
        (("results.csv",), "Tile.read(path)"),
        ((DummyClassifier(), [[0]], [0]), "Tile.from_estimator("),
        (({"d": DummyClassifier()}, [[0]], [0]), "Tile.from_estimators("),
        ((), "Tile.from_predictions("),
    ],
)
def test_a_tile_called_like_a_function_says_which_constructor_is_meant(arguments: Any, meant: str) -> None:
    with pytest.raises(TypeError) as error:
        Tile(*arguments)
    assert str(error.value).startswith("a Tile is made with") and meant in str(error.value).split("hint: ")[1]


@pytest.mark.parametrize(
    ("library", "extra", "call"),
    [
        ("matplotlib", "draw", lambda tile: TileDisplay(tile).plot()),
        ("sklearn", "sklearn", lambda tile: make_ranking_scorer("f1")),
        ("sklearn", "sklearn", lambda tile: Tile.from_estimator(GaussianNB(), [[0], [1]], [0, 1], cv=2)),
        ("shapely", "shapes", lambda tile: tile.regions().to_shapely()),
        ("polars", "polars", lambda tile: tile.rank("f1").to_frame("polars")),
        ("pandas", "frames", lambda tile: tile.rank("f1").to_frame("pandas")),
        ("narwhals", "count", lambda tile: exactile.count(__import__("polars").LazyFrame({"y_true": [0, 1], "a": [0, 1]}))),
    ],
)
def test_messages_of_missing_libraries_name_the_extra(
    library: str, extra: str, call: Callable[[Tile], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.metadata

    for name in [name for name in sys.modules if name == library or name.startswith(f"{library}.")]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError) as error:
        call(Tile.from_confusion(MATRICES))
    assert f"{library}, which is not installed\nhint: pip install 'exactile[{extra}]'" in str(error.value)
    assert extra in importlib.metadata.metadata("exactile").get_all("Provides-Extra", [])
