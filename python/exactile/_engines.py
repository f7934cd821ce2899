"""What an engine is asked for, over tables of any library: grouped counts alone, by narwhals.

Columns are chosen by their places and called c0, c1, ... on the way, the true labels first: names are never given to an
engine, which may take them for expressions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from ._arrow import arrays
from ._extras import absent, needed
from ._stairs import Part, parts_by_group, parts_of_spark

__all__: list[str] = []

Row = tuple[Any, ...]

#: The columns of numbers of samples, of the class in counts of pairs, of weights, and of groups.
_COUNT, _CLASS, _WEIGHT, _GROUP = "n", "t", "w", "g"
#: Numbers of samples are added up in integers of so many bits; the sign takes another.
_BITS = 62
#: One pattern in so many is counted on Spark; where there are 2^17, that is within 2.2 % (one standard deviation).
_ONE_IN, _SURELY = 64, 1.1
#: Rows that are taken out of an engine at a time.
_AT_ONCE = 1 << 18
#: Steps of a ROC curve that are thinned at a time.
_STRETCH = 1 << 16


def opened(source: Any, query: str | None) -> Any:
    """The table that is to be counted."""
    if library_of(source) == "sqlite3":
        raise ValueError("a connection of sqlite3 is no table\nhint: connect by Ibis: ibis.sqlite.connect(path).table(name)")
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
        return _file(os.fspath(source))
    return source


def library_of(source: Any) -> str:
    """The library that an object comes from."""
    return type(source).__module__.lstrip("_").partition(".")[0]


#: What files hold, by the ends of their names; the functions of DuckDB and of polars that read them. Others are Parquet.
_READERS = {
    "csv": ("read_csv", "scan_csv"),
    "tsv": ("read_csv", "scan_csv"),
    "json": ("read_json", "scan_ndjson"),
    "jsonl": ("read_json", "scan_ndjson"),
    "ndjson": ("read_json", "scan_ndjson"),
}
_PACKED = (".gz", ".zst")
#: Tables of many files that come with a list of those that count, and what reads them; the others may be out of date.
_LAKES = {"_delta_log": ("Delta", "delta_scan"), "metadata": ("Iceberg", "iceberg_scan")}


def _file(name: str) -> Any:
    from glob import escape, glob
    from importlib.util import find_spec

    pattern = name
    if "://" not in name:
        # What is there is no pattern, whatever signs are in its name.
        is_pattern = not os.path.exists(name)
        if is_pattern and not glob(name, recursive=True):
            raise FileNotFoundError(f"there is no file {name!r}")
        pattern = name if is_pattern else escape(name)
    if os.path.isdir(name):
        for folder, lake in _LAKES.items():
            if os.path.isdir(os.path.join(name, folder)):
                return _lake(name, *lake)
        pattern = os.path.join(pattern, "**", "*.parquet")
    end = next((name.removesuffix(packed) for packed in _PACKED if name.endswith(packed)), name).rpartition(".")[2].lower()
    of_duckdb, of_polars = _READERS.get(end, ("read_parquet", "scan_parquet"))
    if find_spec("duckdb") is not None:
        import duckdb

        try:
            return getattr(duckdb, of_duckdb)(pattern)
        except duckdb.Error:
            # Addresses need an extension of DuckDB, which may not be there; polars reads them itself.
            if "://" not in name or find_spec("polars") is None:
                raise
    if find_spec("polars") is not None:
        import polars

        given = {"separator": "\t"} if end == "tsv" else {}
        return getattr(polars, of_polars)(pattern, **given)
    raise absent("counting a file", "duckdb or polars", "count")


def _lake(name: str, kind: str, function: str) -> Any:
    """A table of Delta or Iceberg, by the extension of DuckDB."""
    duckdb = needed("duckdb", f"reading a table of {kind}")
    try:
        return duckdb.sql(f"SELECT * FROM {function}('{name.replace(chr(39), chr(39) * 2)}')")
    except duckdb.Error as error:
        hint = f"DuckDB reads it by an extension: INSTALL {kind.lower()}; or give a query of an engine that has the table"
        what = f"{name} is a table of {kind}, which cannot be read: {str(error).splitlines()[0]}"
        raise ValueError(f"{what}\nhint: {hint}") from None


def _identifier(name: str) -> str:
    """A name in SQL, which knows no empty one."""
    if not name:
        raise ValueError("a column has no name\nhint: name it in a query: SELECT * FROM samples AS t(y_true, model)")
    return '"' + name.replace('"', '""') + '"'


def check_columns(columns: list[str], truth: str, others: Sequence[str], apart: Sequence[str]) -> None:
    """Refuse names that no column has, and classifiers that are something else."""
    for name in (truth, *others, *apart):
        if name not in columns:
            raise ValueError(f"there is no column {name!r}\nhint: the source has {', '.join(columns)}")
    for k, name in enumerate(others):
        if name == truth:
            raise ValueError(f"{name!r} has the true labels and is no classifier\nhint: leave it out of the columns that are asked for")
        if name in others[:k]:
            raise ValueError(f"{name!r} is asked for twice\nhint: name it once")


class Scan:
    """Some columns of a table: the true labels, and one for each classifier or model."""

    def __init__(
        self,
        source: Any,
        y_true: str,
        others: Sequence[str] | None,
        *,
        weight: str | None = None,
        id: str | None = None,
        by: str | None = None,
    ) -> None:
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
        others = [name for name in columns if name not in (y_true, weight, id, by)] if others is None else others
        self.names = list(others)
        self._weighted = weight is not None
        # The columns by which counts are kept apart.
        self._keys = [] if by is None else [_GROUP]
        check_columns(columns, y_true, self.names, [name for name in (weight, id, by) if name is not None])
        if not self.names:
            raise ValueError("there are no classifiers\nhint: give one at least")
        chosen = [y_true, *self.names]
        called = [f"c{k}" for k in range(len(chosen))]
        if weight is not None:
            chosen.append(weight)
            called.append(_WEIGHT)
        if by is not None:
            chosen.append(by)
            called.append(_GROUP)
        if self._library == "duckdb":
            # A place of DuckDB becomes a name again, and "*" stands for all of them.
            fields = [f"{_identifier(name)} AS {short}" for name, short in zip(chosen, called)]
            self._frame = narwhals.from_native(source.project(", ".join(fields)))
        else:
            if self._library == "pyspark":
                # Names of Spark are paths.
                frame = narwhals.from_native(source.toDF(*[f"x{k}" for k in range(len(columns))]))
            places = [columns.index(name) for name in chosen]
            self._frame = frame.lazy().select(*(narwhals.nth(place).alias(short) for place, short in zip(places, called)))
        self._types = self._frame.collect_schema()
        if weight is not None:
            self._check_weights(weight)

    def _check_weights(self, name: str) -> None:
        """Weights are whole numbers of samples: sums of others would be rounded, each engine in its own way."""
        kind = self._types[_WEIGHT]
        if not kind.is_integer():
            raise ValueError(
                f"the weights in {name!r} are of the type {kind}\n"
                "hint: in an engine a weight says how many samples a row stands for: give whole numbers, of an integer type"
            )
        column = self._narwhals.col(_WEIGHT)
        wrong = self._narwhals.when(column.is_null() | (column < 0)).then(1).otherwise(0).sum().alias(_COUNT)
        ((rows,),) = self._rows(self._frame.select(wrong))
        if rows:
            raise ValueError(f"{rows} weights in {name!r} are missing or negative\nhint: leave these rows out in the query")

    def _samples(self) -> Any:
        """How many samples rows stand for."""
        return (self._narwhals.col(_WEIGHT).sum() if self._weighted else self._narwhals.len()).alias(_COUNT)

    def samples(self) -> int:
        """How many samples there are."""
        ((found,),) = self._rows(self._frame.select(self._samples()))
        return int(found or 0)

    def patterns(self, most: int) -> list[Row]:
        """One GROUP BY of all columns: the group, if there are some, the values, and how many samples have them; not more
        rows than asked for."""
        return self._rows(self._grouped(range(len(self.names) + 1), self._keys).head(most))

    def grouped(self, places: Sequence[int], most: int | None = None) -> list[Row]:
        """One GROUP BY: the values of these columns, and how many samples have them; not more rows than asked for."""
        frame = self._grouped(places)
        return self._rows(frame if most is None else frame.head(most))

    def grouped_columns(self, places: Sequence[int]) -> list[Any]:
        """The same in columns, arrays of NumPy; the first has the groups, if there are some."""
        parts = list(self._batches(self._grouped(places, self._keys)))
        if len(parts) == 1:
            return parts[0]
        import numpy

        empty: list[Any] = [numpy.empty(0, object) for _ in (*self._keys, *places, 0)]
        return [numpy.concatenate(columns) for columns in zip(*parts)] or empty

    def _grouped(self, places: Sequence[int], groups: Sequence[str] = ()) -> Any:
        keys = [*groups, *(f"c{k}" for k in places)]
        return self._frame.group_by(keys).agg(self._samples()).select(*keys, _COUNT)

    def steps(self, place: int, negative: Sequence[Any], samples: int) -> dict[Any, list[Part]]:
        """The steps of a model's ROC curve, thinned where the engine works: stretches of scores from high to low, each
        with the points of it that the curve's hull may have. By group; all are None if there are no others."""
        says = self._narwhals.when(self._says_positive(0, list(negative)))
        if self._weighted:
            one = says.then(self._narwhals.col(_WEIGHT)).otherwise(0).cast(self._narwhals.Int64)
            positives = self._narwhals.col(_CLASS).sum()
        else:
            # Counts take less memory than sums, which DuckDB holds in 128 bits for each score.
            one, positives = says.then(1), self._narwhals.col(_CLASS).count()
        keys = [*self._keys, f"c{place}"]
        steps = self._frame.with_columns(one.alias(_CLASS)).group_by(keys)
        summed = steps.agg(positives, self._samples())
        # What is sorted is held in memory.
        kind = self._narwhals.Int32 if samples < 1 << 31 else self._narwhals.Int64
        numbers = [self._narwhals.col(name).cast(kind) for name in (_CLASS, _COUNT)]
        descending = [*(False for _ in self._keys), True]
        ordered = summed.select(*keys, *numbers).sort(keys, descending=descending, nulls_last=False)
        has_groups = len(self._keys) > 0
        if self._library == "pyspark":
            return parts_of_spark(ordered.to_native(), has_groups)
        found: dict[Any, list[Part]] = {}
        for columns in self._batches(ordered, _STRETCH):
            for group, part in parts_by_group(columns, has_groups) if len(columns[0]) else ():
                found.setdefault(group, []).append(part)
        return found

    def has_more_patterns(self, most: int, rows: int) -> bool:
        """Whether there are certainly more patterns than that: the first rows hold more, or on Spark a sample of all patterns."""
        if self._library == "pyspark":
            return self._sampled() > most * _SURELY
        columns = [*self._keys, *(f"c{k}" for k in range(len(self.names) + 1))]
        patterns = self._frame.select(*columns).head(rows).unique().head(most + 1)
        ((found,),) = self._rows(patterns.select(self._narwhals.len().alias(_COUNT)))
        return bool(found > most)

    def _sampled(self) -> int:
        """The number of patterns, within some per cent if there are many: that of the patterns with one hash in so many, of all
        rows. Spark brings the first rows to one place to look at them, which takes longer."""
        from pyspark.sql import functions as of

        names = [*self._keys, *(f"c{k}" for k in range(len(self.names) + 1))]
        hashes = self._frame.to_native().select(of.xxhash64(*names).alias(_COUNT))
        chosen = hashes.filter(of.col(_COUNT) % _ONE_IN == 0).distinct().agg(of.count(of.lit(1)).alias(_COUNT))
        ((found,),) = self._rows(self._narwhals.from_native(chosen))
        return int(found) * _ONE_IN

    def complete(self, missing: Sequence[Sequence[Any]], places: Sequence[int]) -> None:
        """Leaves out the rows that lack a value in these columns; some texts stand for one, too."""
        for k in places:
            column = self._narwhals.col(f"c{k}")
            frame = self._frame.filter(~column.is_null())
            if self._is_float(k):
                frame = frame.filter(~column.is_nan())
            if missing[k]:
                frame = frame.filter(~column.is_in(list(missing[k])))
            self._frame = frame

    def complete_groups(self) -> None:
        """Leaves out the rows without a group."""
        column = self._narwhals.col(_GROUP)
        self._frame = self._frame.filter(~column.is_null())
        if self._types[_GROUP].is_float() and self._has_nan():
            self._frame = self._frame.filter(~column.is_nan())

    def without_group(self) -> int:
        """How many samples lack a group."""
        column = self._narwhals.col(_GROUP)
        lacks = column.is_null()
        if self._types[_GROUP].is_float() and self._has_nan():
            lacks = lacks | column.is_nan()
        ((found,),) = self._rows(self._frame.filter(lacks).select(self._samples()))
        return int(found or 0)

    def ends(self) -> tuple[int, list[tuple[Any, Any, int]]]:
        """The number of samples, and of each column the least and the greatest value, and how many rows lack one. One
        aggregation of all of the data."""
        nw, asked = self._narwhals, []
        for k in range(len(self.names) + 1):
            column = nw.col(f"c{k}")
            lacks = column.is_null() | column.is_nan() if self._is_float(k) else column.is_null()
            asked += [column.min().alias(f"l{k}"), column.max().alias(f"g{k}")]
            asked.append(nw.when(lacks).then(1).otherwise(0).sum().alias(f"m{k}"))
        ((samples, *found),) = self._rows(self._frame.select(self._samples(), *asked))
        return int(samples or 0), [(found[k], found[k + 1], int(found[k + 2] or 0)) for k in range(0, len(found), 3)]

    def pairs(self, labels: Sequence[tuple[Any, Any]], samples: int, most: int) -> dict[Any, dict[bool, list[int]]] | None:
        """For each group, and each class whether it is the positive one, its samples, and for classifiers i <= j those that
        both have right, i first; None if a column has another value than its labels, negative and positive, one of which may be
        lacking. All samples are the group None if there are no others; some more groups than asked for may come back.
        One aggregation.

        There are many sums, and each of so many conditions: numbers that fit beside each other are added up as one.
        """
        nw = self._narwhals
        count = nw.col(_WEIGHT).cast(nw.Int64) if self._weighted else nw.lit(1).cast(nw.Int64)
        width = max(samples, 1).bit_length()
        each = max(1, _BITS // width)
        columns = [nw.col(f"c{k}") for k in range(len(labels))]
        strange = ~nw.all_horizontal(*(_is_one_of(c, values) for c, values in zip(columns, labels)), ignore_nulls=False)
        says = [column != values[0] if values[1] is None else column == values[1] for column, values in zip(columns, labels)]
        right = [(said == says[0]).alias(f"r{k}") for k, said in enumerate(says[1:])]
        keys = [*self._keys, _CLASS]
        frame = self._frame.select(*self._keys, says[0].alias(_CLASS), strange.alias("s"), count.alias(_WEIGHT), *right)
        names = [f"r{k}" for k in range(len(right))]
        packs = [names[k : k + each] for k in range(0, len(names), each)]
        packed = []
        for place, pack in enumerate(packs):
            parts = [nw.when(nw.col(name)).then(nw.col(_WEIGHT) * (1 << width * k)).otherwise(0) for k, name in enumerate(pack)]
            packed.append(nw.sum_horizontal(*parts).alias(f"p{place}"))
        frame = frame.with_columns(*packed)
        asked = [nw.when(nw.col("s")).then(1).otherwise(0).sum().alias("s"), nw.col(_WEIGHT).sum().alias(_COUNT)]
        for j, name in enumerate(names):
            for place in range(j // each + 1):
                asked.append(nw.when(nw.col(name)).then(nw.col(f"p{place}")).otherwise(0).sum().alias(f"b{place}_{j}"))
        summed = frame.group_by(keys).agg(*asked).select(*keys, "s", _COUNT, *_made(names, each))
        found: dict[Any, dict[bool, list[int]]] = {}
        for row in self._rows(summed.head(2 * most + 1)):
            group, (truth, wrong, count, *sums) = (row[0], row[1:]) if self._keys else (None, row)
            if wrong:
                return None
            found.setdefault(group, {})[bool(truth)] = [int(count), *_unpacked([int(n) for n in sums], len(names), each, width)]
        return found

    def _says_positive(self, place: int, negative: list[Any]) -> Any:
        """Whether a column, which has no missing value, holds none of these values."""
        column = self._narwhals.col(f"c{place}")
        # A list without values is no SQL.
        return ~column.is_in(negative) if negative else ~column.is_null()

    def _is_float(self, place: int) -> bool:
        """Whether a column may hold something that is not a number."""
        return self._types[f"c{place}"].is_float() and self._has_nan()

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

    def _batches(self, frame: Any, at_once: int = _AT_ONCE) -> Iterator[list[Any]]:
        """The rows in columns, arrays of NumPy, some at a time."""
        native = frame.to_native()
        if self._library == "duckdb":
            yield from map(arrays, _of_duckdb(native, at_once))
        elif self._library == "ibis":
            yield from map(arrays, native.to_pyarrow_batches(chunk_size=at_once))
        elif self._library == "pyspark" and hasattr(native, "toArrow"):
            yield from map(arrays, native.toArrow().to_batches(at_once))
        elif self._library == "polars":
            for some in native.collect().iter_slices(at_once):
                yield [column.to_numpy() for column in some.get_columns()]
        else:
            yield from map(arrays, frame.collect("pyarrow").to_native().to_batches(at_once))


def _of_duckdb(relation: Any, at_once: int) -> Any:
    needed("pyarrow", "counting scores")
    return (relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_record_batch)(at_once)


def _is_one_of(column: Any, values: tuple[Any, Any]) -> Any:
    """Whether a value is one of these, of which one may be lacking."""
    first, *others = [column == value for value in values if value is not None]
    return first | others[0] if others else first


def _made(names: Sequence[str], each: int) -> list[str]:
    """The sums of pairs in their order."""
    return [f"b{place}_{j}" for j in range(len(names)) for place in range(j // each + 1)]


def _unpacked(sums: Sequence[int], classifiers: int, each: int, width: int) -> Iterator[int]:
    """The numbers for classifiers i <= j, of which several are one."""
    of = iter(sums)
    for j in range(classifiers):
        packs = [next(of) for _ in range(j // each + 1)]
        for i in range(j + 1):
            yield packs[i // each] >> width * (i % each) & (1 << width) - 1
