"""Libraries that the package does not need by itself, and the extras that bring them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__: list[str] = []

#: The extra that brings a library.
_EXTRAS = {
    "duckdb": "count",
    "matplotlib": "draw",
    "narwhals": "count",
    "pandas": "frames",
    "polars": "polars",
    "pyarrow": "arrow",
    "shapely": "shapes",
    "sklearn": "sklearn",
}


def needed(module: str, who: str) -> Any:
    """A module of a library that is installed only with an extra; without it, the message names the extra."""
    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        extra = _EXTRAS[library]
        raise absent(who, library, extra) from None


def absent(who: str, what: str, extra: str) -> ImportError:
    """The error that a library is not installed, which an extra brings."""
    return ImportError(f"{who} needs {what}, which is not installed\nhint: pip install 'exactile[{extra}]'", name=what.split()[0])
