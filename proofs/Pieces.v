(** A piece that the checker accepts for a tie is this tie; and both kinds of pieces together. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker.
From Exactile Require Import Sweep Rivals Outline Regions.
Import ListNotations.
Open Scope Q_scope.

Section Accepted.
  Variables (p : Q) (i : counts).
  Hypothesis Hi : valid (performance i).
  Hypothesis Ep : prior (performance i) == p.

  Let Hp : 0 < p < 1.
  Proof. rewrite <- Ep. apply prior_between. assumption. Qed.

  (** * Ties *)
  Section Tie.
    Variables (e : event) (x : piece).
    Hypothesis He : event_of i e.
    Hypothesis Hok : tie_ok e x = true.

    Lemma upper_left_iff v : upper_left v = true -> fst v == 0 \/ snd v == 1.
    Proof.
      unfold upper_left. rewrite orb_true_iff, !Z.eqb_eq. unfold Qeq; cbn [Qnum Qden]. lia.
    Qed.

    Lemma lower_right_iff v : lower_right v = true -> fst v == 1 \/ snd v == 0.
    Proof.
      unfold lower_right. rewrite orb_true_iff, !Z.eqb_eq. unfold Qeq; cbn [Qnum Qden]. lia.
    Qed.

    Lemma tie_parts : exists v w k, dimension x = 1%Z /\ vertices x = [v; w] /\ edges x = [k] /\
      (k = low e \/ k = opposite (low e)) /\
      in_closed_tile (fst v) (snd v) /\ in_closed_tile (fst w) (snd w) /\
      eval (low e) (fst v) (snd v) == 0 /\ eval (low e) (fst w) (snd w) == 0 /\
      (upper_left v = true /\ lower_right w = true \/ upper_left w = true /\ lower_right v = true).
    Proof.
      pose proof Hok as H. unfold tie_ok in H. rewrite andb_true_iff in H. destruct H as [Hd H].
      destruct (vertices x) as [|v [|w [|]]]; try discriminate H.
      destruct (edges x) as [|k [|]]; try discriminate H.
      rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !Z.eqb_eq, !sign_zero in H.
      destruct H as [[[[[K V] W] Ev] Ew] Ends]. apply Z.eqb_eq in Hd.
      exists v, w, k. apply in_tile_closed in V, W.
      assert (K' : k = low e \/ k = opposite (low e))
        by (destruct K as [K|K]; apply curve_eqb_eq in K; tauto).
      assert (forall u, eval k (fst u) (snd u) == 0 -> eval (low e) (fst u) (snd u) == 0) as Z0.
      { intros u Hu. destruct K' as [->| ->]; [assumption|]. rewrite eval_opposite in Hu. lra. }
      repeat (split; [solve [reflexivity | assumption | auto]|]). assumption.
    Qed.

    (** A point of the frontier lies between an end at the upper left and one at the lower right. *)
    Lemma beyond v a b : in_open_tile a b -> in_closed_tile (fst v) (snd v) ->
      eval (low e) (fst v) (snd v) == 0 -> eval (low e) a b == 0 ->
      (upper_left v = true -> fst v < a /\ b < snd v) /\
      (lower_right v = true -> a < fst v /\ snd v < b).
    Proof.
      intros [Ha Hb] Hv Ev E.
      assert (Hc : in_closed_tile a b) by (split; lra).
      pose proof (falls p Hp i e v (a, b) Hi Ep He Hv Hc Ev E) as F1.
      pose proof (falls p Hp i e (a, b) v Hi Ep He Hc Hv E Ev) as F2. cbn [fst snd] in F1, F2.
      split; intro U; [apply upper_left_iff in U | apply lower_right_iff in U]; destruct U as [U|U].
      - assert (fst v < a) by lra. split; [assumption|]. apply F1. assumption.
      - assert (b < snd v) by lra. split; [apply F1|]; assumption.
      - assert (a < fst v) by lra. split; [assumption|]. apply F2. assumption.
      - assert (snd v < b) by lra. split; [apply F2|]; assumption.
    Qed.

    Lemma tie_contains a b : in_open_tile a b ->
      (contains x a b <->
       over (ratio_a a b (performance i)) (ratio_b a b (performance i)) e == 0).
    Proof.
      intro Ht. destruct tie_parts as (v & w & k & Hd & V & E & K & Cv & Cw & Ev & Ew & Ends).
      unfold contains. rewrite Hd, V, E. cbn [Z.eqb Pos.eqb].
      assert (Hk : eval k a b == 0 <-> eval (low e) a b == 0).
      { destruct K as [->| ->]; [reflexivity|]. rewrite eval_opposite. split; intro; lra. }
      rewrite Hk, <- (proj1 (proj2 (low_over p i Hi Ep e a b He))). split; [tauto|]. intro H0.
      destruct (beyond v a b Ht Cv Ev H0) as [Bv Bv'].
      destruct (beyond w a b Ht Cw Ew H0) as [Bw Bw'].
      split; [assumption|]. unfold between.
      destruct Ends as [[U L]|[U L]]; intuition.
    Qed.

    Lemma tie_edges : Forall no_common_factor (edges x).
    Proof.
      destruct tie_parts as (v & w & k & _ & _ & E & K & _). rewrite E. constructor; [|constructor].
      destruct He as (_ & N & _). destruct K as [->| ->]; [assumption|].
      apply no_common_factor_opposite. assumption.
    Qed.

    Lemma tie_dimension : dimension x = 1%Z.
    Proof. destruct tie_parts as (v & w & k & Hd & _). assumption. Qed.
  End Tie.

  (** * Cells *)

  Definition known_cell (c : cell) : Prop :=
    match c with Sector from to _ => known i from /\ known i to | Tie e _ => event_of i e end.

  Lemma piece_contains n c x a b : known_cell c -> is_piece_of n c x = true -> in_open_tile a b ->
    (contains x a b <-> in_cell (ratio_a a b (performance i)) (ratio_b a b (performance i)) c).
  Proof.
    unfold is_piece_of. rewrite andb_true_iff. intros Hc [_ H] Ht.
    destruct c as [from to iv|e iv]; rewrite andb_true_iff in H; destruct H as [_ H].
    - apply (region_contains p i Hi Ep from to x (proj1 Hc) (proj2 Hc) H a b Ht).
    - apply (tie_contains e x Hc H a b Ht).
  Qed.

  Lemma piece_in_form n c x : known_cell c -> is_piece_of n c x = true ->
    classifier x = n /\ ranked x = interval c /\
    (dimension x = 1 \/ dimension x = 2 /\ outlined p x)%Z /\ Forall no_common_factor (edges x).
  Proof.
    unfold is_piece_of. rewrite andb_true_iff, PeanoNat.Nat.eqb_eq. intros Hc [Hn H].
    split; [assumption|].
    destruct c as [from to iv|e iv]; rewrite andb_true_iff in H; destruct H as [R H];
      unfold interval_eqb in R; rewrite andb_true_iff, !Z.eqb_eq in R; cbn [interval];
      (split; [destruct (ranked x), iv; cbn in R; f_equal; apply R|]).
    - split; [|apply (region_edges p i Hi Ep from to x (proj1 Hc) (proj2 Hc) H)].
      right. split; [apply (parts from to x H)|].
      apply (region_outlined p i Hi Ep from to x (proj1 Hc) (proj2 Hc) H).
    - split; [left; apply (tie_dimension e x H) | apply (tie_edges e x Hc H)].
  Qed.
End Accepted.
