(** The events of the checker say when a rival is better, and their curves are the frontiers. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool Permutation.
From Exactile Require Import Definitions Frontier Checker Sweep.
Import ListNotations.
Open Scope Q_scope.

(** * Counts that are integers *)

Definition performance (z : counts) : matrix :=
  Matrix (inject_Z (ztn z)) (inject_Z (zfp z)) (inject_Z (zfn z)) (inject_Z (ztp z)).

Definition scaled (c : Q) (m n : matrix) : Prop :=
  tn n == c * tn m /\ fp n == c * fp m /\ fn n == c * fn m /\ tp n == c * tp m.

Lemma scaled_valid c m n : 0 < c -> scaled c m n -> valid m -> valid n.
Proof.
  intros Hc (E1 & E2 & E3 & E4) (? & ? & ? & ? & Hn & Hp).
  unfold valid, negatives, positives in *. rewrite E1, E2, E3, E4.
  repeat split; try (apply Qmult_le_0_compat; lra).
  - setoid_replace (c * tn m + c * fp m) with (c * (tn m + fp m)) by ring.
    apply Qmult_lt_0_compat; lra.
  - setoid_replace (c * fn m + c * tp m) with (c * (fn m + tp m)) by ring.
    apply Qmult_lt_0_compat; lra.
Qed.

Lemma scaled_R c a b m n : 0 < c -> scaled c m n -> valid m -> in_open_tile a b ->
  R a b n == R a b m.
Proof.
  intros Hc (E1 & E2 & E3 & E4) Hm Ht. pose proof (total_positive a b m Ht Hm) as HT.
  unfold R. set (x := satisfied a b m) in *. set (y := unsatisfied a b m) in *.
  setoid_replace (satisfied a b n) with (c * x)
    by (unfold satisfied, x, satisfied; rewrite E1, E4; ring).
  setoid_replace (unsatisfied a b n) with (c * y)
    by (unfold unsatisfied, y, unsatisfied; rewrite E2, E3; ring).
  field. split; [lra|]. pose proof (Qmult_lt_0_compat _ _ Hc HT). lra.
Qed.

(** * Curves *)

Lemma eval_frontier a b i j :
  eval (frontier i j) a b == gain a b (performance i) (performance j).
Proof.
  rewrite gain_is_bilinear. unfold eval, frontier, performance.
  cbn [k_ab k_a k_b k_1 tn fp fn tp].
  unfold Z.sub. rewrite !inject_Z_plus, !inject_Z_opp, !inject_Z_mult, !inject_Z_plus,
    !inject_Z_opp.
  ring.
Qed.

Lemma eval_opposite k a b : eval (opposite k) a b == - eval k a b.
Proof.
  unfold eval, opposite; cbn [k_ab k_a k_b k_1]. rewrite !inject_Z_opp. ring.
Qed.

Lemma common_factor_divides k :
  let g := common_factor k in
  (g | k_ab k)%Z /\ (g | k_a k)%Z /\ (g | k_b k)%Z /\ (g | k_1 k)%Z.
Proof.
  unfold common_factor. cbv zeta.
  pose proof (Z.gcd_divide_l (Z.gcd (k_ab k) (k_a k)) (Z.gcd (k_b k) (k_1 k))) as H1.
  pose proof (Z.gcd_divide_r (Z.gcd (k_ab k) (k_a k)) (Z.gcd (k_b k) (k_1 k))) as H2.
  repeat split.
  - exact (Z.divide_trans _ _ _ H1 (Z.gcd_divide_l _ _)).
  - exact (Z.divide_trans _ _ _ H1 (Z.gcd_divide_r _ _)).
  - exact (Z.divide_trans _ _ _ H2 (Z.gcd_divide_l _ _)).
  - exact (Z.divide_trans _ _ _ H2 (Z.gcd_divide_r _ _)).
Qed.

Lemma common_factor_greatest k d :
  (d | k_ab k)%Z -> (d | k_a k)%Z -> (d | k_b k)%Z -> (d | k_1 k)%Z -> (d | common_factor k)%Z.
Proof. intros. unfold common_factor. repeat apply Z.gcd_greatest; assumption. Qed.

Lemma primitive_times k : (common_factor k <> 0)%Z ->
  (k_ab k = common_factor k * k_ab (primitive k) /\ k_a k = common_factor k * k_a (primitive k) /\
   k_b k = common_factor k * k_b (primitive k) /\ k_1 k = common_factor k * k_1 (primitive k))%Z.
Proof.
  intro Hg. destruct (common_factor_divides k) as (H1 & H2 & H3 & H4).
  unfold primitive; cbn [k_ab k_a k_b k_1].
  repeat split; rewrite <- Z.divide_div_mul_exact by assumption; rewrite Z.mul_comm; symmetry;
    apply Z.div_mul; assumption.
Qed.

Lemma eval_primitive k a b : (common_factor k <> 0)%Z ->
  inject_Z (common_factor k) * eval (primitive k) a b == eval k a b.
Proof.
  intro Hg. destruct (primitive_times k Hg) as (E1 & E2 & E3 & E4).
  unfold eval at 2. rewrite E1, E2, E3, E4. rewrite !inject_Z_mult. unfold eval. ring.
Qed.

Lemma common_factor_nonneg k : (0 <= common_factor k)%Z.
Proof. apply Z.gcd_nonneg. Qed.

(** The integers of the checker are the counts, scaled. *)
Lemma integers_scaled m : valid m -> exists c, 0 < c /\ scaled c m (performance (integers m)).
Proof.
  intro Hm. set (k := on_common_denominator m).
  set (D := inject_Z (Zpos (Qden (tn m)) * Zpos (Qden (fp m)) *
                      Zpos (Qden (fn m)) * Zpos (Qden (tp m)))).
  assert (HD : 0 < D) by reflexivity.
  assert (E : inject_Z (k_ab k) == D * tn m /\ inject_Z (k_a k) == D * fp m /\
              inject_Z (k_b k) == D * fn m /\ inject_Z (k_1 k) == D * tp m).
  { unfold D, k. destruct m as [[a a'] [b b'] [c c'] [d d']].
    unfold on_common_denominator, Qeq, Qmult, inject_Z.
    cbn [tn fp fn tp k_ab k_a k_b k_1 Qnum Qden]. repeat split; lia. }
  destruct E as (E1 & E2 & E3 & E4).
  assert (Hg : (common_factor k <> 0)%Z).
  { intro Hg. destruct (common_factor_divides k) as (H1 & H2 & _). rewrite Hg in *.
    apply Z.divide_0_l in H1, H2. rewrite H1 in E1. rewrite H2 in E2.
    change (inject_Z 0) with 0 in *. destruct Hm as (_ & _ & _ & _ & Hn & _).
    unfold negatives in Hn. pose proof (Qmult_lt_0_compat _ _ HD Hn). lra. }
  assert (Gp : 0 < inject_Z (common_factor k)).
  { pose proof (common_factor_nonneg k). change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia. }
  destruct (primitive_times k Hg) as (P1 & P2 & P3 & P4).
  rewrite P1, inject_Z_mult in E1. rewrite P2, inject_Z_mult in E2.
  rewrite P3, inject_Z_mult in E3. rewrite P4, inject_Z_mult in E4.
  exists (D / inject_Z (common_factor k)). split; [apply Qlt_shift_div_l; lra|].
  set (g := inject_Z (common_factor k)) in *.
  unfold scaled, performance, integers; cbn [tn fp fn tp ztn zfp zfn ztp]. fold k.
  repeat split; apply Qmult_inj_l with (z := g); try lra;
    rewrite ?E1, ?E2, ?E3, ?E4; field; lra.
Qed.

Lemma primitive_no_common_factor k : (common_factor k <> 0)%Z -> no_common_factor (primitive k).
Proof.
  intros Hg d H1 H2 H3 H4. destruct (primitive_times k Hg) as (E1 & E2 & E3 & E4).
  assert (H : (common_factor k * d | common_factor k)%Z).
  { apply common_factor_greatest; rewrite ?E1, ?E2, ?E3, ?E4; apply Z.mul_divide_mono_l;
    assumption. }
  destruct H as [q Hq]. exists q. nia.
Qed.

(** * Events *)

(** What is used of an event of i: its curve is the frontier at its ratio, and both axes count. *)
Definition event_of (i : counts) (e : event) : Prop :=
  (exists c, 0 < c /\ forall a b, c * eval (low e) a b ==
     over (ratio_a a b (performance i)) (ratio_b a b (performance i)) e) /\
  no_common_factor (low e) /\
  0 < inject_Z (Zpos (num e)) * inject_Z (zfp i) + inject_Z (Zpos (den e)) * inject_Z (zfn i) /\
  0 < inject_Z (Zpos (num e)) * inject_Z (ztn i) + inject_Z (Zpos (den e)) * inject_Z (ztp i).

Definition same_sign (x y : Q) : Prop := exists c, 0 < c /\ x == c * y.

(** What an entry of the list of rivals says at the point (a, b). *)
Definition tells_at (a b : Q) (i j : counts) (r : rival) : Prop :=
  let g := gain a b (performance i) (performance j) in
  match r with
  | Ahead => 0 < g
  | Behind => g < 0
  | Equal => g == 0
  | Swaps e => same_sign (over (ratio_a a b (performance i)) (ratio_b a b (performance i)) e)
      (if up e then g else - g)
  end.

Section Rival.
  Variables i j : counts.
  Hypothesis Hi : valid (performance i).
  Hypothesis Hj : valid (performance j).
  Hypothesis Hs : same_prior (performance i) (performance j).

  Let dn := ((ztn i + zfp i) * ztn j - (ztn j + zfp j) * ztn i)%Z.
  Let dp := ((ztn i + zfp i) * ztp j - (ztn j + zfp j) * ztp i)%Z.

  Lemma ahead_n_is : ahead_n (performance i) (performance j) == inject_Z dn.
  Proof.
    unfold ahead_n, negatives, performance, dn; cbn [tn fp fn tp].
    unfold Z.sub. rewrite !inject_Z_plus, !inject_Z_opp, !inject_Z_mult, !inject_Z_plus. ring.
  Qed.

  Lemma ahead_p_is : ahead_p (performance i) (performance j) == inject_Z dp.
  Proof.
    unfold ahead_p, negatives, performance, dp; cbn [tn fp fn tp].
    unfold Z.sub. rewrite !inject_Z_plus, !inject_Z_opp, !inject_Z_mult, !inject_Z_plus. ring.
  Qed.

  Lemma gain_is a b : inject_Z (ztn i + zfp i) * gain a b (performance i) (performance j) ==
    inject_Z dn * ratio_a a b (performance i) + inject_Z dp * ratio_b a b (performance i).
  Proof.
    rewrite <- ahead_n_is, <- ahead_p_is, <- (gain_by_ratio a b _ _ Hs).
    rewrite inject_Z_plus. reflexivity.
  Qed.

  Lemma total_n_positive : 0 < inject_Z (ztn i + zfp i).
  Proof. rewrite inject_Z_plus. exact (proj1 (proj2 (proj2 (proj2 (proj2 Hi))))). Qed.

  Lemma rival_tells a b : in_open_tile a b -> tells_at a b i j (rival_of i j).
  Proof.
    intro Ht. pose proof (gain_is a b) as E. pose proof total_n_positive as HN.
    pose proof (ratio_a_positive a b _ Ht Hi) as HA.
    pose proof (ratio_b_positive a b _ Ht Hi) as HB.
    unfold rival_of. cbv zeta. fold dn dp. unfold tells_at, same_sign.
    set (g := gain a b (performance i) (performance j)) in *.
    set (A := ratio_a a b (performance i)) in *. set (B := ratio_b a b (performance i)) in *.
    set (N := inject_Z (ztn i + zfp i)) in *.
    assert (HP : forall q, 0 < inject_Z (Zpos q)) by reflexivity.
    assert (HM : forall q, inject_Z (Zneg q) == - inject_Z (Zpos q)) by reflexivity.
    assert (H0 : inject_Z 0 == 0) by reflexivity.
    destruct dn as [|d|d], dp as [|n|n]; cbn [up]; rewrite ?HM, ?H0 in E;
      try (pose proof (Qmult_lt_0_compat _ _ (HP d) HA));
      try (pose proof (Qmult_lt_0_compat _ _ (HP n) HB)).
    1, 2, 3, 4, 5, 7, 9: nra.
    - exists N. split; [assumption|]. unfold over; cbn [num den]. fold A B. lra.
    - exists N. split; [assumption|]. unfold over; cbn [num den]. fold A B. lra.
  Qed.

  Lemma integers_of_valid z : valid (performance z) ->
    (0 <= ztn z /\ 0 <= zfp z /\ 0 <= zfn z /\ 0 <= ztp z /\
     0 < ztn z + zfp z /\ 0 < zfn z + ztp z)%Z.
  Proof.
    unfold valid, negatives, positives, performance; cbn [tn fp fn tp].
    rewrite <- !inject_Z_plus, !Zle_Qle, !Zlt_Qlt. tauto.
  Qed.

  Lemma frontier_not_zero k : (dn <> 0)%Z ->
    (forall a b, eval k a b == gain a b (performance i) (performance j) \/
                 eval k a b == - gain a b (performance i) (performance j)) ->
    (common_factor k <> 0)%Z.
  Proof.
    intros Hdn Hk Hg. destruct (common_factor_divides k) as (H1 & H2 & H3 & H4).
    rewrite Hg in *. apply Z.divide_0_l in H4.
    assert (E : eval k 0 0 == 0) by (unfold eval; rewrite H4; ring).
    pose proof (gain_is 0 0) as G. pose proof total_n_positive as HN.
    assert (gain 0 0 (performance i) (performance j) == 0) as Z0 by (destruct (Hk 0 0); lra).
    rewrite Z0 in G.
    assert (Ea : ratio_a 0 0 (performance i) == inject_Z (ztn i + zfp i))
      by (unfold ratio_a, satisfied, unsatisfied, performance; cbn [tn fp fn tp];
          rewrite inject_Z_plus; ring).
    assert (Eb : ratio_b 0 0 (performance i) == 0) by (unfold ratio_b; ring).
    rewrite Ea, Eb in G.
    assert (Hd : inject_Z dn * inject_Z (ztn i + zfp i) == 0) by lra.
    apply Qmult_integral in Hd. destruct Hd as [Hd|Hd]; [|lra].
    apply Hdn. unfold Qeq, inject_Z in Hd; cbn [Qnum Qden] in Hd. lia.
  Qed.

  Lemma rival_event e : rival_of i j = Swaps e -> event_of i e.
  Proof.
    pose proof gain_is as E. pose proof total_n_positive as HN. pose proof frontier_not_zero as HF.
    destruct (integers_of_valid i Hi) as (I1 & I2 & I3 & I4 & I5 & I6).
    destruct (integers_of_valid j Hj) as (J1 & J2 & J3 & J4 & J5 & J6).
    assert (Hs' : ((ztn i + zfp i) * (zfn j + ztp j) = (ztn j + zfp j) * (zfn i + ztp i))%Z).
    { pose proof Hs as S. unfold same_prior, negatives, positives, performance in S.
      cbn [tn fp fn tp] in S. rewrite <- !inject_Z_plus, <- !inject_Z_mult in S.
      unfold Qeq, inject_Z in S; cbn [Qnum Qden] in S. lia. }
    unfold rival_of. cbv zeta. fold dn dp. unfold event_of.
    assert (HM : forall q, inject_Z (Zneg q) == - inject_Z (Zpos q)) by reflexivity.
    destruct dn as [|d|d] eqn:Edn, dp as [|n|n] eqn:Edp; intro H; inversion H; subst e;
      cbn [num den low]; unfold dn in Edn; unfold dp in Edp.
    - assert (G : (common_factor (frontier i j) <> 0)%Z).
      { apply HF; [discriminate|]. intros a b. left. apply eval_frontier. }
      pose proof (common_factor_nonneg (frontier i j)).
      split; [|split; [apply primitive_no_common_factor; assumption|]].
      + exists (inject_Z (ztn i + zfp i) * inject_Z (common_factor (frontier i j))). split.
        * apply Qmult_lt_0_compat; [assumption|].
          change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
        * intros a b. rewrite <- Qmult_assoc, (eval_primitive _ a b G), eval_frontier, E.
          unfold over; cbn [num den]. rewrite HM. ring.
      + assert (0 < zfp i)%Z by nia. assert (0 < ztp i)%Z by nia.
        rewrite <- !inject_Z_mult, <- !inject_Z_plus. change 0 with (inject_Z 0).
        rewrite <- !Zlt_Qlt. nia.
    - assert (G : (common_factor (opposite (frontier i j)) <> 0)%Z).
      { apply HF; [discriminate|]. intros a b. right. rewrite eval_opposite, eval_frontier.
      reflexivity. }
      pose proof (common_factor_nonneg (opposite (frontier i j))).
      split; [|split; [apply primitive_no_common_factor; assumption|]].
      + exists (inject_Z (ztn i + zfp i) * inject_Z (common_factor (opposite (frontier i j)))).
        split.
        * apply Qmult_lt_0_compat; [assumption|].
          change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
        * intros a b. rewrite <- Qmult_assoc, (eval_primitive _ a b G), eval_opposite,
            eval_frontier.
          setoid_replace (inject_Z (ztn i + zfp i) * - gain a b (performance i) (performance j))
            with (- (inject_Z (ztn i + zfp i) * gain a b (performance i) (performance j))) by ring.
          rewrite E. unfold over; cbn [num den]. rewrite HM. ring.
      + assert (0 < zfn i)%Z by nia. assert (0 < ztn i)%Z by nia.
        rewrite <- !inject_Z_mult, <- !inject_Z_plus. change 0 with (inject_Z 0).
        rewrite <- !Zlt_Qlt. nia.
  Qed.
End Rival.
