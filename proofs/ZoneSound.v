(** Soundness of the checker for zones. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker Rivals Outline Soundness Zone.
Import ListNotations.
Open Scope Q_scope.

(** * Curves that follow from others *)

Lemma eval_times c k a b : eval (times c k) a b == inject_Z c * eval k a b.
Proof.
  unfold eval, times; cbn [k_ab k_a k_b k_1]. rewrite !inject_Z_mult. ring.
Qed.

Lemma eval_plus k l a b : eval (plus k l) a b == eval k a b + eval l a b.
Proof.
  unfold eval, plus; cbn [k_ab k_a k_b k_1]. rewrite !inject_Z_plus. ring.
Qed.

Lemma inject_nonneg x : (0 <= x)%Z -> 0 <= inject_Z x.
Proof. intro. change 0 with (inject_Z 0). rewrite <- Zle_Qle. assumption. Qed.

Lemma inject_pos x : (0 < x)%Z -> 0 < inject_Z x.
Proof. intro. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. assumption. Qed.

Lemma in_next {T} (x : T) l : In x (next l) -> In x l.
Proof.
  destruct l; cbn [next]; [trivial|]. rewrite in_app_iff. cbn. tauto.
Qed.

Section Totals.
  Variables N P : Z.
  Hypothesis HN : (0 < N)%Z.
  Hypothesis HP : (0 < P)%Z.

  Definition total (z : Q) : Q := inject_Z N * (1 - z) + inject_Z P * z.

  Lemma total_pos z : 0 <= z <= 1 -> 0 < total z.
  Proof.
    intros [H1 H2]. pose proof (inject_pos _ HN). pose proof (inject_pos _ HP). unfold total. nra.
  Qed.

  Lemma eval_everywhere a b : eval (everywhere N P) a b == total a * total b.
  Proof.
    unfold eval, everywhere, total; cbn [k_ab k_a k_b k_1].
    unfold Z.sub. rewrite !inject_Z_mult, !inject_Z_plus, !inject_Z_opp. ring.
  Qed.

  Lemma everywhere_pos a b : in_closed_tile a b -> 0 < eval (everywhere N P) a b.
  Proof.
    intros [Ha Hb]. rewrite eval_everywhere.
    apply Qmult_lt_0_compat; apply total_pos; assumption.
  Qed.

  Lemma eval_right_of x a b :
    eval (right_of N P x) a b == inject_Z (Zpos (Qden x)) * (a - x) * total b.
  Proof.
    unfold eval, right_of, total; cbn [k_ab k_a k_b k_1].
    unfold Z.sub. rewrite !inject_Z_opp, !inject_Z_mult, !inject_Z_plus, !inject_Z_opp.
    assert (inject_Z (Qnum x) == inject_Z (Zpos (Qden x)) * x) as ->.
    { unfold Qeq, Qmult, inject_Z; cbn [Qnum Qden]. lia. }
    ring.
  Qed.

  Lemma eval_above y a b :
    eval (above N P y) a b == inject_Z (Zpos (Qden y)) * (b - y) * total a.
  Proof.
    unfold eval, above, total; cbn [k_ab k_a k_b k_1].
    unfold Z.sub. rewrite !inject_Z_opp, !inject_Z_mult, !inject_Z_plus, !inject_Z_opp.
    assert (inject_Z (Qnum y) == inject_Z (Zpos (Qden y)) * y) as ->.
    { unfold Qeq, Qmult, inject_Z; cbn [Qnum Qden]. lia. }
    ring.
  Qed.

  Section At.
    Variables a b : Q.
    Hypothesis Ht : in_closed_tile a b.

    Definition holds_at (k : curve) : Prop := 0 <= eval k a b.

    Lemma right_of_iff x : holds_at (right_of N P x) <-> x <= a.
    Proof.
      unfold holds_at. rewrite eval_right_of. pose proof (total_pos b (proj2 Ht)) as H.
      assert (0 < inject_Z (Zpos (Qden x))) as D by reflexivity.
      pose proof (Qmult_lt_0_compat _ _ D H). split; intro; nra.
    Qed.

    Lemma left_of_iff x : holds_at (left_of N P x) <-> a <= x.
    Proof.
      unfold holds_at, left_of. rewrite eval_opposite, eval_right_of.
      pose proof (total_pos b (proj2 Ht)) as H.
      assert (0 < inject_Z (Zpos (Qden x))) as D by reflexivity.
      pose proof (Qmult_lt_0_compat _ _ D H). split; intro; nra.
    Qed.

    Lemma above_iff y : holds_at (above N P y) <-> y <= b.
    Proof.
      unfold holds_at. rewrite eval_above. pose proof (total_pos a (proj1 Ht)) as H.
      assert (0 < inject_Z (Zpos (Qden y))) as D by reflexivity.
      pose proof (Qmult_lt_0_compat _ _ D H). split; intro; nra.
    Qed.

    Lemma below_iff y : holds_at (below N P y) <-> b <= y.
    Proof.
      unfold holds_at, below. rewrite eval_opposite, eval_above.
      pose proof (total_pos a (proj1 Ht)) as H.
      assert (0 < inject_Z (Zpos (Qden y))) as D by reflexivity.
      pose proof (Qmult_lt_0_compat _ _ D H). split; intro; nra.
    Qed.

    Lemma sides_hold : Forall holds_at (sides N P).
    Proof.
      destruct Ht as [Ha Hb].
      unfold sides. repeat constructor.
      - apply right_of_iff. apply Ha.
      - apply left_of_iff. apply Ha.
      - apply above_iff. apply Hb.
      - apply below_iff. apply Hb.
    Qed.

    Lemma combined_spec d h x g y g' z : combined N P d h x g y g' z = true ->
      holds_at g -> holds_at g' -> 0 <= eval h a b /\ ((0 < z)%Z -> 0 < eval h a b).
    Proof.
      unfold combined. rewrite !andb_true_iff, Z.ltb_lt, !Z.leb_le.
      intros [[[[Hd Hx] Hy] Hz] E] Hg Hg'. apply curve_eqb_eq in E.
      assert (X : eval (times d h) a b == eval (plus (times x g) (plus (times y g')
        (times z (everywhere N P)))) a b) by (rewrite E; reflexivity).
      rewrite !eval_plus, !eval_times in X. unfold holds_at in *.
      pose proof (everywhere_pos a b Ht) as HW. apply inject_pos in Hd.
      pose proof (Qmult_le_0_compat _ _ (inject_nonneg _ Hx) Hg).
      pose proof (Qmult_le_0_compat _ _ (inject_nonneg _ Hy) Hg').
      pose proof (Qmult_le_0_compat _ _ (inject_nonneg _ Hz) (Qlt_le_weak _ _ HW)).
      split.
      - nra.
      - intro Hz'. pose proof (Qmult_lt_0_compat _ _ (inject_pos _ Hz') HW). nra.
    Qed.

    Lemma follows_spec s g g' h : follows N P s g g' h = true -> holds_at g -> holds_at g' ->
      holds_at h /\ (s = true -> 0 < eval h a b).
    Proof.
      unfold follows. cbv zeta. rewrite andb_true_iff. intros [Hs H] Hg Hg'.
      destruct (combined_spec _ _ _ _ _ _ _ H Hg Hg') as [H1 H2]. split; [exact H1|].
      intros ->. cbn [negb orb] in Hs. apply Z.ltb_lt in Hs. auto.
    Qed.

    Lemma multiple_spec g h : multiple N P g h = true -> holds_at g -> holds_at h.
    Proof.
      unfold multiple. cbv zeta. intros H Hg.
      match type of H with (let (d, x) := ?q in _) = true => destruct q as [d x] end.
      exact (proj1 (combined_spec _ _ _ _ _ _ _ H Hg Hg)).
    Qed.

    Lemma follows_from_pairs_spec s pairs h : follows_from_pairs N P s pairs h = true ->
      (forall x, In x pairs -> holds_at (fst x) /\ holds_at (snd x)) ->
      holds_at h /\ (s = true -> 0 < eval h a b).
    Proof.
      unfold follows_from_pairs. rewrite existsb_exists. intros ((g & g') & I & H) All.
      destruct (All _ I) as [Hg Hg']. exact (follows_spec s g g' h H Hg Hg').
    Qed.

    Lemma follows_from_spec l h : follows_from N P l h = true -> Forall holds_at l -> holds_at h.
    Proof.
      unfold follows_from. rewrite Forall_forall, orb_true_iff, !existsb_exists.
      intros [(g & I & H)|(g & I & H)] All.
      - exact (multiple_spec g h H (All g I)).
      - apply existsb_exists in H. destruct H as (g' & I' & H).
        exact (proj1 (follows_spec _ _ _ _ H (All g I) (All g' I'))).
    Qed.

    (** * Sides of the Tile in the linear space *)

    Lemma lifted_is k : exists c, 0 < c /\ eval (lifted N P k) a b == c * eval k a b.
    Proof.
      unfold lifted. destruct (find _ _) as [x|] eqn:F; [|exists 1; split; [reflexivity | ring]].
      apply find_some in F. destruct F as [I E]. apply curve_eqb_eq in E. subst k.
      assert (S : forall y, In y (combine [left; right; bottom; top] (sides N P)) ->
        exists c, 0 < c /\ eval (snd y) a b == c * eval (fst y) a b).
      { pose proof (total_pos a (proj1 Ht)) as Ta. pose proof (total_pos b (proj2 Ht)) as Tb.
        unfold sides. cbn [combine].
        intros y [<-|[<-|[<-|[<-|[]]]]]; cbn [fst snd];
          [exists (total b) | exists (total b) | exists (total a) | exists (total a)];
          (split; [assumption|]); unfold left_of, below;
          rewrite ?eval_opposite, ?eval_right_of, ?eval_above;
          unfold eval, left, right, bottom, top; cbn [k_ab k_a k_b k_1 Qden];
          change (inject_Z 0) with 0; change (inject_Z 1) with 1;
          change (inject_Z (-1)) with (-1); ring. }
      unfold lifts in I. cbv zeta in I. apply in_app_iff in I. destruct I as [I|I]; [auto|].
      apply in_map_iff in I. destruct I as (y & <- & I). destruct (S y I) as (c & Hc & E).
      exists c. cbn [fst snd]. split; [assumption|]. rewrite !eval_opposite, E. ring.
    Qed.

    Lemma lifted_iff k : holds_at (lifted N P k) <-> 0 <= eval k a b.
    Proof.
      unfold holds_at. destruct (lifted_is k) as (c & Hc & E). rewrite E.
      split; intro; nra.
    Qed.

    (** * What a piece claims *)

    Lemma least_and_most x y : let (l, m) := if less x y then (x, y) else (y, x) in
      forall z, within z x y <-> l <= z /\ z <= m.
    Proof.
      destruct (less x y) eqn:E; unfold within.
      - apply less_iff in E. intro z. split; [intros [?|?]; lra | intro; left; assumption].
      - assert (y <= x) by (apply Qnot_lt_le; rewrite <- less_iff; congruence).
        intro z. split; [intros [?|?]; lra | intro; right; assumption].
    Qed.

    Lemma claimed_iff p x : formed N P p x = true ->
      (contains_closed x a b <-> Forall holds_at (fst (claimed N P x))).
    Proof.
      unfold formed, contains_closed, claimed. rewrite !andb_true_iff. intros [_ H].
      destruct (vertices x) as [|v [|w [|u vs]]] eqn:V, (edges x) as [|e [|e' es]] eqn:E,
        (dimension x) as [|[d|[d|d|]|]|d] eqn:D; try discriminate H; cbn [Z.eqb Pos.eqb fst snd].
      all: try (rewrite !andb_true_iff in H; cbn [length Nat.leb Nat.eqb] in H;
        intuition discriminate).
      - (* a point *)
        rewrite !Forall_cons_iff, Forall_nil_iff, right_of_iff, left_of_iff, above_iff, below_iff.
        unfold same_point; cbn [fst snd].
        split; [intros [E1 E2]; rewrite E1, E2; repeat split; lra|].
        intros (? & ? & ? & ? & _). split; lra.
      - (* an arc *)
        pose proof (least_and_most (fst v) (fst w)) as LA.
        pose proof (least_and_most (snd v) (snd w)) as LB.
        destruct (if less (fst v) (fst w) then _ else _) as [l m].
        destruct (if less (snd v) (snd w) then _ else _) as [l' m'].
        cbn [fst]. rewrite !Forall_cons_iff, Forall_nil_iff, right_of_iff, left_of_iff, above_iff,
          below_iff, LA, LB.
        unfold holds_at at 2. rewrite eval_opposite. rewrite lifted_iff.
        destruct (lifted_is e) as (c & Hc & Ec). rewrite Ec.
        split.
        + intros (E0 & ? & ?). rewrite E0. repeat split; try tauto; lra.
        + intros (? & ? & ?). repeat split; try tauto. nra.
      - (* a region *)
        rewrite Forall_map. split; apply Forall_impl; intro k; apply lifted_iff.
    Qed.

    Lemma claimed_pairs x q : In q (snd (claimed N P x)) ->
      In (fst q) (fst (claimed N P x)) /\ In (snd q) (fst (claimed N P x)).
    Proof.
      assert (C : forall l : list curve, In q (combine l (next l)) -> In (fst q) l /\ In (snd q) l).
      { intros l I. destruct q as [g g']. split; [apply (in_combine_l _ _ _ _ I)|].
        apply in_next. apply (in_combine_r _ _ _ _ I). }
      unfold claimed.
      destruct (vertices x) as [|v [|w [|u vs]]], (edges x) as [|e [|e' es]]; try apply C.
      destruct (if less (fst v) (fst w) then _ else _) as [l m].
      destruct (if less (snd v) (snd w) then _ else _) as [l' m'].
      cbn [fst snd]. rewrite in_app_iff, !in_map_iff.
      intros [(k & <- & I)|(k & <- & I)]; cbn [fst snd]; split;
        [now left | now right; right | now right; left | now right; right].
    Qed.

    Lemma piece_is p ks x : piece_ok N P p ks x = true ->
      (contains_closed x a b <-> Forall holds_at ks).
    Proof.
      unfold piece_ok. pose proof (claimed_pairs x) as Pairs. pose proof (claimed_iff p x) as Claim.
      destruct (claimed N P x) as [l pairs]. cbn [fst snd] in *.
      rewrite !andb_true_iff. intros [[F H1] H2]. rewrite (Claim F).
      rewrite forallb_forall in H1, H2. split; intro H.
      - apply Forall_forall. intros k I. rewrite Forall_forall in H.
        apply (follows_from_pairs_spec false pairs k (H2 k I)).
        intros q Q. destruct (Pairs q Q). split; apply H; assumption.
      - apply Forall_forall. intros k I. apply (follows_from_spec _ k (H1 k I)).
        rewrite Forall_forall in H |- *. intros g G. apply filter_In in G. apply H. apply G.
    Qed.

    Lemma last_corners_in ks : forall vs k vs', last_corners N P vs ks = Some (k, vs') -> In k ks.
    Proof.
      induction ks as [|k ks IH]; intros vs k' vs' H; [discriminate H|]. cbn [last_corners] in H.
      destruct (clipped (linear N P k) vs) as [|c cs]; [injection H as <- _; left; reflexivity|].
      right. exact (IH _ _ _ H).
    Qed.

    Lemma empty_is ks : is_empty N P ks = true -> ~ Forall holds_at ks.
    Proof.
      unfold is_empty. intros H All. rewrite Forall_forall in All.
      destruct (last_corners N P _ ks) as [[k vs]|] eqn:L; [|discriminate H].
      apply last_corners_in in L.
      apply existsb_exists in H. destruct H as (v & _ & H). cbv zeta in H.
      apply existsb_exists in H. destruct H as (g & I & H).
      apply filter_In in I. destruct I as [I _].
      destruct (follows_from_pairs_spec true _ _ H) as [_ X].
      - intros q Q. apply in_map_iff in Q. destruct Q as (g' & <- & I'). cbn [fst snd].
        apply filter_In in I'. split; apply All; tauto.
      - specialize (X eq_refl). rewrite eval_opposite in X. specialize (All k L).
        unfold holds_at in All. lra.
    Qed.
  End At.
End Totals.
