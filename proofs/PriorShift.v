(** The prior shift is a change of variables, one for each axis, and straightens every frontier. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier.
Open Scope Q_scope.

(** * The shift keeps both rates and sets the prior. *)

Lemma prior_between m : valid m -> 0 < prior m < 1.
Proof.
  intros (_ & _ & _ & _ & Hn & Hp). unfold prior. split.
  - apply Qlt_shift_div_l; lra.
  - apply Qlt_shift_div_r; lra.
Qed.

Lemma prior_of_totals m : valid m ->
  negatives m == (1 - prior m) * (negatives m + positives m) /\
  positives m == prior m * (negatives m + positives m).
Proof. intros (_ & _ & _ & _ & Hn & Hp). unfold prior. split; field; lra. Qed.

Section Shift.
  Variables (p : Q) (m : matrix).
  Hypothesis Hp : 0 < p < 1.
  Hypothesis Hm : valid m.

  Let Hprior := prior_between m Hm.

  Lemma shift_factors_positive : 0 < (1 - p) / (1 - prior m) /\ 0 < p / prior m.
  Proof. split; apply Qlt_shift_div_l; lra. Qed.

  Lemma shift_valid : valid (shift p m).
  Proof.
    destruct shift_factors_positive as [H1 H2]. destruct Hm as (? & ? & ? & ? & Hn & Hpos).
    unfold valid, shift, negatives, positives in *; cbn [tn fp fn tp].
    repeat split; try (apply Qmult_le_0_compat; lra).
    - setoid_replace ((1 - p) / (1 - prior m) * tn m + (1 - p) / (1 - prior m) * fp m)
        with ((1 - p) / (1 - prior m) * (tn m + fp m)) by ring.
      apply Qmult_lt_0_compat; lra.
    - setoid_replace (p / prior m * fn m + p / prior m * tp m)
        with (p / prior m * (fn m + tp m)) by ring.
      apply Qmult_lt_0_compat; lra.
  Qed.

  Lemma shift_keeps_tnr : tnr (shift p m) == tnr m.
  Proof.
    destruct shift_factors_positive as [H1 H2]. destruct Hm as (? & ? & ? & ? & Hn & Hpos).
    unfold tnr, shift, negatives, positives in *; cbn [tn fp fn tp].
    set (c := (1 - p) / (1 - prior m)) in *.
    pose proof (Qmult_lt_0_compat _ _ H1 Hn). field. split; lra.
  Qed.

  Lemma shift_keeps_tpr : tpr (shift p m) == tpr m.
  Proof.
    destruct shift_factors_positive as [H1 H2]. destruct Hm as (? & ? & ? & ? & Hn & Hpos).
    unfold tpr, shift, negatives, positives in *; cbn [tn fp fn tp].
    set (c := p / prior m) in *.
    pose proof (Qmult_lt_0_compat _ _ H2 Hpos). field. split; lra.
  Qed.

  Lemma shift_totals :
    negatives (shift p m) == (1 - p) * (negatives m + positives m) /\
    positives (shift p m) == p * (negatives m + positives m).
  Proof.
    destruct (prior_of_totals m Hm) as [En Ep].
    assert (En' : negatives (shift p m) == (1 - p) / (1 - prior m) * negatives m)
      by (unfold negatives, shift; cbn [tn fp]; ring).
    assert (Ep' : positives (shift p m) == p / prior m * positives m)
      by (unfold positives, shift; cbn [fn tp]; ring).
    assert (0 < 1 - prior m) by lra. assert (0 < prior m) by lra.
    split; [rewrite En', En at 1 | rewrite Ep', Ep at 1]; field; lra.
  Qed.

  Lemma shift_sets_prior : prior (shift p m) == p.
  Proof.
    destruct shift_totals as [En Ep]. unfold prior at 1. rewrite En, Ep.
    destruct Hm as (? & ? & ? & ? & Hn & Hpos). field. lra.
  Qed.
End Shift.

(** * Coordinates *)

Definition weight (p z : Q) : Q := (1 - z) * (1 - p) + z * p.

Lemma weight_positive p z : 0 < p < 1 -> 0 <= z <= 1 -> 0 < weight p z.
Proof. unfold weight. intros [? ?] [? ?]. nra. Qed.

Lemma balanced_increasing p x y : 0 < p < 1 -> 0 <= x <= 1 -> 0 <= y <= 1 ->
  (x < y <-> balanced p x < balanced p y).
Proof.
  intros Hp Hx Hy. pose proof (weight_positive p x Hp Hx). pose proof (weight_positive p y Hp Hy).
  assert (E : balanced p y - balanced p x == (y - x) * (p * (1 - p)) / (weight p x * weight p y)).
  { unfold balanced. fold (weight p x) (weight p y).
    transitivity ((y * p * weight p x - x * p * weight p y) / (weight p x * weight p y)).
    - field. lra.
    - apply Qmult_inj_r with (z := weight p x * weight p y); [nra|].
      unfold weight in *. field. nra. }
  assert (Hw : 0 < weight p x * weight p y) by (apply Qmult_lt_0_compat; assumption).
  assert (Hpp : 0 < p * (1 - p)) by (apply Qmult_lt_0_compat; lra).
  split; intro H1.
  - assert (0 < balanced p y - balanced p x); [|lra].
    rewrite E. apply Qlt_shift_div_l; [assumption|]. nra.
  - assert (H2 : 0 < balanced p y - balanced p x) by lra. rewrite E in H2.
    apply Qmult_lt_compat_r with (z := weight p x * weight p y) in H2; [|assumption].
    setoid_replace ((y - x) * (p * (1 - p)) / (weight p x * weight p y)
      * (weight p x * weight p y)) with ((y - x) * (p * (1 - p))) in H2 by (field; nra).
    nra.
Qed.

(** The inverse: a coordinate of the balanced Tile, moved to the Tile of the prior p. *)
Definition unbalanced (p z : Q) : Q := z * (1 - p) / ((1 - z) * p + z * (1 - p)).

Lemma unbalanced_in p z : 0 < p < 1 -> 0 < z < 1 -> 0 < unbalanced p z < 1.
Proof.
  intros. unfold unbalanced.
  assert (0 < z * (1 - p)) by (apply Qmult_lt_0_compat; lra).
  assert (0 < (1 - z) * p) by (apply Qmult_lt_0_compat; lra).
  split; [apply Qlt_shift_div_l | apply Qlt_shift_div_r]; lra.
Qed.

Lemma balanced_unbalanced p z : 0 < p < 1 -> 0 < z < 1 -> balanced p (unbalanced p z) == z.
Proof.
  intros. unfold balanced, unbalanced.
  assert (0 < z * (1 - p)) by (apply Qmult_lt_0_compat; lra).
  assert (0 < (1 - z) * p) by (apply Qmult_lt_0_compat; lra).
  assert (0 < p * (1 - p)) by (apply Qmult_lt_0_compat; lra).
  set (w := (1 - z) * p + z * (1 - p)). assert (Hw : 0 < w) by (unfold w; lra).
  setoid_replace ((1 - z * (1 - p) / w) * (1 - p) + z * (1 - p) / w * p)
    with (p * (1 - p) / w) by (unfold w; field; fold w; lra).
  field. repeat split; lra.
Qed.

(** * Frontiers are straight in balanced coordinates. *)

(** A line of the balanced Tile, for a performance and two numbers: how far a rival is ahead of it
    in each class. *)
Definition line (i : matrix) (dn dp x y : Q) : Q :=
  dn / negatives i
  + (dp * fp i - dn * fn i) / (negatives i * positives i) * x
  + (dp * tn i - dn * tp i) / (negatives i * positives i) * y.

Definition scale (i : matrix) (a b : Q) : Q :=
  (negatives i + positives i) * weight (prior i) a *
  ((negatives i + positives i) * weight (prior i) b).

Lemma scale_positive i a b : valid i -> in_closed_tile a b -> 0 < scale i a b.
Proof.
  intros Hi [Ha Hb]. pose proof (prior_between i Hi) as Hp.
  destruct Hi as (_ & _ & _ & _ & Hn & Hpos). unfold scale.
  repeat apply Qmult_lt_0_compat; try lra; apply weight_positive; assumption.
Qed.

Lemma frontier_is_straight a b i dn dp : in_closed_tile a b -> valid i ->
  dn * ratio_a a b i + dp * ratio_b a b i ==
  scale i a b * line i dn dp (balanced (prior i) a) (balanced (prior i) b).
Proof.
  intros [Ha Hb] Hi.
  pose proof (prior_between i Hi) as Hp.
  pose proof (weight_positive _ a Hp Ha). pose proof (weight_positive _ b Hp Hb).
  unfold balanced, line, scale. fold (weight (prior i) a) (weight (prior i) b).
  destruct Hi as (_ & _ & _ & _ & Hn & Hpos).
  set (T := negatives i + positives i).
  assert (HT : 0 < T) by (unfold T; lra).
  assert (Ewa : T * weight (prior i) a == (1 - a) * negatives i + a * positives i)
    by (unfold weight, prior, T; field; lra).
  assert (Ewb : T * weight (prior i) b == (1 - b) * negatives i + b * positives i)
    by (unfold weight, prior, T; field; lra).
  assert (EP : T * prior i == positives i) by (unfold prior, T; field; lra).
  transitivity (dn / negatives i * ((T * weight (prior i) a) * (T * weight (prior i) b))
    + (dp * fp i - dn * fn i) / (negatives i * positives i)
      * (a * (T * prior i)) * (T * weight (prior i) b)
    + (dp * tn i - dn * tp i) / (negatives i * positives i)
      * (b * (T * prior i)) * (T * weight (prior i) a)).
  - rewrite Ewa, Ewb, EP. unfold ratio_a, ratio_b, satisfied, unsatisfied, negatives,
      positives in *.
    field. lra.
  - field. repeat split; lra.
Qed.

(** * Order *)

Lemma shift_same_prior p i j : 0 < p < 1 -> valid i -> valid j
  -> same_prior (shift p i) (shift p j).
Proof.
  intros Hp Hi Hj. unfold same_prior.
  destruct (shift_totals p i Hi) as [Ein Eip]. destruct (shift_totals p j Hj) as [Ejn Ejp].
  rewrite Ein, Eip, Ejn, Ejp. ring.
Qed.

Lemma shift_moves_scores p a b m : valid m -> prior m == p -> in_open_tile a b ->
  let c z := 2 * p * (1 - p) / ((1 - z) * p + z * (1 - p)) in
  0 < c a /\ 0 < c b /\
  satisfied (unbalanced p a) (unbalanced p b) m == c a * satisfied a b (shift (1 # 2) m) /\
  unsatisfied (unbalanced p a) (unbalanced p b) m == c b * unsatisfied a b (shift (1 # 2) m).
Proof.
  intros Hm E [Ha Hb]. pose proof (prior_between m Hm) as Hp. rewrite E in Hp.
  assert (0 < p * (1 - p)) by (apply Qmult_lt_0_compat; lra).
  assert (forall z, 0 < z < 1 -> 0 < (1 - z) * p + z * (1 - p)) as Hw.
  { intros z Hz. assert (0 < z * (1 - p)) by (apply Qmult_lt_0_compat; lra).
    assert (0 < (1 - z) * p) by (apply Qmult_lt_0_compat; lra). lra. }
  pose proof (Hw a Ha). pose proof (Hw b Hb).
  cbv zeta. split; [|split; [|split]].
  1, 2: apply Qlt_shift_div_l; lra.
  - unfold satisfied, unbalanced, shift; cbn [tn fp fn tp]. rewrite E. field. lra.
  - unfold unsatisfied, unbalanced, shift; cbn [tn fp fn tp]. rewrite E. field. lra.
Qed.

(** Lemma 5 of The Tile: performances are ordered at the point moved to their prior as their
    balanced shifts are ordered at the point. *)
Theorem shift_moves_order p a b i j : valid i -> valid j -> prior i == p -> prior j == p ->
  in_open_tile a b ->
  (R (unbalanced p a) (unbalanced p b) i <= R (unbalanced p a) (unbalanced p b) j <->
   R a b (shift (1 # 2) i) <= R a b (shift (1 # 2) j)).
Proof.
  intros Hi Hj Ei Ej Ht. pose proof (prior_between i Hi) as Hp. rewrite Ei in Hp.
  assert (Hhalf : 0 < 1 # 2 < 1) by (split; reflexivity).
  rewrite R_le_iff; [|split; apply unbalanced_in; solve [assumption | apply Ht] |assumption..].
  rewrite R_le_iff; [|assumption|apply shift_valid; assumption|apply shift_valid; assumption].
  destruct (shift_moves_scores p a b i Hi Ei Ht) as (Ca & Cb & Si & Ui).
  destruct (shift_moves_scores p a b j Hj Ej Ht) as (_ & _ & Sj & Uj).
  unfold gain. rewrite Si, Ui, Sj, Uj.
  set (ca := 2 * p * (1 - p) / ((1 - a) * p + a * (1 - p))) in *.
  set (cb := 2 * p * (1 - p) / ((1 - b) * p + b * (1 - p))) in *.
  pose proof (Qmult_lt_0_compat _ _ Ca Cb) as C.
  set (g := satisfied a b (shift (1 # 2) j) * unsatisfied a b (shift (1 # 2) i)
    - satisfied a b (shift (1 # 2) i) * unsatisfied a b (shift (1 # 2) j)).
  match goal with |- 0 <= ?x <-> _ => setoid_replace x with (ca * cb * g) by (unfold g; ring) end.
  split; intro; nra.
Qed.
