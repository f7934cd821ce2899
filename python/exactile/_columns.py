"""Columns of any library, described for the compiled part: arrays without a copy where that is possible.

Which texts are one label, which are missing and which is positive is decided there, by the rules of the
command line. Here values only change their container.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__: list[str] = []

Described = tuple[str, Any, "list[str] | None"]

#: More labels than that are no classes; they are handed over one by one, so that messages have their place.
_MOST_CATEGORIES = 1000
#: Values that a library is given at a time, so that Ctrl-C waits for no more of them.
_AT_ONCE = 1 << 20


def described(column: Any) -> Described:
    """The kind of a column, its data, and for codes the categories."""
    library = type(column).__module__.partition(".")[0]
    if library == "numpy":
        return _numpy(column)
    if library == "pandas":
        return _pandas(column)
    if library == "polars":
        return _polars(column)
    if library == "pyarrow":
        return _pyarrow(column)
    if isinstance(column, (str, bytes, Mapping)):
        raise ValueError(f"a column of values is needed, not {type(column).__name__}")
    if not isinstance(column, Iterable):
        raise ValueError(f"a column of values is needed, not {type(column).__name__}")
    return "objects", column if type(column) is list else list(column), None


def columns_of(frame: Any) -> dict[str, Any]:
    """The columns of a mapping or of a data frame by their names."""
    if isinstance(frame, Mapping):
        return {str(name): column for name, column in frame.items()}
    library = type(frame).__module__.partition(".")[0]
    if library == "pandas":
        return {str(name): frame.iloc[:, k] for k, name in enumerate(frame.columns)}
    if library == "polars":
        return {column.name: column for column in frame.get_columns()}
    if library == "pyarrow":
        return {str(name): frame.column(k) for k, name in enumerate(frame.column_names)}
    raise ValueError(
        f"predictions are {type(frame).__name__}\n"
        'hint: give a dict of columns, {"lr": labels, "svm": labels}, or a data frame'
    )


def weights(values: Any) -> tuple[str, Any] | None:
    """Weights of samples."""
    if values is None:
        return None
    kind, data, _ = described(values)
    if kind == "codes":
        return "objects", list(values)
    if kind in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"):
        return "int64", data.astype("int64")
    if kind in ("float32", "float64"):
        return "float64", data.astype("float64")
    return "objects", data if isinstance(data, list) else data.tolist()


def label(positive: Any) -> str | None:
    """The text of a label."""
    if isinstance(positive, str):
        # Of an enumeration of texts that is its value.
        return str.__str__(positive)
    return None if positive is None else str(positive)


def _numpy(array: Any) -> Described:
    import numpy

    if not isinstance(array, numpy.ndarray):
        raise ValueError(f"a column of values is needed, not one {type(array).__name__}")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"a column has one dimension, and the array has {array.ndim}")
    if isinstance(array, numpy.ma.MaskedArray):
        if numpy.ma.is_masked(array):
            return "objects", array.tolist(), None
        array = array.data
    kind = array.dtype.kind
    if kind == "S":
        array, kind = numpy.concatenate([array[:0].astype("U"), *(array[some].astype("U") for some in _some(array))]), "U"
    if kind in "biuf" and array.dtype.itemsize in ((4, 8) if kind == "f" else (1, 2, 4, 8)):
        array = numpy.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        return array.dtype.name, array, None
    if kind == "U" and array.dtype.itemsize > 0 and len(array) > 0:
        array = numpy.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        return "text", array.view(numpy.uint32).reshape(len(array), -1), None
    if kind == "O":
        return "object", numpy.ascontiguousarray(array), None
    return "objects", [str(value) for value in array], None


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
        raise ValueError(f"a column of values is needed, not {type(column).__name__}")
    dtype = column.dtype
    if dtype == polars.Boolean or dtype.is_integer() or dtype.is_float():
        if column.null_count() == 0:
            return _numpy(column.to_numpy())
    elif dtype in (polars.String, polars.Categorical, polars.Enum):
        found = _merged(_polars_codes(column[some]) for some in _some(column))
        if found is not None:
            return found
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
        raise ValueError(f"a column of values is needed, not {type(column).__name__}")
    kind = column.type
    is_number = pyarrow.types.is_boolean(kind) or pyarrow.types.is_integer(kind)
    if (is_number or pyarrow.types.is_floating(kind)) and column.null_count == 0:
        return _numpy(column.to_numpy(zero_copy_only=False))
    is_text = pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)
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
