(** The checker as an OCaml program. Numbers stay those of Coq: no integers of the machine. *)
From Coq Require Import Extraction ExtrOcamlBasic ZArith QArith.
From Exactile Require Import Definitions Checker Ranking Zone Confluences Compare Lattice.
From Exactile Require Import Areas Scored.
Extraction Language OCaml.
Extraction "build/checker.ml"
  check check_ranking check_zone check_confluences check_comparison check_lattice
  check_areas check_whole check_scored scored_entry_ok merit
  confluence_ok rates entry_ok compared_ok p_values prior all_same shift
  selected_cells is_piece_of integers Z.gcd.
