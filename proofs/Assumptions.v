(** What the theorems rest on beyond Coq itself: nothing. The Makefile compares what is printed. *)
From Exactile Require Import Soundness PriorShift Ranking ZoneSound ZoneResult Confluences.
From Exactile Require Import Swap Compare Lattice Areas Scored.
Print Assumptions check_sound.
Print Assumptions check_ranking_sound.
Print Assumptions check_scored_sound.
Print Assumptions check_zone_sound.
Print Assumptions at_least_as_good_is_R.
Print Assumptions check_confluences_sound.
Print Assumptions check_comparison_sound.
Print Assumptions check_lattice_sound.
Print Assumptions matrices_are_all.
Print Assumptions ways_are_all.
Print Assumptions check_areas_sound.
Print Assumptions check_whole_sound.
Print Assumptions shift_moves_order.
Print Assumptions shift_keeps_tnr.
Print Assumptions shift_keeps_tpr.
Print Assumptions shift_sets_prior.
