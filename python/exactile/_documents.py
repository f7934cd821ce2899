"""Results: documents of the program with numbers instead of texts, and tables of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar, overload

from ._numbers import Enclosure, Number, parsed

__all__ = ["Document", "RankInterval", "Table"]

#: Members whose texts are names and words, whatever they look like.
_WORDS = frozenset(
    [
        "name", "names", "positive", "schema", "score", "metric", "exact", "model", "selection",
        "label", "labels", "definition", "first_for", "why", "assumption", "caveat", "conflict", "file",
        "chosen_on",
    ]
)  # fmt: skip

#: Longer results are shown with a member a line.
_WIDTH = 100


class Document(Mapping[str, Any]):
    """A result of the program: its members by name, as items or as attributes.

    Numbers are ``Fraction``, ``Enclosure`` or infinite floats. ``raw`` is the document as
    ``exactile ... --format json`` writes it.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.check("sens=0.51 spec=0.94", positives=100, negatives=500)
    >>> found.rows[0].matrices
    5
    >>> found.raw["schema"]
    'exactile.check.v1'
    """

    __slots__ = ("_members", "raw")

    raw: dict[str, Any]

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self._members: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        # Converted when it is asked for: documents may be long.
        if key not in self._members:
            self._members[key] = converted(self.raw[key], key)
        return self._members[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.raw)

    def __len__(self) -> int:
        return len(self.raw)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the result has no member {name!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.raw]

    def __repr__(self) -> str:
        members = [f"{key}={value!r}" for key, value in self.items()]
        line = f"Document({', '.join(members)})"
        if len(line) <= _WIDTH:
            return line
        # A member a line, and those of its members further in.
        return "Document(\n" + "".join("    " + member.replace("\n", "\n    ") + ",\n" for member in members) + ")"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.raw,))


def converted(value: Any, key: str = "") -> Any:
    """A member of a document with numbers in place of their texts."""
    if isinstance(value, str):
        if key in _WORDS:
            return value
        found = parsed(value)
        return value if found is None else found
    if isinstance(value, dict):
        lower, upper = value.get("lower"), value.get("upper")
        if set(value) <= {"lower", "upper", "exact"} and isinstance(lower, str) and isinstance(upper, str):
            return Enclosure(Fraction(lower), Fraction(upper), value.get("exact"))
        return Document(value)
    if isinstance(value, list):
        return tuple(converted(item, key) for item in value)
    return value


class RankInterval(NamedTuple):
    """The ranks of a classifier: both are equal unless it ties."""

    best: int
    worst: int


Row = TypeVar("Row", bound=tuple[Any, ...])


class Table(Sequence[Row], Generic[Row]):
    """Rows of a result.

    Attributes
    ----------
    document : Document
        The whole result.
    """

    __slots__ = ("_rows", "document")

    document: Document

    def __init__(self, rows: Sequence[Row], document: Document) -> None:
        self._rows = tuple(rows)
        self.document = document

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return bool(self._rows == other._rows)

    def __hash__(self) -> int:
        return hash(self._rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._rows, self.document))

    def __repr__(self) -> str:
        if not self._rows:
            return f"{type(self).__name__} without rows"
        most = 40
        lines = [repr(row) for row in self._rows[:most]]
        if len(self._rows) > most:
            lines.append(f"... {len(self._rows) - most} more")
        return "\n".join(lines)

    def to_frame(self, library: str | None = None) -> Any:
        """The rows as a data frame.

        Exact numbers stand in a column of their own, and as floats in the column ``NAME_float`` beside it.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            The library whose frame is made; without it whichever is imported, or else installed, pandas
            first. In polars, whose columns have one type, exact numbers are texts.
        """
        return to_frame([row._asdict() for row in self._rows], library)  # type: ignore[attr-defined]


def to_frame(rows: list[dict[str, Any]], library: str | None) -> Any:
    """A data frame of rows with the same members."""
    library = library or _library()
    flat = [_flat(row) for row in rows]
    columns: dict[str, list[Any]] = {}
    for name in dict.fromkeys(name for row in flat for name in row):
        values = [row.get(name) for row in flat]
        has_numbers = any(isinstance(value, (Fraction, Enclosure)) for value in values)
        if has_numbers:
            floats = [None if value is None else float(value) for value in values]
            columns[name] = [_text(value) for value in values] if library == "polars" else values
            columns[f"{name}_float"] = floats
        elif library == "polars":
            columns[name] = [str(value) if isinstance(value, tuple) else value for value in values]
        else:
            columns[name] = values
    if library == "polars":
        import polars

        return polars.DataFrame(columns, strict=False)
    if library != "pandas":
        raise ValueError(f"there are frames of pandas and polars, and none of {library!r}")
    import pandas

    frame = pandas.DataFrame(columns)
    for name in columns:
        if name.endswith("_float"):
            frame[name] = frame[name].astype("float64")
    return frame


def _library() -> str:
    import sys
    from importlib.util import find_spec

    for name in ("pandas", "polars"):
        if name in sys.modules:
            return name
    for name in ("pandas", "polars"):
        if find_spec(name) is not None:
            return name
    raise ImportError("to_frame needs pandas or polars")


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Ranks and the like in columns of their own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, tuple) and hasattr(value, "_asdict"):
            for part, inner in value._asdict().items():
                flat[f"{name}_{part}"] = inner
        elif isinstance(value, Table):
            flat[name] = tuple(value)
        else:
            flat[name] = value
    return flat


def _text(value: Number | None) -> str | None:
    if isinstance(value, Enclosure):
        return value.exact or str(float(value))
    return None if value is None else str(value)
