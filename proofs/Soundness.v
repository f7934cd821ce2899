(** The theorem: whatever the checker accepts is true at every rational point of the open Tile. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker.
From Exactile Require Import Sweep Rivals Outline Regions Pieces Ranks.
Import ListNotations.
Open Scope Q_scope.

(** * Exactly one *)

Lemma exactly_one_app_l {T} (P : T -> Prop) l l' :
  exactly_one P l -> Forall (fun x => ~ P x) l' -> exactly_one P (l ++ l').
Proof.
  induction 1 as [x l Hx Hl|x l Hx _ IH]; intro H; cbn.
  - apply this_one; [assumption|]. apply Forall_app. split; assumption.
  - apply a_later_one; auto.
Qed.

Lemma exactly_one_app_r {T} (P : T -> Prop) l l' :
  Forall (fun x => ~ P x) l -> exactly_one P l' -> exactly_one P (l ++ l').
Proof. induction 1; intro; cbn; [assumption | apply a_later_one; auto]. Qed.

Lemma exactly_one_forall2 {T U} (S : T -> Prop) (P : U -> Prop) l l' :
  Forall2 (fun x y => S x <-> P y) l l' -> exactly_one S l -> exactly_one P l'.
Proof.
  induction 1 as [|x y l l' E H IH]; intro X; inversion X; subst.
  - apply this_one; [apply E; assumption|].
    clear IH X. match goal with H0 : Forall _ l |- _ => revert H0 end.
    induction H as [|x' y' l l' E' _ IH]; intro F; [constructor|].
    inversion F; subst. constructor; [rewrite <- E'; assumption | auto].
  - apply a_later_one; [rewrite <- E; assumption | auto].
Qed.

(** * Selected cells *)

Lemma exactly_one_filter {T} (P : T -> Prop) (f : T -> bool) l :
  Forall (fun x => P x -> f x = true) l -> exactly_one P l -> exactly_one P (filter f l).
Proof.
  intros H X. induction X as [x l Hx Hl|x l Hx _ IH]; inversion H; subst; cbn [filter].
  - rewrite H2 by assumption. apply this_one; [assumption|].
    rewrite Forall_forall in Hl |- *. intros y I. apply filter_In in I. apply Hl. apply I.
  - destruct (f x); [apply a_later_one; auto | auto].
Qed.

Lemma filter_forall {T} (P : T -> Prop) (f : T -> bool) l : Forall P l -> Forall P (filter f l).
Proof.
  rewrite !Forall_forall. intros H x I. apply filter_In in I. apply H. apply I.
Qed.

(** * The pieces of one classifier, and those after it *)

Lemma after_cells_spec i cs : forall ps rest, after_cells i cs ps = Some rest ->
  exists own, ps = own ++ rest /\ Forall2 (fun c x => is_piece_of i c x = true) cs own.
Proof.
  induction cs as [|c cs IH]; intros ps rest H.
  - destruct ps; cbn in H; injection H as <-; exists []; split; constructor.
  - destruct ps as [|x ps]; [discriminate H|]. cbn [after_cells] in H.
    destruct (is_piece_of i c x) eqn:E; [|discriminate H].
    destruct (IH ps rest H) as (own & -> & F). exists (x :: own). split; [reflexivity|].
    constructor; assumption.
Qed.

Section Result.
  Variables (p : Q) (all : list counts).
  Hypothesis Hall : Forall (fun z => valid (performance z) /\ prior (performance z) == p /\
    comparable z all) all.

  (** What is true of the piece x of the n-th classifier z. *)
  Definition in_good_form (x : piece) : Prop := well_formed p x.

  (** What is true of the pieces l of the n-th classifier, z, at a point. *)
  Definition right_at (s : selection) (a b : Q) (n : nat) (z : counts) (l : list piece) : Prop :=
    let k := rank a b (map performance all) (performance z) in
    if selects s n k
    then exactly_one (fun x => classifier x = n /\ contains x a b) l /\
         Forall (fun x => classifier x = n -> contains x a b -> ranked x = k) l
    else Forall (fun x => ~ (classifier x = n /\ contains x a b)) l.

  Lemma own_pieces s n z own : valid (performance z) -> prior (performance z) == p ->
    comparable z all ->
    Forall2 (fun c x => is_piece_of n c x = true) (selected_cells s all n z) own ->
    Forall (fun x => classifier x = n /\ well_formed p x) own /\
    forall a b, in_open_tile a b -> right_at s a b n z own.
  Proof.
    intros Hz Ep Hc F.
    pose proof (filter_forall _ (fun c => selects s n (interval c)) _ (cells_known z all Hz Hc))
      as K.
    pose proof (filter_forall _ (fun c => selects s n (interval c)) _ (cells_hold all z)) as N.
    fold (selected_cells s all n z) in K, N.
    split.
    - clear Hall. induction F as [|c x cs own H F IH]; [constructor|].
      inversion K; subst. inversion N; subst.
      constructor; [|auto].
      destruct (piece_in_form p z Hz Ep n c x) as (E1 & E2 & E3 & E4); [assumption..|].
      split; [assumption|]. split; [assumption|]. split; [assumption|].
      destruct (holds_somewhere z c Hz) as (a & b & Ht & Hin); [assumption|].
      exists a, b. split; [assumption|]. apply (piece_contains p z Hz Ep n c x a b); assumption.
    - intros a b Ht. destruct (cells_at z all Hz Hc a b Ht) as [One Rk].
      unfold right_at. cbv zeta. set (k := rank a b (map performance all) (performance z)) in *.
      assert (Same : Forall2 (fun c x =>
        in_cell (ratio_a a b (performance z)) (ratio_b a b (performance z)) c <->
        classifier x = n /\ contains x a b) (selected_cells s all n z) own).
      { clear N One Rk. induction F as [|c x cs own H F IH]; [constructor|].
        inversion K; subst. constructor; [|auto].
        rewrite <- (piece_contains p z Hz Ep n c x a b) by assumption.
        destruct (piece_in_form p z Hz Ep n c x) as (E1 & _); [assumption..|]. tauto. }
      destruct (selects s n k) eqn:Sel.
      + split.
        * apply (exactly_one_forall2 _ _ _ _ Same). apply exactly_one_filter; [|assumption].
          revert Rk. apply Forall_impl. intros c Hr Hin. rewrite (Hr Hin). assumption.
        * apply filter_forall with (f := fun c => selects s n (interval c)) in Rk.
          fold (selected_cells s all n z) in Rk. clear N One Same.
          induction F as [|c x cs own H F IH]; [constructor|].
          inversion K; subst. inversion Rk as [|? ? Hr Rk']; subst. constructor; [|auto].
          intros _ Hx. destruct (piece_in_form p z Hz Ep n c x) as (_ & E2 & _); [assumption..|].
          rewrite E2. apply Hr. apply (piece_contains p z Hz Ep n c x a b); assumption.
      + assert (None : Forall (fun c =>
          ~ in_cell (ratio_a a b (performance z)) (ratio_b a b (performance z)) c)
          (selected_cells s all n z)).
        { rewrite Forall_forall in Rk |- *. intros c I Hin. apply filter_In in I.
          destruct I as [I Hs]. rewrite (Rk c I Hin) in Hs. congruence. }
        clear -Same None. induction Same as [|c x cs own E _ IH]; [constructor|].
        inversion None; subst. constructor; [rewrite <- E; assumption | auto].
  Qed.

  Lemma right_at_app s a b n z l l' : right_at s a b n z l ->
    Forall (fun x => classifier x <> n) l' -> right_at s a b n z (l ++ l').
  Proof.
    unfold right_at. cbv zeta. intros H O.
    destruct (selects s n _); [destruct H as [H1 H2]; split|].
    - apply exactly_one_app_l; [assumption|]. revert O. apply Forall_impl. tauto.
    - apply Forall_app. split; [assumption|]. revert O. apply Forall_impl. tauto.
    - apply Forall_app. split; [assumption|]. revert O. apply Forall_impl. tauto.
  Qed.

  Lemma right_at_later s a b n z l l' : right_at s a b n z l' ->
    Forall (fun x => classifier x <> n) l -> right_at s a b n z (l ++ l').
  Proof.
    unfold right_at. cbv zeta. intros H O.
    destruct (selects s n _); [destruct H as [H1 H2]; split|].
    - apply exactly_one_app_r; [|assumption]. revert O. apply Forall_impl. tauto.
    - apply Forall_app. split; [|assumption]. revert O. apply Forall_impl. tauto.
    - apply Forall_app. split; [|assumption]. revert O. apply Forall_impl. tauto.
  Qed.

  Lemma pieces_ok_spec s rest : forall n ps, pieces_ok s all n rest ps = true ->
    Forall (fun z => valid (performance z) /\ prior (performance z) == p
      /\ comparable z all) rest ->
    Forall (fun x => (n <= classifier x < n + length rest)%nat /\ well_formed p x) ps /\
    forall a b, in_open_tile a b -> forall k z, nth_error rest k = Some z ->
      right_at s a b (n + k) z ps.
  Proof.
    induction rest as [|z rest IH]; intros n ps H Hr; cbn [pieces_ok] in H.
    - destruct ps; [|discriminate H]. split; [constructor|]. intros a b _ [|k] z E; discriminate E.
    - destruct (after_cells n (selected_cells s all n z) ps) as [ps'|] eqn:E; [|discriminate H].
      destruct (after_cells_spec _ _ _ _ E) as (own & -> & F).
      inversion Hr as [|? ? (Hz & Ep & Hc) Hr']; subst.
      destruct (own_pieces s n z own Hz Ep Hc F) as [Own OwnAt].
      destruct (IH (S n) ps' H Hr') as [Later LaterAt].
      split.
      + apply Forall_app. split.
        * revert Own. apply Forall_impl. intros x [-> W]. cbn [length]. split; [lia | assumption].
        * revert Later. apply Forall_impl. intros x [C W]. cbn [length]. split; [lia | assumption].
      + intros a b Ht [|k] y Ey.
        * injection Ey as <-. rewrite PeanoNat.Nat.add_0_r. apply right_at_app; [auto|].
          revert Later. apply Forall_impl. intros x [C _]. lia.
        * cbn [nth_error] in Ey. specialize (LaterAt a b Ht k y Ey).
          rewrite <- PeanoNat.Nat.add_succ_comm. apply right_at_later; [assumption|].
          revert Own. apply Forall_impl. intros x [C _]. lia.
  Qed.
End Result.

(** * The whole check *)

Lemma valid_b_spec m : valid_b m = true -> valid m.
Proof.
  unfold valid_b, positive_b. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
  unfold valid, Qle, Qlt; cbn [Qnum Qden]. intuition lia.
Qed.

Lemma same_matrix_b_spec m n : same_matrix_b m n = true -> same_matrix m n.
Proof.
  unfold same_matrix_b, same_matrix. rewrite !andb_true_iff, !Qeq_bool_iff. tauto.
Qed.

Lemma all_same_spec l : forall l', all_same l l' = true -> Forall2 same_matrix l l'.
Proof.
  induction l as [|m l IH]; intros [|n l'] H; try discriminate H; [constructor|].
  cbn [all_same] in H. apply andb_true_iff in H. destruct H as [H1 H2].
  constructor; [apply same_matrix_b_spec | apply IH]; assumption.
Qed.

Lemma same_matrix_scaled m n : same_matrix m n -> scaled 1 n m.
Proof.
  intros (E1 & E2 & E3 & E4). unfold scaled. rewrite E1, E2, E3, E4. repeat split; ring.
Qed.

Lemma scaled_prior c m n : 0 < c -> scaled c m n -> valid m -> prior n == prior m.
Proof.
  intros Hc (E1 & E2 & E3 & E4) Hm. destruct Hm as (? & ? & ? & ? & Hn & Hp).
  unfold prior, negatives, positives in *. rewrite E1, E2, E3, E4.
  assert (0 < c * (tn m + fp m + (fn m + tp m))) by (apply Qmult_lt_0_compat; lra).
  field. split; lra.
Qed.

(** Each classifier of a result is valid and has the result's prior. *)
Lemma same_as_shifted_prior p given l : 0 < p < 1 -> Forall valid given ->
  Forall2 same_matrix l (map (shift p) given) -> Forall (fun m => valid m /\ prior m == p) l.
Proof.
  intros Hp Hg. revert l. induction Hg as [|m given Vm Vg IH]; intros l H; cbn [map] in H.
  - inversion H. constructor.
  - inversion H as [|x y l' l'' Hx Hl]; subst. constructor; [|auto].
    apply same_matrix_scaled in Hx. pose proof (shift_valid p m Hp Vm) as Vs.
    split; [apply (scaled_valid 1 _ _ eq_refl Hx Vs)|].
    rewrite (scaled_prior 1 _ _ eq_refl Hx Vs). apply shift_sets_prior; assumption.
Qed.

Lemma same_as_shifted p given l : 0 < p < 1 -> Forall valid given ->
  Forall2 same_matrix l (map (shift p) given) -> Forall valid l.
Proof.
  intros Hp Hg H. pose proof (same_as_shifted_prior p given l Hp Hg H) as X. revert X.
  apply Forall_impl. intros m [V _]. exact V.
Qed.

Lemma same_prior_of m n : valid m -> valid n -> prior m == prior n -> same_prior m n.
Proof.
  intros Hm Hn E. pose proof (prior_of_totals m Hm) as [Em Em'].
  pose proof (prior_of_totals n Hn) as [En En']. unfold same_prior.
  transitivity ((1 - prior m) * (negatives m + positives m) * (prior n * (negatives n + positives
    n)));
    [apply Qmult_comp; assumption|].
  transitivity ((1 - prior n) * (negatives n + positives n) * (prior m * (negatives m + positives
    m)));
    [rewrite E; ring | symmetry; apply Qmult_comp; assumption].
Qed.

Lemma rank_scaled a b (f : matrix -> matrix) l m : in_open_tile a b ->
  Forall (fun x => R a b (f x) == R a b x) (m :: l) ->
  rank a b (map f l) (f m) = rank a b l m.
Proof.
  intros Ht H. inversion H as [|? ? Hm Hl]; subst. unfold rank. rewrite !count_map.
  assert (Q : forall x y x' y', x == x' -> y == y' -> Qle_bool x y = Qle_bool x' y').
  { intros x y x' y' Ex Ey. apply eq_true_iff_eq. rewrite !Qle_bool_iff, Ex, Ey. reflexivity. }
  f_equal; [f_equal|]; apply count_ext; revert Hl; apply Forall_impl; intros x Hx;
    unfold better, at_least; rewrite (Q _ _ _ _ Hm Hx) || rewrite (Q _ _ _ _ Hx Hm); reflexivity.
Qed.

(** Soundness of the checker for `regions`. *)
Theorem check_sound given asked r : check given asked r = true ->
  prior_positive r == asked /\ about given r /\ true_regions r.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[[[[H1 H2] H3] H4] H5] H6].
  apply Qeq_bool_iff in H1. apply less_iff in H2, H3. apply all_same_spec in H5.
  rewrite forallb_forall in H4. set (p := prior_positive r) in *.
  assert (Hp : 0 < p < 1) by (split; assumption).
  assert (Hg : Forall valid given)
    by (apply Forall_forall; intros m Hm; apply valid_b_spec; auto).
  split; [assumption|]. split; [split; [assumption | split; assumption]|].
  pose proof (same_as_shifted_prior p given (classifiers r) Hp Hg H5) as Hc.
  (* So are the integers in its place. *)
  assert (Hz : forall m, valid m /\ prior m == p ->
    valid (performance (integers m)) /\ prior (performance (integers m)) == p).
  { intros m [Vm Em]. destruct (integers_scaled m Vm) as (c & Hc0 & S).
    split; [apply (scaled_valid c m); assumption|].
    rewrite (scaled_prior c m _ Hc0 S Vm). assumption. }
  set (all := map integers (classifiers r)) in *.
  assert (Ha : Forall (fun z => valid (performance z) /\ prior (performance z) == p) all).
  { unfold all. apply Forall_map. revert Hc. apply Forall_impl. exact Hz. }
  assert (Hall : Forall (fun z => valid (performance z) /\ prior (performance z) == p /\
    comparable z all) all).
  { rewrite Forall_forall in Ha |- *. intros z Iz. destruct (Ha z Iz) as [Vz Ez].
    split; [assumption|]. split; [assumption|]. apply Forall_forall. intros y Iy.
    destruct (Ha y Iy) as [Vy Ey]. split; [assumption|].
    apply same_prior_of; try assumption. rewrite Ez, Ey. reflexivity. }
  destruct (pieces_ok_spec p all (restricted r) all 0 (pieces r) H6 Hall) as [Form At].
  split.
  - revert Form. apply Forall_impl. intros x [[_ C] W]. unfold all in C.
    rewrite map_length in C. split; assumption.
  - intros a b Ht i m Em.
    assert (Ez : nth_error all i = Some (integers m))
      by (unfold all; apply map_nth_error; assumption).
    specialize (At a b Ht i (integers m) Ez). unfold right_at in At. cbv zeta in At.
    cbn [plus] in At.
    assert (Rank : rank a b (map performance all) (performance (integers m)) =
      rank a b (classifiers r) m).
    { unfold all. rewrite map_map.
      apply (rank_scaled a b (fun m => performance (integers m))); [assumption|].
      rewrite Forall_forall in Hc. apply Forall_forall. intros y Hy.
      assert (valid y) as Vy.
      { destruct Hy as [<-|Hy]; apply Hc; [apply (nth_error_In _ _ Em) | assumption]. }
      destruct (integers_scaled y Vy) as (c & Hc0 & S). apply (scaled_R c a b y); assumption. }
    rewrite Rank in At. exact At.
Qed.
