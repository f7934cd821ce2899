(** The checker as an OCaml program. Numbers stay those of Coq: no integers of the machine. *)
From Coq Require Import Extraction ExtrOcamlBasic ZArith QArith.
From Exactile Require Import Definitions Checker Ranking.
Extraction Language OCaml.
Extraction "build/checker.ml"
  check check_ranking entry_ok prior all_same shift cells is_piece_of integers Z.gcd.
