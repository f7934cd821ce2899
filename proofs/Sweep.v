(** The sector theorem: the cells along the ratio cover every point once, with the ranks there. *)
From Coq Require Import ZArith QArith Lqa Lia List Bool Sorted Permutation.
From Exactile Require Import Definitions Checker.
Import ListNotations.
Open Scope Q_scope.

Section AtAPoint.
  (** A point of the Tile, of which only two positive numbers matter. *)
  Variables A B : Q.
  Hypotheses (HA : 0 < A) (HB : 0 < B).

  (** Positive if the ratio A : B is above that of the event, zero at it. *)
  Definition over (e : event) : Q := inject_Z (Zpos (den e)) * A - inject_Z (Zpos (num e)) * B.

  Definition in_cell (c : cell) : Prop :=
    match c with
    | Sector from to _ =>
        match from with Some e => 0 < over e | None => True end /\
        match to with Some e => over e < 0 | None => True end
    | Tie e _ => over e == 0
    end.

  (** Whether a rival with this event is better at the point, and whether it ties. *)
  Definition wins (e : event) : bool := if up e then better (over e) 0 else better 0 (over e).
  Definition ties (e : event) : bool := Qeq_bool (over e) 0.

  Lemma better_iff x y : better x y = true <-> y < x.
  Proof.
    unfold better. rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff.
    split; [apply Qnot_le_lt | apply Qlt_not_le].
  Qed.

  Lemma better_false x y : better x y = false <-> x <= y.
  Proof. unfold better. rewrite negb_false_iff. apply Qle_bool_iff. Qed.

  (** * Order of the events *)

  Definition le (e f : event) : Prop := EventOrder.leb e f = true.

  Lemma le_iff e f : le e f <-> (Zpos (num e) * Zpos (den f) <= Zpos (num f) * Zpos (den e))%Z.
  Proof. unfold le, EventOrder.leb. rewrite Pos.leb_le. lia. Qed.

  Lemma le_over e f : le e f ->
    inject_Z (Zpos (den e)) * over f <= inject_Z (Zpos (den f)) * over e.
  Proof.
    rewrite le_iff. intro H. unfold over.
    rewrite Zle_Qle, !inject_Z_mult in H.
    assert (inject_Z (Zpos (num e)) * inject_Z (Zpos (den f)) * B <=
            inject_Z (Zpos (num f)) * inject_Z (Zpos (den e)) * B)
      by (apply Qmult_le_compat_r; lra).
    lra.
  Qed.

  Lemma den_positive e : 0 < inject_Z (Zpos (den e)).
  Proof. reflexivity. Qed.

  Lemma le_nonneg e f : le e f -> 0 <= over f -> 0 <= over e.
  Proof.
    intros H Hf. apply le_over in H. pose proof (den_positive e). pose proof (den_positive f). nra.
  Qed.

  Lemma le_pos e f : le e f -> 0 < over f -> 0 < over e.
  Proof.
    intros H Hf. apply le_over in H. pose proof (den_positive e). pose proof (den_positive f). nra.
  Qed.

  Lemma lt_zero e f : le e f -> EventOrder.leb f e = false -> 0 <= over f -> 0 < over e.
  Proof.
    intros _ H Hf.
    assert (Hlt : (Zpos (num e) * Zpos (den f) < Zpos (num f) * Zpos (den e))%Z).
    { destruct (Z.lt_ge_cases (Zpos (num e) * Zpos (den f)) (Zpos (num f) * Zpos (den e)));
        [assumption|].
      assert (le f e) as X by (apply le_iff; lia). unfold le in X. congruence. }
    rewrite Zlt_Qlt, !inject_Z_mult in Hlt. unfold over in *.
    apply Qmult_lt_compat_r with (z := B) in Hlt; [|assumption].
    pose proof (den_positive e). pose proof (den_positive f).
    set (de := inject_Z (Zpos (den e))) in *. set (df := inject_Z (Zpos (den f))) in *.
    set (ne := inject_Z (Zpos (num e))) in *. set (nf := inject_Z (Zpos (num f))) in *.
    nra.
  Qed.

  (** * Numbers of rivals *)

  Lemma count_cons {T} (p : T -> bool) x l : count p (x :: l) = (one_if (p x) + count p l)%Z.
  Proof. unfold count. cbn [filter]. destruct (p x); cbn [length one_if]; lia. Qed.

  Lemma count_nil {T} (p : T -> bool) : count p [] = 0%Z.
  Proof. reflexivity. Qed.

  Definition downs_in (l : list event) : Z := count (fun e => negb (up e)) l.

  Lemma downs_cons x l : downs_in (x :: l) = (one_if (negb (up x)) + downs_in l)%Z.
  Proof. exact (count_cons (fun e => negb (up e)) x l). Qed.

  (** Above the point, nothing ties, and those that are better below their ratio are better. *)
  Lemma all_above l : Forall (fun e => over e < 0) l ->
    count wins l = downs_in l /\ count ties l = 0%Z.
  Proof.
    induction 1 as [|e l He _ [IHw IHt]]; [split; reflexivity|].
    rewrite downs_cons, !count_cons, IHw, IHt.
    assert (wins e = negb (up e)) as ->.
    { unfold wins. destruct (up e); cbn [negb].
      - apply better_false. lra.
      - apply better_iff. assumption. }
    assert (ties e = false) as ->.
    { unfold ties. apply not_true_iff_false. rewrite Qeq_bool_iff. lra. }
    cbn [one_if]. split; lia.
  Qed.

  Lemma above_sorted e l : over e < 0 -> Forall (le e) l -> Forall (fun f => over f < 0) l.
  Proof.
    intros He. apply Forall_impl. intros f Hf.
    destruct (Qlt_le_dec (over f) 0) as [|H]; [assumption|].
    apply (le_nonneg _ _ Hf) in H. lra.
  Qed.

  Lemma none_from l : forall equal e u d ahead, over e < 0 -> Forall (le e) l ->
    StronglySorted le l -> Forall (fun c => ~ in_cell c) (cells_from equal e u d ahead l).
  Proof.
    induction l as [|f l IH]; intros equal e u d ahead He Hl Hs; cbn [cells_from].
    - repeat constructor; cbn [in_cell]; lra.
    - inversion Hs as [|? ? Hs' Hfl]; subst. inversion Hl as [|? ? Hef Hel]; subst.
      destruct (EventOrder.leb f e).
      + apply IH; assumption.
      + constructor; [cbn [in_cell]; lra|]. constructor; [cbn [in_cell]; lra|].
        apply IH; try assumption.
        exact (Forall_inv (above_sorted e (f :: l) He Hl)).
  Qed.

  (** How many are better at the point, and how many tie,
        seen from an event that is not above it. *)
  Definition better_from (e : event) (u d ahead : Z) (l : list event) : Z :=
    (ahead - d + (if ties e then 0 else u) - downs_in l + count wins l)%Z.
  Definition tied_from (e : event) (u d equal : Z) (l : list event) : Z :=
    (equal + (if ties e then u + d else 0) + count ties l)%Z.

  Lemma ties_iff e : ties e = true <-> over e == 0.
  Proof. apply Qeq_bool_iff. Qed.

  Lemma ties_false e : 0 <= over e -> (ties e = false <-> 0 < over e).
  Proof.
    intro. rewrite <- not_true_iff_false, ties_iff. split; intro; lra.
  Qed.

  Lemma wins_tie e : over e == 0 -> wins e = false.
  Proof. intro. unfold wins. destruct (up e); apply better_false; lra. Qed.

  Lemma wins_below e : 0 < over e -> wins e = up e.
  Proof.
    intro. unfold wins. destruct (up e); [apply better_iff | apply better_false]; lra.
  Qed.

  Lemma from_spec l : forall equal e u d ahead, 0 <= over e -> Forall (le e) l ->
    StronglySorted le l ->
    exactly_one in_cell (cells_from equal e u d ahead l) /\
    Forall (fun c => in_cell c -> interval c =
      (1 + better_from e u d ahead l, better_from e u d ahead l + tied_from e u d equal l)%Z)
      (cells_from equal e u d ahead l).
  Proof.
    unfold better_from, tied_from.
    induction l as [|f l IH]; intros equal e u d ahead He Hl Hs; cbn [cells_from].
    - unfold downs_in. rewrite !count_nil. destruct (ties e) eqn:T.
      + apply ties_iff in T. split.
        * apply this_one; [exact T|]. repeat constructor. cbn [in_cell]. lra.
        * repeat constructor; cbn [in_cell interval]; intro; [f_equal; lia | exfalso; lra].
      + apply ties_false in T; [|assumption]. split.
        * apply a_later_one; [cbn [in_cell]; lra|]. apply this_one; [cbn [in_cell]; tauto|].
          constructor.
        * repeat constructor; cbn [in_cell interval]; intro; [exfalso; lra | f_equal; lia].
    - inversion Hs as [|? ? Hs' Hfl]; subst. inversion Hl as [|? ? Hef Hel]; subst.
      rewrite downs_cons, !count_cons.
      destruct (EventOrder.leb f e) eqn:Hfe.
      + destruct (IH equal e (u + one_if (up f))%Z (d + one_if (negb (up f)))%Z ahead He Hel Hs')
          as [IH1 IH2].
        split; [exact IH1|]. revert IH2. apply Forall_impl. intros c Hc Hin.
        rewrite (Hc Hin). destruct (ties e) eqn:T.
        * apply ties_iff in T. assert (over f == 0) as F.
          { assert (0 <= over f) by (apply (le_nonneg f e Hfe); lra).
            destruct (Qlt_le_dec 0 (over f)) as [X|X]; [|lra].
            apply (le_pos e f Hef) in X. lra. }
          rewrite (wins_tie f F), (proj2 (ties_iff f) F).
          destruct (up f); cbn [one_if negb]; f_equal; lia.
        * apply ties_false in T; [|assumption].
          assert (F : 0 < over f) by exact (le_pos f e Hfe T).
          rewrite (wins_below f F), (proj2 (ties_false f (Qlt_le_weak _ _ F)) F).
          destruct (up f); cbn [one_if negb]; f_equal; lia.
      + destruct (Qlt_le_dec (over f) 0) as [Hf|Hf].
        * pose proof (none_from l equal f (one_if (up f)) (one_if (negb (up f)))
            (ahead - d + u)%Z Hf Hfl Hs') as None.
          assert (Above : Forall (fun g => over g < 0) (f :: l)).
          { constructor; [assumption|]. exact (above_sorted f l Hf Hfl). }
          destruct (all_above _ Above) as [Ew Et]. rewrite downs_cons, count_cons in Ew.
          rewrite count_cons in Et.
          destruct (ties e) eqn:T.
          -- apply ties_iff in T. split.
             ++ apply this_one; [exact T|]. constructor; [cbn [in_cell]; lra | exact None].
             ++ constructor; [cbn [interval]; intro; f_equal; lia|].
                constructor; [cbn [in_cell]; intro; exfalso; lra|].
                revert None. apply Forall_impl. tauto.
          -- apply ties_false in T; [|assumption]. split.
             ++ apply a_later_one; [cbn [in_cell]; lra|]. apply this_one; [cbn [in_cell]; tauto|].
                exact None.
             ++ constructor; [cbn [in_cell]; intro; exfalso; lra|].
                constructor; [cbn [interval]; intro; f_equal; lia|].
                revert None. apply Forall_impl. tauto.
        * pose proof (lt_zero e f Hef Hfe Hf) as Hpos.
          rewrite (proj2 (ties_false e He) Hpos).
          destruct (IH equal f (one_if (up f)) (one_if (negb (up f))) (ahead - d + u)%Z Hf Hfl Hs')
            as [IH1 IH2].
          split.
          -- apply a_later_one; [cbn [in_cell]; lra|]. apply a_later_one; [cbn [in_cell]; lra|].
             exact IH1.
          -- constructor; [cbn [in_cell]; intro; exfalso; lra|].
             constructor; [cbn [in_cell]; intro; exfalso; lra|].
             revert IH2. apply Forall_impl. intros c Hc Hin. rewrite (Hc Hin).
             destruct (ties f) eqn:T.
             ++ apply ties_iff in T. rewrite (wins_tie f T).
                destruct (up f); cbn [one_if negb]; f_equal; lia.
             ++ apply ties_false in T; [|assumption]. rewrite (wins_below f T).
                destruct (up f); cbn [one_if negb]; f_equal; lia.
  Qed.

  (** The sector theorem. *)
  Theorem all_cells_spec equal ahead l : StronglySorted le l ->
    exactly_one in_cell (all_cells equal (ahead + downs_in l) l) /\
    Forall (fun c => in_cell c -> interval c =
      (1 + (ahead + count wins l), ahead + count wins l + equal + count ties l)%Z)
      (all_cells equal (ahead + downs_in l) l).
  Proof.
    intro Hs. destruct l as [|e l]; cbn [all_cells].
    - unfold downs_in. rewrite !count_nil. split.
      + apply this_one; [split; exact I | constructor].
      + constructor; [|constructor]. intros _. cbn [interval]. f_equal; lia.
    - inversion Hs as [|? ? Hs' Hel]; subst.
      destruct (Qlt_le_dec (over e) 0) as [He|He].
      + pose proof (none_from l equal e (one_if (up e)) (one_if (negb (up e)))
          (ahead + downs_in (e :: l))%Z He Hel Hs') as None.
        assert (Above : Forall (fun g => over g < 0) (e :: l)).
        { constructor; [assumption|]. exact (above_sorted e l He Hel). }
        destruct (all_above _ Above) as [Ew Et]. rewrite Ew, Et. split.
        * apply this_one; [cbn [in_cell]; tauto | exact None].
        * constructor; [intros _; cbn [interval]; f_equal; lia|].
          revert None. apply Forall_impl. tauto.
      + destruct (from_spec l equal e (one_if (up e)) (one_if (negb (up e)))
          (ahead + downs_in (e :: l))%Z He Hel Hs') as [H1 H2].
        split.
        * apply a_later_one; [cbn [in_cell]; lra | exact H1].
        * constructor; [cbn [in_cell]; intro; exfalso; lra|].
          revert H2. apply Forall_impl. intros c Hc Hin. rewrite (Hc Hin).
          unfold better_from, tied_from. rewrite downs_cons, !count_cons.
          destruct (ties e) eqn:T.
          -- apply ties_iff in T. rewrite (wins_tie e T).
             destruct (up e); cbn [one_if negb]; f_equal; lia.
          -- apply ties_false in T; [|assumption]. rewrite (wins_below e T).
             destruct (up e); cbn [one_if negb]; f_equal; lia.
  Qed.
End AtAPoint.
