"""Errors planted in the checker make a proof fail. Run it after `make`; it takes some minutes.

Each error is one that somebody could make. The theorems are built again with it, in a copy of this
folder, and that must fail.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROOFS = Path(__file__).resolve().parent.parent

# The file, what stands there, and the error; without an error the condition is left out.
ERRORS = (
    ("Checker.v", "| Z0, Z0 => Equal", "| Z0, Z0 => Ahead"),
    ("Checker.v", "let tie := Tie e (1 + (ahead - downs), ahead + equal + ups) in",
     "let tie := Tie e (1 + (ahead - downs), ahead + equal) in"),
    ("Checker.v", "if EventOrder.leb f e\n", "if EventOrder.leb e f\n"),
    ("Checker.v", "Definition right := Curve 0 (-1) 0 1.", "Definition right := Curve 0 1 0 (-1)."),
    ("Checker.v", "(is_low from k || curve_eqb k top) && less (fst w) (fst v)",
     "(is_low from k || curve_eqb k top) && less (fst v) (fst w)"),
    ("Checker.v", "match to with Some e => sign_at (low e) v <=? 0 | None => true end",
     "true"),
    ("Checker.v",
     " &&\n  match from with Some e => existsb (is_low from) (edges p) | None => true end", ""),
    ("Checker.v", "in_tile v && in_tile w && (sign_at k v =? 0) && (sign_at k w =? 0) &&",
     "in_tile v && in_tile w && (sign_at k v =? 0) &&"),
    ("Checker.v", "| [] => match ps with [] => true | _ => false end", "| [] => true"),
    ("Checker.v", " && forallb valid_b given", ""),
    ("Checker.v", "filter (fun c => selects s i (interval c)) (cells all m)", "cells all m"),
    ("Ranking.v", "| None, None => negb (defined_b a b m)", "| None, None => true"),
    ("Ranking.v", "(count (fun e => Nat.eqb (who e) i) l =? 1)%Z",
     "(count (fun e => Nat.eqb (who e) i) l <=? 1)%Z"),
    ("Zone.v", " && (0 <=? z) &&", " &&"),
    ("Zone.v", "(negb surely || (0 <? z)) &&", "(negb surely || (0 <=? z)) &&"),
    ("Zone.v", "(e :: opposite e :: ends,", "(e :: ends,"),
    ("Zone.v", " &&\n    forallb (follows_from_pairs false pairs) constraints", ""),
    ("Zone.v", "| Some m, Some n => [frontier n m]", "| Some m, Some n => [frontier m n]"),
    ("Zone.v", "(slope_b k <? 0) && less (fst w) (fst v)", "(slope_b k <? 0)"),
    ("Confluences.v", "| [] => match g with [] => true | _ => false end", "| [] => true"),
    ("Confluences.v", "less 0 (fst v) && less (fst v) 1", "less (fst v) 1"),
    ("Swap.v", "add (0 :: r) (r ++ [0])", "add (0 :: r) (r ++ [1])"),
    ("Swap.v", "/ inject_Z (2 ^ Z.of_nat (dp + dn)))%Q", "/ inject_Z (2 ^ Z.of_nat dp))%Q"),
    ("Swap.v", "(p (fun x => Qle_bool seen x)) &&", "(p (fun x => Qle_bool x seen)) &&"),
    ("Compare.v", "Qeq_bool h (holm ps (two_sided t))", "Qeq_bool h (holm ps (one_sided t))"),
    ("Lattice.v", " && (n =? c)%Z", ""),
    ("Lattice.v", "forallb (fun e => less v (fst e)) (firstn 1 es')", "true"),
    ("Areas.v", "Qeq_bool s 1 && check_whole", "Qle_bool s 1 && check_whole"),
)


def fails(folder, file, right, wrong):
    """Whether Coq refuses the error, and where."""
    path = folder / file
    text = path.read_text()
    assert text.count(right) == 1, (file, right)
    path.write_text(text.replace(right, wrong))
    command = ["make", "-C", folder, "theories"]
    found = subprocess.run(command, capture_output=True, text=True)
    place = re.search(r'File "\./(\w+\.v)", line (\d+)', found.stderr)
    return found.returncode != 0 and place and f"{place[1]}, line {place[2]}"


def main():
    """Plants each error in a copy of its own: all of them, or those of the files that are named."""
    errors = [error for error in ERRORS if error[0] in (sys.argv[1:] or error)]
    for file, right, wrong in errors:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "proofs"
            shutil.copytree(PROOFS, copy, ignore=shutil.ignore_patterns("build", "tests"))
            place = fails(copy, file, right, wrong)
            assert place, f"{file}: proved with {wrong!r} in place of {right!r}"
            what = " ".join(right.split())[:50]
            print(f"{file}: {what!r}: the proof fails in {place}", flush=True)
    print(f"refused: {len(errors)} errors")


if __name__ == "__main__":
    main()
