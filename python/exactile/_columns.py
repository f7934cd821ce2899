"""Columns of any library, described for the compiled part: arrays without a copy where that is possible.

Which texts are one label, which are missing and which is positive is decided there, by the rules of the
command line. Here values only change their container.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from . import _arrow as arrow
from . import _exactile
from ._arrow import is_arrow

__all__: list[str] = []

Described = tuple[str, Any, "list[str] | None"]

#: Libraries whose columns are read as they are; those of others are known by what they offer.
_LIBRARIES = ("numpy", "pandas", "polars", "pyarrow")
_NO_COLUMN = "a column of values is needed, not {}"
#: More labels than that are no classes; they are handed over one by one, so that messages have their place.
_MOST_CATEGORIES = 1000
#: Values that a library is given at a time, so that Ctrl-C waits for no more of them.
_AT_ONCE = 1 << 20


def described(column: Any) -> Described:
    """The kind of a column, its data, and for codes the categories."""
    column = _known(column)
    library = library_of(column)
    if library == "numpy":
        return _numpy(column)
    if library == "pandas":
        return _pandas(column)
    if library == "polars":
        return _polars(column)
    if library == "pyarrow":
        return _pyarrow(column)
    if isinstance(column, (str, bytes, Mapping, Set)) or not isinstance(column, Iterable):
        raise ValueError(_NO_COLUMN.format(type(column).__name__))
    values = column if type(column) is list else list(column)
    if values and isinstance(values[0], (list, tuple)):
        hint = "give one value for each sample; of scores of both classes those of the positive one"
        raise ValueError(f"a column has one dimension, and this one holds {type(values[0]).__name__}s\nhint: {hint}")
    return "objects", values, None


def columns_of(frame: Any) -> dict[str, Any]:
    """The columns of a mapping or of a data frame by their names."""
    if isinstance(frame, Mapping):
        return _by_name(frame.items())
    library, kind = library_of(frame), type(frame).__name__
    has_columns = library in ("pandas", "polars") or (library == "pyarrow" and hasattr(frame, "column_names"))
    if not has_columns and is_arrow(frame):
        frame = arrow.table(frame)
        library = library_of(frame)
    if library == "pandas" and hasattr(frame, "iloc") and hasattr(frame, "columns"):
        return _by_name((name, frame.iloc[:, k]) for k, name in enumerate(frame.columns))
    if library == "polars" and hasattr(frame, "get_columns"):
        return _by_name((column.name, column) for column in frame.get_columns())
    if library == "pyarrow" and hasattr(frame, "column_names"):
        return _by_name((name, frame.column(k)) for k, name in enumerate(frame.column_names))
    if kind == "LazyFrame":
        raise ValueError("a LazyFrame holds no columns yet\nhint: collect() it, or give it to exactile.count")
    raise ValueError(
        f"predictions are {kind}\n"
        'hint: give a dict of columns, {"lr": labels, "svm": labels}, or a data frame'
    )


def aligned(first: str, truth: Any, others: Iterable[tuple[str, Any]]) -> None:
    """Refuses columns of pandas that belong to the same samples in another order.

    Columns are matched by position, whatever their indices are, as scikit-learn does. Where the labels of one index are those of the
    other in another order, this is most likely not what is meant, and every count would be wrong.
    """
    index = getattr(truth, "index", None) if library_of(truth) == "pandas" else None
    if index is None or not hasattr(index, "equals"):
        return
    seen: list[Any] = []
    for name, column in others:
        other = getattr(column, "index", None) if library_of(column) == "pandas" else None
        # The columns of a frame share one index.
        if other is None or other is index or any(other is known for known in seen):
            continue
        seen.append(other)
        if len(other) != len(index) or other.equals(index) or not _are_same_labels(index, other):
            continue
        row = next((k for k, (one, two) in enumerate(zip(index, other)) if one != two), None)
        if row is None:
            continue
        there, here = (
            f"({', '.join(map(str, known))})" if isinstance(known, tuple) else known for known in (index[row], other[row])
        )
        # With repeated labels, .loc would repeat the rows too.
        repeated = not index.is_unique
        raise ValueError(
            f"{name}: its index has the labels of {first} in another order: row {row} is {there} there, and {here} here\n"
            f"hint: {'' if repeated else f'bring them into one order with .loc[{first}.index], or '}match by position with .to_numpy()"
        )


def _are_same_labels(one: Any, two: Any) -> bool:
    """Whether two indices of the same length have the same labels.

    Sums of hashes, which do not depend on the order, tell almost all others apart.
    """
    if one.dtype.kind in "iu" and two.dtype.kind in "iu" and (one.min(), one.max()) != (two.min(), two.max()):
        return False
    return _hashed(one) == _hashed(two) and bool(one.difference(two, sort=False).empty and two.difference(one, sort=False).empty)


def _hashed(index: Any) -> int:
    import pandas

    sums = (pandas.util.hash_pandas_object(index[some], index=False, categorize=False).to_numpy().sum() for some in _some(index))
    return sum(map(int, sums)) % (1 << 64)


def values_of(column: Any) -> list[Any]:
    """The values of a column as objects of Python."""
    column = _known(column)
    if library_of(column) == "numpy" and column.ndim == 2:
        column = column[:, 0]
    listing = next((name for name in ("to_pylist", "to_list", "tolist") if hasattr(column, name)), None)
    return list(column) if listing is None else list(getattr(column, listing)())


def weights(values: Any) -> tuple[str, Any] | None:
    """Weights of samples."""
    if values is None:
        return None
    try:
        values = _of_width(_known(values))
        kind, data, _ = described(values)
    except ValueError as error:
        raise ValueError(f"sample_weight: {error}") from None
    if kind == "codes":
        return "objects", list(values)
    if kind in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"):
        return "int64", data.astype("int64")
    if kind in ("float32", "float64"):
        return "float64", data.astype("float64")
    return "objects", data if isinstance(data, list) else data.tolist()


def _of_width(values: Any) -> Any:
    """Floats of NumPy as doubles where they are narrower, and as exact numbers where they are wider."""
    if library_of(values) != "numpy" or values.dtype.kind != "f" or values.dtype.itemsize in (4, 8) or values.ndim != 1:
        return values
    return values.astype("float64") if values.dtype.itemsize < 4 else list(values)


def label(positive: Any) -> str | None:
    """The text of a label."""
    if isinstance(positive, str):
        # Of an enumeration of texts that is its value.
        return str.__str__(positive)
    if isinstance(positive, bytes):
        return positive.decode()
    return None if positive is None else str(positive)


def one_label(positive: Any, pos_label: Any) -> Any:
    """The positive label under both of its names: scikit-learn's is the second."""
    if positive is None or pos_label is None:
        return pos_label if positive is None else positive
    if _exactile.label(label(positive) or "") != _exactile.label(label(pos_label) or ""):
        what = f"positive is {positive!r} and pos_label {pos_label!r}"
        raise ValueError(f"{what}\nhint: they are two names of one argument; leave one out")
    return positive


def by_name(given: Any, name: str) -> Any:
    """Columns by name, where one column alone may be given."""
    library = library_of(given)
    if type(given).__name__ == "LazyFrame":
        return given
    is_table = any(hasattr(given, member) for member in ("column_names", "columns", "schema"))
    is_column = type(given) in (list, tuple) or (library != "" and not is_table and getattr(given, "ndim", 1) == 1)
    is_column |= library == "numpy" and getattr(given, "ndim", 0) == 2 and given.shape[1] == 1
    if not is_column:
        return given
    own = getattr(given, "name", None)
    return {own if isinstance(own, str) and own else name: given}


def library_of(value: Any) -> str:
    """Which of the libraries that are known a value or what it extends comes from; empty for others."""
    for base in type(value).__mro__:
        library = base.__module__.partition(".")[0]
        if library in _LIBRARIES:
            return library
    return ""


def _known(column: Any) -> Any:
    """A column of a library that is known, or the column itself; a table of one column is that column."""
    library = library_of(column)
    if not library and is_arrow(column):
        column = arrow.column(column)
        library = library_of(column)
    elif not library and hasattr(column, "__array__"):
        # Tensors and labelled arrays, whose values are objects of their own when they are walked through.
        import numpy

        column = numpy.asarray(column)
    if library and hasattr(column, "columns") and hasattr(column, "shape"):
        columns = columns_of(column)
        if len(columns) != 1:
            raise ValueError(f"a column has one dimension, and the table has {len(columns)} columns")
        (column,) = columns.values()
    return column


def _by_name(columns: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, column in columns:
        if str(name) in named:
            raise ValueError(f"two columns are called {str(name)!r}\nhint: rename one of them")
        named[str(name)] = column
    return named


def _numpy(array: Any) -> Described:
    import numpy

    if not isinstance(array, numpy.ndarray):
        raise ValueError(_NO_COLUMN.format(f"one {type(array).__name__}"))
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        hint = "\nhint: of predict_proba give the column of the positive class, proba[:, 1]" if array.ndim == 2 else ""
        raise ValueError(f"a column has one dimension, and the array has {array.ndim}{hint}")
    if isinstance(array, numpy.ma.MaskedArray):
        if numpy.ma.is_masked(array):
            return "objects", array.tolist(), None
        array = array.data
    kind = array.dtype.kind
    if kind == "S":
        try:
            array, kind = numpy.concatenate([array[:0].astype("U"), *(array[some].astype("U") for some in _some(array))]), "U"
        except UnicodeDecodeError:
            # Not ASCII: label by label, refused where it is not UTF-8.
            return "objects", array.tolist(), None
    if kind in "biuf" and array.dtype.itemsize in ((4, 8) if kind == "f" else (1, 2, 4, 8)):
        array = _plain(array)
        return array.dtype.name, array, None
    if kind == "U" and array.dtype.itemsize > 0 and len(array) > 0:
        array = _plain(array)
        return "text", array.view(numpy.uint32).reshape(len(array), -1), None
    if kind == "O":
        return "object", _plain(array), None
    return "objects", [str(value) for value in array], None


def _plain(array: Any) -> Any:
    """An array in the byte order of the machine, without gaps, each value at an address that is a multiple of its size."""
    import numpy

    return numpy.require(array, array.dtype.newbyteorder("="), ["C_CONTIGUOUS", "ALIGNED"])


def _pandas(column: Any) -> Described:
    import numpy
    import pandas

    series = column if isinstance(column, pandas.Series) else pandas.Series(column)
    dtype = series.dtype
    if isinstance(dtype, numpy.dtype):
        return _numpy(series.to_numpy())
    if isinstance(dtype, pandas.CategoricalDtype):
        return _codes(series.cat.codes.to_numpy(), series.cat.categories)
    numpy_dtype = getattr(dtype, "numpy_dtype", None)
    if numpy_dtype is not None and numpy_dtype.kind in "biuf" and not series.isna().any():
        return _numpy(series.to_numpy(dtype=numpy_dtype))
    found = _merged(pandas.factorize(series.iloc[some]) for some in _some(series))
    return found or ("objects", [None if pandas.isna(value) else value for value in series], None)


def _polars(column: Any) -> Described:
    import polars

    if not isinstance(column, polars.Series):
        raise ValueError(_NO_COLUMN.format(type(column).__name__))
    dtype = column.dtype
    if dtype == polars.Boolean or dtype.is_integer() or dtype.is_float():
        if column.null_count() == 0:
            return _numpy(column.to_numpy())
    elif dtype in (polars.String, polars.Categorical, polars.Enum):
        found = _merged(_polars_codes(column[some]) for some in _some(column))
        if found is not None:
            return found
    elif dtype.is_nested():
        raise ValueError(_NO_COLUMN.format(f"one of {dtype}"))
    return "objects", column.to_list(), None


def _polars_codes(column: Any) -> tuple[Any, list[str]]:
    import polars

    texts = column.cast(polars.String)
    unique = texts.drop_nulls().unique(maintain_order=True)
    codes = texts.cast(polars.Enum(unique)).to_physical().cast(polars.Int64).fill_null(-1)
    return codes.to_numpy(), unique.to_list()


def _pyarrow(column: Any) -> Described:
    import pyarrow

    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pyarrow.ChunkedArray):
            column = pyarrow.concat_arrays(column.chunks)
    if not isinstance(column, pyarrow.Array):
        raise ValueError(_NO_COLUMN.format(type(column).__name__))
    kind = column.type
    is_number = pyarrow.types.is_boolean(kind) or pyarrow.types.is_integer(kind)
    if (is_number or pyarrow.types.is_floating(kind)) and column.null_count == 0:
        return _numpy(column.to_numpy(zero_copy_only=False))
    if pyarrow.types.is_nested(kind):
        raise ValueError(_NO_COLUMN.format(f"one of {kind}"))
    texts = (pyarrow.types.is_string, pyarrow.types.is_large_string, pyarrow.types.is_string_view)
    is_text = any(is_kind(kind) for is_kind in texts)
    if is_text or pyarrow.types.is_dictionary(kind):
        found = _merged(_pyarrow_codes(column[some]) for some in _some(column))
        if found is not None:
            return found
    return "objects", column.to_pylist(), None


def _pyarrow_codes(column: Any) -> tuple[Any, list[Any]]:
    import pyarrow

    encoded = column if pyarrow.types.is_dictionary(column.type) else column.dictionary_encode()
    codes = encoded.indices.cast(pyarrow.int64()).fill_null(-1)
    return codes.to_numpy(zero_copy_only=False), encoded.dictionary.to_pylist()


def _some(column: Any) -> Iterator[slice]:
    """Stretches of a column that no library takes long for."""
    for start in range(0, len(column), _AT_ONCE):
        yield slice(start, start + _AT_ONCE)


def _merged(parts: Iterable[tuple[Any, Iterable[Any]]]) -> Described | None:
    """Codes of stretches as those of the whole column; None if there are too many categories."""
    import numpy

    known: dict[Any, int] = {}
    merged: list[Any] = [numpy.empty(0, numpy.int64)]
    for codes, categories in parts:
        # A missing value has the code -1, which is the last place.
        places = [known.setdefault(category, len(known)) for category in categories]
        if len(known) > _MOST_CATEGORIES:
            return None
        merged.append(numpy.array([*places, -1], numpy.int64)[codes])
    return _codes(numpy.concatenate(merged), known)


def _codes(codes: Any, categories: Iterable[Any]) -> Described:
    import numpy

    texts = ["" if category is None else str(category) for category in categories]
    return "codes", numpy.ascontiguousarray(codes, dtype=numpy.int64), texts
