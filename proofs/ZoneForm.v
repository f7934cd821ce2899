(** The edges that the checker accepts in zones join their vertices. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions PriorShift Checker Outline Zone ZoneSound.
Import ListNotations.
Open Scope Q_scope.

Section Totals.
  Variables N P : Z.
  Hypothesis HN : (0 < N)%Z.
  Hypothesis HP : (0 < P)%Z.

  Local Notation total := (ZoneSound.total N P).
  Local Notation total_pos := (ZoneSound.total_pos N P HN HP).
  Local Notation lifted_is := (ZoneSound.lifted_is N P HN HP).

  Lemma straight_of k (p := inject_Z P / (inject_Z N + inject_Z P)) :
    is_straight N P k = true -> straight p k (inject_Z (k_1 k))
      (inject_Z (slope_a N P k) / inject_Z P) (inject_Z (slope_b N P k) / inject_Z P).
  Proof.
    unfold is_straight. rewrite Z.eqb_eq. intros E a b [Ha Hb].
    pose proof (total_pos a Ha) as Ta. pose proof (total_pos b Hb) as Tb.
    pose proof (inject_pos _ HN) as QN. pose proof (inject_pos _ HP) as QP.
    assert (Bal : forall z, 0 <= z <= 1 -> balanced p z == inject_Z P * z / total z).
    { intros z Hz. pose proof (total_pos z Hz) as Tz. unfold balanced, p.
      setoid_replace ((1 - z) * (1 - inject_Z P / (inject_Z N + inject_Z P)) +
        z * (inject_Z P / (inject_Z N + inject_Z P)))
        with (total z / (inject_Z N + inject_Z P)) by (unfold ZoneSound.total; field; lra).
      field. split; lra. }
    exists (total a * total b / (inject_Z N * inject_Z N)).
    rewrite (Bal a Ha), (Bal b Hb).
    pose proof (Qmult_lt_0_compat _ _ QN QN) as QNN.
    split; [apply Qlt_shift_div_l; [assumption|]; pose proof (Qmult_lt_0_compat _ _ Ta Tb); lra|].
    apply (f_equal inject_Z) in E. unfold slope_a, slope_b, Z.sub in E.
    rewrite !inject_Z_plus, !inject_Z_mult, !inject_Z_plus, !inject_Z_opp in E.
    unfold slope_a, slope_b, Z.sub, eval.
    rewrite !inject_Z_plus, !inject_Z_opp, !inject_Z_mult, !inject_Z_plus, !inject_Z_opp.
    assert (E' : inject_Z N * inject_Z N * inject_Z (k_ab k) ==
      (inject_Z P + - inject_Z N) * (inject_Z P + - inject_Z N) * inject_Z (k_1 k) +
      (inject_Z P + - inject_Z N) *
      (inject_Z N * inject_Z (k_a k) + - ((inject_Z P + - inject_Z N) * inject_Z (k_1 k)) +
       (inject_Z N * inject_Z (k_b k) + - ((inject_Z P + - inject_Z N) * inject_Z (k_1 k)))))
      by (rewrite E; rewrite ?inject_Z_plus, ?inject_Z_mult, ?inject_Z_opp, ?inject_Z_plus,
        ?inject_Z_opp; ring).
    apply Qmult_inj_l with (z := inject_Z N * inject_Z N); [lra|].
    transitivity (inject_Z N * inject_Z N * inject_Z (k_ab k) * (a * b)
      + inject_Z N * inject_Z N * (inject_Z (k_a k) * a + inject_Z (k_b k) * b + inject_Z (k_1 k)));
      [ring|].
    rewrite E'. transitivity (total a * total b * inject_Z (k_1 k) +
      (inject_Z N * inject_Z (k_a k) + - ((inject_Z P + - inject_Z N) * inject_Z (k_1 k)))
        * a * total b +
      (inject_Z N * inject_Z (k_b k) + - ((inject_Z P + - inject_Z N) * inject_Z (k_1 k)))
        * b * total a).
    - unfold ZoneSound.total. ring.
    - field. repeat split; lra.
  Qed.

  Lemma straight_lifted p k l0 la lb : straight p (lifted N P k) l0 la lb -> straight p k l0 la lb.
  Proof.
    intros H a b Ht. destruct (H a b Ht) as (c & Hc & E).
    destruct (lifted_is a b Ht k) as (d & Hd & E'). exists (c / d).
    split; [apply Qlt_shift_div_l; lra|].
    apply Qmult_inj_l with (z := d); [lra|]. rewrite <- E', E. field. lra.
  Qed.

  Section Form.
    Variable p : Q.
    Hypothesis Hp : 0 < p < 1.
    Hypothesis Ep : p == inject_Z P / (inject_Z N + inject_Z P).

    Lemma straight_p k l0 la lb :
      straight (inject_Z P / (inject_Z N + inject_Z P)) k l0 la lb -> straight p k l0 la lb.
    Proof.
      intros H a b Ht. destruct (H a b Ht) as (c & Hc & E). exists c. split; [assumption|].
      rewrite E. unfold balanced. rewrite Ep. reflexivity.
    Qed.

    Lemma joins_b_spec e v w : joins_b N P (e, (v, w)) = true -> joins p e v w.
    Proof.
      unfold joins_b. cbv zeta. rewrite !andb_true_iff, !Z.eqb_eq, !sign_zero.
      intros [[[[[S Tv] Tw] Ev] Ew] H].
      apply in_tile_closed in Tv, Tw. apply straight_of, straight_p, straight_lifted in S.
      pose proof (inject_pos _ HP) as QP.
      rewrite !orb_true_iff, !andb_true_iff, !less_iff, !Z.ltb_lt in H.
      assert (Up : forall s, (0 < s)%Z -> 0 < inject_Z s / inject_Z P)
        by (intros s Hs; apply inject_pos in Hs; apply Qlt_shift_div_l; lra).
      assert (Down : forall s, (s < 0)%Z -> inject_Z s / inject_Z P < 0).
      { intros s Hs. rewrite Zlt_Qlt in Hs. change (inject_Z 0) with 0 in Hs.
        apply Qlt_shift_div_r; lra. }
      destruct H as [[[[H ?]|[H ?]]|[H ?]]|[H ?]].
      - eapply joins_along; eauto.
      - eapply joins_along; eauto.
      - eapply joins_up; eauto.
      - eapply joins_up; eauto.
    Qed.
  End Form.
End Totals.
