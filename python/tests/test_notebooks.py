"""The notebooks run from top to bottom and print what they are kept with."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
#: Notebooks that fit models, and those that are no short ones.
FITTED, LONG = ("choosing", "thresholds"), ("thresholds", "tile_authors")
#: A whole notebook of the others; a machine that does other things meanwhile takes longer than it counts for itself.
MOST_SECONDS = 15


def printed(notebook: Any) -> list[str]:
    """The text of each cell's outputs, but for names of pictures."""
    texts = []
    for cell in notebook.cells:
        outputs = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
        texts.append("".join("" if text.startswith("<Figure") else text for text in outputs))
    return texts


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_notebook(path: Path, tmp_path: Path) -> None:
    kept = nbformat.read(path, 4)
    expected = printed(kept)
    assert sum(bool(text) for text in expected) >= 5, "notebooks are kept with their outputs"
    start, used = time.monotonic(), os.times().children_user + os.times().children_system
    NotebookClient(kept, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    seconds = min(time.monotonic() - start, max(os.times().children_user + os.times().children_system - used, 0.1))
    found = printed(kept)
    if path.stem not in FITTED:
        # No arithmetic of other libraries is in it but the raster's.
        assert found == expected
    else:
        # Fitted models differ in their last digits from machine to machine.
        assert [len(text.splitlines()) for text in found] == [len(text.splitlines()) for text in expected]
    if path.stem not in LONG:
        assert seconds < MOST_SECONDS


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["choosing", "gate", "leaderboard", "paper", "sites", "thresholds", "tile_authors"]
