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

MODULES = ["exactile", *(f"exactile.{m.name}" for m in pkgutil.iter_modules(exactile.__path__) if m.name != "_exactile")]
PAGES = [Path(__file__).parents[1] / "README.md", Path(__file__).parents[2] / "docs" / "python.md"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    examples = "\n".join(blocks)
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    if test.examples:
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        assert runner.run(test).failed == 0
    else:
        exec(compile(examples, str(page), "exec"), {})


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
