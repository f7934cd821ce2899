(** Rankings at one point of the Tile, border included: what is true, the checker, its soundness. *)
From Coq Require Import ZArith QArith Lqa Lia List Bool Sorted.
From Exactile Require Import Definitions Checker.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

(** R has a value where an outcome that counts has occurred. *)
Definition defined (a b : Q) (m : matrix) : Prop := 0 < satisfied a b m + unsatisfied a b m.

(** Counts without a sum that is given: nothing is negative. *)
Definition nonnegative (m : matrix) : Prop := 0 <= tn m /\ 0 <= fp m /\ 0 <= fn m /\ 0 <= tp m.

Definition defined_b (a b : Q) (m : matrix) : bool :=
  positive_b (satisfied a b m + unsatisfied a b m).

(** Classifiers whose R is undefined take no part in the ranks of the others. *)
Definition rank_among (a b : Q) (all : list matrix) (m : matrix) : Z * Z :=
  rank a b (filter (defined_b a b) all) m.

(** An entry as the program writes it: a classifier, its value and its rank. *)
Record entry := Entry { who : nat; value : option Q; place : option (Z * Z) }.

Definition true_entry (a b : Q) (given : list matrix) (e : entry) : Prop :=
  exists m, nth_error given (who e) = Some m /\
  match value e, place e with
  | Some v, Some r => defined a b m /\ v == R a b m /\ r = rank_among a b given m
  | None, None => ~ defined a b m
  | _, _ => False
  end.

(** An entry may follow another: best first, those without a value last. *)
Definition may_follow (e f : entry) : Prop :=
  match value e, value f with
  | Some v, Some w => w <= v
  | None, Some _ => False
  | _, None => True
  end.

Definition true_ranking (given : list matrix) (a b : Q) (l : list entry) : Prop :=
  Forall nonnegative given /\ in_closed_tile a b /\
  Forall (true_entry a b given) l /\
  (forall i, (i < length given)%nat -> exactly_one (fun e => who e = i) l) /\
  Sorted may_follow l.

(** * The checker *)

Definition entry_ok (a b : Q) (given : list matrix) (e : entry) : bool :=
  match nth_error given (who e) with
  | None => false
  | Some m =>
      match value e, place e with
      | Some v, Some r => defined_b a b m && Qeq_bool v (R a b m) &&
          interval_eqb r (rank_among a b given m)
      | None, None => negb (defined_b a b m)
      | _, _ => false
      end
  end.

Definition may_follow_b (e f : entry) : bool :=
  match value e, value f with
  | Some v, Some w => Qle_bool w v
  | None, Some _ => false
  | _, None => true
  end.

Fixpoint in_order (l : list entry) : bool :=
  match l with
  | e :: (f :: _) as rest => may_follow_b e f && in_order rest
  | _ => true
  end.

Definition once (l : list entry) (i : nat) : bool :=
  (count (fun e => Nat.eqb (who e) i) l =? 1)%Z.

Definition nonnegative_b (m : matrix) : bool :=
  ((0 <=? Qnum (tn m)) && (0 <=? Qnum (fp m)) && (0 <=? Qnum (fn m)) && (0 <=? Qnum (tp m)))%Z.

Definition check_ranking (given : list matrix) (a b : Q) (l : list entry) : bool :=
  forallb nonnegative_b given && in_tile (a, b) && forallb (entry_ok a b given) l &&
  forallb (once l) (seq 0 (length given)) && in_order l.

(** * Soundness *)

Lemma defined_b_spec a b m : defined_b a b m = true <-> defined a b m.
Proof.
  unfold defined_b, defined, positive_b. rewrite Z.ltb_lt.
  unfold Qlt; cbn [Qnum Qden]. lia.
Qed.

Lemma once_exactly (f : entry -> bool) l : count f l = 1%Z -> exactly_one (fun e => f e = true) l.
Proof.
  unfold count. induction l as [|e l IH]; cbn [filter]; [discriminate|].
  destruct (f e) eqn:E; cbn [length]; intro H.
  - apply this_one; [assumption|]. apply Forall_forall. intros x Hx Fx.
    assert (In x (filter f l)) by (apply filter_In; auto).
    destruct (filter f l); [contradiction | cbn [length] in H; lia].
  - apply a_later_one; [congruence | auto].
Qed.

Lemma exactly_one_ext {T} (P S : T -> Prop) l : (forall x, P x <-> S x) ->
  exactly_one P l -> exactly_one S l.
Proof.
  intros E. induction 1 as [x l H F|x l H _ IH].
  - apply this_one; [apply E; assumption|]. revert F. apply Forall_impl. intros y Hy.
    rewrite <- E. assumption.
  - apply a_later_one; [rewrite <- E; assumption | assumption].
Qed.

Theorem check_ranking_sound given a b l :
  check_ranking given a b l = true -> true_ranking given a b l.
Proof.
  unfold check_ranking. rewrite !andb_true_iff, !forallb_forall.
  intros [[[[H1 H2] H3] H4] H5]. split; [|split; [|split; [|split]]].
  - apply Forall_forall. intros m Hm. specialize (H1 m Hm).
    unfold nonnegative_b in H1. rewrite !andb_true_iff, !Z.leb_le in H1.
    unfold nonnegative, Qle; cbn [Qnum Qden]. lia.
  - unfold in_tile, in_unit in H2. rewrite !andb_true_iff, !Z.leb_le in H2. cbn [fst snd] in H2.
    unfold in_closed_tile, Qle; cbn [Qnum Qden]. lia.
  - apply Forall_forall. intros e He. specialize (H3 e He). unfold entry_ok in H3.
    unfold true_entry.
    destruct (nth_error given (who e)) as [m|]; [|discriminate H3].
    exists m. split; [reflexivity|].
    destruct (value e) as [v|], (place e) as [r|]; try discriminate H3.
    + unfold interval_eqb in H3. rewrite !andb_true_iff, !Z.eqb_eq, Qeq_bool_iff in H3.
      destruct H3 as [[D V] [R1 R2]]. apply defined_b_spec in D.
      split; [assumption|]. split; [assumption|].
      destruct r, (rank_among a b given m). cbn [fst snd] in *. subst. reflexivity.
    + rewrite negb_true_iff in H3. rewrite <- defined_b_spec. congruence.
  - intros i Hi. assert (In i (seq 0 (length given))) as I by (apply in_seq; lia).
    specialize (H4 i I). unfold once in H4. rewrite Z.eqb_eq in H4.
    apply (exactly_one_ext (fun e => Nat.eqb (who e) i = true)).
    + intro e. apply PeanoNat.Nat.eqb_eq.
    + apply (once_exactly (fun e => Nat.eqb (who e) i)). assumption.
  - clear H1 H2 H3 H4. induction l as [|e l IH]; [constructor|].
    destruct l as [|f l]; [constructor; constructor|].
    cbn [in_order] in H5. apply andb_true_iff in H5. destruct H5 as [F O].
    constructor; [apply IH; assumption|]. constructor.
    unfold may_follow_b in F. unfold may_follow.
    destruct (value e), (value f); try discriminate F; try exact I.
    apply Qle_bool_iff. assumption.
Qed.
