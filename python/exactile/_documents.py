"""Results: documents of the program with numbers instead of texts, and tables of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, Union, get_args, get_type_hints, overload

from ._extras import absent, needed
from ._numbers import Enclosure, Probability, parsed
from ._schemas import is_number

__all__ = ["Document", "RankInterval", "Table"]

#: Members that say how a result was made.
_OF_THE_PROGRAM = frozenset(["schema", "provenance"])

#: Members that are enclosed probabilities.
_PROBABILITIES = ("truly_better", "not_worse", "equivalent")

#: Columns of whole numbers, the coefficients of curves.
_COEFFICIENTS = ("edge", "edges")

#: Longer results are shown with a member a line.
_WIDTH = 100


class Document(Mapping[str, "Member"]):
    """A result of the program: its members by name, as items or as attributes.

    Numbers are ``Fraction``, ``Enclosure`` or infinite floats. ``raw`` is the document as
    ``exactile ... --format json`` writes it, or a member of one.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.check("sens=0.51 spec=0.94", positives=100, negatives=500)
    >>> found.rows[0].matrices
    5
    >>> found.raw["schema"]
    'exactile.check.v1'
    """

    __slots__ = ("_members", "_schema", "_shown", "raw")

    #: The kind of every member, where they go by names that are not known.
    _each: ClassVar[type[Document] | None] = None
    #: The kinds of items whose names are those of methods or words of Python.
    _items: ClassVar[Mapping[str, type[Document]]] = {}

    raw: dict[str, Any]

    def __init__(self, raw: dict[str, Any], schema: str | None = None, shown: dict[str, Any] | None = None) -> None:
        self.raw = raw
        # Of a member, that of the result that it is part of.
        self._schema: str | None = raw.get("schema", schema)
        # The members, where they are not those of the program's document.
        self._shown = raw if shown is None else shown
        self._members: dict[str, Member] = {}

    def __getitem__(self, key: str) -> Member:
        # Converted when it is asked for: documents may be long.
        if key not in self._members:
            kind = self._each or _kinds(type(self)).get(key, Document)
            self._members[key] = converted(self._shown[key], key, self._schema, kind)
        return self._members[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shown)

    def __len__(self) -> int:
        return len(self._shown)

    def __getattr__(self, name: str) -> Member:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the result has no member {name!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._shown]

    def __repr__(self) -> str:
        members = [f"{key}={value!r}" for key, value in self.items()]
        line = f"Document({', '.join(members)})"
        if len(line) <= _WIDTH:
            return line
        # A member a line, and those of its members further in.
        return "Document(\n" + "".join("    " + member.replace("\n", "\n    ") + ",\n" for member in members) + ")"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.raw, self._schema, None if self._shown is self.raw else self._shown))

    def to_frame(self, library: str | None = None, *, rows: str | None = None, exact: bool | None = None) -> Any:
        """The result as a data frame of one row, or with a row for each entry of one of its lists.

        Members of members are columns ``MEMBER_NAME``. The row leaves out lists of results, which ``rows`` shows; a result that has
        nothing else shows the first of them.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            As in :meth:`Table.to_frame`.
        rows : str, optional
            A list among the members, with dots for those of members, to make a row of each entry.
        exact : bool, optional
            As in :meth:`Table.to_frame`.

        Raises
        ------
        ValueError
            No list is called so.

        Examples
        --------
        >>> import exactile
        >>> found = exactile.check("sens=0.51 spec=0.94", positives=100, negatives=500)
        >>> found.to_frame("pandas", rows="rows")["matrices"].tolist()
        [5]
        """
        if rows is None:
            row = self._row()
            rows = None if row else next(lists_of(self._shown), None)
            if rows is None:
                return to_frame([row], library, exact)
        found: Any = self
        for part in rows.split("."):
            found = found.get(part) if isinstance(found, Document) else None
        if not isinstance(found, tuple):
            lists = ", ".join(lists_of(self._shown)) or "none; call to_frame without rows"
            raise ValueError(f"no list of the result is called {rows!r}\nhint: its lists are {lists}")
        entries = [entry if isinstance(entry, Document) else Document({"value": entry}) for entry in found]
        return to_frame([entry._row() for entry in entries], library, exact)

    def _row(self) -> dict[str, Any]:
        """The members that are values, or lists of values."""
        return {key: self[key] for key, value in self._shown.items() if key not in _OF_THE_PROGRAM and not _is_of_results(value)}


Member = Union[None, bool, int, str, float, Fraction, Enclosure, Probability, Document, "tuple[Member, ...]"]
"""A member of a result of any command; those of the functions of this package have types of their own."""


#: The kinds of members by the kinds of documents that have been asked for some.
_KINDS: dict[type[Document], dict[str, type[Document]]] = {}


def _kinds(of: type[Document]) -> dict[str, type[Document]]:
    """The kinds of members that are documents themselves, or lists of such."""
    if of not in _KINDS:
        hints = {name: _document_in(hint) for name, hint in get_type_hints(of).items() if not name.startswith("_")}
        _KINDS[of] = {name: kind for name, kind in hints.items() if kind is not None} | dict(of._items)
    return _KINDS[of]


def _document_in(hint: Any) -> type[Document] | None:
    if isinstance(hint, type) and not get_args(hint) and issubclass(hint, Document):
        return hint
    return next((kind for part in get_args(hint) if (kind := _document_in(part)) is not None), None)


def lists_of(raw: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """The lists of a document by their names."""
    for key, value in raw.items():
        if isinstance(value, dict):
            yield from lists_of(value, f"{before}{key}.")
        elif _is_of_results(value):
            yield before + key


def _is_of_results(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) and set(entry) - {"lower", "upper", "exact"} for entry in value)


def converted(value: Any, key: str, schema: str | None, kind: type[Document] = Document) -> Any:
    """A member of a document of some kind with numbers in place of their texts."""
    if isinstance(value, str):
        found = parsed(value) if is_number(schema, key) else None
        return value if found is None else found
    if isinstance(value, dict):
        lower, upper = value.get("lower"), value.get("upper")
        if isinstance(lower, str) and isinstance(upper, str):
            if set(value) <= {"lower", "upper", "exact"} and key not in _PROBABILITIES:
                return Enclosure(Fraction(lower), Fraction(upper), value.get("exact"))
            if set(value) <= {"lower", "upper", "exact", "draws", "seed"}:
                ends = (Fraction(lower), Fraction(upper))
                return Probability(*ends, value.get("exact"), value.get("draws"), value.get("seed"))
        return kind(value, schema)
    if isinstance(value, list):
        return tuple(converted(item, key, schema, kind) for item in value)
    return value


class RankInterval(NamedTuple):
    """The ranks of a classifier: both are equal unless it ties.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> tile.rank("accuracy")[1].rank
    RankInterval(best=2, worst=2)
    """

    best: int
    worst: int


Row = TypeVar("Row")


class Table(Sequence[Row], Generic[Row]):
    """Rows of a result: a sequence of named tuples, or of documents.

    Examples
    --------
    >>> from exactile import Tile
    >>> table = Tile.from_confusion({"a": [[35, 15], [15, 35]]}).score("f1", "mcc")
    >>> len(table), table[0].metric, [row.value for row in table]
    (2, 'f1', [Fraction(7, 10), Fraction(2, 5)])
    >>> table.document.raw["schema"]
    'exactile.score.v1'
    """

    __slots__ = ("_document", "_rows")

    def __init__(self, rows: Sequence[Row], document: Document) -> None:
        self._rows = tuple(rows)
        self._document = document

    @property
    def document(self) -> Document:
        """The whole result, as the program writes it.

        Examples
        --------
        >>> from exactile import Tile
        >>> Tile.from_confusion({"a": [[35, 15], [15, 35]]}).rank("f1").document.raw["schema"]
        'exactile.rank.v1'
        """
        return self._document

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

    def to_frame(self, library: str | None = None, *, exact: bool | None = None) -> Any:
        """The rows as a data frame.

        Unless ``exact`` is given, exact numbers stand in a column of their own, and as floats in the column ``NAME_float`` beside
        it; so do points and other tuples of numbers.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            The library whose frame is made; without it whichever is imported, or else installed, pandas
            first. In polars, whose columns have one type, exact numbers are texts.
        exact : bool, optional
            One column for each number: of doubles with False, of texts such as ``7/10`` with True. Such frames can be written to
            Parquet, unless a column holds lists, as edges of regions do.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> frame = tile.rank("f1").to_frame("pandas")
        >>> list(frame.columns)
        ['name', 'value', 'value_float', 'rank_best', 'rank_worst', 'undefined']
        >>> frame["value"].tolist(), frame["value_float"].tolist()
        ([Fraction(7, 10), Fraction(16, 23)], [0.7, 0.6956521739130435])
        >>> [tile.rank("f1").to_frame("pandas", exact=exact)["value"].tolist() for exact in (False, True)]
        [[0.7, 0.6956521739130435], ['7/10', '16/23']]
        """
        rows = [row._row() if isinstance(row, Document) else row._asdict() for row in self._rows]  # type: ignore[attr-defined]
        return to_frame(rows, library, exact)


def to_frame(rows: list[dict[str, Any]], library: str | None, exact: bool | None = None) -> Any:
    """A data frame of rows with the same members."""
    library = library or _library()
    flat = [_flat(row) for row in rows]
    columns: dict[str, list[Any]] = {}
    numbers = []
    for name in dict.fromkeys(name for row in flat for name in row):
        values = [row.get(name) for row in flat]
        has_numbers = not name.endswith(_COEFFICIENTS) and any(map(_has_numbers, values))
        if not has_numbers or exact is None:
            columns[name] = _of_one_type(values) if library == "polars" else values
        elif exact:
            columns[name] = [None if value is None else _text(value) for value in values]
        if not has_numbers or exact:
            continue
        floats = name if exact is False else f"{name}_float"
        columns[floats] = [_floats(value) for value in values]
        if not any(isinstance(value, tuple) for value in values):
            numbers.append(floats)
    if library == "polars":
        return needed("polars", "to_frame").DataFrame(columns, strict=False)
    if library != "pandas":
        raise ValueError(f"there are frames of pandas and polars, and none of {library!r}")
    frame = needed("pandas", "to_frame").DataFrame(columns)
    for name in numbers:
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
    raise absent("to_frame", "pandas or polars", "frames")


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Ranks and the like in columns of their own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Document):
            value = value._row()
        elif isinstance(value, tuple) and hasattr(value, "_asdict"):
            value = value._asdict()
        if isinstance(value, dict):
            flat.update({f"{name}_{part}": inner for part, inner in _flat(value).items()})
        elif isinstance(value, Table):
            flat[name] = tuple(value)
        else:
            flat[name] = value
    return flat


def _has_numbers(value: Any) -> bool:
    """Whether a value is an exact number, or a tuple with some in it."""
    if isinstance(value, tuple):
        return any(_has_numbers(inner) for inner in value)
    return isinstance(value, (Fraction, Enclosure))


def _floats(value: Any) -> Any:
    """Exact numbers as floats, those in tuples too."""
    if isinstance(value, tuple):
        return tuple(_floats(inner) for inner in value)
    return float(value) if isinstance(value, (Fraction, Enclosure)) else value


def _of_one_type(values: list[Any]) -> list[Any]:
    """A column for polars: exact numbers and what has some in it are texts; lists of names are lists."""
    if all(value is None or (isinstance(value, tuple) and _is_of_texts(value)) for value in values):
        return values
    return [_text(value) if isinstance(value, (Fraction, Enclosure, tuple)) else value for value in values]


def _is_of_texts(value: Any) -> bool:
    return all(map(_is_of_texts, value)) if isinstance(value, tuple) else isinstance(value, str)


def _text(value: Any) -> str:
    if isinstance(value, Enclosure):
        return value.exact or f"[{_decimal(value.lower)}, {_decimal(value.upper)}]"
    if isinstance(value, tuple):
        return f"({', '.join(_text(inner) for inner in value)})"
    return str(value)


def _decimal(value: Fraction) -> str:
    """A fraction as a decimal where it is one of few digits."""
    digits = next((k for k in range(40) if 10**k % value.denominator == 0), None)
    if not digits:
        return str(value)
    whole = str(abs(value * 10**digits)).rjust(digits + 1, "0")
    return f"{'-' * (value < 0)}{whole[:-digits]}.{whole[-digits:]}"
