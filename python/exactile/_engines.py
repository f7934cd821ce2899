"""What an engine is asked for, over tables of any library: grouped counts alone, by narwhals.

Columns are chosen by their places and called c0, c1, ... on the way, the true labels first: names are never given to an
engine, which may take them for expressions.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ._extras import absent, needed

__all__: list[str] = []

Row = tuple[Any, ...]

#: The columns of numbers of samples, and of the class in counts of pairs.
_COUNT, _CLASS = "n", "t"


def opened(source: Any, query: str | None) -> Any:
    """The table that is to be counted."""
    if query is not None:
        if not hasattr(source, "sql"):
            raise ValueError(
                f"{type(source).__name__} answers no query\n"
                "hint: give a DuckDB connection, a SparkSession, or a connection of Ibis"
            )
        return source.sql(query)
    if library_of(source) == "duckdb" and hasattr(source, "cursor"):
        raise ValueError('a connection is no table\nhint: add the query: query="SELECT ... FROM ..."')
    if isinstance(source, (str, os.PathLike)):
        return _file(source)
    return source


def library_of(source: Any) -> str:
    """The library that an object comes from."""
    return type(source).__module__.lstrip("_").partition(".")[0]


def _file(path: str | os.PathLike[str]) -> Any:
    from glob import escape, glob
    from importlib.util import find_spec

    name = os.fspath(path)
    # What is there is no pattern, whatever signs are in its name.
    is_pattern = not os.path.exists(name)
    if is_pattern and not glob(name):
        raise FileNotFoundError(f"there is no file {name!r}")
    pattern = name if is_pattern else escape(name)
    if os.path.isdir(name):
        pattern = os.path.join(pattern, "**", "*.parquet")
    if find_spec("duckdb") is not None:
        import duckdb

        return duckdb.read_parquet(pattern)
    if find_spec("polars") is not None:
        import polars

        return polars.scan_parquet(pattern)
    raise absent("counting a file", "duckdb or polars", "count")


def _identifier(name: str) -> str:
    """A name in SQL, which knows no empty one."""
    if not name:
        raise ValueError("a column has no name\nhint: name it in a query: SELECT * FROM samples AS t(y_true, model)")
    return '"' + name.replace('"', '""') + '"'


class Scan:
    """Some columns of a table: the true labels, and one for each classifier or model."""

    def __init__(self, source: Any, y_true: str, others: Sequence[str] | None) -> None:
        narwhals = needed("narwhals", "counting where the data are")
        self._narwhals = narwhals
        if library_of(source) == "narwhals":
            source = source.to_native()
        self._library = library_of(source)
        try:
            frame = narwhals.from_native(source)
        except TypeError:
            raise ValueError(
                f"{type(source).__name__} cannot be counted\n"
                "hint: give a table of DuckDB, polars, PySpark or Ibis, or the path of a Parquet file"
            ) from None
        columns = frame.collect_schema().names()
        self.names = [name for name in columns if name != y_true] if others is None else list(others)
        for name in (y_true, *self.names):
            if name not in columns:
                raise ValueError(f"there is no column {name!r}\nhint: the source has {', '.join(columns)}")
        if not self.names:
            raise ValueError("there are no classifiers\nhint: give one at least")
        chosen = [y_true, *self.names]
        if self._library == "duckdb":
            # A place of DuckDB becomes a name again, and "*" stands for all of them.
            fields = [f"{_identifier(name)} AS c{k}" for k, name in enumerate(chosen)]
            self._frame = narwhals.from_native(source.project(", ".join(fields)))
        else:
            if self._library == "pyspark":
                # Names of Spark are paths.
                frame = narwhals.from_native(source.toDF(*[f"x{k}" for k in range(len(columns))]))
            places = [columns.index(name) for name in chosen]
            self._frame = frame.lazy().select(*(narwhals.nth(place).alias(f"c{k}") for k, place in enumerate(places)))
        self._types = self._frame.collect_schema()

    def grouped(self, places: Sequence[int], most: int | None = None) -> list[Row]:
        """One GROUP BY: the values of these columns, and how many rows have them; not more rows than asked for."""
        keys = [f"c{k}" for k in places]
        counts = self._narwhals.len().alias(_COUNT)
        grouped = self._frame.group_by(keys).agg(counts).select(*keys, _COUNT)
        return self._rows(grouped if most is None else grouped.head(most))

    def has_more_patterns(self, most: int, rows: int) -> bool:
        """Whether the first rows hold more patterns than that."""
        patterns = self._frame.head(rows).unique().head(most + 1)
        ((found,),) = self._rows(patterns.select(self._narwhals.len().alias(_COUNT)))
        return bool(found > most)

    def complete(self, missing: Sequence[Sequence[Any]], places: Sequence[int]) -> None:
        """Leaves out the rows that lack a value in these columns; some texts stand for one, too."""
        for k in places:
            column = self._narwhals.col(f"c{k}")
            frame = self._frame.filter(~column.is_null())
            if self._types[f"c{k}"].is_float() and self._has_nan():
                frame = frame.filter(~column.is_nan())
            if missing[k]:
                frame = frame.filter(~column.is_in(list(missing[k])))
            self._frame = frame

    def is_single(self, place: int) -> bool:
        """Whether a column holds floats of 32 bits."""
        return bool(self._types[f"c{place}"] == self._narwhals.Float32)

    def pairs(self, negative: Sequence[Sequence[Any]]) -> list[Row]:
        """For each class whether it is the positive one, its rows, and for classifiers i <= j those that both have
        right, i first; ``negative`` are the values that mean negative, by column. One pass over the data."""
        says = [self._says_positive(k, list(values)) for k, values in enumerate(negative)]
        right = [(said == says[0]).alias(f"r{k}") for k, said in enumerate(says[1:])]
        frame = self._frame.select(says[0].alias(_CLASS), *right)
        both = [
            (self._narwhals.col(f"r{i}") & self._narwhals.col(f"r{j}")).cast(self._narwhals.Int64).sum().alias(f"b{i}_{j}")
            for j in range(len(right))
            for i in range(j + 1)
        ]  # fmt: skip
        return self._rows(frame.group_by(_CLASS).agg(self._narwhals.len().alias(_COUNT), *both))

    def _says_positive(self, place: int, negative: list[Any]) -> Any:
        """Whether a column, which has no missing value, holds none of these values."""
        column = self._narwhals.col(f"c{place}")
        # A list without values is no SQL.
        return ~column.is_in(negative) if negative else ~column.is_null()

    def _has_nan(self) -> bool:
        native = self._frame.to_native()
        return not (self._library == "ibis" and native.get_backend().name == "sqlite")

    def _rows(self, frame: Any) -> list[Row]:
        native = frame.to_native()
        if self._library == "duckdb":
            return list(native.fetchall())
        if self._library == "pyspark":
            return [tuple(row) for row in native.collect()]
        return [tuple(row) for row in frame.collect().rows()]
