"""Pictures as PDF, read by another program: they look like the PNG, and their text can be searched."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
import pypdfium2
import pytest

import exactile
from exactile import Tile

FIXTURES = Path(__file__).parents[2] / "fixtures"
TABLE = str(FIXTURES / "breast_cancer_confusion.csv")
SCORES = str(FIXTURES / "breast_cancer_scores.csv")

PICTURES = {
    "tile": ["tile", TABLE, "--show", "scores,grid,legend,no-skill-curve"],
    "dark": ["tile", TABLE, "--flavor", "rank", "--classifier", "logistic", "--theme", "dark"],
    "roc": ["roc", TABLE, "--score", "f1"],
    "curves": ["curve", SCORES, "--along", "brier"],
    "forest": ["plot", "forest", TABLE, "--metric", "f1", "--no-tiers"],
    "density": ["lattice", "plot", "density", "--metric", "mcc", "--tp", "16", "--fp", "8", "--fn", "4", "--tn", "32"],
}


def drawn(arguments: list[str], path: Path) -> Path:
    assert exactile._exactile.main(["exactile", *arguments, "--quiet", "-o", str(path)]) == 0
    return path


@pytest.mark.parametrize("name", PICTURES)
def test_a_pdf_is_the_picture(name: str, tmp_path: Path) -> None:
    svg = drawn(PICTURES[name], tmp_path / "x.svg").read_text()
    png = matplotlib.image.imread(io.BytesIO(drawn(PICTURES[name], tmp_path / "x.png").read_bytes()))[..., :3]
    pdf = pypdfium2.PdfDocument(drawn(PICTURES[name], tmp_path / "x.pdf").read_bytes())
    assert len(pdf) == 1
    # A pixel is 3/4 point, and the PNG has two pixels to the one of the SVG.
    shown = pdf[0].render(scale=2 / 0.75, rev_byteorder=True).to_numpy()[..., :3] / 255
    assert abs(png.shape[0] - shown.shape[0]) <= 2 and abs(png.shape[1] - shown.shape[1]) <= 2
    height, width = (min(*pair) // 8 for pair in zip(png.shape[:2], shown.shape[:2], strict=True))

    # Edges are smoothed in other ways: means of 8 x 8 pixels agree.
    def means(picture: Any) -> Any:
        return picture[: 8 * height, : 8 * width].reshape(height, 8, width, 8, 3).mean(axis=(1, 3))

    difference = np.abs(means(png) - means(shown))
    assert difference.max() < 0.15 and difference.mean() < 0.004
    # A picture that is moved a little would not do.
    assert np.abs(np.roll(means(png), 1, axis=1) - means(shown)).max() > 0.3

    found = re.sub(r"\s", "", pdf[0].get_textpage().get_text_range())
    for text in re.findall(r"<text[^>]*>\s*(.*?)\s*</text>", svg, re.DOTALL):
        plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        # Rotated text comes letter by letter, from below.
        assert re.sub(r"\s", "", plain) in found, plain


def test_a_tile_is_saved_as_pdf(tmp_path: Path) -> None:
    tile = Tile.from_confusion({"näïve": [[35, 15], [15, 35]], "β-Net": [[25, 25], [10, 40]]})
    tile.save(tmp_path / "tile.pdf", show=["legend"])
    text = pypdfium2.PdfDocument(tmp_path / "tile.pdf")[0].get_textpage().get_text_range()
    assert "näïve" in text and "β-Net" in text
