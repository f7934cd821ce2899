(** The intervals of the checker's cells are the ranks of the definitions, and no cell is empty. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool Sorted Permutation Relations.
From Exactile Require Import Definitions Frontier PriorShift Checker.
From Exactile Require Import Sweep Rivals Outline Regions Pieces.
Import ListNotations.
Open Scope Q_scope.

Lemma count_permutation {T} (f : T -> bool) l l' : Permutation l l' -> count f l = count f l'.
Proof. induction 1; rewrite ?count_cons; lia. Qed.

Lemma count_map {T U} (f : U -> bool) (g : T -> U) l : count f (map g l) = count (fun x => f (g x))
  l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map]. rewrite !count_cons, IH.
reflexivity. Qed.

Lemma count_ext {T} (f g : T -> bool) l : Forall (fun x => f x = g x) l -> count f l = count g l.
Proof. induction 1 as [|x l E _ IH]; [reflexivity|]. rewrite !count_cons, E, IH. reflexivity. Qed.

Definition sorted_events (all : list counts) (i : counts) : list event :=
  EventSort.sort (events_of (map (rival_of i) all)).

Lemma sorted_is_sorted all i : StronglySorted le (sorted_events all i).
Proof.
  apply EventSort.StronglySorted_sort. intros x y z Hxy Hyz.
  apply (proj1 (le_iff x y)) in Hxy. apply (proj1 (le_iff y z)) in Hyz. apply (proj2 (le_iff x z)).
  assert (0 < Zpos (den x))%Z by reflexivity. assert (0 < Zpos (den y))%Z by reflexivity.
  assert (0 < Zpos (den z))%Z by reflexivity. nia.
Qed.

Lemma sorted_permutation all i :
  Permutation (events_of (map (rival_of i) all)) (sorted_events all i).
Proof. apply EventSort.Permuted_sort. Qed.

(** All rivals are valid and have the prior of i. *)
Definition comparable (i : counts) (all : list counts) : Prop :=
  Forall (fun j => valid (performance j) /\ same_prior (performance i) (performance j)) all.

Section Ranks.
  Variables (i : counts) (all : list counts).
  Hypothesis Hi : valid (performance i).
  Hypothesis Hall : comparable i all.

  Lemma sorted_known : Forall (event_of i) (sorted_events all i).
  Proof.
    apply Forall_forall. intros e He.
    apply (Permutation_in _ (Permutation_sym (sorted_permutation all i))) in He.
    unfold events_of in He. rewrite in_flat_map in He. destruct He as (r & Hr & He).
    apply in_map_iff in Hr. destruct Hr as (j & E & Hj).
    destruct r as [| | |f]; cbn in He; try contradiction. destruct He as [->|[]].
    unfold comparable in Hall. rewrite Forall_forall in Hall. destruct (Hall j Hj) as [Vj Sj].
    apply (rival_event i j Hi Vj Sj). assumption.
  Qed.

  Section At.
    Variables a b : Q.
    Hypothesis Ht : in_open_tile a b.
    Let A := ratio_a a b (performance i).
    Let B := ratio_b a b (performance i).

    Lemma one_rival j : valid (performance j) -> same_prior (performance i) (performance j) ->
      one_if (better (R a b (performance j)) (R a b (performance i))) =
        (one_if (is_ahead (rival_of i j)) + count (wins A B) (events_of [rival_of i j]))%Z /\
      one_if (at_least (R a b (performance j)) (R a b (performance i))) =
        (one_if (is_ahead (rival_of i j)) + one_if (is_equal (rival_of i j)) +
         count (wins A B) (events_of [rival_of i j]) + count (ties A B) (events_of [rival_of i
           j]))%Z.
    Proof.
      intros Hj Hs. pose proof (rival_tells i j Hi Hs a b Ht) as H.
      pose proof (R_le_iff a b _ _ Ht Hi Hj) as L. pose proof (R_le_iff a b _ _ Ht Hj Hi) as L'.
      set (g := gain a b (performance i) (performance j)) in *.
      assert (G : gain a b (performance j) (performance i) == - g) by (unfold g, gain; ring).
      rewrite G in L'. set (x := R a b (performance i)) in *. set (y := R a b (performance j)) in *.
      assert (Bt : 0 < g -> better y x = true).
      { intro. apply better_iff. apply Qnot_le_lt. rewrite L'. lra. }
      assert (Bf : g <= 0 -> better y x = false).
      { intro. apply better_false. apply L'. lra. }
      assert (Lt : 0 <= g -> at_least y x = true).
      { intro. apply Qle_bool_iff. apply L. assumption. }
      assert (Lf : g < 0 -> at_least y x = false).
      { intro. apply not_true_iff_false. unfold at_least. rewrite Qle_bool_iff, L. lra. }
      unfold tells_at in H. cbv zeta in H. fold g in H.
      destruct (rival_of i j) as [| | |e]; cbn [is_ahead is_equal one_if].
      1, 2, 3: unfold events_of; cbn [flat_map app]; rewrite ?count_nil.
      - rewrite Bt, Lt by lra. split; reflexivity.
      - rewrite Bf, Lf by lra. split; reflexivity.
      - rewrite Bf, Lt by lra. split; reflexivity.
      - unfold events_of; cbn [flat_map app]. rewrite !count_cons, !count_nil.
        destruct H as (c & Hc & E). fold A B in E. unfold wins.
        destruct (Q_dec g 0) as [[D|D]|D].
        + rewrite Bf, Lf by lra.
          assert (ties A B e = false) as ->.
          { apply not_true_iff_false. rewrite ties_iff, E. destruct (up e); nra. }
          destruct (up e); rewrite ?(proj2 (better_false _ _)) by nra; split; reflexivity.
        + rewrite Bt, Lt by lra.
          assert (ties A B e = false) as ->.
          { apply not_true_iff_false. rewrite ties_iff, E. destruct (up e); nra. }
          destruct (up e); rewrite ?(proj2 (better_iff _ _)) by nra; split; reflexivity.
        + rewrite Bf, Lt by lra.
          assert (over A B e == 0) as Z0 by (rewrite E; destruct (up e); rewrite D; ring).
          rewrite (proj2 (ties_iff A B e) Z0).
          destruct (up e); rewrite ?(proj2 (better_false _ _)) by lra; split; reflexivity.
    Qed.

    Lemma count_app {T} (f : T -> bool) l l' : count f (l ++ l') = (count f l + count f l')%Z.
    Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

    Lemma rank_is : let l := sorted_events all i in
      let rivals := map (rival_of i) all in
      rank a b (map performance all) (performance i) =
      (1 + (count is_ahead rivals + count (wins A B) l),
       count is_ahead rivals + count (wins A B) l + count is_equal rivals + count (ties A B) l)%Z.
    Proof.
      cbv zeta. rewrite <- !(count_permutation _ _ _ (sorted_permutation all i)).
      unfold rank. rewrite !count_map. assert (Hl := Hall). unfold comparable in Hl. clear Hall.
      induction Hl as [|j l [Vj Sj] _ IH]; [reflexivity|].
      destruct (one_rival j Vj Sj) as [E1 E2].
      pose proof (f_equal fst IH) as IH1. pose proof (f_equal snd IH) as IH2.
      cbn [fst snd] in IH1, IH2.
      cbn [map]. rewrite !count_cons.
      assert (events_of (rival_of i j :: map (rival_of i) l) =
              events_of [rival_of i j] ++ events_of (map (rival_of i) l)) as ->.
      { unfold events_of. cbn [flat_map]. rewrite app_nil_r. reflexivity. }
      rewrite !count_app, E1, E2. f_equal; lia.
    Qed.

    Lemma cells_at :
      exactly_one (in_cell A B) (cells all i) /\
      Forall (fun c => in_cell A B c ->
        interval c = rank a b (map performance all) (performance i)) (cells all i).
    Proof.
      pose proof (ratio_b_positive a b _ Ht Hi) as HB.
      destruct (all_cells_spec A B HB (count is_equal (map (rival_of i) all))
        (count is_ahead (map (rival_of i) all)) (sorted_events all i) (sorted_is_sorted all i))
        as [H1 H2].
      split; [exact H1|]. revert H2. apply Forall_impl. intros c Hc Hin.
      rewrite (Hc Hin). rewrite rank_is. f_equal; lia.
    Qed.
  End At.

  (** Every event of a cell is one of the sorted events. *)
  Lemma cells_from_known equal l : forall e u d ahead, event_of i e -> Forall (event_of i) l ->
    Forall (known_cell i) (cells_from equal e u d ahead l).
  Proof.
    induction l as [|f l IH]; intros e u d ahead He Hl; cbn [cells_from].
    - constructor; [assumption|]. constructor; [split; [assumption | exact I] | constructor].
    - inversion Hl; subst. destruct (EventOrder.leb f e); [apply IH; assumption|].
      constructor; [assumption|]. constructor; [split; assumption|]. apply IH; assumption.
  Qed.

  Lemma cells_known : Forall (known_cell i) (cells all i).
  Proof.
    unfold cells. fold (sorted_events all i). pose proof sorted_known as H.
    destruct (sorted_events all i) as [|e l]; cbn [all_cells].
    - constructor; [split; exact I | constructor].
    - inversion H; subst. constructor; [split; [exact I | assumption]|].
      apply cells_from_known; assumption.
  Qed.
End Ranks.

(** * No cell is empty. *)

(** The ratio r lies in the cell. *)
Definition holds (c : cell) : Prop := exists r, 0 < r /\ in_cell r 1 c.

Definition ratio (e : event) : Q := inject_Z (Zpos (num e)) / inject_Z (Zpos (den e)).

Lemma over_ratio r e : over r 1 e == inject_Z (Zpos (den e)) * (r - ratio e).
Proof. unfold over, ratio. field. intro H. discriminate H. Qed.

Lemma ratio_positive e : 0 < ratio e.
Proof. apply Qlt_shift_div_l; reflexivity. Qed.

Lemma ratio_lt e f : EventOrder.leb f e = false -> ratio e < ratio f.
Proof.
  unfold EventOrder.leb. intro H. apply Pos.leb_gt in H. unfold ratio.
  apply Qlt_shift_div_l; [reflexivity|].
  setoid_replace (inject_Z (Zpos (num e)) / inject_Z (Zpos (den e)) * inject_Z (Zpos (den f)))
    with (inject_Z (Zpos (num e)) * inject_Z (Zpos (den f)) / inject_Z (Zpos (den e)))
    by (field; intro X; discriminate X).
  apply Qlt_shift_div_r; [reflexivity|]. rewrite <- !inject_Z_mult, <- Zlt_Qlt. lia.
Qed.

Lemma cells_from_hold equal l : forall e u d ahead,
  Forall holds (cells_from equal e u d ahead l).
Proof.
  induction l as [|f l IH]; intros e u d ahead; cbn [cells_from].
  - constructor; [|constructor; [|constructor]].
    + exists (ratio e). split; [apply ratio_positive|]. cbn [in_cell]. rewrite over_ratio. ring.
    + exists (ratio e + 1). pose proof (ratio_positive e). split; [lra|]. cbn [in_cell].
      split; [|exact I]. rewrite over_ratio. pose proof (den_positive e). nra.
  - destruct (EventOrder.leb f e) eqn:L; [apply IH|]. apply ratio_lt in L.
    constructor; [|constructor; [|apply IH]].
    + exists (ratio e). split; [apply ratio_positive|]. cbn [in_cell]. rewrite over_ratio. ring.
    + exists ((ratio e + ratio f) * (1 # 2)). pose proof (ratio_positive e). split; [lra|].
      cbn [in_cell]. rewrite !over_ratio. pose proof (den_positive e). pose proof (den_positive f).
      split; nra.
Qed.

Lemma cells_hold all i : Forall holds (cells all i).
Proof.
  unfold cells. fold (sorted_events all i). destruct (sorted_events all i) as [|e l];
    cbn [all_cells].
  - constructor; [|constructor]. exists 1. split; [reflexivity | split; exact I].
  - constructor; [|apply cells_from_hold]. exists (ratio e * (1 # 2)).
    pose proof (ratio_positive e).
    split; [lra|]. cbn [in_cell]. split; [exact I|]. rewrite over_ratio.
    pose proof (den_positive e). nra.
Qed.

(** On the diagonal of the balanced Tile every ratio is taken. *)
Lemma point_of_ratio m r : valid m -> 0 < r -> exists a b c, in_open_tile a b /\ 0 < c /\
  ratio_a a b m == c * r /\ ratio_b a b m == c.
Proof.
  intros Hm Hr. pose proof (prior_between m Hm) as Hp.
  assert (Hnp := Hm). destruct Hnp as (_ & _ & _ & _ & Hn & Hpos).
  pose proof (Qmult_lt_0_compat _ _ Hr Hn) as Hrn.
  set (z := positives m / (positives m + r * negatives m)).
  assert (Hz : 0 < z < 1).
  { unfold z. split; [apply Qlt_shift_div_l | apply Qlt_shift_div_r]; lra. }
  set (a := unbalanced (prior m) z).
  assert (Ha : 0 < a < 1) by (apply unbalanced_in; assumption).
  assert (Hc : in_closed_tile a a) by (split; lra).
  pose proof (scale_positive m a a Hm Hc) as Hs.
  exists a, a, (scale m a a / (positives m + r * negatives m)).
  split; [split; assumption|]. split; [apply Qlt_shift_div_l; lra|].
  pose proof (frontier_is_straight a a m 1 0 Hc Hm) as Ea.
  pose proof (frontier_is_straight a a m 0 1 Hc Hm) as Eb.
  pose proof (balanced_unbalanced _ z Hp Hz) as Bz. fold a in Bz.
  unfold line in Ea, Eb. rewrite Bz in Ea, Eb. unfold z in Ea, Eb.
  unfold negatives, positives in *. split.
  - transitivity (1 * ratio_a a a m + 0 * ratio_b a a m); [ring|]. rewrite Ea. field.
    repeat split; lra.
  - transitivity (0 * ratio_a a a m + 1 * ratio_b a a m); [ring|]. rewrite Eb. field.
    repeat split; lra.
Qed.

Lemma over_scaled c r e : over (c * r) c e == c * over r 1 e.
Proof. unfold over. ring. Qed.

Lemma holds_somewhere i c : valid (performance i) -> holds c ->
  exists a b, in_open_tile a b /\
    in_cell (ratio_a a b (performance i)) (ratio_b a b (performance i)) c.
Proof.
  intros Hi (r & Hr & H). destruct (point_of_ratio _ r Hi Hr) as (a & b & k & Ht & Hk & Ea & Eb).
  exists a, b. split; [assumption|].
  assert (O : forall e, over (ratio_a a b (performance i)) (ratio_b a b (performance i)) e
                        == k * over r 1 e).
  { intro e. rewrite <- over_scaled. unfold over. rewrite Ea, Eb. reflexivity. }
  destruct c as [from to iv|e iv]; cbn [in_cell] in *.
  - destruct H as [Hf Hg]. split.
    + destruct from as [e|]; [|exact I]. rewrite O. apply Qmult_lt_0_compat; assumption.
    + destruct to as [e|]; [|exact I]. rewrite O. nra.
  - rewrite O, H. ring.
Qed.
