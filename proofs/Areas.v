(** Areas of regions at the positive prior 1/2, where edges are straight: what is true, the checker,
    its soundness. *)
From Coq Require Import ZArith QArith Lia List Bool.
From Exactile Require Import Definitions Checker.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

Definition added (l : list Q) : Q := fold_right Qplus 0 l.

(** The shoelace formula. *)
Definition shoelace (vs : list point) : Q :=
  added (map (fun x => fst (fst x) * snd (snd x) - fst (snd x) * snd (fst x))
    (combine vs (next vs))) / 2.

Definition area_of (x : piece) : Q :=
  if Z.eqb (dimension x) 2 then shoelace (vertices x) else 0.

(** Pieces with their areas. *)
Definition true_areas (p : Q) (l : list (piece * Q)) : Prop :=
  p == 1 # 2 /\ Forall (fun x => snd x == area_of (fst x)) l.

(** The areas of each of n classifiers add up to 1. *)
Definition whole (n : nat) (l : list (piece * Q)) : Prop :=
  forall i, (i < n)%nat ->
  added (map snd (filter (fun x => Nat.eqb (classifier (fst x)) i) l)) == 1.

(** * The checker *)

Definition check_areas (p : Q) (l : list (piece * Q)) : bool :=
  Qeq_bool p (1 # 2) && forallb (fun x => Qeq_bool (snd x) (area_of (fst x))) l.

(** The sum of the areas of the pieces of i at the beginning of a list, and what follows. *)
Fixpoint sum_of (i : nat) (l : list (piece * Q)) : Q * list (piece * Q) :=
  match l with
  | [] => (0, [])
  | x :: r =>
      if Nat.eqb (classifier (fst x)) i then let (s, rest) := sum_of i r in (snd x + s, rest)
      else (0, l)
  end.

Fixpoint check_whole (i n : nat) (l : list (piece * Q)) : bool :=
  match n with
  | O => match l with [] => true | _ => false end
  | S n' => let (s, rest) := sum_of i l in Qeq_bool s 1 && check_whole (S i) n' rest
  end.

(** * Soundness *)

Theorem check_areas_sound p l : check_areas p l = true -> true_areas p l.
Proof.
  unfold check_areas, true_areas. rewrite andb_true_iff, Qeq_bool_iff, forallb_forall.
  intros [H1 H2]. split; [assumption|]. apply Forall_forall. intros x I.
  apply Qeq_bool_iff. auto.
Qed.

Definition of_classifier (i : nat) (x : piece * Q) : bool := Nat.eqb (classifier (fst x)) i.

Lemma sum_of_spec i l : forall s rest, sum_of i l = (s, rest) ->
  exists own, l = own ++ rest /\ Forall (fun x => of_classifier i x = true) own /\
    s = added (map snd own).
Proof.
  induction l as [|x l IH]; intros s rest H; cbn [sum_of] in H.
  - injection H as <- <-. exists []. repeat split. constructor.
  - destruct (Nat.eqb (classifier (fst x)) i) eqn:E.
    + destruct (sum_of i l) as [s' rest']. apply pair_equal_spec in H. destruct H as [<- <-].
      destruct (IH _ _ eq_refl) as (own & -> & F & ->). exists (x :: own).
      split; [reflexivity|]. split; [constructor; assumption | reflexivity].
    + injection H as <- <-. exists []. repeat split. constructor.
Qed.

Lemma filter_all {T} (f : T -> bool) l : Forall (fun x => f x = true) l -> filter f l = l.
Proof. induction 1 as [|x l E _ IH]; cbn [filter]; [|rewrite E, IH]; reflexivity. Qed.

Lemma filter_none {T} (f : T -> bool) l : Forall (fun x => f x = false) l -> filter f l = [].
Proof. induction 1 as [|x l E _ IH]; cbn [filter]; [|rewrite E]; auto. Qed.

Lemma check_whole_spec n : forall i l, check_whole i n l = true ->
  Forall (fun x => (i <= classifier (fst x))%nat) l /\
  forall k, (k < n)%nat -> added (map snd (filter (of_classifier (i + k)) l)) == 1.
Proof.
  induction n as [|n IH]; intros i l H; cbn [check_whole] in H.
  - destruct l; [|discriminate H]. split; [constructor|]. intros k Hk. lia.
  - destruct (sum_of i l) as [s rest] eqn:E.
    destruct (sum_of_spec i l _ _ E) as (own & -> & F & ->).
    apply andb_true_iff in H. destruct H as [S H]. apply Qeq_bool_iff in S.
    destruct (IH (Datatypes.S i) rest H) as [Later At]. split.
    + apply Forall_app. split; [revert F | revert Later]; apply Forall_impl; intros x Hx; [|lia].
      apply PeanoNat.Nat.eqb_eq in Hx. lia.
    + intros k Hk. rewrite filter_app. destruct k as [|k].
      * rewrite PeanoNat.Nat.add_0_r, (filter_all _ own F), (filter_none _ rest), app_nil_r;
          [assumption|].
        revert Later. apply Forall_impl. intros x Hx. apply PeanoNat.Nat.eqb_neq. lia.
      * rewrite (filter_none _ own).
        -- cbn [app]. rewrite <- PeanoNat.Nat.add_succ_comm. apply At. lia.
        -- revert F. apply Forall_impl. intros x Hx. apply PeanoNat.Nat.eqb_eq in Hx.
           apply PeanoNat.Nat.eqb_neq. lia.
Qed.

Theorem check_whole_sound n l : check_whole 0 n l = true -> whole n l.
Proof. intros H i Hi. exact (proj2 (check_whole_spec n 0 l H) i Hi). Qed.
