(** What the theorems rest on beyond Coq itself: nothing. The Makefile compares what is printed. *)
From Exactile Require Import Soundness PriorShift Ranking.
Print Assumptions check_sound.
Print Assumptions check_ranking_sound.
Print Assumptions shift_moves_order.
Print Assumptions shift_keeps_tnr.
Print Assumptions shift_keeps_tpr.
Print Assumptions shift_sets_prior.
