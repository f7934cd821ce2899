(** Results of `lattice confluence`: what is true, the checker, its soundness. *)
From Coq Require Import ZArith QArith Lia List Bool Sorted Permutation Orders Mergesort.
From Exactile Require Import Definitions Checker Outline Scores Swap.
Import ListNotations.
Open Scope Q_scope.

(** * What is true

    All confusion matrices of P positives and N negatives, by tp and tn. *)
Definition matrices (P N : nat) : list (Z * Z) := list_prod (from_on 0 (S P)) (from_on 0 (S N)).

Definition matrix_at (P N : nat) (x : Z * Z) : matrix :=
  let (p, n) := x in
  Matrix (inject_Z n) (inject_Z (Z.of_nat N - n)) (inject_Z (Z.of_nat P - p)) (inject_Z p).

Definition values (s : score) (P N : nat) : list (option Q) :=
  map (fun x => value_of s (matrix_at P N x)) (matrices P N).

Definition is_value (v : Q) (x : option Q) : bool :=
  match x with Some w => Qeq_bool w v | None => false end.
Definition has_none (x : option Q) : bool := match x with Some _ => false | None => true end.

(** Values, each with the number of matrices that take it, and how many matrices have none. *)
Record lattice := Lattice { entries : list (Q * Z); without_value : Z }.

Definition true_lattice (s : score) (P N : nat) (l : lattice) : Prop :=
  StronglySorted (fun x y => fst x < fst y) (entries l) /\
  Forall (fun e => (1 <= snd e)%Z /\ snd e = count (is_value (fst e)) (values s P N)) (entries l) /\
  (forall w, In (Some w) (values s P N) -> exists e, In e (entries l) /\ fst e == w) /\
  without_value l = count has_none (values s P N).

(** * The checker *)

Module QOrder <: TotalLeBool.
  Definition t := Q.
  Definition leb (x y : Q) : bool := Qle_bool x y.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof.
    intros x y. unfold leb. rewrite !Qle_bool_iff. destruct (Qlt_le_dec x y) as [H|H]; [left|right].
    - apply Qlt_le_weak. assumption.
    - assumption.
  Qed.
End QOrder.
Module QSort := Sort QOrder.

Fixpoint defined_values (l : list (option Q)) : list Q :=
  match l with
  | [] => []
  | Some v :: r => Qred v :: defined_values r
  | None :: r => defined_values r
  end.

(** How many values at the beginning of a list are v, and what follows. *)
Fixpoint run (v : Q) (l : list Q) : Z * list Q :=
  match l with
  | [] => (0%Z, [])
  | x :: r => if Qeq_bool x v then let (n, rest) := run v r in ((1 + n)%Z, rest) else (0%Z, l)
  end.

Fixpoint runs_ok (es : list (Q * Z)) (l : list Q) : bool :=
  match es with
  | [] => match l with [] => true | _ => false end
  | (v, c) :: es' =>
      let (n, rest) := run v l in
      (1 <=? c)%Z && (n =? c)%Z && forallb (fun e => less v (fst e)) (firstn 1 es') &&
      runs_ok es' rest
  end.

Definition check_lattice (s : score) (P N : nat) (l : lattice) : bool :=
  let all := values s P N in
  runs_ok (entries l) (QSort.sort (defined_values all)) &&
  (without_value l =? count has_none all)%Z.

(** * Soundness *)

Lemma from_on_spec n : forall k, NoDup (from_on k n) /\
  forall x, In x (from_on k n) <-> (k <= x < k + Z.of_nat n)%Z.
Proof.
  induction n as [|n IH]; intro k; cbn [from_on].
  - split; [constructor|]. intro x. cbn. lia.
  - destruct (IH (k + 1)%Z) as [D A]. split.
    + constructor; [rewrite A; lia | assumption].
    + intro x. cbn [In]. rewrite A. lia.
Qed.

(** All confusion matrices of these sizes are listed. *)
Theorem matrices_are_all P N p n : In (p, n) (matrices P N) <->
  (0 <= p <= Z.of_nat P)%Z /\ (0 <= n <= Z.of_nat N)%Z.
Proof.
  unfold matrices. rewrite in_prod_iff, !(proj2 (from_on_spec _ _)). lia.
Qed.

Lemma run_spec v l : forall n rest, run v l = (n, rest) ->
  exists own, l = own ++ rest /\ Forall (fun x => x == v) own /\ n = Z.of_nat (length own).
Proof.
  induction l as [|x l IH]; intros n rest H; cbn [run] in H.
  - injection H as <- <-. exists []. repeat split. constructor.
  - destruct (Qeq_bool x v) eqn:E.
    + destruct (run v l) as [m rest']. apply pair_equal_spec in H. destruct H as [<- <-].
      destruct (IH _ _ eq_refl) as (own & -> & F & ->). apply Qeq_bool_iff in E.
      exists (x :: own). split; [reflexivity|]. split; [constructor; assumption|].
      cbn [length]. lia.
    + injection H as <- <-. exists []. repeat split. constructor.
Qed.

Definition equals (v x : Q) : bool := Qeq_bool x v.

Lemma count_all {T} (f : T -> bool) l : Forall (fun x => f x = true) l ->
  count f l = Z.of_nat (length l).
Proof.
  unfold count. induction 1 as [|x l E _ IH]; cbn [filter]; [reflexivity|].
  rewrite E. cbn [length]. lia.
Qed.

Lemma count_none {T} (f : T -> bool) l : Forall (fun x => f x = false) l -> count f l = 0%Z.
Proof.
  unfold count. induction 1 as [|x l E _ IH]; cbn [filter]; [reflexivity|]. rewrite E. assumption.
Qed.

Lemma count_split {T} (f : T -> bool) l l' : count f (l ++ l') = (count f l + count f l')%Z.
Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

Lemma runs_spec es : forall l, runs_ok es l = true ->
  StronglySorted (fun x y => fst x < fst y) es /\
  Forall (fun e => (1 <= snd e)%Z /\ snd e = count (equals (fst e)) l) es /\
  (forall w, In w l -> exists e, In e es /\ fst e == w).
Proof.
  induction es as [|[v c] es IH]; intros l H; cbn [runs_ok] in H.
  - destruct l; [|discriminate H]. split; [constructor|]. split; [constructor|]. intros w [].
  - destruct (run v l) as [n rest] eqn:E. destruct (run_spec _ _ _ _ E) as (own & -> & F & ->).
    rewrite !andb_true_iff, Z.leb_le, Z.eqb_eq in H. destruct H as [[[H1 H2] H3] H4].
    destruct (IH _ H4) as (S1 & S2 & S3).
    assert (Later : Forall (fun e => v < fst e) es).
    { destruct es as [|e es]; [constructor|]. cbn [firstn forallb] in H3.
      rewrite andb_true_r in H3. apply less_iff in H3. constructor; [assumption|].
      inversion S1 as [|? ? _ X]; subst. revert X. apply Forall_impl. intros f Hf.
      apply Qlt_trans with (fst e); assumption. }
    split; [constructor; assumption|]. rewrite Forall_forall in F, Later, S2. split.
    + constructor.
      * cbn [fst snd]. split; [assumption|]. rewrite count_split, count_all, count_none.
        -- lia.
        -- apply Forall_forall. intros x I. destruct (S3 x I) as (e & Ie & Ee).
           unfold equals. apply not_true_iff_false. rewrite Qeq_bool_iff. intro X.
           specialize (Later e Ie). rewrite Ee, X in Later. exact (Qlt_irrefl _ Later).
        -- apply Forall_forall. intros x I. apply Qeq_bool_iff. auto.
      * apply Forall_forall. intros e Ie. destruct (S2 e Ie) as [X1 X2].
        split; [assumption|]. rewrite count_split, count_none; [lia|].
        apply Forall_forall. intros x I. unfold equals. apply not_true_iff_false.
        rewrite Qeq_bool_iff. intro X. specialize (Later e Ie). rewrite <- X, (F x I) in Later.
        exact (Qlt_irrefl _ Later).
    + intros w I. apply in_app_iff in I. destruct I as [I|I].
      * exists (v, c). split; [left; reflexivity|]. cbn [fst]. symmetry. auto.
      * destruct (S3 w I) as (e & Ie & Ee). exists e. split; [right; assumption | assumption].
Qed.

Lemma count_permuted {T} (f : T -> bool) l l' : Permutation l l' -> count f l = count f l'.
Proof.
  rewrite !count_sum. induction 1; cbn [sum]; lia.
Qed.

Lemma count_defined v l : count (equals v) (defined_values l) = count (is_value v) l.
Proof.
  rewrite !count_sum. induction l as [|[w|] l IH]; cbn [defined_values sum is_value];
    [reflexivity | | rewrite IH; reflexivity].
  rewrite IH. f_equal. unfold equals. f_equal. apply eq_true_iff_eq.
  rewrite !Qeq_bool_iff, Qred_correct. reflexivity.
Qed.

Lemma defined_in w l : In (Some w) l -> In (Qred w) (defined_values l).
Proof.
  induction l as [|[x|] l IH]; [intros []| |]; intros [E|I]; try discriminate E;
    cbn [defined_values].
  - injection E as ->. left. reflexivity.
  - right. auto.
  - auto.
Qed.

(** Soundness of the checker for the values of a lattice. *)
Theorem check_lattice_sound s P N l : check_lattice s P N l = true -> true_lattice s P N l.
Proof.
  unfold check_lattice, true_lattice. cbv zeta. rewrite andb_true_iff, Z.eqb_eq. intros [H ->].
  destruct (runs_spec _ _ H) as (S1 & S2 & S3).
  pose proof (QSort.Permuted_sort (defined_values (values s P N))) as Perm.
  split; [assumption|]. split; [|split; [|reflexivity]].
  - revert S2. apply Forall_impl. intros e [X1 X2]. split; [assumption|].
    rewrite X2, <- count_defined. symmetry. apply count_permuted. assumption.
  - intros w I. destruct (S3 (Qred w)) as (e & Ie & Ee).
    + apply (Permutation_in _ Perm). apply defined_in. assumption.
    + exists e. split; [assumption|]. rewrite Ee. apply Qred_correct.
Qed.
