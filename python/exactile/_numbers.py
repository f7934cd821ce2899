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
        """A ``Fraction`` that formats as those of CPython 3.13 do, exactly, and stays one in arithmetic; it is shown as what it is
        elsewhere."""

        __slots__ = ()

        def __format__(self, spec: str) -> str:
            return _formatted(self, spec)

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


_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<no_zero>z?)(?P<alt>#?)(?P<pad>0(?=[0-9]))?(?P<width>[0-9]+)?"
    r"(?P<comma>[,_]?)(?:\.(?P<precision>[0-9]+))?(?P<kind>[eEfFgG%]?)",
    re.DOTALL,
)


def _formatted(value: Fraction, spec: str) -> str:
    """What CPython 3.13 makes of a ``Fraction``: decimals are rounded from the number itself, half to even."""
    found = _SPEC.fullmatch(spec)
    if found is None or not found["kind"] and (found["precision"] or found["pad"] or found["no_zero"]):
        raise ValueError(f"Invalid format specifier {spec!r} for object of type 'Fraction'")
    kind, comma, alt = found["kind"], found["comma"], bool(found["alt"])
    precision = int(found["precision"] or 6)
    is_negative, size, tail = value < 0, abs(value), ""
    if not kind:
        shown = f"{size.numerator:{comma}}"
        tail = f"/{size.denominator:{comma}}" if alt or size.denominator != 1 else ""
    else:
        if kind in "fF%":
            digits, power = round(size * (100 if kind == "%" else 1) * 10**precision), -precision
        else:
            digits, power = _figures(size, precision + 1 if kind in "eE" else max(precision, 1))
        is_negative = is_negative and (digits != 0 or not found["no_zero"])
        # The power of the first digit.
        first = power + len(str(digits)) - 1 if digits else 0
        is_scientific = kind in "eE" or kind in "gG" and not -4 <= first < max(precision, 1)
        point = (first if is_scientific else 0) - power
        text = str(digits).zfill(point + 1)
        shown, tail = (text[:-point], text[-point:]) if point > 0 else (text + "0" * -point, "")
        if kind in "gG" and not alt:
            tail = tail.rstrip("0")
        tail = f".{tail}" if tail or alt else ""
        if is_scientific:
            tail += f"{'E' if kind in 'EG' else 'e'}{first:+03}"
        tail += "%" if kind == "%" else ""
        shown = f"{int(shown):{comma}}"
    sign = "-" if is_negative else found["sign"].replace("-", "")
    width = int(found["width"] or 0)
    if found["pad"] and not found["align"]:
        zeros = width - len(sign) - len(shown) - len(tail)
        if zeros > 0:
            digits_only = shown.replace(comma, "") if comma else shown
            shown = f"{int(digits_only):0{len(shown) + zeros}{comma}}"
        return sign + shown + tail
    fill, align, body = found["fill"] or " ", found["align"] or ">", shown + tail
    if align == "=":
        return sign + body.rjust(width - len(sign), fill)
    return format(sign + body, f"{fill}{align}{width}")


def _figures(size: Fraction, figures: int) -> tuple[int, int]:
    """The whole number of so many digits, and the power of ten, whose product is nearest."""
    if not size:
        return 0, 1 - figures
    power = len(str(size.numerator)) - len(str(size.denominator)) - figures
    # The estimate is at most one too small.
    while True:
        digits = round(size / Fraction(10) ** power)
        if digits < 10**figures:
            return digits, power
        power += 1


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
        if spec[-1:] in tuple("eEfFgG%"):
            return format(Exact((self.lower + self.upper) / 2), spec)
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
    if low >= other_high or first == second:
        return False
    raise ValueError(f"{first!r} and {second!r} are too close to be ordered\nhint: order by float(value), or by the rank")


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
