(** Confluences of `rankings`, points at which frontiers meet: what is true of a listed one, the
    checker, its soundness. *)
From Coq Require Import ZArith QArith Qfield Lqa Lia List Bool Sorted.
From Exactile Require Import Definitions Frontier PriorShift Checker Rivals Outline Soundness.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

(** A confluence as the program writes it: the point, and for each frontier through it the positions
    of those who tie there. *)
Record confluence := Confluence { meets_at : point; groups : list (list nat) }.

Definition same_rates (m n : matrix) : Prop := tnr m == tnr n /\ tpr m == tpr n.

(** The group lists, in rising order, exactly the classifiers that tie at (a, b) with one of them,
    and two of these are different performances. *)
Definition true_group (all : list matrix) (a b : Q) (g : list nat) : Prop :=
  StronglySorted lt g /\ (forall j, In j g -> (j < length all)%nat) /\
  exists i m, In i g /\ nth_error all i = Some m /\
    (forall j n, nth_error all j = Some n -> (In j g <-> R a b n == R a b m)) /\
    exists j n, In j g /\ nth_error all j = Some n /\ ~ same_rates m n.

(** At least two different groups tie at a point inside the Tile. *)
Definition true_confluence (all : list matrix) (c : confluence) : Prop :=
  in_open_tile (fst (meets_at c)) (snd (meets_at c)) /\ (2 <= length (groups c))%nat /\
  Forall (true_group all (fst (meets_at c)) (snd (meets_at c))) (groups c) /\
  ForallOrdPairs (fun g h => forall j, In j g -> ~ In j h) (groups c).

(** A list of confluences, and the classifiers of the result, moved to the prior p. Nothing is said
    about confluences that are not listed. *)
Definition true_confluences (given : list matrix) (p : Q) (of_result : list matrix)
  (l : list confluence) : Prop :=
  0 < p < 1 /\ Forall valid given /\
  Forall2 same_matrix of_result (map (shift p) given) /\
  Forall (true_confluence of_result) l.

(** * The checker *)
Open Scope Z_scope.

(** Satisfied and unsatisfied counts at a point, as integers. *)
Definition parts (v : point) (z : counts) : Z * Z :=
  let (a, b) := v in
  let na := Qnum a in let da := Zpos (Qden a) in
  let nb := Qnum b in let db := Zpos (Qden b) in
  (db * ((da - na) * ztn z + na * ztp z), da * ((db - nb) * zfp z + nb * zfn z)).

Definition tied_b (x y : Z * Z) : bool := fst x * snd y =? fst y * snd x.

(** The group holds the positions, from n on, of all that tie with x. *)
Fixpoint exactly_tied (x : Z * Z) (n : nat) (all : list (Z * Z)) (g : list nat) : bool :=
  match all with
  | [] => match g with [] => true | _ => false end
  | y :: rest =>
      if tied_b y x
      then match g with
           | i :: g' => Nat.eqb i n && exactly_tied x (S n) rest g'
           | [] => false
           end
      else exactly_tied x (S n) rest g
  end.

Definition same_rates_b (x y : Q * Q) : bool :=
  Qeq_bool (fst x) (fst y) && Qeq_bool (snd x) (snd y).

Definition rates (m : matrix) : Q * Q := (Qred (tnr m), Qred (tpr m)).

Definition group_ok (all_rates : list (Q * Q)) (all_parts : list (Z * Z)) (g : list nat) : bool :=
  match g with
  | [] => false
  | i :: _ =>
      match nth_error all_parts i, nth_error all_rates i with
      | Some x, Some r =>
          exactly_tied x 0 all_parts g &&
          existsb (fun j => match nth_error all_rates j with
                            | Some r' => negb (same_rates_b r r')
                            | None => false
                            end) g
      | _, _ => false
      end
  end.

Definition apart (g h : list nat) : bool :=
  forallb (fun i => negb (existsb (Nat.eqb i) h)) g.

Fixpoint pairwise_apart (l : list (list nat)) : bool :=
  match l with
  | [] => true
  | g :: rest => forallb (apart g) rest && pairwise_apart rest
  end.

Definition confluence_ok (zs : list counts) (all_rates : list (Q * Q)) (c : confluence) : bool :=
  let v := meets_at c in
  less 0 (fst v) && less (fst v) 1 && less 0 (snd v) && less (snd v) 1 &&
  Nat.leb 2 (length (groups c)) &&
  (let all_parts := map (parts v) zs in forallb (group_ok all_rates all_parts) (groups c)) &&
  pairwise_apart (groups c).

Definition check_confluences (given : list matrix) (asked p : Q) (of_result : list matrix)
  (l : list confluence) : bool :=
  Qeq_bool p asked && less 0 p && less p 1 && forallb valid_b given &&
  all_same of_result (map (shift p) given) &&
  (let zs := map integers of_result in
   let all_rates := map rates of_result in
   forallb (confluence_ok zs all_rates) l).

(** * Soundness *)
Open Scope Q_scope.

Lemma parts_are v z : exists c, 0 < c /\
  inject_Z (fst (parts v z)) == c * satisfied (fst v) (snd v) (performance z) /\
  inject_Z (snd (parts v z)) == c * unsatisfied (fst v) (snd v) (performance z).
Proof.
  destruct v as [[na da] [nb db]].
  exists (inject_Z (Zpos da) * inject_Z (Zpos db)). split; [reflexivity|].
  unfold parts, satisfied, unsatisfied, performance; cbn [fst snd Qnum Qden tn fp fn tp].
  rewrite (Qmake_Qdiv na da), (Qmake_Qdiv nb db). unfold Z.sub.
  rewrite !inject_Z_mult, !inject_Z_plus, !inject_Z_mult, !inject_Z_plus, !inject_Z_opp.
  split; field; intro H; discriminate H.
Qed.

Lemma tied_iff v y z : in_open_tile (fst v) (snd v) ->
  valid (performance y) -> valid (performance z) ->
  (tied_b (parts v y) (parts v z) = true <->
   R (fst v) (snd v) (performance y) == R (fst v) (snd v) (performance z)).
Proof.
  intros Ht Vy Vz. unfold tied_b. rewrite Z.eqb_eq.
  destruct (parts_are v y) as (c & Hc & S & U). destruct (parts_are v z) as (d & Hd & S' & U').
  assert (I : forall p q, (p = q)%Z <-> inject_Z p == inject_Z q).
  { intros p q. unfold Qeq, inject_Z; cbn [Qnum Qden]. lia. }
  rewrite I, !inject_Z_mult, S, U, S', U'.
  pose proof (R_le_iff _ _ _ _ Ht Vy Vz) as L. pose proof (R_le_iff _ _ _ _ Ht Vz Vy) as L'.
  unfold gain in L, L'. pose proof (Qmult_lt_0_compat _ _ Hc Hd) as H.
  set (s := satisfied _ _ (performance y)) in *. set (s' := satisfied _ _ (performance z)) in *.
  set (u := unsatisfied _ _ (performance y)) in *.
  set (u' := unsatisfied _ _ (performance z)) in *.
  assert (E : c * s * (d * u') - d * s' * (c * u) == c * d * (s * u' - s' * u)) by ring.
  split; intro X.
  - assert (Y : c * d * (s * u' - s' * u) == 0) by lra.
    apply Qmult_integral in Y. destruct Y as [Y|Y]; [lra|].
    apply Qle_antisym; [apply L | apply L']; lra.
  - assert (0 <= s' * u - s * u') by (apply L; rewrite X; apply Qle_refl).
    assert (0 <= s * u' - s' * u) by (apply L'; rewrite X; apply Qle_refl).
    assert (Y : s * u' - s' * u == 0) by lra. rewrite Y in E. lra.
Qed.

Lemma exactly_tied_spec x all : forall n g, exactly_tied x n all g = true ->
  StronglySorted lt g /\ Forall (fun j => n <= j)%nat g /\
  (forall j, In j g <->
     exists k y, j = (n + k)%nat /\ nth_error all k = Some y /\ tied_b y x = true).
Proof.
  induction all as [|y all IH]; intros n g H; cbn [exactly_tied] in H.
  - destruct g; [|discriminate H]. split; [constructor|]. split; [constructor|].
    intro j. split; [intros []|]. intros ([|k] & y & _ & E & _); discriminate E.
  - destruct (tied_b y x) eqn:T.
    + destruct g as [|i g]; [discriminate H|]. apply andb_true_iff in H. destruct H as [E H].
      apply PeanoNat.Nat.eqb_eq in E. subst i. destruct (IH _ _ H) as (S1 & S2 & S3).
      split; [constructor; [assumption | exact S2]|].
      split; [constructor; [lia|]; revert S2; apply Forall_impl; intros; lia|].
      intro j. split.
      * intros [<-|I]; [exists 0%nat, y; split; [lia | split; [reflexivity | assumption]]|].
        apply S3 in I. destruct I as (k & z & E & Ez & Tz). exists (S k), z.
        split; [lia | split; assumption].
      * intros ([|k] & z & E & Ez & Tz); [left; lia|]. right. apply S3. exists k, z.
        split; [lia | split; assumption].
    + destruct (IH _ _ H) as (S1 & S2 & S3). split; [assumption|].
      split; [revert S2; apply Forall_impl; intros; lia|].
      intro j. rewrite S3. split.
      * intros (k & z & E & Ez & Tz). exists (S k), z. split; [lia | split; assumption].
      * intros ([|k] & z & E & Ez & Tz); [injection Ez as ->; congruence|].
        exists k, z. split; [lia | split; assumption].
Qed.

Section All.
  Variables (all : list matrix) (v : point).
  Hypothesis Hall : Forall valid all.
  Hypothesis Ht : in_open_tile (fst v) (snd v).

  Lemma integers_R m : valid m -> valid (performance (integers m)) /\
    R (fst v) (snd v) (performance (integers m)) == R (fst v) (snd v) m.
  Proof.
    intro V. destruct (integers_scaled m V) as (c & Hc & S).
    split; [apply (scaled_valid c m); assumption | apply (scaled_R c); assumption].
  Qed.

  Lemma group_ok_spec g :
    group_ok (map rates all) (map (parts v) (map integers all)) g = true ->
    true_group all (fst v) (snd v) g.
  Proof.
    unfold group_ok. destruct g as [|i g]; [discriminate|]. set (l := i :: g).
    rewrite map_map, !nth_error_map.
    destruct (nth_error all i) as [m|] eqn:Em; [|discriminate]. cbn [option_map].
    rewrite andb_true_iff, existsb_exists. intros [H (j & Ij & Hj)].
    destruct (exactly_tied_spec _ _ _ _ H) as (S1 & _ & S3).
    rewrite Forall_forall in Hall.
    assert (Vm : valid m) by eauto using nth_error_In.
    split; [assumption|]. split.
    - intros k I. apply S3 in I. destruct I as (k' & y & -> & E & _).
      rewrite <- (map_length (fun m => parts v (integers m)) all). cbn [plus].
      apply nth_error_Some. congruence.
    - exists i, m. split; [left; reflexivity|]. split; [assumption|]. split.
      + intros k n En. assert (Vn : valid n) by eauto using nth_error_In.
        destruct (integers_R m Vm) as [Vm' Rm]. destruct (integers_R n Vn) as [Vn' Rn].
        rewrite <- Rm, <- Rn, <- (tied_iff v) by assumption. rewrite S3. split.
        * intros (k' & y & E & Ey & T). cbn [plus] in E. subst k'.
          rewrite nth_error_map, En in Ey. injection Ey as <-. assumption.
        * intro T. exists k, (parts v (integers n)). split; [reflexivity|].
          split; [rewrite nth_error_map, En; reflexivity | assumption].
      + rewrite nth_error_map in Hj. destruct (nth_error all j) as [n|] eqn:En; [|discriminate Hj].
        exists j, n. split; [assumption|]. split; [assumption|]. intros [E1 E2].
        cbn [option_map] in Hj. unfold same_rates_b, rates in Hj. cbn [fst snd] in Hj.
        rewrite negb_true_iff, <- not_true_iff_false, andb_true_iff, !Qeq_bool_iff in Hj.
        apply Hj. rewrite !Qred_correct. split; assumption.
  Qed.
End All.

Lemma pairwise_apart_spec l : pairwise_apart l = true ->
  ForallOrdPairs (fun g h => forall j, In j g -> ~ In j h) l.
Proof.
  induction l as [|g l IH]; intro H; [constructor|]. cbn [pairwise_apart] in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. constructor; [|auto].
  rewrite forallb_forall in H1. apply Forall_forall. intros h Ih j Ij Jh. specialize (H1 h Ih).
  unfold apart in H1. rewrite forallb_forall in H1. specialize (H1 j Ij).
  rewrite negb_true_iff, <- not_true_iff_false, existsb_exists in H1. apply H1.
  exists j. split; [assumption | apply PeanoNat.Nat.eqb_refl].
Qed.

(** Soundness of the checker for confluences. *)
Theorem check_confluences_sound given asked p of_result l :
  check_confluences given asked p of_result l = true ->
  p == asked /\ true_confluences given p of_result l.
Proof.
  unfold check_confluences. rewrite !andb_true_iff. intros [[[[[H1 H2] H3] H4] H5] H6].
  apply Qeq_bool_iff in H1. apply less_iff in H2, H3. apply all_same_spec in H5.
  rewrite forallb_forall in H4. assert (Hp : 0 < p < 1) by (split; assumption).
  assert (Hg : Forall valid given)
    by (apply Forall_forall; intros m Hm; apply valid_b_spec; auto).
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  assert (V : Forall valid of_result) by (apply (same_as_shifted p given); assumption).
  rewrite forallb_forall in H6. apply Forall_forall. intros c Ic. specialize (H6 c Ic).
  unfold confluence_ok in H6. cbv zeta in H6. rewrite !andb_true_iff, !less_iff in H6.
  destruct H6 as [[[[[[A1 A2] B1] B2] L] G] D].
  assert (Ht : in_open_tile (fst (meets_at c)) (snd (meets_at c))) by (split; split; assumption).
  split; [assumption|]. split; [apply PeanoNat.Nat.leb_le; assumption|].
  split; [|apply pairwise_apart_spec; assumption].
  rewrite forallb_forall in G. apply Forall_forall. intros g Ig.
  apply (group_ok_spec of_result (meets_at c) V Ht g). apply G. assumption.
Qed.
