(** The swap tests of a whole result of `compare`, with Holm's correction. *)
From Coq Require Import ZArith QArith Lia List Bool.
From Exactile Require Import Definitions Checker Scores Swap.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

(** A pair with its test and its corrected p-value as they are listed. *)
Record compared := Compared { its_pair : pair; its_test : option swap_test; its_holm : option Q }.

(** The two-sided p-values of all pairs that have one. *)
Definition p_values (l : list compared) : list Q :=
  flat_map (fun c => match its_test c with Some t => [two_sided t] | None => [] end) l.

Definition true_comparison (s : score) (l : list compared) : Prop :=
  Forall (fun c => true_swap_test s (its_pair c) (its_test c) /\
    match its_test c, its_holm c with
    | Some t, Some h => h == holm (p_values l) (two_sided t)
    | None, None => True
    | _, _ => False
    end) l.

(** * The checker *)

Definition compared_ok (s : score) (ps : list Q) (c : compared) : bool :=
  check_swap_test s (its_pair c) (its_test c) &&
  match its_test c, its_holm c with
  | Some t, Some h => Qeq_bool h (holm ps (two_sided t))
  | None, None => true
  | _, _ => false
  end.

Definition check_comparison (s : score) (l : list compared) : bool :=
  forallb (compared_ok s (p_values l)) l.

(** Soundness of the checker for the swap tests of `compare`. *)
Theorem check_comparison_sound s l : check_comparison s l = true -> true_comparison s l.
Proof.
  unfold check_comparison, true_comparison. rewrite forallb_forall. intro H.
  apply Forall_forall. intros c I. specialize (H c I). unfold compared_ok in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply check_swap_test_sound in H1.
  split; [assumption|]. destruct (its_test c), (its_holm c); try discriminate H2; [|trivial].
  apply Qeq_bool_iff. assumption.
Qed.
