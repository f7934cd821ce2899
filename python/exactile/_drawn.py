"""Pictures and pages of a Tile."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _exactile
from ._answers import flags, repeated, several
from ._held import Held
from ._numbers import exact_text

__all__ = ["Page"]


class Drawn(Held):
    """Classifiers that are drawn."""

    __slots__ = ()

    def svg(
        self,
        flavor: str = "entity",
        *,
        rank: int | None = None,
        classifier: str | None = None,
        score: str | None = None,
        show: str | Sequence[str] = (),
        at: Sequence[Any] | None = None,
        point: Mapping[str, Sequence[Any]] | str | Sequence[str] = (),
        size: int | None = None,
        target_prior: Any = None,
        at_best: bool = False,
        among: Sequence[str] = (),
        question: str | None = None,
        first: str | None = None,
        second: str | None = None,
        unpaired: bool = False,
        prior_pooling: Any = None,
        model: str | None = None,
        beta: tuple[Any, Any] | None = None,
        beta_negative: tuple[Any, Any] | None = None,
        positives: int | None = None,
        negatives: int | None = None,
        level: Any = None,
        draws: int | None = None,
        seed: int | None = None,
        coefficient: str | None = None,
        prediction_rate: Any = None,
        performances: int | None = None,
        dirichlet: Sequence[Any] | None = None,
        resolution: int | None = None,
        grid: int | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> str:
        """A picture of the Tile as SVG, with exact borders.

        Parameters
        ----------
        flavor : str
            ``entity`` (who is ranked first, or ``rank``-th), ``rank`` or ``value`` (of ``classifier``), ``best``,
            ``worst``, ``no-skill``, ``frontiers``, ``rankings``, ``correlation`` (of ``score``), ``confidence`` (how sure it is who
            is first), ``decided`` (where it is).
        rank : int, optional
            Of the flavor ``entity``: who is ranked so.
        classifier : str, optional
            Whom the flavors ``rank``, ``value``, ``no-skill`` and ``confidence`` show.
        score : str, optional
            The metric of the flavor ``correlation``, or a formula such as ``tp/(tp+fp+fn)``.
        show : str or sequence of {"scores", "grid", "no-skill-curve", "legend"}
            What to draw besides.
        at : pair of numbers, optional
            A preference to mark.
        point : mapping of texts to pairs of numbers
            Points to mark, each with a text: ``{"our score": (0.5, 0.3)}``; or texts as the program takes them, ``"0.5,0.3=our score"``.
        size : int, optional
            The width in pixels.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.
        at_best, among
            As in :meth:`regions`.
        question, first, second, unpaired, prior_pooling, model, beta, beta_negative, positives, negatives, level, draws, seed : optional
            Of the flavors ``confidence`` and ``decided``: as in :meth:`confidence` and :meth:`compare`.
        coefficient : {"kendall", "spearman"}, optional
            Of the flavor ``correlation``: Kendall's tau-b, or Spearman's rho.
        performances, dirichlet : int and four numbers, optional
            Of the flavor ``correlation`` without classifiers: as many performances, drawn from this distribution by ``seed``.
        prediction_rate : number, optional
            Of the flavor ``correlation`` without classifiers: the rate of positive predictions of all performances.
        resolution, grid : int, optional
            How fine the flavor ``correlation`` is: its lattice of performances, and its grid.
        checkpoint : path, optional
            A file that keeps the points of the flavor ``confidence`` as they are found.

        Returns
        -------
        str
            The picture.

        Examples
        --------
        >>> from exactile import Tile
        >>> Tile.from_confusion({"a": [[35, 15], [15, 35]]}).svg()[:4]
        '<svg'
        """
        given = flags(
            flavor=flavor,
            rank=rank,
            classifier=classifier,
            score=score,
            show=several(show) or None,
            at=at,
            size=size,
            target_prior=target_prior,
            at_best=at_best,
            question=question,
            first=first,
            second=second,
            unpaired=unpaired,
            prior_pooling=prior_pooling,
            model=model,
            beta=beta,
            beta_negative=beta_negative,
            positives=positives,
            negatives=negatives,
            level=level,
            draws=draws,
            seed=seed,
            coefficient=coefficient,
            prediction_rate=prediction_rate,
            performances=performances,
            dirichlet=dirichlet,
            resolution=resolution,
            grid=grid,
            checkpoint=None if checkpoint is None else os.fspath(checkpoint),
        )
        if isinstance(point, Mapping):
            point = [f"{exact_text(a)},{exact_text(b)}={text}" for text, (a, b) in point.items()]
        return self._content("tile", [*given, *repeated("point", point), *repeated("among", among)]).decode()

    def save(self, path: str | os.PathLike[str], flavor: str = "entity", **options: Any) -> None:
        """Write a picture of the Tile to a file ``.svg``, ``.png`` or ``.pdf``.

        Parameters
        ----------
        path : path
            The file.
        flavor, **options
            As in :meth:`svg`.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "tile.png"
        ...     tile.save(path, show=["scores", "legend"], size=300)
        ...     path.read_bytes()[1:4]
        b'PNG'
        """
        ending = os.path.splitext(path)[1].lower()
        if ending not in (".svg", ".png", ".pdf"):
            raise ValueError(f"pictures cannot be written as {ending!r}\nhint: name a file .svg, .png or .pdf")
        svg = self.svg(flavor, **options)
        if ending == ".png":
            _write(path, _exactile.png(svg, 2.0))
        else:
            _write(path, _exactile.pdf(svg) if ending == ".pdf" else svg.encode())

    def _repr_svg_(self) -> str:
        # No wider than the cell of a notebook.
        return self.svg(show=["scores", "legend"]).replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

    def report(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        title: str | None = None,
        preference: str | Sequence[Any] | None = None,
        target_prior: Any = None,
        metrics: str | Sequence[str] = (),
        model: str | None = None,
        beta: tuple[Any, Any] | None = None,
        beta_negative: tuple[Any, Any] | None = None,
        level: Any = None,
        unpaired: bool = False,
        grid: int | None = None,
        draws: int | None = None,
        seed: int | None = None,
        prior_pooling: Any = None,
        choose_on: Held | str | os.PathLike[str] | None = None,
    ) -> str:
        """The page to choose a classifier by, as HTML without any need of a network.

        Parameters
        ----------
        path : path, optional
            A file to write it to.
        title : str, optional
            The heading of the page.
        preference : str or pair of numbers, optional
            The score, or the point of the Tile, that the page begins with; accuracy unless given.
        target_prior : number, optional
            The positive prior that the page begins with.
        metrics : str or sequence of str
            The metrics of its table.
        model, beta, beta_negative
            As in :func:`exactile.pmf`.
        level : number, optional
            The part of the mass that intervals hold, 95/100 unless given.
        unpaired : bool
            Take predictions as independent too.
        grid : int, optional
            Points per side at which the probability of being truly the best is drawn, 0 for none.
        draws, seed : int, optional
            How much is drawn where simulation decides, 0 for nothing, and from which seed.
        prior_pooling : "estimated" or number, optional
            By which share differences between classifiers shrink where the best of all is asked for.
        choose_on : Tile or path, optional
            Of a Tile from scores: the samples that thresholds are chosen on, as in :meth:`thresholds`; they are judged on this Tile.

        Returns
        -------
        str
            The page.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[5, 2], [1, 4]], "b": [[6, 1], [2, 3]]})
        >>> page = tile.report(title="Which one?", preference="recall", draws=0)
        >>> "<title>Which one?</title>" in page
        True
        """
        given = flags(
            title=title,
            preference=preference,
            target_prior=target_prior,
            metric=several(metrics) or None,
            model=model,
            beta=beta,
            beta_negative=beta_negative,
            level=level,
            unpaired=unpaired,
            grid=grid,
            draws=draws,
            seed=seed,
            prior_pooling=prior_pooling,
        )
        if choose_on is not None and not self._data.has_scores():
            raise ValueError("there are no thresholds to choose without scores\nhint: make the Tile with from_scores")
        with self._choosing(choose_on) as chosen:
            result = self._content("report", [*given, *chosen])
        if path is not None:
            _write(path, result)
        return result.decode()

    def explore(self, *, height: int = 900, **options: Any) -> Page:
        """The page of :meth:`report` within a notebook.

        Parameters
        ----------
        height : int
            Of the frame, in pixels.
        **options
            As in :meth:`report`.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.explore(height=600, preference="recall", draws=0)
        Page of 2 classifiers: show it in a notebook
        """
        return Page(self.report(**options), height, len(self))


class Page:
    """A page that a notebook shows in a frame of its own.

    Attributes
    ----------
    html : str
        The page.
    height : int
        The height of the frame in pixels.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> page = tile.explore(draws=0)
    >>> page.height, page.html[:15]
    (900, '<!DOCTYPE html>')
    """

    __slots__ = ("_classifiers", "height", "html")

    def __init__(self, html: str, height: int, classifiers: int) -> None:
        self.html = html
        self.height = height
        self._classifiers = classifiers

    def __repr__(self) -> str:
        return f"Page of {self._classifiers} classifiers: show it in a notebook"

    def _repr_html_(self) -> str:
        from html import escape

        source = escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{source}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


def _write(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file whole or not at all."""
    import tempfile

    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"there is no folder {folder!r}")
    handle, temporary = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
