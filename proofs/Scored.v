(** Rankings by a score, with or without a place on the Tile: what is true, the checker, its
    soundness. *)
From Coq Require Import ZArith QArith Lia List Bool Sorted.
From Exactile Require Import Definitions Checker Ranking Scores.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

(** A value so that more is better. *)
Definition oriented (s : score) (v : Q) : Q := if lower_is_better s then - v else v.

Definition merit (s : score) (m : matrix) : option Q :=
  match value_of s m with Some v => Some (oriented s v) | None => None end.

Definition if_defined (f : Q -> bool) (x : option Q) : bool :=
  match x with Some y => f y | None => false end.

(** The rank of the merit x. Classifiers without a value take no part. *)
Definition rank_by (merits : list (option Q)) (x : Q) : Z * Z :=
  (1 + count (if_defined (fun y => better y x)) merits,
   count (if_defined (fun y => at_least y x)) merits)%Z.

Definition true_scored_entry (s : score) (given : list matrix) (e : entry) : Prop :=
  exists m, nth_error given (who e) = Some m /\
  match value_of s m, value e, place e with
  | Some w, Some v, Some r => v == w /\ r = rank_by (map (merit s) given) (oriented s w)
  | None, None, None => True
  | _, _, _ => False
  end.

Definition may_follow_by (s : score) (e f : entry) : Prop :=
  match value e, value f with
  | Some v, Some w => oriented s w <= oriented s v
  | None, Some _ => False
  | _, None => True
  end.

Definition true_scored_ranking (s : score) (given : list matrix) (l : list entry) : Prop :=
  Forall (true_scored_entry s given) l /\
  (forall i, (i < length given)%nat -> exactly_one (fun e => who e = i) l) /\
  Sorted (may_follow_by s) l.

(** * The checker *)

Definition scored_entry_ok (s : score) (given : list matrix) (merits : list (option Q)) (e : entry)
  : bool :=
  match nth_error given (who e) with
  | None => false
  | Some m =>
      match value_of s m, value e, place e with
      | Some w, Some v, Some r => Qeq_bool v w && interval_eqb r (rank_by merits (oriented s w))
      | None, None, None => true
      | _, _, _ => false
      end
  end.

Definition may_follow_by_b (s : score) (e f : entry) : bool :=
  match value e, value f with
  | Some v, Some w => Qle_bool (oriented s w) (oriented s v)
  | None, Some _ => false
  | _, None => true
  end.

Fixpoint in_order_by (s : score) (l : list entry) : bool :=
  match l with
  | e :: (f :: _) as rest => may_follow_by_b s e f && in_order_by s rest
  | _ => true
  end.

Definition check_scored (s : score) (given : list matrix) (l : list entry) : bool :=
  (let merits := map (merit s) given in forallb (scored_entry_ok s given merits) l) &&
  forallb (once l) (seq 0 (length given)) && in_order_by s l.

(** * Soundness *)

Theorem check_scored_sound s given l :
  check_scored s given l = true -> true_scored_ranking s given l.
Proof.
  unfold check_scored. cbv zeta. rewrite !andb_true_iff, !forallb_forall.
  intros [[H1 H2] H3]. split; [|split].
  - apply Forall_forall. intros e I. specialize (H1 e I). unfold scored_entry_ok in H1.
    unfold true_scored_entry.
    destruct (nth_error given (who e)) as [m|]; [|discriminate H1].
    exists m. split; [reflexivity|].
    destruct (value_of s m) as [w|], (value e) as [v|], (place e) as [r|]; try discriminate H1;
      [|trivial].
    unfold interval_eqb in H1. rewrite !andb_true_iff, !Z.eqb_eq, Qeq_bool_iff in H1.
    destruct H1 as [V [R1 R2]]. split; [assumption|].
    destruct r, (rank_by (map (merit s) given) (oriented s w)). cbn [fst snd] in *. subst.
    reflexivity.
  - intros i Hi. assert (In i (seq 0 (length given))) as I by (apply in_seq; lia).
    specialize (H2 i I). unfold once in H2. rewrite Z.eqb_eq in H2.
    apply (exactly_one_ext (fun e => Nat.eqb (who e) i = true)).
    + intro e. apply PeanoNat.Nat.eqb_eq.
    + apply (once_exactly (fun e => Nat.eqb (who e) i)). assumption.
  - clear H1 H2. induction l as [|e l IH]; [constructor|].
    destruct l as [|f l]; [constructor; constructor|].
    cbn [in_order_by] in H3. apply andb_true_iff in H3. destruct H3 as [F O].
    constructor; [apply IH; assumption|]. constructor.
    unfold may_follow_by_b in F. unfold may_follow_by.
    destruct (value e), (value f); try discriminate F; try exact I; try trivial.
    apply Qle_bool_iff. assumption.
Qed.
