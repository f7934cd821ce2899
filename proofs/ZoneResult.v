(** The theorem for zones. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker Rivals Outline Soundness.
From Exactile Require Import Zone ZoneSound ZoneForm.
Import ListNotations.
Open Scope Q_scope.

(** * Scores and products *)

Theorem at_least_as_good_is_R a b m n :
  0 < satisfied a b m + unsatisfied a b m -> 0 < satisfied a b n + unsatisfied a b n ->
  (at_least_as_good a b m n <-> R a b n <= R a b m).
Proof.
  intros Hm Hn. unfold R. rewrite fractions_le by assumption. unfold at_least_as_good.
  split; intro; lra.
Qed.

Lemma as_good_scaled a b c d m m' n n' : 0 < c -> 0 < d -> scaled c m m' -> scaled d n n' ->
  (at_least_as_good a b m' n' <-> at_least_as_good a b m n).
Proof.
  intros Hc Hd (E1 & E2 & E3 & E4) (F1 & F2 & F3 & F4).
  unfold at_least_as_good.
  assert (X : satisfied a b m' * unsatisfied a b n' - satisfied a b n' * unsatisfied a b m' ==
    c * d * (satisfied a b m * unsatisfied a b n - satisfied a b n * unsatisfied a b m)).
  { unfold satisfied, unsatisfied. rewrite E1, E2, E3, E4, F1, F2, F3, F4. ring. }
  pose proof (Qmult_lt_0_compat _ _ Hc Hd) as H. split; intro; nra.
Qed.

(** * The form of an accepted piece *)

Lemma no_common_factor_of k : common_factor k = 1%Z -> no_common_factor k.
Proof.
  intros E d H1 H2 H3 H4. rewrite <- E. apply common_factor_greatest; assumption.
Qed.

Lemma distinct_spec l : distinct l = true -> pairwise_distinct l.
Proof.
  induction l as [|v l IH]; intro H; [constructor|]. cbn [distinct] in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. constructor; [|auto].
  rewrite forallb_forall in H1. apply Forall_forall. intros w I [E1 E2]. specialize (H1 w I).
  unfold same_point_b in H1. rewrite negb_true_iff, <- not_true_iff_false, andb_true_iff,
    !Qeq_bool_iff in H1. tauto.
Qed.

Lemma sign_pos k v : (0 < sign_at k v)%Z <-> 0 < eval k (fst v) (snd v).
Proof.
  destruct (sign_at_eval k v) as (c & Hc & E). rewrite Zlt_Qlt, E. change (inject_Z 0) with 0.
  split; intro; nra.
Qed.

Lemma in_open_b_spec v : in_open_b v = true -> in_open_tile (fst v) (snd v).
Proof.
  unfold in_open_b, in_open_tile. rewrite !andb_true_iff, !less_iff. tauto.
Qed.

Section Piece.
  Variables (N P : Z) (p : Q).
  Hypothesis HN : (0 < N)%Z.
  Hypothesis HP : (0 < P)%Z.
  Hypothesis Hp : 0 < p < 1.
  Hypothesis Ep : p == inject_Z P / (inject_Z N + inject_Z P).

  Lemma formed_spec x : formed N P p x = true -> zone_formed p x.
  Proof.
    unfold formed. rewrite !andb_true_iff, !forallb_forall. intros [[G T] H].
    assert (G' : Forall no_common_factor (edges x)).
    { apply Forall_forall. intros k I. apply no_common_factor_of, Z.eqb_eq. apply G. assumption. }
    assert (T' : Forall (fun v => in_closed_tile (fst v) (snd v)) (vertices x)).
    { apply Forall_forall. intros v I. apply in_tile_closed. apply T. assumption. }
    split; [assumption|]. split; [assumption|].
    destruct (dimension x) as [|[d|[d|d|]|]|d]; try discriminate H.
    - right; right. split; [reflexivity|].
      destruct (vertices x) as [|v [|]], (edges x); try discriminate H. exists v. tauto.
    - left. split; [reflexivity|].
      rewrite !andb_true_iff, !forallb_forall in H.
      destruct H as [[[[[[L E] D] S] J] M] O].
      apply PeanoNat.Nat.leb_le in L. apply PeanoNat.Nat.eqb_eq in E.
      split.
      + unfold outlined. split; [assumption|]. split; [assumption|].
        split; [apply distinct_spec; assumption|]. split; [assumption|]. split.
        * apply Forall_forall. intros v I. apply Forall_forall. intros e I'.
          specialize (S v I). rewrite forallb_forall in S. specialize (S e I').
          apply Z.leb_le, sign_nonneg in S. assumption.
        * apply Forall_forall. intros [e [v w]] I. cbn [fst snd].
          apply (joins_b_spec N P HN HP p Hp Ep). apply J. assumption.
      + exists (fst (middle p (vertices x))), (snd (middle p (vertices x))).
        split; [apply in_open_b_spec; assumption|].
        apply Forall_forall. intros e I. apply sign_pos, Z.ltb_lt. apply O. assumption.
    - right; left. split; [reflexivity|].
      destruct (vertices x) as [|v [|w []]], (edges x) as [|e []]; try discriminate H.
      exists v, w, e. split; [reflexivity|]. split; [reflexivity|].
      apply andb_true_iff in H. destruct H as [D J].
      split; [|apply (joins_b_spec N P HN HP p Hp Ep); assumption].
      intros [E1 E2]. unfold same_point_b in D.
      rewrite negb_true_iff, <- not_true_iff_false, andb_true_iff, !Qeq_bool_iff in D. tauto.
  Qed.
End Piece.

(** * The constraints are those of the zone. *)

Lemma frontier_iff a b m n c d z y : 0 < c -> 0 < d ->
  scaled c m (performance z) -> scaled d n (performance y) ->
  (holds_at a b (frontier y z) <-> at_least_as_good a b m n).
Proof.
  intros Hc Hd Sm Sn. rewrite <- (as_good_scaled a b c d m (performance z) n (performance y))
    by assumption.
  unfold holds_at. rewrite eval_frontier. unfold gain, at_least_as_good. split; intro; lra.
Qed.

Section Constraints.
  Variables (N P : Z) (a b : Q).
  Hypothesis HN : (0 < N)%Z.
  Hypothesis HP : (0 < P)%Z.
  Hypothesis Ht : in_closed_tile a b.

  Lemma constraints_iff all first others : Forall valid all ->
    (Forall (holds_at a b) (constraints N P (map integers all) first others) <->
     in_zone all first others a b).
  Proof.
    intro V. unfold constraints. rewrite Forall_app, Forall_flat_map.
    assert (F : forall m n, valid m -> valid n ->
      (holds_at a b (frontier (integers n) (integers m)) <-> at_least_as_good a b m n)).
    { intros m n Vm Vn. destruct (integers_scaled m Vm) as (c & Hc & Sc).
      destruct (integers_scaled n Vn) as (d & Hd & Sd).
      apply (frontier_iff a b m n c d); assumption. }
    rewrite Forall_forall in V. unfold in_zone. split.
    - intros [_ H] i j m n Hi Hj Em En. rewrite Forall_forall in H. specialize (H i Hi).
      rewrite Forall_flat_map, Forall_forall in H. specialize (H j Hj).
      rewrite (map_nth_error integers _ _ Em), (map_nth_error integers _ _ En) in H.
      rewrite Forall_cons_iff in H. destruct H as [H _].
      apply F; eauto using nth_error_In.
    - intro H. split; [apply sides_hold; assumption|].
      apply Forall_forall. intros i Hi. rewrite Forall_flat_map. apply Forall_forall. intros j Hj.
      rewrite !nth_error_map.
      destruct (nth_error all i) as [m|] eqn:Em, (nth_error all j) as [n|] eqn:En;
        cbn [option_map]; constructor; [|constructor].
      apply F; eauto using nth_error_In.
  Qed.
End Constraints.

(** Soundness of the checker for `zone`. *)
Theorem check_zone_sound given asked z : check_zone given asked z = true ->
  zone_prior z == asked /\ true_zone given z.
Proof.
  unfold check_zone, true_zone. cbv zeta. set (p := zone_prior z).
  rewrite !andb_true_iff. intros [[[[[H1 H2] H3] H4] H5] H6].
  apply Qeq_bool_iff in H1. apply less_iff in H2, H3. rewrite forallb_forall in H4, H5.
  assert (Hp : 0 < p < 1) by (split; assumption).
  assert (Hg : Forall valid given)
    by (apply Forall_forall; intros m Hm; apply valid_b_spec; auto).
  split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [intros i I; apply PeanoNat.Nat.ltb_lt; auto|].
  assert (V : Forall valid (map (shift p) given)).
  { apply Forall_map. revert Hg. apply Forall_impl. intros m Vm. apply shift_valid; assumption. }
  set (N := (Zpos (Qden p) - Qnum p)%Z) in *. set (P := Qnum p) in *.
  assert (HP : (0 < P)%Z) by (unfold Qlt in H2; cbn [Qnum Qden] in H2; unfold P; lia).
  assert (HN : (0 < N)%Z) by (unfold Qlt in H3; cbn [Qnum Qden] in H3; unfold N; lia).
  assert (Ep : p == inject_Z P / (inject_Z N + inject_Z P)).
  { rewrite <- inject_Z_plus. replace (N + P)%Z with (Zpos (Qden p)) by (unfold N, P; lia).
    unfold P. rewrite <- Qmake_Qdiv. destruct p; reflexivity. }
  set (ks := constraints _ _ _ _ _) in H6.
  assert (K : forall a b, in_closed_tile a b ->
    (Forall (holds_at a b) ks <-> in_zone (map (shift p) given) (first z) (others z) a b)).
  { intros a b Ht. rewrite <- (constraints_iff N P a b HN HP Ht) by assumption.
    rewrite map_map. reflexivity. }
  destruct (zone_piece z) as [x|].
  - split.
    + apply (formed_spec N P p HN HP Hp Ep). unfold piece_ok in H6.
      destruct (claimed N P x). rewrite !andb_true_iff in H6. tauto.
    + intros a b Ht. rewrite <- (K a b Ht). exact (piece_is N P HN HP a b Ht p ks x H6).
  - intros a b Ht. rewrite <- (K a b Ht). exact (empty_is N P HN HP a b Ht ks H6).
Qed.
