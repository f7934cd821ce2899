(** The frontier of two performances, and why the rank of one of them depends on one ratio only. *)
From Coq Require Import ZArith QArith Lqa Lia List Bool.
From Exactile Require Import Definitions.
Open Scope Q_scope.

(** j is better than i where this is positive. *)
Definition gain (a b : Q) (i j : matrix) : Q :=
  satisfied a b j * unsatisfied a b i - satisfied a b i * unsatisfied a b j.

(** It is bilinear. *)
Lemma gain_is_bilinear a b i j :
  gain a b i j ==
  ((tp j - tn j) * (fn i - fp i) - (tp i - tn i) * (fn j - fp j)) * (a * b)
  + ((tp j - tn j) * fp i - (tp i - tn i) * fp j) * a
  + (tn j * (fn i - fp i) - tn i * (fn j - fp j)) * b
  + (tn j * fp i - tn i * fp j).
Proof. unfold gain, satisfied, unsatisfied. ring. Qed.

(** For rates it is the linear expression of The Tile, Equations 6 and 7, with P1 = j and P2 = i. *)
Lemma gain_of_rates a b i j :
  negatives i == 1 -> positives i == 1 -> negatives j == 1 -> positives j == 1 ->
  gain a b i j ==
  (fp j * fn i - fn j * fp i) * a + (tp j * tn i - tn j * tp i) * b + (tn j - tn i).
Proof.
  unfold negatives, positives. intros H1 H2 H3 H4. rewrite gain_is_bilinear.
  setoid_replace (fp i) with (1 - tn i) by lra. setoid_replace (fn i) with (1 - tp i) by lra.
  setoid_replace (fp j) with (1 - tn j) by lra. setoid_replace (fn j) with (1 - tp j) by lra.
  ring.
Qed.

(** Positive in the open Tile. *)
Lemma total_positive a b m : in_open_tile a b -> valid m ->
  0 < satisfied a b m + unsatisfied a b m.
Proof.
  intros [[? ?] [? ?]] (? & ? & ? & ? & Hn & Hp).
  unfold satisfied, unsatisfied, negatives, positives in *.
  assert (0 <= (1 - a) * tn m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= a * tp m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (1 - b) * fp m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= b * fn m) by (apply Qmult_le_0_compat; lra).
  destruct (Qlt_le_dec 0 (tn m)).
  - assert (0 < (1 - a) * tn m) by (apply Qmult_lt_0_compat; lra). lra.
  - assert (0 < (1 - b) * fp m) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

Lemma satisfied_nonneg a b m : in_open_tile a b -> valid m -> 0 <= satisfied a b m.
Proof.
  intros [[? ?] [? ?]] (? & ? & ? & ? & Hn & Hp). unfold satisfied.
  assert (0 <= (1 - a) * tn m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= a * tp m) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma unsatisfied_nonneg a b m : in_open_tile a b -> valid m -> 0 <= unsatisfied a b m.
Proof.
  intros [[? ?] [? ?]] (? & ? & ? & ? & Hn & Hp). unfold unsatisfied.
  assert (0 <= (1 - b) * fp m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= b * fn m) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma fractions_le p q r t : 0 < q -> 0 < t -> (p / q <= r / t <-> p * t <= r * q).
Proof.
  intros Hq Ht. split; intro H.
  - apply Qmult_le_compat_r with (z := q * t) in H.
    + setoid_replace (p / q * (q * t)) with (p * t) in H by (field; lra).
      setoid_replace (r / t * (q * t)) with (r * q) in H by (field; lra). exact H.
    + assert (0 < q * t) by (apply Qmult_lt_0_compat; assumption). lra.
  - apply Qle_shift_div_l; [assumption|].
    setoid_replace (p / q * t) with (p * t / q) by (field; lra).
    apply Qle_shift_div_r; assumption.
Qed.

(** The frontier lemma: scores are compared by one cross multiplication. *)
Lemma R_le_iff a b i j : in_open_tile a b -> valid i -> valid j ->
  (R a b i <= R a b j <-> 0 <= gain a b i j).
Proof.
  intros Ht Hi Hj. unfold R.
  rewrite fractions_le by (apply total_positive; assumption).
  unfold gain. split; intro; nra.
Qed.

(** * One ratio for each classifier *)

Definition ratio_a (a b : Q) (i : matrix) : Q :=
  (1 - a) * unsatisfied a b i + (1 - b) * satisfied a b i.
Definition ratio_b (a b : Q) (i : matrix) : Q :=
  a * unsatisfied a b i + b * satisfied a b i.

Lemma ratio_a_positive a b m : in_open_tile a b -> valid m -> 0 < ratio_a a b m.
Proof.
  intros Ht Hm. pose proof (total_positive a b m Ht Hm).
  pose proof (satisfied_nonneg a b m Ht Hm). pose proof (unsatisfied_nonneg a b m Ht Hm).
  destruct Ht as [[? ?] [? ?]]. unfold ratio_a.
  assert (0 <= (1 - a) * unsatisfied a b m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (1 - b) * satisfied a b m) by (apply Qmult_le_0_compat; lra).
  destruct (Qlt_le_dec 0 (satisfied a b m)).
  - assert (0 < (1 - b) * satisfied a b m) by (apply Qmult_lt_0_compat; lra). lra.
  - assert (0 < (1 - a) * unsatisfied a b m) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

Lemma ratio_b_positive a b m : in_open_tile a b -> valid m -> 0 < ratio_b a b m.
Proof.
  intros Ht Hm. pose proof (total_positive a b m Ht Hm).
  pose proof (satisfied_nonneg a b m Ht Hm). pose proof (unsatisfied_nonneg a b m Ht Hm).
  destruct Ht as [[? ?] [? ?]]. unfold ratio_b.
  assert (0 <= a * unsatisfied a b m) by (apply Qmult_le_0_compat; lra).
  assert (0 <= b * satisfied a b m) by (apply Qmult_le_0_compat; lra).
  destruct (Qlt_le_dec 0 (satisfied a b m)).
  - assert (0 < b * satisfied a b m) by (apply Qmult_lt_0_compat; lra). lra.
  - assert (0 < a * unsatisfied a b m) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

(** How far j is ahead of i in each class, in units in which both have the same totals. *)
Definition ahead_n (i j : matrix) : Q := negatives i * tn j - negatives j * tn i.
Definition ahead_p (i j : matrix) : Q := negatives i * tp j - negatives j * tp i.

Definition same_prior (i j : matrix) : Prop :=
  negatives i * positives j == negatives j * positives i.

(** At each point of the Tile, whether j beats i depends on the ratio of ratio_a to ratio_b only. *)
Lemma gain_by_ratio a b i j : same_prior i j ->
  negatives i * gain a b i j ==
  ahead_n i j * ratio_a a b i + ahead_p i j * ratio_b a b i.
Proof.
  unfold same_prior. intro H.
  transitivity (ahead_n i j * ratio_a a b i + ahead_p i j * ratio_b a b i
    - satisfied a b i * b * (negatives i * positives j - negatives j * positives i)).
  - unfold gain, ahead_n, ahead_p, ratio_a, ratio_b, satisfied, unsatisfied,
      negatives, positives. ring.
  - rewrite H. ring.
Qed.
