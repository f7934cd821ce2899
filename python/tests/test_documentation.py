"""The examples of docstrings, of the README and of the tutorial run as they stand."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import exactile

from pages import run

MODULES = ["exactile", *(f"exactile.{m.name}" for m in pkgutil.iter_modules(exactile.__path__) if m.name != "_exactile")]
DOCS = Path(__file__).parents[2] / "docs"
PAGES = [Path(__file__).parents[1] / "README.md", DOCS / "python.md", DOCS / "sorbetto.md"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    assert run(page) > 0


def test_pages_that_are_wrong_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n")
    with pytest.raises(AssertionError, match="does not say what happens"):
        run(page)
    assert "Expected:" in capsys.readouterr().out


def test_every_public_name_is_documented() -> None:
    for name in exactile.__all__:
        value = getattr(exactile, name)
        if name in ("__version__", "Number"):
            continue
        assert inspect.getdoc(value), name
        if inspect.isclass(value) and value.__module__.startswith("exactile"):
            members: list[tuple[str, Any]] = inspect.getmembers(value, lambda m: inspect.isfunction(m) or isinstance(m, property))
            for member, function in members:
                if not member.startswith("_") and getattr(function, "__module__", "exactile").startswith("exactile"):
                    assert inspect.getdoc(function), f"{name}.{member}"


def public_functions() -> list[tuple[str, Any]]:
    """All public functions and methods of the package by their names."""
    found: dict[str, Any] = {}
    for name in exactile.__all__:
        value = getattr(exactile, name)
        if inspect.isfunction(value):
            found[name] = value
        elif inspect.isclass(value) and value.__module__.startswith("exactile") and not hasattr(value, "_fields"):
            for member, function in inspect.getmembers(value, lambda m: inspect.isfunction(m) or inspect.ismethod(m)):
                if not member.startswith("_") and function.__module__.startswith("exactile"):
                    found[f"{name}.{member}"] = function
    return sorted(found.items())


@pytest.mark.parametrize(("name", "function"), public_functions())
def test_every_parameter_is_described(name: str, function: Any) -> None:
    """In the section Parameters of NumPy style stands every parameter and nothing else."""
    text = inspect.getdoc(function) or ""
    parameters = [
        {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(of.kind, "") + parameter
        for parameter, of in inspect.signature(function).parameters.items()
        if parameter != "self"
    ]
    described = []
    if "Parameters\n" in text:
        section = re.split(r"\n\n[A-Z][a-z]+\n-+\n", text.split("Parameters\n----------\n")[1])[0]
        for line in section.splitlines():
            if line and not line.startswith(" "):
                described += [part.strip() for part in line.split(" : ")[0].split(",")]
    assert sorted(described) == sorted(parameters)


def results_and_their_members() -> list[tuple[str, Any]]:
    """Classes of results that are returned, which have no name of their own in the package, and their methods and properties."""
    from exactile import _drawn, _results

    found: dict[str, Any] = {}
    for module in (_results, _drawn):
        for name, value in inspect.getmembers(module, inspect.isclass):
            if value.__module__ == module.__name__ and value is not _drawn.Drawn and not hasattr(value, "_fields"):
                members = inspect.getmembers(value, lambda m: inspect.isfunction(m) or isinstance(m, property))
                found[name] = value
                found.update({f"{name}.{member}": m for member, m in members if not member.startswith("_") and member in vars(value)})
    return sorted(found.items())


def documented() -> list[tuple[str, Any]]:
    """All that a user finds by name: functions, classes, their methods and properties."""
    found = dict(public_functions())
    for name in exactile.__all__:
        value = getattr(exactile, name)
        if inspect.isclass(value) and value.__module__.startswith("exactile"):
            found[name] = value
            for member, of in inspect.getmembers(value, lambda m: isinstance(m, property)):
                if not member.startswith("_") and (of.fget.__module__ or "").startswith("exactile"):
                    found[f"{name}.{member}"] = of
    return sorted({**found, **dict(results_and_their_members())}.items())


@pytest.mark.parametrize(("name", "value"), documented())
def test_every_name_has_an_example_that_runs(name: str, value: Any) -> None:
    """`test_docstrings` runs the examples of modules, whose names these are."""
    text = inspect.getdoc(value) or ""
    sections = text.split("Examples\n--------\n")
    assert len(sections) == 2, f"{name} has no section Examples"
    module = importlib.import_module(getattr(value, "__module__", None) or value.fget.__module__)
    own = getattr(value, "__doc__", None) or ""
    run = [test for test in doctest.DocTestFinder().find(module, module.__name__) if test.docstring == own and test.examples]
    assert run, f"the examples of {name} are not run"
    assert any(">>>" in line for line in sections[1].splitlines())


def test_the_reference_is_generated(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "pdoc", "--docformat", "numpy", "--no-show-source", "--output-directory", str(tmp_path), "exactile"]
    subprocess.run(command, check=True, capture_output=True)
    page = (tmp_path / "exactile.html").read_text()
    for name in exactile.__all__:
        assert f'id="{name}"' in page, name
    # Sections are headings of lists, and examples are highlighted.
    assert re.search(r'<h6 id="parameters[^"]*">Parameters</h6>', page)
    assert "----------" not in page
