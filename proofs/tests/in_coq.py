"""A result of `exactile regions` as a theorem of Coq: `true_regions` of this very result.

This reader of JSON shares nothing with reader.ml, which reads results for the extracted checker.
"""

from fractions import Fraction


def q(text):
    x = Fraction(text)
    return f"({x.numerator}#{x.denominator})"


def listed(items):
    return "[" + "; ".join(items) + "]"


def matrix(m):
    return "Matrix " + " ".join(q(m[key]) for key in ("tn", "fp", "fn", "tp"))


def piece(p):
    vertices = listed(f"({q(a)}, {q(b)})" for a, b in p["vertices"])
    edges = listed("Curve " + " ".join(f"({int(k)})" for k in e) for e in p["edges"])
    first, last = p["rank"]
    return f"Piece {p['classifier']} {p['dimension']} ({first}, {last})%Z {vertices} {edges}"


def theorem(given, document, asked=None):
    """The source of a file of Coq that proves the result, with vm_compute."""
    pieces = listed("\n  " + piece(p) for p in document["pieces"])
    ranks = document.get("selection", {}).get("ranks")
    ranks = f"(Some {listed(map(str, ranks))}%Z)" if ranks else "None"
    asked = q(asked) if asked else "(prior (hd (Matrix 0 0 0 0) given))"
    return f"""From Coq Require Import ZArith QArith List.
From Exactile Require Import Definitions Checker Soundness.
Import ListNotations.
Open Scope Q_scope.

Definition given : list matrix := {listed(map(matrix, given))}.
Definition r : result := Result {q(document["prior_positive"])}
  {listed(map(matrix, document["classifiers"]))}
  (Selection None {ranks})
  {pieces}.

Theorem this_result_is_true : about given r /\\ true_regions r.
Proof.
  apply (check_sound given {asked} r). vm_compute. reflexivity.
Qed.
Print Assumptions this_result_is_true.
"""
