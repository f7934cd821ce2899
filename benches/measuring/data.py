"""The data of the workloads, the same in every run. Each file is made when a workload first needs it."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"

#: Share of wrong predictions of each of ten classifiers, in hundredths.
WRONG = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
#: Rows that are made at a time.
BLOCK = 500_000


class Workshop:
    """Makes files in a folder: of the size that a workload names, or tiny ones for tests."""

    def __init__(self, folder: Path, exactile: list[str], tiny: bool = False) -> None:
        self.folder, self.exactile, self.tiny = folder, exactile, tiny

    def size(self, full: int, tiny: int) -> int:
        """The size of this run."""
        return tiny if self.tiny else full

    def path(self, name: str) -> Path:
        """The file of this name, which is made if it is not there."""
        path = self.folder / f"{name}.csv"
        if not path.exists():
            DATA[name](self, path)
        return path

    def result(self, arguments: list[str], name: str) -> Path:
        """The output of a run of exactile, in a file."""
        path = self.folder / f"{name}.json"
        with open(path, "wb") as file:
            done = subprocess.run([*self.exactile, *arguments, "--quiet"], stdout=file)
        assert done.returncode in (0, 1), arguments
        return path


def write_matrices(path: Path, rows: list[tuple[int, int, int, int]]) -> None:
    """A table of confusion matrices (tn, fp, fn, tp)."""
    lines = [f"c{k},{tn},{fp},{fn},{tp}" for k, (tn, fp, fn, tp) in enumerate(rows)]
    path.write_text("\n".join(["name,tn,fp,fn,tp", *lines]) + "\n")


def classifiers(full: int, positives: int = 200, negatives: int = 800, digits: int = 0) -> Callable[[Workshop, Path], None]:
    """Random classifiers; `digits` are appended to each count."""

    def make(workshop: Workshop, path: Path) -> None:
        import random

        drawn, most = random.Random(full), 10**digits
        rows = []
        for _ in range(workshop.size(full, min(full // 10, 8))):
            fp, fn = drawn.randrange(1, negatives * most), drawn.randrange(1, positives * most)
            rows.append((negatives * most - fp, fp, fn, positives * most - fn))
        write_matrices(path, rows)

    return make


def own_priors(full: int, digits: int = 0) -> Callable[[Workshop, Path], None]:
    """Good classifiers, each tested on 100 to 1000 samples of either class; `digits` are appended to each count."""

    def make(workshop: Workshop, path: Path) -> None:
        import random

        drawn, most = random.Random(full), 10**digits
        rows = []
        for _ in range(workshop.size(full, 4)):
            positives, negatives = (drawn.randint(100 * most, 1000 * most) for _ in range(2))
            fp, fn = drawn.randrange(negatives // 2), drawn.randrange(positives // 2)
            rows.append((negatives - fp, fp, fn, positives - fn))
        write_matrices(path, rows)

    return make


def sites(classifiers: int, sets: int, same_prior: bool = False) -> Callable[[Workshop, Path], None]:
    """Good classifiers in several test sets of 100 to 1000 samples of either class, or of 300 each."""

    def make(workshop: Workshop, path: Path) -> None:
        import random

        drawn = random.Random(classifiers + sets)
        lines = ["name,site,tn,fp,fn,tp"]
        for site in range(workshop.size(sets, 3)):
            positives, negatives = (300 if same_prior else drawn.randint(100, 1000) for _ in range(2))
            for k in range(workshop.size(classifiers, min(classifiers, 3))):
                fp, fn = drawn.randrange(negatives // 2), drawn.randrange(positives // 2)
                lines.append(f"c{k},s{site},{negatives - fp},{fp},{fn},{positives - fn}")
        path.write_text("\n".join(lines) + "\n")

    return make


def grouped_scores(full: int) -> Callable[[Workshop, Path], None]:
    """A truth, five groups with different scores, and the scores of four models."""

    def make(workshop: Workshop, path: Path) -> None:
        import random

        drawn = random.Random(full)
        lines = ["y_true,group,m0,m1,m2,m3"]
        for _ in range(workshop.size(full, 60)):
            group, truth = drawn.randrange(5), int(drawn.random() < 0.3)
            given = (drawn.gauss(0.4 + 0.2 * truth - 0.03 * group, 0.15) for _ in range(4))
            lines.append(",".join([f"{truth},g{group}", *(f"{score:.4f}" for score in given)]))
        path.write_text("\n".join(lines) + "\n")

    return make


def predictions(workshop: Workshop, path: Path) -> None:
    """Labels 0 and 1 of a truth and of ten classifiers: 22 bytes a row."""
    import numpy

    rng = numpy.random.default_rng(19)
    with open(path, "wb") as file:
        file.write(",".join(["y_true", *(f"c{k}" for k in range(len(WRONG)))]).encode() + b"\n")
        left = workshop.size(10_000_000, 200)
        while left > 0:
            rows = min(BLOCK, left)
            text: Any = numpy.full((rows, 2 * len(WRONG) + 2), ord(","), dtype=numpy.uint8)
            truth = rng.random(rows) < 0.2
            text[:, 0] = truth + ord("0")
            for k, share in enumerate(WRONG):
                text[:, 2 * k + 2] = (truth ^ (rng.random(rows) < share / 100)) + ord("0")
            text[:, -1] = ord("\n")
            file.write(text.tobytes())
            left -= rows


def in_sets(workshop: Workshop, path: Path) -> None:
    """The same labels, with one of 100 test sets at the end of each row."""
    import numpy

    rng = numpy.random.default_rng(29)
    with open(workshop.path("predictions"), "rb") as given, open(path, "wb") as file:
        file.write(given.readline().rstrip(b"\n") + b",site\n")
        width = 2 * len(WRONG) + 2
        while block := given.read(width * BLOCK):
            rows = len(block) // width
            text: Any = numpy.empty((rows, width + 3), dtype=numpy.uint8)
            text[:, :width] = numpy.frombuffer(block, dtype=numpy.uint8).reshape(rows, width)
            text[:, width - 1] = ord(",")
            tens, ones = numpy.divmod(rng.integers(0, 100, rows), 10)
            text[:, width], text[:, width + 1], text[:, width + 2] = tens + ord("0"), ones + ord("0"), ord("\n")
            file.write(text.tobytes())


def scores(full: int, models: int = 4) -> Callable[[Workshop, Path], None]:
    """A truth and scores of seven digits between 0 and 1: 2 + 10 bytes for each model a row."""

    def make(workshop: Workshop, path: Path) -> None:
        import numpy

        rng = numpy.random.default_rng(23)
        powers: Any = 10 ** numpy.arange(6, -1, -1)
        with open(path, "wb") as file:
            file.write(",".join(["y_true", *(f"m{k}" for k in range(models))]).encode() + b"\n")
            left = workshop.size(full, 100)
            while left > 0:
                rows = min(BLOCK, left)
                text: Any = numpy.empty((rows, 2 + 10 * models), dtype=numpy.uint8)
                truth = rng.random(rows) < 0.2
                text[:, 0] = truth + ord("0")
                for k in range(models):
                    given = 1 / (1 + numpy.exp(-rng.normal((1 + k / 8) * (2 * truth - 1), 1.5)))
                    whole = numpy.minimum((given * 10**7).astype(numpy.int64), 10**7 - 1)
                    at = 1 + 10 * k
                    text[:, at : at + 3] = numpy.frombuffer(b",0.", dtype=numpy.uint8)
                    text[:, at + 3 : at + 10] = whole[:, None] // powers % 10 + ord("0")
                text[:, -1] = ord("\n")
                file.write(text.tobytes())
                left -= rows

    return make


def reported(names: list[str]) -> Callable[[Workshop, Path], None]:
    """Scores of 100 positive and 500 negative samples with three decimals; in every second row one of them is changed."""

    def make(workshop: Workshop, path: Path) -> None:
        import random

        drawn = random.Random(31)
        lines = [",".join(["positives", "negatives", *names])]
        for row in range(workshop.size(10_000, 6)):
            tp, tn = drawn.randint(40, 99), drawn.randint(300, 499)
            fn, fp = 100 - tp, 500 - tn
            values = {
                "accuracy": (tp + tn) / 600,
                "tpr": tp / 100,
                "tnr": tn / 500,
                "f1": 2 * tp / (2 * tp + fp + fn),
                "mcc": (tp * tn - fp * fn) / ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)) ** 0.5,
            }
            shown = {name: f"{values[name]:.3f}" for name in names}
            if row % 2:
                shown[names[-1]] = f"{values[names[-1]] * drawn.uniform(0.9, 0.99):.3f}"
            lines.append(",".join(["100", "500", *shown.values()]))
        path.write_text("\n".join(lines) + "\n")

    return make


def fixture(name: str, columns: int | None = None, rows: int | None = None) -> Callable[[Workshop, Path], None]:
    """A file of the fixtures. The tiny one has so many columns and every third row, or so many rows."""

    def make(workshop: Workshop, path: Path) -> None:
        with open(FIXTURES / name, newline="") as file:
            table = list(csv.reader(file))
        if workshop.tiny and columns is not None:
            table = [[row[0], *row[4 : 3 + columns]] for row in (table[0], *table[1::3])]
        if workshop.tiny and rows is not None:
            table = [table[0], *table[4 : 3 + rows]]
        path.write_text("\n".join(",".join(row) for row in table) + "\n")

    return make


DATA: dict[str, Callable[[Workshop, Path], None]] = {
    "c74": classifiers(74),
    "c150": classifiers(150),
    "c300": classifiers(300),
    "c300-large": classifiers(300, digits=57),
    "c600": classifiers(600),
    "c1000": classifiers(1000),
    "c1000-samples": classifiers(1000, 600_000, 2_400_000),
    "c-million": classifiers(10**6, 20_000, 80_000),
    "priors60": own_priors(60),
    "priors60-large": own_priors(60, digits=37),
    "sets-100": sites(1, 100),
    "sets-50x20": sites(50, 20),
    "sets-20x20": sites(20, 20, same_prior=True),
    "scores-groups": grouped_scores(10**5),
    "predictions": predictions,
    "predictions-sets": in_sets,
    "scores-6": scores(10**6),
    "scores-7": scores(10**7),
    "scores-20": scores(10**5, models=20),
    "reported-mcc": reported(["mcc"]),
    "reported-four": reported(["accuracy", "tpr", "tnr", "f1"]),
    "tumours": fixture("breast_cancer_confusion.csv", rows=4),
    "tumour-predictions": fixture("breast_cancer_predictions.csv", columns=4),
}


def matrices(path: str | Path) -> tuple[list[str], Any]:
    """The names in a table of confusion matrices, and the columns tn, fp, fn, tp as integers of numpy."""
    import numpy

    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    counts = [[int(row[name]) for row in rows] for name in ("tn", "fp", "fn", "tp")]
    return [row["name"] for row in rows], numpy.array(counts)
