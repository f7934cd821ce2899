"""What tests share: the fixtures of the project, and matrices to draw."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@pytest.fixture(scope="session")
def predictions() -> dict[str, list[str]]:
    """The columns of the predictions of breast tumours, y_true first."""
    with open(FIXTURES / "breast_cancer_predictions.csv", newline="") as file:
        rows = list(csv.reader(file))
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}
