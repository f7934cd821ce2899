"""What the tests share: the program, the checker, and classifiers to try them with."""

import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

PROOFS = Path(__file__).resolve().parent.parent
FIXTURES = PROOFS.parent / "fixtures"
CHECKER = PROOFS / "build" / "proved-checker"
CELLS = ("tn", "fp", "fn", "tp")
PROGRAM = Path(sys.argv[1]).resolve()
FOLDER = Path(tempfile.mkdtemp())
ENVIRONMENT = os.environ | {"EXACTILE_PROVED_CHECKER": str(CHECKER)}


def read(path):
    """The performances of a CSV file, in lowest terms."""
    with open(path, newline="") as file:
        return [
            {"name": row["name"], **{c: str(Fraction(row[c])) for c in CELLS}}
            for row in csv.DictReader(file)
        ]


def document(*command):
    """What a command writes."""
    line = [PROGRAM, *command, "--format", "json"]
    return json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


def made(given, command, *options):
    """A result of the program about these performances."""
    (FOLDER / "input.json").write_text(json.dumps(given))
    return document(command, FOLDER / "input.json", *options)


def regions(given, target=None, areas=False):
    """The regions of all."""
    options = (["--target-prior", target] if target else []) + (["--area"] if areas else [])
    return made(given, "regions", *options)


def seconds():
    """Seconds of processors that the programs have taken so far, the checker's among them."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def answer(given, document, target=None):
    """The answer of the extracted checker."""
    (FOLDER / "given.json").write_text(json.dumps(given))
    (FOLDER / "result.json").write_text(json.dumps(document))
    options = ["--target-prior", str(Fraction(target))] if target else []
    command = [CHECKER, FOLDER / "result.json", FOLDER / "given.json", *options]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode in (0, 1, 2), found
    assert bool(found.stderr) == (found.returncode == 2), found
    return found


def check(given, document, target=None):
    """Its exit status."""
    return answer(given, document, target).returncode


def said(given, document, target=None):
    """What it prints."""
    return answer(given, document, target).stdout


def sample(rng, n, negatives, positives, scale=1):
    """Classifiers with ties, equal performances, and constant ones."""
    rows = [(negatives, 0, positives, 0), (0, negatives, 0, positives)]
    while len(rows) < n:
        kind = rng.randrange(6)
        tn, tp = rng.randint(0, negatives), rng.randint(0, positives)
        if kind == 0:
            rows.append(rng.choice(rows))
        elif kind == 1:
            rows.append((rng.choice(rows)[0], None, None, tp))
        elif kind == 2:
            rows.append((tn, None, None, rng.choice(rows)[3]))
        else:
            rows.append((tn, None, None, tp))
        tn, tp = rows[-1][0], rows[-1][3]
        rows[-1] = (tn, negatives - tn, positives - tp, tp)
    rng.shuffle(rows)
    return [
        {"name": f"c{k}", **{c: str(x * s) for c, x in zip(CELLS, row)}}
        for k, row in enumerate(rows[:n])
        for s in [Fraction(rng.randint(1, scale), rng.randint(1, scale))]
    ]


def other_fraction(rng, text):
    x = Fraction(text)
    one, three = Fraction(1), Fraction(3)
    return str(rng.choice([x + 1, x - 1, -x or one, x + one / 997, x / 2 or one, x * 2 or three]))
