"""Counts predictions where the data are, by one GROUP BY."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ._tile import Tile

__all__ = ["count"]

#: The name of the column of counts in what the engine hands back.
_COUNT = "exactile_count"


def count(
    source: Any,
    *,
    y_true: str = "y_true",
    classifiers: Sequence[str] | None = None,
    positive: Any = None,
) -> Tile:
    """Count predictions where the data are: one GROUP BY in the engine, and only the groups come back.

    Parameters
    ----------
    source : DuckDB relation, polars LazyFrame, or path of a Parquet file
        The samples, a row each. A path is read by DuckDB or polars, whichever is installed.
    y_true : str
        The column of true labels.
    classifiers : sequence of str, optional
        The columns of predictions; all others unless given.
    positive : label, optional
        The positive label, as in :meth:`Tile.from_predictions`.

    Returns
    -------
    Tile
        The same as if all samples had been given to :meth:`Tile.from_predictions`.

    Raises
    ------
    ValueError
        A value is missing, or labels make no sense. Rows in the message are those of the groups.
    """
    if isinstance(source, (str, os.PathLike)):
        source = _scanned(source)
    library = type(source).__module__.lstrip("_").partition(".")[0]
    if library == "polars":
        return _by_polars(source, y_true, classifiers, positive)
    if library == "duckdb":
        return _by_duckdb(source, y_true, classifiers, positive)
    raise ValueError(
        f"{type(source).__name__} cannot be counted\n"
        "hint: give a DuckDB relation, a polars LazyFrame, or the path of a Parquet file"
    )


def _scanned(path: str | os.PathLike[str]) -> Any:
    from importlib.util import find_spec

    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no file {os.fspath(path)!r}")
    if find_spec("polars") is not None:
        import polars

        return polars.scan_parquet(path)
    if find_spec("duckdb") is not None:
        import duckdb

        return duckdb.read_parquet(os.fspath(path))
    raise ImportError("counting a file needs duckdb or polars")


def _chosen(columns: Sequence[str], y_true: str, classifiers: Sequence[str] | None) -> list[str]:
    """The columns of labels, the true ones first."""
    names = [name for name in columns if name != y_true] if classifiers is None else list(classifiers)
    for name in (y_true, *names):
        if name not in columns:
            raise ValueError(f"there is no column {name!r}\nhint: the source has {', '.join(columns)}")
    return [y_true, *names]


def _by_polars(source: Any, y_true: str, classifiers: Sequence[str] | None, positive: Any) -> Tile:
    import polars

    lazy = source.lazy()
    chosen = _chosen(lazy.collect_schema().names(), y_true, classifiers)
    counts = polars.len().cast(polars.Int64).alias(_COUNT)
    grouped = lazy.group_by(chosen).agg(counts).sort(chosen).collect()
    return Tile.from_counts(grouped, y_true=y_true, count=_COUNT, positive=positive)


def _by_duckdb(source: Any, y_true: str, classifiers: Sequence[str] | None, positive: Any) -> Tile:
    chosen = _chosen(source.columns, y_true, classifiers)
    quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in chosen)
    grouped = source.aggregate(f"{quoted}, count(*) AS {_COUNT}", quoted).order(quoted).fetchall()
    columns: dict[str, list[Any]] = {
        name: [row[k] for row in grouped] for k, name in enumerate([*chosen, _COUNT])
    }
    return Tile.from_counts(columns, y_true=y_true, count=_COUNT, positive=positive)
