(** Swap tests of `compare`: what is true, the checker, its soundness. *)
From Coq Require Import ZArith QArith Qabs Lia List Bool.
From Exactile Require Import Definitions Checker Scores.
Import ListNotations.
Open Scope Q_scope.

(** * What is true

    A pair of classifiers on the same samples, and the samples that only one of them has right. *)
Record pair := Pair {
  one : matrix; two : matrix;
  only_one_p : nat; only_two_p : nat;  (** positives *)
  only_one_n : nat; only_two_n : nat   (** negatives *)
}.

(** For the discordant samples of a class: true if the first has it right. *)
Definition labels (of_one of_two : nat) : list bool := repeat true of_one ++ repeat false of_two.

(** All ways to exchange the two classifiers on n samples, or not: true for an exchange. *)
Fixpoint ways (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S n' => map (cons true) (ways n') ++ map (cons false) (ways n')
  end.

Fixpoint exchanged (l way : list bool) : list bool :=
  match l, way with
  | x :: l', e :: way' => xorb x e :: exchanged l' way'
  | _, _ => []
  end.

(** How many of them the first has right. *)
Definition rights (l : list bool) : Z := count (fun x => x) l.

(** The pair's matrices if the first has i of the discordant positives and j of the discordant
    negatives right. *)
Definition first_with (d : pair) (i j : Z) : matrix :=
  let p := inject_Z (i - Z.of_nat (only_one_p d)) in
  let n := inject_Z (j - Z.of_nat (only_one_n d)) in
  Matrix (tn (one d) + n) (fp (one d) - n) (fn (one d) - p) (tp (one d) + p).
Definition second_with (d : pair) (i j : Z) : matrix :=
  let p := inject_Z (i - Z.of_nat (only_one_p d)) in
  let n := inject_Z (j - Z.of_nat (only_one_n d)) in
  Matrix (tn (two d) - n) (fp (two d) + n) (fn (two d) + p) (tp (two d) - p).

Definition ahead_with (s : score) (d : pair) (i j : Z) : option Q :=
  difference s (first_with d i j) (second_with d i j).

(** An outcome without a value counts as extreme. *)
Definition counts_if (f : Q -> bool) (x : option Q) : bool :=
  match x with Some v => f v | None => true end.

(** The share of all ways of exchanging whose difference is counted. *)
Definition share (s : score) (d : pair) (f : Q -> bool) : Q :=
  let l := labels (only_one_p d) (only_two_p d) in
  let l' := labels (only_one_n d) (only_two_n d) in
  let all := list_prod (ways (length l)) (ways (length l')) in
  inject_Z (count (fun w => counts_if f (ahead_with s d
    (rights (exchanged l (fst w))) (rights (exchanged l' (snd w))))) all)
  / inject_Z (Z.of_nat (length all)).

Record swap_test := Swap_test { one_sided : Q; two_sided : Q; two_sided_mid : Q }.

(** The test of a pair: none if the observed difference has no value. *)
Definition true_swap_test (s : score) (d : pair) (t : option swap_test) : Prop :=
  match difference s (one d) (two d), t with
  | Some seen, Some t =>
      one_sided t == share s d (fun x => Qle_bool seen x) /\
      two_sided t == share s d (fun x => Qle_bool (Qabs seen) (Qabs x)) /\
      two_sided_mid t == (share s d (fun x => Qle_bool (Qabs seen) (Qabs x)) +
        share s d (fun x => negb (Qle_bool (Qabs x) (Qabs seen)))) / 2
  | None, None => True
  | _, _ => False
  end.

(** Holm's correction: the largest of the p-values up to this one, each times the number of
    p-values that are at least as large, but at most 1. *)
Definition holm (all : list Q) (p : Q) : Q :=
  fold_right (fun q largest =>
    if Qle_bool q p
    then let x := inject_Z (count (Qle_bool q) all) * q in
         let x := if Qle_bool 1 x then 1 else x in
         if Qle_bool largest x then x else largest
    else largest) 0 all.

(** * The checker *)
Open Scope Z_scope.

Fixpoint add (l l' : list Z) : list Z :=
  match l, l' with x :: r, y :: r' => (x + y) :: add r r' | _, _ => [] end.

(** The binomial coefficients of n. *)
Fixpoint row (n : nat) : list Z :=
  match n with O => [1] | S n' => let r := row n' in add (0 :: r) (r ++ [0]) end.

Fixpoint from_on (k : Z) (n : nat) : list Z :=
  match n with O => [] | S n' => k :: from_on (k + 1) n' end.

Fixpoint dot (ws xs : list Z) : Z :=
  match ws, xs with w :: r, x :: r' => w * x + dot r r' | _, _ => 0 end.

(** The differences of all outcomes. *)
Definition table (s : score) (d : pair) : list (list (option Q)) :=
  map (fun i => map (fun j => ahead_with s d i j)
    (from_on 0 (S (only_one_n d + only_two_n d)))) (from_on 0 (S (only_one_p d + only_two_p d))).

Definition share_by_table (d : pair) (t : list (list (option Q))) (f : Q -> bool) : Q :=
  let dp := (only_one_p d + only_two_p d)%nat in
  let dn := (only_one_n d + only_two_n d)%nat in
  let columns := row dn in
  (inject_Z (dot (row dp) (map (fun r => dot columns (map (fun x => one_if (counts_if f x)) r)) t))
   / inject_Z (2 ^ Z.of_nat (dp + dn)))%Q.

Definition check_swap_test (s : score) (d : pair) (t : option swap_test) : bool :=
  match difference s (one d) (two d), t with
  | Some seen, Some t =>
      let outcomes := table s d in
      let p := share_by_table d outcomes in
      let two := p (fun x => Qle_bool (Qabs seen) (Qabs x)) in
      Qeq_bool (one_sided t) (p (fun x => Qle_bool seen x)) && Qeq_bool (two_sided t) two &&
      Qeq_bool (two_sided_mid t) ((two + p (fun x => negb (Qle_bool (Qabs x) (Qabs seen)))) / 2)%Q
  | None, None => true
  | _, _ => false
  end.

(** * Soundness *)

Fixpoint sum {T} (f : T -> Z) (l : list T) : Z :=
  match l with [] => 0 | x :: r => f x + sum f r end.

Lemma sum_app {T} (f : T -> Z) l l' : sum f (l ++ l') = sum f l + sum f l'.
Proof. induction l as [|x l IH]; cbn [app sum]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma sum_map {T U} (f : U -> Z) (g : T -> U) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; cbn [map sum]; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma sum_ext {T} (f g : T -> Z) l : (forall x, f x = g x) -> sum f l = sum g l.
Proof.
  intro E. induction l as [|x l IH]; cbn [sum]; [reflexivity|]. rewrite E, IH. reflexivity.
Qed.

Lemma count_sum {T} (f : T -> bool) l : count f l = sum (fun x => one_if (f x)) l.
Proof.
  unfold count. induction l as [|x l IH]; cbn [filter sum]; [reflexivity|].
  destruct (f x); cbn [length one_if]; lia.
Qed.

Lemma sum_prod {T U} (f : T * U -> Z) l l' :
  sum f (list_prod l l') = sum (fun x => sum (fun y => f (x, y)) l') l.
Proof.
  induction l as [|x l IH]; cbn [list_prod sum]; [reflexivity|].
  rewrite sum_app, sum_map, IH. reflexivity.
Qed.

(** Exchanging on each sample or not gives every way in which they can be right once. *)
Lemma sum_exchanged l : forall f : list bool -> Z,
  sum (fun w => f (exchanged l w)) (ways (length l)) = sum f (ways (length l)).
Proof.
  induction l as [|x l IH]; intro f; [reflexivity|]. cbn [length ways].
  rewrite !sum_app, !sum_map. cbn [exchanged].
  rewrite (IH (fun w => f (xorb x true :: w))), (IH (fun w => f (xorb x false :: w))).
  destruct x; cbn [xorb]; lia.
Qed.

Lemma rights_cons x l : rights (x :: l) = one_if x + rights l.
Proof. unfold rights, count. cbn [filter]. destruct x; cbn [length one_if]; lia. Qed.

(** The sum of weights times values from k on. *)
Fixpoint weighted (h : Z -> Z) (k : Z) (ws : list Z) : Z :=
  match ws with [] => 0 | w :: r => w * h k + weighted h (k + 1) r end.

Lemma dot_weighted h ws : forall k n, (length ws <= n)%nat ->
  dot ws (map h (from_on k n)) = weighted h k ws.
Proof.
  induction ws as [|w ws IH]; intros k n Hn; [destruct n; reflexivity|].
  destruct n as [|n]; cbn [length] in Hn; [lia|]. cbn [from_on map dot weighted].
  rewrite IH by lia. reflexivity.
Qed.

Lemma weighted_add h l : forall l' k, length l = length l' ->
  weighted h k (add l l') = weighted h k l + weighted h k l'.
Proof.
  induction l as [|x l IH]; intros [|y l'] k E; try discriminate E; [reflexivity|].
  cbn [add weighted]. rewrite IH by (cbn in E; lia). lia.
Qed.

Lemma weighted_end h l : forall k, weighted h k (l ++ [0]) = weighted h k l.
Proof. induction l as [|x l IH]; intro k; cbn [app weighted]; [lia | rewrite IH; reflexivity]. Qed.

Lemma weighted_later h l : forall k, weighted h (k + 1) l = weighted (fun i => h (i + 1)) k l.
Proof.
  induction l as [|x l IH]; intro k; cbn [weighted]; [reflexivity | rewrite IH; reflexivity].
Qed.

Lemma add_length l : forall l', length l = length l' -> length (add l l') = length l.
Proof.
  induction l as [|x l IH]; intros [|y l'] E; try discriminate E; [reflexivity|].
  cbn [add length] in *. rewrite IH by lia. reflexivity.
Qed.

Lemma row_length n : length (row n) = S n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [row].
  rewrite add_length; cbn [length]; rewrite ?app_length, ?IH; cbn [length]; lia.
Qed.

(** So many ways have i right: a binomial coefficient. *)
Lemma sum_rights n : forall h, sum (fun w => h (rights w)) (ways n) = weighted h 0 (row n).
Proof.
  induction n as [|n IH]; intro h; [cbn; destruct (h 0); reflexivity|]. cbn [ways row].
  rewrite sum_app, !sum_map, weighted_add
    by (cbn [length]; rewrite app_length; cbn [length]; lia).
  cbn [weighted]. rewrite weighted_end, Z.add_0_l.
  rewrite (sum_ext _ (fun w => h (rights w + 1)))
    by (intro w; rewrite rights_cons; cbn [one_if]; f_equal; lia).
  rewrite (sum_ext (fun w => h (rights (false :: w))) (fun w => h (rights w)))
    by (intro w; rewrite rights_cons; reflexivity).
  rewrite (IH (fun i => h (i + 1))), IH, <- (weighted_later h (row n) 0). lia.
Qed.

Lemma ways_length n : Z.of_nat (length (ways n)) = 2 ^ Z.of_nat n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [ways]. rewrite app_length, !map_length.
  rewrite Nat2Z.inj_add, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

Lemma apart_once {T} (l l' : list T) : NoDup l -> NoDup l' ->
  (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction 1 as [|x l N D IH]; intros D' A; cbn [app]; [assumption|]. constructor.
  - rewrite in_app_iff. intros [I|I]; [auto | exact (A x (or_introl eq_refl) I)].
  - apply IH; [assumption|]. intros y I. apply A. right. assumption.
Qed.

(** The ways are all lists of this length, each once. *)
Theorem ways_are_all n : NoDup (ways n) /\ forall w, In w (ways n) <-> length w = n.
Proof.
  induction n as [|n [D A]]; cbn [ways].
  - split; [constructor; [intros [] | constructor]|]. intros [|x w]; cbn; intuition discriminate.
  - split.
    + apply apart_once.
      * apply FinFun.Injective_map_NoDup; [|assumption]. intros x y E. congruence.
      * apply FinFun.Injective_map_NoDup; [|assumption]. intros x y E. congruence.
      * intros w I J. apply in_map_iff in I, J. destruct I as (x & <- & _).
        destruct J as (y & E & _). discriminate E.
    + intro w. rewrite in_app_iff, !in_map_iff. split.
      * intros [(x & <- & I)|(x & <- & I)]; apply A in I; cbn [length]; congruence.
      * destruct w as [|[|] w]; intro E; [discriminate E | left | right]; exists w;
          (split; [reflexivity|]); apply A; cbn [length] in E; lia.
Qed.

Lemma labels_length c c' : length (labels c c') = (c + c')%nat.
Proof. unfold labels. rewrite app_length, !repeat_length. reflexivity. Qed.

Lemma share_is s d f : share_by_table d (table s d) f = share s d f.
Proof.
  unfold share, share_by_table, table. cbv zeta. rewrite !labels_length.
  set (dp := (only_one_p d + only_two_p d)%nat). set (dn := (only_one_n d + only_two_n d)%nat).
  assert (L : Z.of_nat (length (list_prod (ways dp) (ways dn))) = 2 ^ Z.of_nat (dp + dn)).
  { rewrite prod_length, Nat2Z.inj_mul, !ways_length, Nat2Z.inj_add, Z.pow_add_r by lia.
    reflexivity. }
  rewrite L. f_equal. f_equal. rewrite map_map, count_sum, sum_prod. cbn [fst snd].
  set (g := fun i j => one_if (counts_if f (ahead_with s d i j))).
  set (l := labels (only_one_p d) (only_two_p d)).
  set (l' := labels (only_one_n d) (only_two_n d)).
  rewrite (dot_weighted (fun i => dot (row dn) (map (fun x => one_if (counts_if f x))
    (map (fun j => ahead_with s d i j) (from_on 0 (S dn)))))) by (rewrite row_length; lia).
  rewrite <- sum_rights.
  assert (E : dp = length l) by (symmetry; apply labels_length).
  assert (E' : dn = length l') by (symmetry; apply labels_length).
  rewrite E at 1 2. rewrite <- (sum_exchanged l). apply sum_ext. intro w. rewrite map_map.
  rewrite (dot_weighted (g (rights (exchanged l w)))) by (rewrite row_length; lia).
  rewrite <- sum_rights, E'. symmetry.
  exact (sum_exchanged l' (fun w' => g (rights (exchanged l w)) (rights w'))).
Qed.

(** Soundness of the checker for swap tests. *)
Theorem check_swap_test_sound s d t : check_swap_test s d t = true -> true_swap_test s d t.
Proof.
  unfold check_swap_test, true_swap_test. cbv zeta.
  destruct (difference s (one d) (two d)) as [seen|], t as [t|]; try discriminate; [|trivial].
  rewrite !share_is, !andb_true_iff, !Qeq_bool_iff. tauto.
Qed.
