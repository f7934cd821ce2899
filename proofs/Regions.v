(** A piece that the checker accepts for a sector is this sector, with its outline. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool.
From Exactile Require Import Definitions Frontier PriorShift Checker Sweep Rivals Outline.
Import ListNotations.
Open Scope Q_scope.

Lemma combine_fst {T U} (l : list T) (l' : list U) : length l = length l' ->
  forall x, In x l -> exists y, In (x, y) (combine l l').
Proof.
  revert l'. induction l as [|x l IH]; intros [|y l'] H z Hz; try discriminate H; [destruct Hz|].
  destruct Hz as [->|Hz]; [exists y; left; reflexivity|].
  destruct (IH l' (eq_add_S _ _ H) z Hz) as [u Hu]. exists u. right. exact Hu.
Qed.

Lemma next_length {T} (l : list T) : length (next l) = length l.
Proof. destruct l as [|x l]; [reflexivity|]. cbn. rewrite app_length. cbn. lia. Qed.

Lemma next_in {T} (l : list T) x : In x (next l) -> In x l.
Proof.
  destruct l as [|y l]; [trivial|]. cbn. rewrite in_app_iff. intros [H|[H|[]]]; auto.
Qed.

Lemma distinct_spec l : distinct l = true -> pairwise_distinct l.
Proof.
  induction l as [|v l IH]; [constructor|]. cbn [distinct]. rewrite andb_true_iff, forallb_forall.
  intros [H1 H2]. constructor; [|apply IH; assumption].
  apply Forall_forall. intros w Hw [E1 E2]. specialize (H1 w Hw).
  unfold same_point_b in H1. rewrite negb_true_iff, andb_false_iff in H1.
  rewrite <- Qeq_bool_iff in E1, E2. destruct H1; congruence.
Qed.

Lemma no_common_factor_opposite k : no_common_factor k -> no_common_factor (opposite k).
Proof.
  intros H d H1 H2 H3 H4. unfold opposite in *; cbn [k_ab k_a k_b k_1] in *.
  rewrite Z.divide_opp_r in *. apply H; assumption.
Qed.

Section Accepted.
  Variables (p : Q) (i : counts).
  Hypothesis Hi : valid (performance i).
  Hypothesis Ep : prior (performance i) == p.

  Let Hp : 0 < p < 1.
  Proof. rewrite <- Ep. apply prior_between. assumption. Qed.

  Definition known (e : option event) : Prop :=
    match e with Some f => event_of i f | None => True end.

  Lemma low_over e a b : event_of i e ->
    let over := over (ratio_a a b (performance i)) (ratio_b a b (performance i)) e in
    (0 < eval (low e) a b <-> 0 < over) /\ (eval (low e) a b == 0 <-> over == 0) /\
    (eval (low e) a b < 0 <-> over < 0).
  Proof.
    intros ((c & Hc & E) & _). specialize (E a b). cbv zeta.
    split; [|split]; split; intro; try (apply Qmult_integral_l with (x := c)); nra.
  Qed.

  (** * Regions *)
  Section Region.
    Variables (from to : option event) (x : piece).
    Hypothesis Hfrom : known from.
    Hypothesis Hto : known to.
    Hypothesis Hok : region_ok from to x = true.

    Inductive allowed : curve -> Prop :=
    | is_from e : from = Some e -> allowed (low e)
    | is_to e : to = Some e -> allowed (opposite (low e))
    | is_bottom : allowed bottom
    | is_right : allowed right
    | is_top : allowed top
    | is_left : allowed left.

    Lemma low_iff k : is_low from k = true -> exists e, from = Some e /\ k = low e.
    Proof.
      unfold is_low. destruct from as [e|]; [|discriminate].
      intro H. exists e. split; [reflexivity|]. apply curve_eqb_eq; assumption.
    Qed.

    Lemma high_iff k : is_high to k = true -> exists e, to = Some e /\ k = opposite (low e).
    Proof.
      unfold is_high. destruct to as [e|]; [|discriminate].
      intro H. exists e. split; [reflexivity|]. apply curve_eqb_eq; assumption.
    Qed.

    Lemma parts :
      dimension x = 2%Z /\ (3 <= length (vertices x))%nat /\
      length (edges x) = length (vertices x) /\
      (forall v, In v (vertices x) -> not_outside from to v = true) /\
      pairwise_distinct (vertices x) /\
      (forall y, In y (combine (edges x) (combine (vertices x) (next (vertices x)))) ->
         joined from to y = true) /\
      (forall e, from = Some e -> In (low e) (edges x)) /\
      (forall e, to = Some e -> In (opposite (low e)) (edges x)).
    Proof.
      pose proof Hok as H. unfold region_ok in H. rewrite !andb_true_iff in H.
      destruct H as [[[[[[[H1 H2] H3] H4] H5] H6] H7] H8].
      apply Z.eqb_eq in H1. apply PeanoNat.Nat.leb_le in H2. apply PeanoNat.Nat.eqb_eq in H3.
      rewrite forallb_forall in H4, H6. apply distinct_spec in H5.
      repeat (split; [assumption|]). split.
      - intros e E. rewrite E in H7. apply existsb_exists in H7. destruct H7 as (k & Hk & Hl).
        cbn [is_low] in Hl. apply curve_eqb_eq in Hl. subst k. exact Hk.
      - intros e E. rewrite E in H8. apply existsb_exists in H8. destruct H8 as (k & Hk & Hl).
        cbn [is_high] in Hl. apply curve_eqb_eq in Hl. subst k. exact Hk.
    Qed.

    Lemma joined_cases k v w : joined from to (k, (v, w)) = true ->
      eval k (fst v) (snd v) == 0 /\ eval k (fst w) (snd w) == 0 /\
      ((is_low from k = true \/ k = top) /\ fst w < fst v \/
       (is_high to k = true \/ k = bottom) /\ fst v < fst w \/
       k = right /\ snd v < snd w \/ k = left /\ snd w < snd v).
    Proof.
      unfold joined. rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !orb_true_iff.
      rewrite !Z.eqb_eq, !sign_zero, !less_iff. intros [[Ev Ew] D].
      split; [assumption|]. split; [assumption|].
      pose proof (curve_eqb_eq k top). pose proof (curve_eqb_eq k bottom).
      pose proof (curve_eqb_eq k right). pose proof (curve_eqb_eq k left). tauto.
    Qed.

    Lemma joined_allowed k v w : joined from to (k, (v, w)) = true -> allowed k.
    Proof.
      intro H. destruct (joined_cases k v w H)
        as (_ & _ & [[[L|L] _]|[[[L|L] _]|[[L _]|[L _]]]]); subst; try constructor.
      - destruct (low_iff k L) as (e & E & ->). apply is_from; assumption.
      - destruct (high_iff k L) as (e & E & ->). apply is_to; assumption.
    Qed.

    Lemma edges_allowed k : In k (edges x) -> allowed k.
    Proof.
      destruct parts as (_ & _ & L & _ & _ & J & _). intro Hk.
      destruct (combine_fst (edges x) (combine (vertices x) (next (vertices x)))) with (x := k)
        as [[v w] Hvw]; [|assumption|].
      - rewrite combine_length, next_length. lia.
      - apply (joined_allowed k v w). apply J. exact Hvw.
    Qed.

    Lemma region_contains a b : in_open_tile a b ->
      (contains x a b <->
       in_cell (ratio_a a b (performance i)) (ratio_b a b (performance i)) (Sector from to (ranked
         x))).
    Proof.
      intro Ht. destruct parts as (Hd & _ & _ & _ & _ & _ & F & T).
      unfold contains. rewrite Hd. cbn [Z.eqb Pos.eqb in_cell]. rewrite Forall_forall. split.
      - intro H. split.
        + destruct from as [e|]; [|exact I]. apply (low_over e a b Hfrom). apply H. apply F.
          reflexivity.
        + destruct to as [e|]; [|exact I]. apply (low_over e a b Hto).
          specialize (H _ (T e eq_refl)). rewrite eval_opposite in H. lra.
      - intros [Hf Hh] k Hk. destruct Ht as [[? ?] [? ?]].
        destruct (edges_allowed k Hk) as [e E|e E| | | |].
        + rewrite E in Hf, Hfrom. apply (low_over e a b Hfrom). assumption.
        + rewrite E in Hh, Hto. apply (low_over e a b Hto) in Hh. rewrite eval_opposite. lra.
        + unfold eval, bottom, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
        + unfold eval, right, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
        + unfold eval, top, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
        + unfold eval, left, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
    Qed.

    Lemma region_edges : Forall no_common_factor (edges x).
    Proof.
      apply Forall_forall. intros k Hk. destruct (edges_allowed k Hk) as [e E|e E| | | |].
      1: rewrite E in Hfrom; apply Hfrom.
      1: apply no_common_factor_opposite; rewrite E in Hto; apply Hto.
      all: intros d H1 H2 H3 H4; cbn in *; try assumption; apply Z.divide_opp_r; assumption.
    Qed.

    Lemma vertex_inside v : In v (vertices x) ->
      in_closed_tile (fst v) (snd v) /\ forall k, allowed k -> 0 <= eval k (fst v) (snd v).
    Proof.
      intro Hv. destruct parts as (_ & _ & _ & N & _). specialize (N v Hv).
      unfold not_outside in N. rewrite !andb_true_iff in N. destruct N as [[N1 N2] N3].
      apply in_tile_closed in N1. split; [assumption|]. destruct N1 as [[? ?] [? ?]].
      intros k Hk. destruct Hk as [e E|e E| | | |].
      - rewrite E in N2. apply sign_nonneg. apply Z.leb_le. assumption.
      - rewrite E in N3. apply Z.leb_le, sign_nonpos in N3. rewrite eval_opposite. lra.
      - unfold eval, bottom, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
      - unfold eval, right, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
      - unfold eval, top, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
      - unfold eval, left, inject_Z; cbn [k_ab k_a k_b k_1]. lra.
    Qed.

    Lemma joined_joins k v w : joined from to (k, (v, w)) = true ->
      in_closed_tile (fst v) (snd v) -> in_closed_tile (fst w) (snd w) -> joins p k v w.
    Proof.
      intros H Hv Hw. destruct (joined_cases k v w H)
        as (Ev & Ew & [[[L|L] D]|[[[L|L] D]|[[L D]|[L D]]]]).
      - destruct (low_iff k L) as (e & E & ->). rewrite E in Hfrom.
        destruct (event_straight p i e Hi Ep Hfrom) as (l0 & la & lb & S & La & Lb).
        apply (joins_along p _ l0 la lb); auto.
      - subst k. apply (joins_along p _ 1 0 (-1)); auto using top_straight.
        right. split; [reflexivity | assumption].
      - destruct (high_iff k L) as (e & E & ->). rewrite E in Hto.
        destruct (event_straight p i e Hi Ep Hto) as (l0 & la & lb & S & La & Lb).
        apply (joins_along p _ (- l0) (- la) (- lb)); auto using opposite_straight.
        left. split; [lra | assumption].
      - subst k. apply (joins_along p _ 0 0 1); auto using bottom_straight.
        left. split; [reflexivity | assumption].
      - subst k. apply (joins_up p _ 1 (-1) 0); auto using right_straight.
        right. split; [reflexivity | assumption].
      - subst k. apply (joins_up p _ 0 1 0); auto using left_straight.
        left. split; [reflexivity | assumption].
    Qed.

    Lemma region_outlined : outlined p x.
    Proof.
      destruct parts as (_ & L3 & L & _ & D & J & _).
      split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [|split].
      - apply Forall_forall. intros v Hv. apply vertex_inside. assumption.
      - apply Forall_forall. intros v Hv. apply Forall_forall. intros k Hk.
        apply vertex_inside; [assumption|]. apply edges_allowed. assumption.
      - apply Forall_forall. intros [k [v w]] H. cbn [fst snd].
        apply joined_joins; [apply J; assumption| |]; apply in_combine_r in H.
        + apply vertex_inside. exact (in_combine_l _ _ _ _ H).
        + apply vertex_inside. apply next_in. exact (in_combine_r _ _ _ _ H).
    Qed.
  End Region.
End Accepted.
