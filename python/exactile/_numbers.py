"""Exact numbers of the program's documents as Python's."""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction
from typing import Any, Union

__all__ = ["Enclosure", "Number", "Probability"]

if sys.version_info >= (3, 13):
    #: The class of the fractions of results.
    Exact = Fraction
else:

    class Exact(Fraction):
        """A ``Fraction`` that formats as those of CPython 3.13 do, and stays one in arithmetic; it is shown as what it is elsewhere."""

        __slots__ = ()

        def __format__(self, spec: str) -> str:
            # Where no kind of number is named, the text is formatted, with its fill, alignment and width.
            return format(float(self), spec) if spec[-1:] in tuple("eEfFgG%") else format(str(self), spec)

        def __repr__(self) -> str:
            return f"Fraction({self.numerator}, {self.denominator})"

    def _kept(name: str) -> Any:
        plain = getattr(Fraction, name)

        def operation(*numbers: Any) -> Any:
            found = plain(*numbers)
            return Exact(found) if type(found) is Fraction else found

        return operation

    for _name in "add radd sub rsub mul rmul truediv rtruediv mod rmod pow rpow neg pos abs".split():
        setattr(Exact, f"__{_name}__", _kept(f"__{_name}__"))


class Enclosure:
    """A number that lies between two decimals for certain.

    Attributes
    ----------
    lower, upper : Fraction
        The ends.
    exact : str or None
        The closed form, where there is one, for instance ``"sqrt(1/3)"``.

    Examples
    --------
    >>> from exactile import score
    >>> value = score("mcc", tn=32, fp=8, fn=4, tp=14)
    >>> value.exact
    'sqrt(1352/4455)'
    >>> float(value)
    0.5508894960085644
    """

    __slots__ = ("exact", "lower", "upper")

    lower: Fraction
    upper: Fraction
    exact: str | None

    def __init__(self, lower: Fraction, upper: Fraction, exact: str | None = None) -> None:
        if lower > upper:
            raise ValueError("the lower end is above the upper end")
        object.__setattr__(self, "lower", Exact(lower))
        object.__setattr__(self, "upper", Exact(upper))
        object.__setattr__(self, "exact", exact)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Enclosure cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an Enclosure cannot be changed")

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __round__(self, digits: int | None = None) -> float:
        return round(float(self), digits)

    def __repr__(self) -> str:
        if self.exact is not None:
            return f"Enclosure({float(self)!r}, exact={self.exact!r})"
        return f"Enclosure({float(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Enclosure):
            return NotImplemented
        return (self.lower, self.upper, self.exact) == (other.lower, other.upper, other.exact)

    def __hash__(self) -> int:
        return hash((self.lower, self.upper, self.exact))

    def __lt__(self, other: Enclosure | Fraction | int | float) -> bool:
        return _is_less(self, other)

    def __gt__(self, other: Enclosure | Fraction | int | float) -> bool:
        return _is_less(other, self)

    def __le__(self, other: Enclosure | Fraction | int | float) -> bool:
        return self == other or _is_less(self, other)

    def __ge__(self, other: Enclosure | Fraction | int | float) -> bool:
        return self == other or _is_less(other, self)

    def __contains__(self, value: Fraction | int | float) -> bool:
        return self.lower <= value <= self.upper

    def __reduce__(self) -> tuple[Any, ...]:
        return (Enclosure, (self.lower, self.upper, self.exact))


class Probability(Enclosure):
    """An enclosure of a probability, which may be from draws.

    Attributes
    ----------
    lower, upper, exact
        As of :class:`Enclosure`.
    draws, seed : int or None
        How much was drawn, and from which seed; None where nothing was: the ends are certain then.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> truly = tile.compare("a", "b", "tpr").truly_better
    >>> 0.1 < truly < 0.2, truly.draws
    (True, 200000)
    """

    __slots__ = ("draws", "seed")

    draws: int | None
    seed: int | None

    def __init__(
        self, lower: Fraction, upper: Fraction, exact: str | None = None, draws: int | None = None, seed: int | None = None
    ) -> None:
        super().__init__(lower, upper, exact)
        object.__setattr__(self, "draws", draws)
        object.__setattr__(self, "seed", seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Probability, (self.lower, self.upper, self.exact, self.draws, self.seed))


Number = Union[Fraction, Enclosure, float]
"""A ``Fraction``; an ``Enclosure`` if it is not rational; a float only if it is infinite."""


def _ends(value: Enclosure | Fraction | int | float) -> tuple[Any, Any]:
    if isinstance(value, Enclosure):
        return value.lower, value.upper
    return value, value


def _is_less(first: Enclosure | Fraction | int | float, second: Any) -> bool:
    (low, high), (other_low, other_high) = _ends(first), _ends(second)
    if high < other_low:
        return True
    if low >= other_high:
        return False
    raise ValueError(f"{first!r} and {second!r} are too close to be ordered")


_FRACTION = re.compile(r"-?[0-9]+(?:/[0-9]+)?")
_DECIMAL = re.compile(r"-?[0-9]+\.([0-9]+)(?:e(-?[0-9]+))?|-?[0-9]+e(-?[0-9]+)")


def parsed(text: str) -> Number | None:
    """The number that a text is, or None.

    Fractions are exact. Decimals are those of certified numbers, which are certain to one unit of their
    last digit.
    """
    if _FRACTION.fullmatch(text):
        return Exact(text)
    if text in ("inf", "-inf"):
        return math.inf if text == "inf" else -math.inf
    decimal = _DECIMAL.fullmatch(text)
    if decimal is None:
        return None
    digits = len(decimal[1] or "")
    exponent = int(decimal[2] or decimal[3] or 0)
    unit = Fraction(10) ** (exponent - digits)
    value = Fraction(text)
    return Enclosure(value - unit, value + unit)


def number(value: Any) -> Number:
    """The number that a member of a document is."""
    if isinstance(value, str):
        found = parsed(value)
        if found is None:
            raise ValueError(f"{value!r} is no number")
        return found
    if isinstance(value, dict):
        return Enclosure(Fraction(value["lower"]), Fraction(value["upper"]), value.get("exact"))
    return Exact(value)


def optional(value: Any) -> Number | None:
    """The same, where it may be undefined."""
    return None if value is None else number(value)


def fraction(value: Any) -> Fraction:
    """The fraction that a member of a document is."""
    return Exact(value)


def threshold(value: Any) -> Fraction | float | None:
    """The threshold that a member of a document is: a float only if it is infinite; None for nobody positive."""
    return None if value is None else float(value) if value in ("inf", "-inf") else fraction(value)


def exact_text(value: Any) -> str:
    """A number of the caller as the program reads it: floats are the binary fractions that they are,
    texts are read by the program itself."""
    if isinstance(value, str):
        return value
    try:
        numerator, denominator = value.as_integer_ratio()
    except (AttributeError, ValueError, OverflowError):
        try:
            # NumPy's integers of old versions, and whatever else is an integer.
            return str(value.__index__())
        except (AttributeError, TypeError):
            raise ValueError(f"{value!r} is no finite number") from None
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
