"""Answers of the program: its JSON documents, and what it notices."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _exactile
from ._numbers import exact_text


def document(answer: tuple[bytes, str, bool]) -> dict[str, Any]:
    """The document of an answer. Notes become warnings."""
    result, notes, _ = answer
    warn(notes.splitlines())
    return parsed(result)


def parsed(text: bytes | str) -> dict[str, Any]:
    """The members of a JSON document."""
    import json

    raw: dict[str, Any] = json.loads(text)
    return raw


def warn(notes: Iterable[str]) -> None:
    """What the reader has noticed, as warnings."""
    for note in notes:
        warnings.warn(note.removeprefix("note: "), UserWarning, stacklevel=4)


def command(*words: str, flags: Iterable[str] = (), text: str = "") -> dict[str, Any]:
    """The document of a command without classifiers, or with an input of its own."""
    return document(_exactile.answer([*words, *flags, "--format=json"], text.encode()))


def quoted(name: str) -> str:
    """A name as a field of CSV, which may have commas and line breaks in it."""
    return '"' + name.replace('"', '""') + '"'


def flags(**given: Any) -> list[str]:
    """Flags of the program: numbers are written exactly, True is a flag alone, None is left out."""
    found = []
    for name, value in given.items():
        flag = "--" + name.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            found.append(flag)
        elif isinstance(value, (list, tuple)):
            found.append(f"{flag}={','.join(exact_text(item) for item in value)}")
        else:
            found.append(f"{flag}={exact_text(value)}")
    return found


def repeated(flag: str, values: Any) -> list[str]:
    """A flag for each of some values, or for the one that there is: texts may have commas in them."""
    if values is None:
        return []
    if isinstance(values, (str, int)) or not isinstance(values, Iterable):
        values = [values]
    return [f"--{flag}={exact_text(value)}" for value in values]


def several(values: str | Iterable[str]) -> list[str]:
    """Some texts, or the one that there is."""
    return [values] if isinstance(values, str) else list(values)


#: Flags that say where a result goes, and how it looks: it is returned, as it is in JSON.
_OF_THE_RESULT = ("force", "format", "output")


def any_flags(command: str, given: Mapping[str, Any]) -> list[str]:
    """Flags of any command: a list repeats its flag, a tuple is one value."""
    found = []
    for name in _OF_THE_RESULT:
        if given.get(name) is not None:
            what = f"{name}={given[name]!r} has no meaning here: the result of {command} is returned, all of it"
            raise ValueError(f"{what}\nhint: leave {name} out; json.dump(found.raw, file) writes the result")
    for name, value in given.items():
        several = value if isinstance(value, list) else [value]
        for one in several:
            found += flags(**{name: os.fspath(one) if isinstance(one, os.PathLike) else one})
    return found


@contextlib.contextmanager
def written(text: bytes, ending: str) -> Iterator[str]:
    """The path of a temporary file with some text."""
    import tempfile

    handle, path = tempfile.mkstemp(suffix=ending)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        yield path
    finally:
        os.unlink(path)
