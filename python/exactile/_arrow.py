"""Columns and tables of any library that has the Arrow interface: objects that hand out a capsule.

A library that is there anyway imports the capsule, pyarrow or else polars, without a copy; from then on the column is
one of its own. Reading a capsule takes pointers of another program's memory, which is no task for code of this package;
the crates that do it would be compiled in every installation, for users who nearly all have one of the two.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from ._extras import absent

__all__: list[str] = []

_READERS = ("pyarrow", "polars")


def is_arrow(value: Any) -> bool:
    """Whether a value is a column or a table of any library with the Arrow interface."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def column(value: Any) -> Any:
    """A column of pyarrow or polars with these values; a table of it if the value has named columns."""
    name, reader = _reader(value)
    with _Imported(value):
        if name == "polars":
            found = reader.Series(value)
            is_table = found.dtype == reader.Struct and found.null_count() == 0
            return found.struct.unnest() if is_table else found
        found = reader.chunked_array(value) if hasattr(value, "__arrow_c_stream__") else reader.array(value)
        is_table = reader.types.is_struct(found.type) and found.null_count == 0
        return reader.Table.from_struct_array(found) if is_table else found


def table(value: Any) -> Any:
    """A table of pyarrow or polars."""
    name, reader = _reader(value)
    with _Imported(value):
        return reader.DataFrame(value) if name == "polars" else reader.table(value)


def arrays(batch: Any) -> list[Any]:
    """The columns of a batch of rows as arrays of NumPy; numbers that are missing are no numbers."""
    return [found.to_numpy(zero_copy_only=False) for found in batch.columns]


def listed(column: Any) -> list[Any]:
    """An array of NumPy as values of Python, where times in nanoseconds would be numbers."""
    found: list[Any] = (column.astype("datetime64[us]") if column.dtype == "datetime64[ns]" else column).tolist()
    return found


def _reader(value: Any) -> tuple[str, Any]:
    """The library that imports capsules: one that is loaded, or else one that can be."""
    for name in sorted(_READERS, key=lambda name: name not in sys.modules):
        try:
            return name, import_module(name)
        except ImportError:
            continue
    raise absent(f"reading {type(value).__name__}", "pyarrow or polars", "arrow")


class _Imported:
    """Errors of whoever hands out or imports a capsule are the value's."""

    def __init__(self, value: Any) -> None:
        self._kind = type(value).__name__

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        if isinstance(error, Exception):
            raise ValueError(f"{self._kind} cannot be read as Arrow: {error}") from error
