"""The answers of a Tile."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from . import _grids, _results
from ._answers import any_flags, flags, quoted, repeated
from ._answers import command as answered
from ._documents import Document, Table
from ._held import Held
from ._members import FeatureCollection, Plan, Zone
from ._numbers import exact_text, fraction

__all__: list[str] = []


class Asked(Held):
    """Classifiers that questions are asked about."""

    __slots__ = ()

    def rank(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
        target_prior: Any = None,
    ) -> _results.Ranking:
        """The ranking by one preference, best first.

        Parameters
        ----------
        score : str, optional
            A metric's name; underscores may stand for hyphens.
        at : pair of numbers, optional
            A point (a, b) of the Tile instead.
        cost_fp, cost_fn : number, optional
            What a false alarm and a miss cost instead.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.

        Returns
        -------
        Ranking
            A row per classifier: ``name``, ``value``, ``rank`` (an interval, as equals share ranks) and, where the
            score has no value, the reason in ``undefined``.

        Raises
        ------
        ValueError
            No score has this name, or not exactly one preference is given.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [(row.name, row.value) for row in tile.rank("f1_score")]
        [('a', Fraction(7, 10)), ('b', Fraction(16, 23))]
        """
        score, at = preference(score, at, cost_fp, cost_fn)
        if target_prior is not None:
            given = flags(score=score, at=at, target_prior=target_prior)
            return _results.ranking_of(self._answer("rank", given=given), score, (self, given))
        given = flags(score=score, at=at)
        return _results.ranking(self._data.rank(metric_at(score, at)), self._names, score, (self, given))

    def best(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
        target_prior: Any = None,
    ) -> tuple[str, ...]:
        """The names of those that are first by one preference, several if they tie.

        Parameters
        ----------
        score, at, cost_fp, cost_fn, target_prior
            As in :meth:`rank`.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.best(cost_fp=1, cost_fn=5)
        ('b',)
        """
        return self.rank(score, at=at, cost_fp=cost_fp, cost_fn=cost_fn, target_prior=target_prior).first

    def score(
        self, *metrics: str, interval: str | None = None, level: Any = None, seed: int | None = None
    ) -> Table[_results.Scored]:
        """The values of metrics for each classifier.

        Parameters
        ----------
        *metrics : str
            Their names; all metrics if none is named.
        interval : {"credible", "clopper-pearson"}, optional
            Adds an interval of the true value: credible, with uniform priors of both rates, or of Clopper and Pearson, for
            rates only.
        level : number, optional
            The level of the interval, 95/100 unless given.
        seed : int, optional
            The seed of intervals that are drawn.

        Returns
        -------
        Table of Scored
            A row per classifier and metric: ``name``, ``metric`` as it was asked for, ``value``, ``undefined``, and ``interval``, which has
            ``level``, ``lower``, ``upper`` and ``draws``.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]]})
        >>> [(row.metric, row.value) for row in tile.score("f1_score", "kappa")]
        [('f1_score', Fraction(7, 10)), ('kappa', Fraction(2, 5))]
        >>> (row,) = tile.score("tpr", interval="clopper-pearson")
        >>> round(row.interval.lower, 4), round(row.interval.upper, 4)
        (Fraction(5539, 10000), Fraction(4107, 5000))
        """
        for metric in metrics:
            if not isinstance(metric, str):
                raise ValueError(f"{metric!r} is no name of a metric\nhint: give names one by one, as in score(\"f1\", \"mcc\")")
        given = flags(metric=list(metrics) or None, interval=interval, level=level, seed=seed)
        return _results.scored(self._answer("score", given=given), metrics)

    def first_share(self, *, target_prior: Any = None) -> Table[_results.Share]:
        """On which share of the Tile each classifier is first, its best and worst rank, and the scores
        by which it is first.

        No command writes this result: its ``document`` has positions in place of names, and no schema.

        Parameters
        ----------
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.first_share()[1].first_share
        Fraction(11, 42)
        """
        prior = None if target_prior is None else exact_text(target_prior)
        return _results.shares(self._data.summary(prior), self._names)

    def regions(
        self,
        classifier: str | Sequence[str] | None = None,
        *,
        rank: int | Sequence[int] | None = None,
        area: bool = False,
        target_prior: Any = None,
        at_best: bool = False,
        among: Sequence[str] = (),
    ) -> _results.Regions:
        """The pieces of the Tile on which ranks are constant, with exact corners.

        Parameters
        ----------
        classifier : str or sequence of str, optional
            Only those of this one, or of these.
        rank : int or sequence of int, optional
            Only those whose ranks contain this one, or one of these.
        area : bool
            Add exact areas.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.
        at_best : bool
            Of a Tile from scores: the classifiers are its models, each of which chooses the best of its thresholds for every
            preference.
        among : sequence of str
            With ``at_best``: only these models.

        Returns
        -------
        Regions
            A row per piece: ``name``, ``dimension`` (2, or 1 for a tie), ``rank``, ``vertices``, ``edges``, ``area``; with
            ``to_geojson()`` and ``to_shapely()``.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> piece = tile.regions("b", rank=1, area=True)[0]
        >>> piece.vertices[0], piece.area
        ((Fraction(1, 1), Fraction(1, 1)), Fraction(11, 42))
        """
        given = flags(area=area, target_prior=target_prior, at_best=at_best)
        given += [*repeated("rank", rank), *repeated("classifier", classifier), *repeated("among", among)]
        return _results.regions(self._answer("regions", given=given), self, given)

    def geojson(self, classifier: str | Sequence[str] | None = None, *, rank: int | Sequence[int] | None = None) -> FeatureCollection:
        """The pieces of :meth:`regions` as GeoJSON, in doubles: valid polygons that do not overlap, within 1e-5 of the borders.

        ``tile.regions(...).to_shapely()`` makes geometries of shapely of them.

        Parameters
        ----------
        classifier : str or sequence of str, optional
            Only those of this one, or of these.
        rank : int or sequence of int, optional
            Only those whose ranks contain this one, or one of these.

        Returns
        -------
        dict
            A FeatureCollection.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [feature["geometry"]["type"] for feature in tile.geojson("b", rank=1)["features"]][:1]
        ['Polygon']
        """
        given = [*repeated("rank", rank), *repeated("classifier", classifier), "--format=geojson"]
        found: FeatureCollection = json.loads(self._content("regions", given))
        return found

    def zone(
        self, better: str | Sequence[str], than: str | Sequence[str], *, target_prior: Any = None
    ) -> Zone:
        """Where each classifier of one set is at least as good as each of another.

        Parameters
        ----------
        better, than : str or sequence of str
            The names of the one set and of the other.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.

        Returns
        -------
        Zone
            ``piece`` is one piece of the Tile with exact ``vertices`` and ``edges``, as in :meth:`regions`, or None if there is no
            such place.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.zone("a", "b").piece.dimension
        2
        """
        sets = [*repeated("better", _quoted(better)), *repeated("than", _quoted(than))]
        return Zone(self._answer("zone", given=[*sets, *flags(target_prior=target_prior)]))

    def rankings(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        target_prior: Any = None,
        confluences: bool = False,
        cells: bool = False,
        polygons: bool = False,
        area: bool = False,
        rankings: bool = False,
    ) -> _results.Rankings:
        """How many rankings the preferences can produce; or the ranking around one preference, and how far
        it is to the nearest change.

        Parameters
        ----------
        score, at
            The one preference; all unless given.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.
        confluences : bool
            List every point where frontiers meet, with who ties there.
        cells, polygons, area, rankings : bool
            List every cell: with a point inside, with its corners and edges, with its area, with its ranking. There may be millions.

        Returns
        -------
        Rankings
            ``frontiers``, ``cells``, ``confluences`` and what was asked to be listed; or of one preference its ranking and the nearest
            change. ``to_frame()`` has a row per cell, confluence or classifier, with names.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.rankings().cells
        2
        """
        given = flags(
            score=score,
            at=at,
            target_prior=target_prior,
            confluences=confluences,
            cells=cells,
            polygons=polygons,
            area=area,
            rankings=rankings,
        )
        return _results.Rankings(self._answer("rankings", given=given))

    def compare(
        self,
        first: str,
        second: str,
        metric: str | None = None,
        paired: bool | None = None,
        *,
        at: Sequence[Any] | None = None,
        unpaired: bool = False,
        pattern_mass: Any = None,
        positives: int | None = None,
        negatives: int | None = None,
        exact: bool = False,
        seed: int | None = None,
        level: Any = None,
        margin: Any = None,
        anytime: bool = False,
    ) -> _results.Comparison:
        """Which of two classifiers is better, and how sure that is.

        They are compared on the same samples if predictions or the scores of samples are known, otherwise as
        independent.

        Parameters
        ----------
        first, second : str
            Their names.
        metric, at
            The preference: any metric, or a point of the Tile.
        paired : bool, optional
            Whether they are compared on the same samples; unless given, they are where that is known. True refuses to take
            them as independent.
        unpaired : bool
            The same as ``paired=False``.
        pattern_mass : number, optional
            The mass of the Dirichlet prior of who is right, in each class; 2 unless given.
        positives, negatives : int, optional
            The samples of the next test, as many as observed unless given.
        exact : bool
            Fractions for the next test instead of decimals.
        seed : int, optional
            The seed of what is drawn.
        level : number, optional
            The level of the interval of the true difference, 95/100 unless given.
        margin : number, optional
            Asks whether the first is not worse by this much or more: ``not_worse``, and ``equivalent``.
        anytime : bool
            Gives ``e_value``, evidence that the first is better which may be looked at as often as one likes; for TPR, TNR and
            accuracy.

        Returns
        -------
        Comparison
            ``values`` has the metric of both, ``difference`` the first's less the second's (the other way round where less is
            better) as ``value``, and the ``interval`` of the true one. ``truly_better`` encloses the probability that the first is better on all samples there are,
            ``next`` has the probabilities that it is on the next test, ``swap_test`` the p-values of the exact
            test, ``discordant`` the samples that only one of the two has right, and ``paired``.
            ``to_frame()`` is one row with the names of the two.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = [0] * 10 + [1] * 10
        >>> tile = Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})
        >>> found = tile.compare("good", "poor", "f1")
        >>> found.paired, found.discordant.positives, found.swap_test.one_sided
        (True, (5, 0), Fraction(1, 32))
        """
        _needs_one("metric", metric, at)
        if paired and unpaired:
            raise ValueError("paired and unpaired contradict each other\nhint: leave unpaired out")
        unpaired = unpaired or paired is False
        given = flags(
            score=metric,
            at=at,
            first=first,
            second=second,
            unpaired=unpaired,
            pattern_mass=pattern_mass,
            positives=positives,
            negatives=negatives,
            exact=exact,
            seed=seed,
            level=level,
            margin=margin,
            anytime=anytime,
        )
        raw = self._answer("compare", given=given)
        if paired and not raw["paired"]:
            raise ValueError(
                "it is not known which results belong to one sample\n"
                "hint: make the Tile with from_predictions or from_scores, or leave paired out"
            )
        (pair,) = raw["pairs"]
        names = [raw["classifiers"][pair[place]]["name"] for place in ("first", "second")]
        found = {**{k: v for k, v in raw.items() if k not in ("pairs", "classifiers")}, **pair}
        return _results.Comparison(raw, (names[0], names[1]), found)

    def confidence(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        model: str = "beta-binomial",
        beta: tuple[Any, Any] | None = None,
        beta_negative: tuple[Any, Any] | None = None,
        positives: int | None = None,
        negatives: int | None = None,
        exact: bool = False,
        question: str | None = None,
        unpaired: bool = False,
        level: Any = None,
        prior_pooling: Any = None,
        draws: int | None = None,
        seed: int | None = None,
        pairs: bool = False,
    ) -> Table[_results.RankConfidence]:
        """How sure the ranks are: who is truly best, and who is first on the next test.

        Predictions and scores are compared on the same samples, confusion matrices as independent.

        Parameters
        ----------
        score, at
            The preference.
        model, beta, beta_negative, positives, negatives, exact
            As in :func:`exactile.pmf`.
        question : {"truly", "next"}, optional
            One question alone; both unless given.
        unpaired : bool
            Take predictions as independent too.
        level : number, optional
            The probability with which intervals of true ranks hold, and from which on tiers are parted.
        prior_pooling : "estimated" or number, optional
            A partially pooled prior of true rates: the share by which differences shrink, or that it is estimated.
        draws, seed : int, optional
            How much is drawn where simulation decides, and from which seed; results repeat exactly.
        pairs : bool
            Add each pair of classifiers, in ``document``.

        Returns
        -------
        Table of RankConfidence
            A row per classifier: ``tier``, ``truly_best``, ``true_rank_interval``, ``first_alone``, ``ranks``, ...

        Examples
        --------
        >>> from exactile import Tile
        >>> y = [0, 1] * 40
        >>> tile = Tile.from_predictions(y, {"good": y, "poor": [0, 1, 1, 0] * 20})
        >>> [(row.name, row.tier, row.true_rank_interval) for row in tile.confidence("f1")]
        [('good', 1, RankInterval(best=1, worst=1)), ('poor', 2, RankInterval(best=2, worst=2))]
        """
        _needs_one("score", score, at)
        given = flags(
            score=score,
            at=at,
            model=model,
            beta=beta,
            beta_negative=beta_negative,
            positives=positives,
            negatives=negatives,
            exact=exact,
            question=question,
            unpaired=unpaired,
            level=level,
            prior_pooling=prior_pooling,
            draws=draws,
            seed=seed,
            pairs=pairs,
        )
        return _results.confidence(self._answer("confidence", given=given))

    def plan(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        question: str | None = None,
        rival: str | None = None,
        margin: Any = None,
        level: Any = None,
        alpha: Any = None,
        positive_share: Any = None,
        limit: int | None = None,
        unpaired: bool = False,
        beta: tuple[Any, Any] | None = None,
        beta_negative: tuple[Any, Any] | None = None,
        draws: int | None = None,
        seed: int | None = None,
    ) -> Plan:
        """How large a test has to be to show that the winner is the best, if all rates are what was observed.

        Parameters
        ----------
        score, at
            The preference.
        question : {"truly", "next", "power"}, optional
            What is to be reached: the expected probability that the winner is truly the best, the probability that its result is
            the best, or that the swap test shows it to be better than its rival. "truly" unless given.
        rival : str, optional
            Plan for the winner and this classifier alone.
        margin : number, optional
            Plan to show that the winner is truly not worse than any other by this much or more.
        level, alpha : number, optional
            The probability that is to be reached, 95/100 unless given; and of the power the p-value at which the test rejects.
        positive_share : number, optional
            The share of positives among planned samples; that of the results unless given.
        limit : int, optional
            The largest test to think of.
        unpaired : bool
            Take predictions as independent.
        beta, beta_negative, draws, seed
            As in :meth:`confidence`.

        Returns
        -------
        Plan
            ``smallest``: positives and negatives of the smallest test that reaches the level, and the probability there; None if
            none within the limit does.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[45, 5], [5, 45]], "b": [[30, 20], [20, 30]]})
        >>> tile.plan("accuracy", question="next").smallest.positives
        7
        """
        _needs_one("score", score, at)
        given = flags(
            score=score,
            at=at,
            question=question,
            rival=rival,
            margin=margin,
            level=level,
            alpha=alpha,
            positive_share=positive_share,
            limit=limit,
            unpaired=unpaired,
            beta=beta,
            beta_negative=beta_negative,
            draws=draws,
            seed=seed,
        )
        return Plan(self._answer("plan", given=given))

    def thresholds(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
        target_prior: Any = None,
        for_model: str | None = None,
        choose_on: Held | str | os.PathLike[str] | None = None,
        subject_to: str | Iterable[str] | None = None,
        max_fpr: Any = None,
        calibration: int | None = None,
    ) -> Table[_results.Model]:
        """Areas, Brier score, ROC hull and best thresholds of models that give scores.

        Parameters
        ----------
        score, at, cost_fp, cost_fn
            The preference for which thresholds are best: any metric by name, a point of the Tile, or both costs.
        target_prior : number, optional
            The positive prior of the population in which they are applied.
        for_model : str, optional
            Only this model, with the preferences for which each threshold of its hull is best, in ``document``.
        choose_on : Tile or path, optional
            Choose thresholds on these scores, and judge them on those of this Tile.
        subject_to : str or several, optional
            Conditions on metrics that thresholds have to meet, all of them: ``"fpr <= 0.05"``, ``"ppv >= 9/10"``.
        max_fpr : number, optional
            Add the area under the ROC curve up to this false positive rate.
        calibration : int, optional
            Add log loss and calibration by this many bins of equal width.

        Returns
        -------
        Table of Model
            A row per model: ``name``, ``distinct``, ``auc``, ``brier``, ``hull``, ``best``, ``chosen``,
            ``average_precision``, ``mean_score``, ``partial_auc``, ``partial_auc_standardised``, ``unmet``, ``nearest``,
            ``log_loss``, ``calibration``.

        Raises
        ------
        ValueError
            The Tile was not made from scores.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
        >>> [float(rule.threshold) for rule in tile.thresholds(cost_fp=1, cost_fn=5)[0].best]
        [0.35]
        >>> [float(rule.threshold) for rule in tile.thresholds("mcc", subject_to="fpr <= 0.2")[0].best]
        [0.8]
        """
        if not self._data.has_scores():
            raise ValueError("there are no thresholds without scores\nhint: make the Tile with from_scores")
        given = flags(score=score, at=at, cost_fp=cost_fp, cost_fn=cost_fn, target_prior=target_prior, for_model=for_model)
        given += [*repeated("subject-to", subject_to), *flags(max_fpr=max_fpr, calibration=calibration)]
        with self._choosing(choose_on) as chosen:
            raw = self._answer("thresholds", given=[*given, *chosen])
        if isinstance(choose_on, Held):
            # A file that is there no more.
            raw.pop("chosen_on", None)
        return _results.models(raw)

    def curve(
        self,
        along: str | None = None,
        *,
        start: str | Sequence[Any] | None = None,
        end: str | Sequence[Any] | None = None,
        at: Sequence[Any] | None = None,
        pairs: bool = False,
        target_prior: Any = None,
        first: str | None = None,
        second: str | None = None,
        level: Any = None,
        steps: int | None = None,
        unpaired: bool = False,
        draws: int | None = None,
        seed: int | None = None,
    ) -> _results.Curve:
        """All rankings along a segment of the Tile.

        Parameters
        ----------
        along : {"decision", "cost", "f-beta"}, optional
            A segment with a name: decision curves, cost curves, F-scores.
        start, end : str or pair of numbers, optional
            The ends of another one: scores, or points of the Tile.
        at : pair of numbers, optional
            A preference on the segment: ``document.preference`` says who is first there.
        pairs : bool
            Name the classifiers that swap, in ``document``.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.
        first, second : str, optional
            Say along the segment where it is decided which of these two is truly better, in ``document``; there are no rows then.
        level, steps, unpaired, seed : optional
            Of these two: the probability that decides, at how many points, taken as independent, and the seed of what is drawn.
        draws : int, optional
            Without these two: draw the rates behind the results as often, for the interval of the best compromise, in
            ``document.compromise_drawn``; ``level``, ``unpaired`` and ``seed`` are about it then.

        Returns
        -------
        Curve
            A row per place at which classifiers swap: ``position``, ``at``, ``pairs``; and ``swaps``, ``compromise``, ``optimality``.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [row.position for row in tile.curve("decision")]
        [Fraction(1, 3)]
        """
        if along is None and (start is None or end is None):
            raise ValueError('give along="decision", "cost" or "f-beta", or both start and end')
        given = flags(
            along=along,
            from_=start,
            to=end,
            at=at,
            pairs=pairs,
            target_prior=target_prior,
            first=first,
            second=second,
            level=level,
            steps=steps,
            unpaired=unpaired,
            draws=draws,
            seed=seed,
        )
        return _results.curve(self._answer("curve", given=given))

    def grid(
        self,
        flavor: str = "value",
        *,
        classifier: str | None = None,
        score: str | None = None,
        coefficient: str | None = None,
        steps: int = 100,
    ) -> Any:
        """Values on a regular grid of the Tile.

        Parameters
        ----------
        flavor : {"value", "best", "worst", "correlation"}
            The ranking scores of ``classifier``, the best or the worst ones of all, or the correlation of ``score`` with the
            ranking scores over the classifiers.
        classifier : str, optional
            A name; not needed if there is one classifier.
        score : str, optional
            A metric's name, or a formula such as ``"tp/(tp+fp+fn)"``.
        coefficient : {"kendall", "spearman"}, optional
            The correlation coefficient.
        steps : int
            Steps along each side: the grid has ``steps + 1`` points there.

        Returns
        -------
        numpy.ndarray, or list of lists without numpy
            The double nearest to each exact value: ``[j][k]`` at a = k/steps and b = j/steps. ``nan`` where it is undefined.

        Raises
        ------
        ValueError
            No flavor or classifier has this name, or one of them is needed and missing.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [[float(value) for value in row] for row in tile.grid(classifier="b", steps=1)]
        [[0.5, 0.6153846153846154], [0.7142857142857143, 0.8]]
        """
        steps = _grids.checked_steps(steps)
        if flavor == "correlation":
            if score is None:
                raise ValueError("this flavor shows the correlations of a metric\nhint: name it with score=")
            asked = {"score": score, "map": True, "grid": steps, "coefficient": coefficient}
            return _grids.array(_grids.correlated(self._answer("correlate", given=flags(**asked))))
        if score is not None or coefficient is not None:
            raise ValueError("score and coefficient go with correlations\nhint: leave them out, or flavor=\"correlation\"")
        matrices = self.matrices
        if flavor in ("best", "worst"):
            if classifier is not None:
                raise ValueError(f"the flavor {flavor} shows all classifiers\nhint: leave classifier out")
            tiles = [_grids.values(matrix, steps) for matrix in matrices.values()]
            return _grids.array(_grids.extreme(tiles, max if flavor == "best" else min))
        if flavor != "value":
            raise ValueError(f"no flavor of a grid is called {flavor!r}\nhint: choose one of value, best, worst, correlation")
        name = classifier if classifier is not None or len(self) > 1 else self.names[0]
        if name not in matrices:
            what = "the flavor value shows one classifier" if name is None else f"no classifier is called {name!r}"
            raise ValueError(f"{what}\nhint: choose one with classifier=, of tile.names")
        return _grids.array(_grids.values(matrices[name], steps))

    def ask(self, command: str, **given: Any) -> Document:
        """The answer of any command of the program that takes classifiers.

        Parameters
        ----------
        command : str
            Its name, for instance ``"vut"``, ``"advantage"``, ``"roc"`` or ``"lattice compare"``.
        **given
            Its flags, with underscores. True is a flag alone, a list repeats its flag, and a tuple is one value.

        Returns
        -------
        Document
            What ``exactile COMMAND --format json`` writes.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]]})
        >>> tile.ask("advantage", cost_fp=1, cost_fn=5).raw["schema"]
        'exactile.advantage.v1'
        """
        # What there is to notice of the input was said when it was read.
        given.pop("quiet", None)
        return Document(self._answer(*command.split(), given=any_flags(command, given)))


def preference(score: Any, at: Any, cost_fp: Any, cost_fn: Any) -> tuple[str | None, tuple[Any, Any] | None]:
    """The one preference that was given: the name of a metric, or a point of the Tile."""
    if score is not None and not isinstance(score, str):
        raise ValueError(f"score={score!r} is no name of a metric\nhint: write \"f1\"; a point of the Tile is at=(a, b)")
    costs = cost_fp is not None or cost_fn is not None
    if (score is not None) + (at is not None) + costs != 1:
        raise ValueError("give one preference: a score, at, or both cost_fp and cost_fn")
    if costs:
        return None, cost_point(cost_fp, cost_fn)
    return score, None if at is None else _pair(at)


def metric_at(score: str | None, at: tuple[Any, Any] | None) -> str:
    """The name of a metric, or of the ranking score at a point of the Tile."""
    if at is None:
        assert score is not None
        return score
    return f"r({exact_text(at[0])},{exact_text(at[1])})"


def cost_point(cost_fp: Any, cost_fn: Any) -> tuple[Fraction, Fraction]:
    """The point of the Tile that orders as costs do."""
    if cost_fp is None or cost_fn is None:
        raise ValueError("one cost is missing\nhint: give cost_fp and cost_fn")
    # Costs stand at one point under every prior.
    found = answered("place", flags=flags(prior=Fraction(1, 2), cost_fp=cost_fp, cost_fn=cost_fn))
    return fraction(found["at"][0]), fraction(found["at"][1])


def _pair(at: Any) -> tuple[Any, Any]:
    """A point of the Tile as it was given."""
    what = f"at={at!r} is no point of the Tile\nhint: give two numbers from 0 to 1, at=(a, b)"
    if isinstance(at, str) or not isinstance(at, Iterable) or len(found := tuple(at)) != 2:
        raise ValueError(what)
    with contextlib.suppress(ValueError, ZeroDivisionError):
        if all(0 <= Fraction(exact_text(x)) <= 1 for x in found):
            return found[0], found[1]
    raise ValueError(what)


def _needs_one(word: str, score: Any, at: Any) -> None:
    """Refuses questions without exactly one preference."""
    if (score is None) == (at is None):
        raise ValueError(f"give one preference: a {word}, or at")


def _quoted(names: str | Sequence[str]) -> list[str]:
    """Names as fields of CSV, which may have commas in them."""
    return [quoted(name) for name in ([names] if isinstance(names, str) else names)]
