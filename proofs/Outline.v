(** Edges and vertices: what the checker accepts is the outline of a convex polygon, and a tie is
    the whole of its frontier inside the Tile. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker Sweep Rivals.
Import ListNotations.
Open Scope Q_scope.

(** * Integers of the checker and fractions of the definitions *)

Lemma sign_at_eval k v : exists c, 0 < c /\
  inject_Z (sign_at k v) == c * eval k (fst v) (snd v).
Proof.
  destruct v as [[na da] [nb db]].
  exists (inject_Z (Zpos da) * inject_Z (Zpos db)). split; [reflexivity|].
  unfold sign_at, eval; cbn [fst snd Qnum Qden].
  rewrite (Qmake_Qdiv na da), (Qmake_Qdiv nb db), !inject_Z_plus, !inject_Z_mult.
  field. split; intro H; discriminate H.
Qed.

Lemma sign_zero k v : sign_at k v = 0%Z <-> eval k (fst v) (snd v) == 0.
Proof.
  destruct (sign_at_eval k v) as (c & Hc & E). split; intro H.
  - rewrite H in E. change (inject_Z 0) with 0 in E. symmetry in E.
    apply Qmult_integral in E. destruct E; [lra | assumption].
  - rewrite H in E. assert (inject_Z (sign_at k v) == 0) as X by lra.
    unfold Qeq, inject_Z in X; cbn [Qnum Qden] in X. lia.
Qed.

Lemma sign_nonneg k v : (0 <= sign_at k v)%Z <-> 0 <= eval k (fst v) (snd v).
Proof.
  destruct (sign_at_eval k v) as (c & Hc & E). rewrite Zle_Qle, E. change (inject_Z 0) with 0.
  split; intro; nra.
Qed.

Lemma sign_nonpos k v : (sign_at k v <= 0)%Z <-> eval k (fst v) (snd v) <= 0.
Proof.
  destruct (sign_at_eval k v) as (c & Hc & E). rewrite Zle_Qle, E. change (inject_Z 0) with 0.
  split; intro; nra.
Qed.

Lemma less_iff x y : less x y = true <-> x < y.
Proof. unfold less, Qlt. apply Z.ltb_lt. Qed.

Lemma in_unit_iff x : in_unit x = true -> 0 <= x <= 1.
Proof.
  unfold in_unit. rewrite andb_true_iff, !Z.leb_le. unfold Qle; cbn [Qnum Qden]. lia.
Qed.

Lemma in_tile_closed v : in_tile v = true -> in_closed_tile (fst v) (snd v).
Proof.
  unfold in_tile. rewrite andb_true_iff. intros [? ?]. split; apply in_unit_iff; assumption.
Qed.

Lemma curve_eqb_eq k l : curve_eqb k l = true -> k = l.
Proof.
  destruct k as [k1 k2 k3 k4], l as [l1 l2 l3 l4]. unfold curve_eqb; cbn [k_ab k_a k_b k_1].
  rewrite !andb_true_iff, !Z.eqb_eq. intros [[[-> ->] ->] ->]. reflexivity.
Qed.

(** * Curves that are straight in balanced coordinates *)

Definition straight (p : Q) (k : curve) (l0 la lb : Q) : Prop :=
  forall a b, in_closed_tile a b ->
  exists c, 0 < c /\ eval k a b == c * (l0 + la * balanced p a + lb * balanced p b).

Lemma left_of_line l0 la lb (v w x : point) :
  l0 + la * fst v + lb * snd v == 0 -> l0 + la * fst w + lb * snd w == 0 ->
  lb * turn v w x == (fst w - fst v) * (l0 + la * fst x + lb * snd x) /\
  la * turn v w x == - (snd w - snd v) * (l0 + la * fst x + lb * snd x).
Proof.
  unfold turn. intros Hv Hw.
  assert (E : lb * (snd w - snd v) == - la * (fst w - fst v)) by lra.
  split.
  - transitivity ((fst w - fst v) * (lb * (snd x - snd v))
      - lb * (snd w - snd v) * (fst x - fst v)); [ring|].
    rewrite E. transitivity ((fst w - fst v) * (la * (fst x - fst v) + lb * (snd x - snd v)));
      [ring|].
    apply Qmult_comp; [reflexivity|]. lra.
  - transitivity (- (snd w - snd v) * (la * (fst x - fst v))
      + la * (fst w - fst v) * (snd x - snd v)); [ring|].
    setoid_replace (la * (fst w - fst v)) with (- (lb * (snd w - snd v))) by lra.
    transitivity (- (snd w - snd v) * (la * (fst x - fst v) + lb * (snd x - snd v))); [ring|].
    apply Qmult_comp; [reflexivity|]. lra.
Qed.

Lemma same_side f d t l : 0 < f * d -> f * t == d * l -> (0 < l <-> 0 < t).
Proof.
  intros Hfd E.
  assert (f * f * t == (f * d) * l) by (rewrite <- (Qmult_assoc f f t), E; ring).
  assert (0 < f * f) by nra.
  split; intro; nra.
Qed.

Section Joins.
  Variables (p : Q) (k : curve) (l0 la lb : Q) (v w : point).
  Hypothesis Hp : 0 < p < 1.
  Hypothesis Hk : straight p k l0 la lb.
  Hypothesis Hv : in_closed_tile (fst v) (snd v).
  Hypothesis Hw : in_closed_tile (fst w) (snd w).
  Hypothesis Ev : eval k (fst v) (snd v) == 0.
  Hypothesis Ew : eval k (fst w) (snd w) == 0.

  Lemma on_line x : in_closed_tile (fst x) (snd x) -> eval k (fst x) (snd x) == 0 ->
    l0 + la * balanced p (fst x) + lb * balanced p (snd x) == 0.
  Proof.
    intros Hx Ex. destruct (Hk _ _ Hx) as (c & Hc & E). rewrite Ex in E. symmetry in E.
    apply Qmult_integral in E. destruct E; [lra | assumption].
  Qed.

  Lemma joins_by (f d : Q) : 0 < f * d ->
    (forall x, f * turn (straightened p v) (straightened p w) (straightened p x) ==
       d * (l0 + la * balanced p (fst x) + lb * balanced p (snd x))) ->
    joins p k v w.
  Proof.
    intros Hfd E. split; [assumption|]. split; [assumption|]. intros a b Hab.
    destruct (Hk a b Hab) as (c & Hc & Ec). rewrite Ec.
    rewrite <- (same_side f d _ _ Hfd (E (a, b))). cbn [fst snd].
    split; intro; nra.
  Qed.

  Lemma joins_along : 0 < lb /\ fst v < fst w \/ lb < 0 /\ fst w < fst v -> joins p k v w.
  Proof.
    intro H. pose proof (on_line v Hv Ev) as Lv. pose proof (on_line w Hw Ew) as Lw.
    apply (joins_by lb (balanced p (fst w) - balanced p (fst v))).
    - destruct H as [[? H]|[? H]]; apply (balanced_increasing p) in H;
        solve [assumption | apply Hv | apply Hw | nra].
    - intro x. exact (proj1 (left_of_line l0 la lb (straightened p v) (straightened p w)
        (straightened p x) Lv Lw)).
  Qed.

  Lemma joins_up : 0 < la /\ snd w < snd v \/ la < 0 /\ snd v < snd w -> joins p k v w.
  Proof.
    intro H. pose proof (on_line v Hv Ev) as Lv. pose proof (on_line w Hw Ew) as Lw.
    apply (joins_by la (- (balanced p (snd w) - balanced p (snd v)))).
    - destruct H as [[? H]|[? H]]; apply (balanced_increasing p) in H;
        solve [assumption | apply Hv | apply Hw | nra].
    - intro x. exact (proj2 (left_of_line l0 la lb (straightened p v) (straightened p w)
        (straightened p x) Lv Lw)).
  Qed.
End Joins.

Section Sides.
  Variable p : Q.
  Hypothesis Hp : 0 < p < 1.

  Lemma balanced_back z : 0 <= z <= 1 ->
    z == weight p z / p * balanced p z /\ 1 - z == weight p z / (1 - p) * (1 - balanced p z) /\
    0 < weight p z / p /\ 0 < weight p z / (1 - p).
  Proof.
    intro Hz. pose proof (weight_positive p z Hp Hz) as Hw.
    unfold balanced. fold (weight p z). repeat split.
    - field. split; lra.
    - transitivity ((weight p z - z * p) / (1 - p)); [unfold weight | ]; field; lra.
    - apply Qlt_shift_div_l; lra.
    - apply Qlt_shift_div_l; lra.
  Qed.

  Lemma bottom_straight : straight p bottom 0 0 1.
  Proof.
    intros a b [Ha Hb]. destruct (balanced_back b Hb) as (E & _ & H & _).
    exists (weight p b / p). split; [assumption|]. unfold eval, bottom; cbn [k_ab k_a k_b k_1].
    change (inject_Z 0) with 0. change (inject_Z 1) with 1. rewrite E at 2. lra.
  Qed.

  Lemma top_straight : straight p top 1 0 (-1).
  Proof.
    intros a b [Ha Hb]. destruct (balanced_back b Hb) as (_ & E & _ & H).
    exists (weight p b / (1 - p)). split; [assumption|]. unfold eval, top; cbn [k_ab k_a k_b k_1].
    change (inject_Z 0) with 0. change (inject_Z 1) with 1. change (inject_Z (-1)) with (-1). lra.
  Qed.

  Lemma left_straight : straight p left 0 1 0.
  Proof.
    intros a b [Ha Hb]. destruct (balanced_back a Ha) as (E & _ & H & _).
    exists (weight p a / p). split; [assumption|]. unfold eval, left; cbn [k_ab k_a k_b k_1].
    change (inject_Z 0) with 0. change (inject_Z 1) with 1. rewrite E at 2. lra.
  Qed.

  Lemma right_straight : straight p right 1 (-1) 0.
  Proof.
    intros a b [Ha Hb]. destruct (balanced_back a Ha) as (_ & E & _ & H).
    exists (weight p a / (1 - p)). split; [assumption|]. unfold eval, right; cbn [k_ab k_a k_b k_1].
    change (inject_Z 0) with 0. change (inject_Z 1) with 1. change (inject_Z (-1)) with (-1). lra.
  Qed.

  Lemma opposite_straight k l0 la lb : straight p k l0 la lb ->
    straight p (opposite k) (- l0) (- la) (- lb).
  Proof.
    intros Hk a b Hab. destruct (Hk a b Hab) as (c & Hc & E). exists c. split; [assumption|].
    rewrite eval_opposite, E. ring.
  Qed.

  Lemma balanced_morphism q z : p == q -> balanced p z == balanced q z.
  Proof. intro E. unfold balanced. rewrite E. reflexivity. Qed.

  (** A frontier falls in balanced coordinates. *)
  Lemma event_straight i e : valid (performance i) -> prior (performance i) == p -> event_of i e ->
    exists l0 la lb, straight p (low e) l0 la lb /\ la < 0 /\ lb < 0.
  Proof.
    intros Hi E ((c & Hc & He) & _ & H1 & H2).
    set (m := performance i) in *.
    set (dn := inject_Z (Zpos (den e))) in *. set (dp := - inject_Z (Zpos (num e))).
    exists (dn / negatives m), ((dp * fp m - dn * fn m) / (negatives m * positives m)),
      ((dp * tn m - dn * tp m) / (negatives m * positives m)).
    assert (Hnp : 0 < negatives m * positives m).
    { destruct Hi as (_ & _ & _ & _ & Hn & Hpos). apply Qmult_lt_0_compat; assumption. }
    split; [|split; (apply Qlt_shift_div_r; [assumption|]); unfold m, dp, performance;
      cbn [tn fp fn tp]; lra].
    intros a b Hab. pose proof (scale_positive m a b Hi Hab) as Hs.
    exists (scale m a b / c). split; [apply Qlt_shift_div_l; lra|].
    specialize (He a b).
    assert (X : over (ratio_a a b m) (ratio_b a b m) e
                == dn * ratio_a a b m + dp * ratio_b a b m) by (unfold over, dp; fold dn; ring).
    rewrite X, (frontier_is_straight a b m dn dp Hab Hi) in He.
    rewrite (balanced_morphism (prior m) a), (balanced_morphism (prior m) b) by (symmetry; exact E).
    fold (line m dn dp (balanced (prior m) a) (balanced (prior m) b)).
    apply Qmult_inj_l with (z := c); [lra|]. rewrite He. field. lra.
  Qed.

  (** Two points of a frontier are ordered oppositely by their coordinates. *)
  Lemma falls i e v w : valid (performance i) -> prior (performance i) == p -> event_of i e ->
    in_closed_tile (fst v) (snd v) -> in_closed_tile (fst w) (snd w) ->
    eval (low e) (fst v) (snd v) == 0 -> eval (low e) (fst w) (snd w) == 0 ->
    (fst v < fst w <-> snd w < snd v).
  Proof.
    intros Hi E He Hv Hw Ev Ew.
    destruct (event_straight i e Hi E He) as (l0 & la & lb & Hs & Ha & Hb).
    pose proof (on_line p (low e) l0 la lb Hs v Hv Ev) as Lv.
    pose proof (on_line p (low e) l0 la lb Hs w Hw Ew) as Lw.
    rewrite (balanced_increasing p (fst v) (fst w) Hp (proj1 Hv) (proj1 Hw)).
    rewrite (balanced_increasing p (snd w) (snd v) Hp (proj2 Hw) (proj2 Hv)).
    split; intro; nra.
  Qed.
End Sides.
