"""The request of a count: columns of a source, and whether it is in memory."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ._answers import several
from ._arrow import is_arrow
from ._columns import columns_of
from ._engines import Scan, check_columns, library_of

__all__: list[str] = []

#: Libraries whose tables are asked, although they would hand out all of it, too.
_ENGINES = ("duckdb", "polars", "pyspark", "ibis", "narwhals", "dask", "modin", "cudf", "sqlframe")


class Asked(NamedTuple):
    """Which columns are asked for."""

    truth: str
    others: Sequence[str] | None
    weight: str | None
    id: str | None
    by: str | None = None

    def scan(self, source: Any) -> Scan:
        return Scan(source, self.truth, self.others, weight=self.weight, id=self.id, by=self.by)

    def columns_of(self, source: Any) -> tuple[Any, dict[str, Any], Any]:
        """The true labels, the others, and the weights of a table in memory."""
        columns = columns_of(source)
        apart = [name for name in (self.weight, self.id, self.by) if name is not None]
        check_columns(list(columns), self.truth, self.others or (), apart)
        truth, weight = columns.pop(self.truth), None if self.weight is None else columns[self.weight]
        names = [name for name in columns if name not in apart] if self.others is None else self.others
        return truth, {name: columns[name] for name in names}, weight

    def column_of(self, source: Any, name: str) -> Any:
        """A column of a table in memory."""
        return columns_of(source)[name]


def one_name(y_true: str, truth: str | None) -> str:
    if truth is not None and y_true not in ("y_true", truth):
        raise ValueError(f"y_true is {y_true!r} and truth {truth!r}\nhint: they are two names of one argument; leave one out")
    return y_true if truth is None else truth


def one_list(given: str | Sequence[str] | None, only: str | Sequence[str] | None, name: str) -> list[str] | None:
    if given is not None and only is not None:
        raise ValueError(f"{name} and only are two names of one argument\nhint: leave one out")
    found = only if given is None else given
    return None if found is None else several(found)


def is_in_memory(source: Any) -> bool:
    library, kind = library_of(source), type(source).__name__
    if library == "pyarrow" or isinstance(source, Mapping) or (library in ("pandas", "polars") and kind == "DataFrame"):
        return True
    return library not in _ENGINES and is_arrow(source)


def note_left_out(before: int, kept: int) -> None:
    """Say how many samples lack a value; none are looked for unless they are to be left out."""
    if kept < before:
        warnings.warn(f"{before - kept} of {before} samples left out for a missing value", UserWarning, stacklevel=3)
