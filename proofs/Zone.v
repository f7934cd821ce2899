(** Zones, where some classifiers are at least as good as others: what is true, and the checker. *)
From Coq Require Import ZArith QArith List Bool.
From Exactile Require Import Definitions PriorShift Checker.
Import ListNotations.
Open Scope Q_scope.

(** * What is true *)

(** At (a, b), m is at least as good as n: no division, so that it also has a meaning where a score
    is undefined. Where both are defined it says R a b n <= R a b m ([at_least_as_good_is_R]). *)
Definition at_least_as_good (a b : Q) (m n : matrix) : Prop :=
  satisfied a b n * unsatisfied a b m <= satisfied a b m * unsatisfied a b n.

(** Each of the first is at least as good as each of the others. *)
Definition in_zone (all : list matrix) (first others : list nat) (a b : Q) : Prop :=
  forall i j m n, In i first -> In j others ->
    nth_error all i = Some m -> nth_error all j = Some n -> at_least_as_good a b m n.

Definition within (x y z : Q) : Prop := y <= x <= z \/ z <= x <= y.

(** The point is in the closed piece: a region with its border, an arc with its ends, a point. *)
Definition contains_closed (x : piece) (a b : Q) : Prop :=
  if Z.eqb (dimension x) 2 then Forall (fun e => 0 <= eval e a b) (edges x)
  else match vertices x, edges x with
       | [v; w], [e] => eval e a b == 0 /\ within a (fst v) (fst w) /\ within b (snd v) (snd w)
       | [v], [] => same_point (a, b) v
       | _, _ => False
       end.

(** The piece is a region with an inside and the outline of a convex polygon, an arc between two
    different points, or a point. *)
Definition zone_formed (p : Q) (x : piece) : Prop :=
  Forall no_common_factor (edges x) /\
  Forall (fun v => in_closed_tile (fst v) (snd v)) (vertices x) /\
  (dimension x = 2%Z /\ outlined p x /\
     (exists a b, in_open_tile a b /\ Forall (fun e => 0 < eval e a b) (edges x)) \/
   dimension x = 1%Z /\
     (exists v w e, vertices x = [v; w] /\ edges x = [e] /\ ~ same_point v w /\ joins p e v w) \/
   dimension x = 0%Z /\ (exists v, vertices x = [v] /\ edges x = [])).

(** A result of `zone`, for classifiers with one prior, moved to the prior p. The piece has no
    classifier and no rank; what stands in their place is not read. *)
Record zone := Zone {
  zone_prior : Q; first : list nat; others : list nat; zone_piece : option piece }.

Definition true_zone (given : list matrix) (z : zone) : Prop :=
  let p := zone_prior z in
  let inside := in_zone (map (shift p) given) (first z) (others z) in
  0 < p < 1 /\ Forall valid given /\
  (forall i, In i (first z ++ others z) -> (i < length given)%nat) /\
  match zone_piece z with
  | Some x => zone_formed p x /\
      forall a b, in_closed_tile a b -> (contains_closed x a b <-> inside a b)
  | None => forall a b, in_closed_tile a b -> ~ inside a b
  end.

(** * Curves that follow from others

    All expressions here are at least 0 in a zone. Those of one prior are a linear space of three
    dimensions, so that each one follows from two others and from a positive one, [everywhere]. *)
Open Scope Z_scope.

Definition times (c : Z) (k : curve) : curve :=
  Curve (c * k_ab k) (c * k_a k) (c * k_b k) (c * k_1 k).
Definition plus (k l : curve) : curve :=
  Curve (k_ab k + k_ab l) (k_a k + k_a l) (k_b k + k_b l) (k_1 k + k_1 l).

(** The totals of both classes, which say what the prior is. *)
Section Totals.
  Variables N P : Z.

  Definition everywhere : curve :=
    Curve ((P - N) * (P - N)) (N * (P - N)) (N * (P - N)) (N * N).

  (** Right of a vertical line, above a horizontal one. *)
  Definition right_of (x : Q) : curve :=
    let d := Zpos (Qden x) in
    Curve (d * (P - N)) (d * N) (- (Qnum x * (P - N))) (- (Qnum x * N)).
  Definition above (y : Q) : curve :=
    let d := Zpos (Qden y) in
    Curve (d * (P - N)) (- (Qnum y * (P - N))) (d * N) (- (Qnum y * N)).
  Definition left_of (x : Q) : curve := opposite (right_of x).
  Definition below (y : Q) : curve := opposite (above y).

  Definition sides : list curve := [right_of 0; left_of 1; above 0; below 1].

  (** A side of the Tile, with either sign, as a member of the linear space. *)
  Definition lifts : list (curve * curve) :=
    let l := combine [left; right; bottom; top] sides in
    l ++ map (fun x => (opposite (fst x), opposite (snd x))) l.
  Definition lifted (k : curve) : curve :=
    match find (fun x => curve_eqb k (fst x)) lifts with Some x => snd x | None => k end.

  (** d h = x g + y g' + z everywhere, with d positive and the others at least 0. *)
  Definition combined (d : Z) (h : curve) (x : Z) (g : curve) (y : Z) (g' : curve) (z : Z) : bool :=
    (0 <? d) && (0 <=? x) && (0 <=? y) && (0 <=? z) &&
    curve_eqb (times d h) (plus (times x g) (plus (times y g') (times z everywhere))).

  Definition det (u v w : curve) : Z :=
    k_a u * (k_b v * k_1 w - k_1 v * k_b w) - k_b u * (k_a v * k_1 w - k_1 v * k_a w)
    + k_1 u * (k_a v * k_b w - k_b v * k_a w).

  (** h follows from g and g'; if `surely`, it is positive. The numbers are those of Cramer. *)
  Definition follows (surely : bool) (g g' h : curve) : bool :=
    let w := everywhere in
    let d := det g g' w in
    let s := Z.sgn d in
    let z := s * det g g' h in
    (negb surely || (0 <? z)) &&
    combined (s * d) h (s * det h g' w) g (s * det g h w) g' z.

  (** h is a positive multiple of g. *)
  Definition multiple (g h : curve) : bool :=
    let part (f : curve -> Z) rest := if f h =? 0 then rest else (Z.abs (f g), Z.abs (f h)) in
    let (d, x) := part k_ab (part k_a (part k_b (part k_1 (1, 1)))) in
    combined d h x g 0 g 0.

  Definition follows_from_pairs (surely : bool) (pairs : list (curve * curve)) (h : curve) : bool :=
    existsb (fun x => follows surely (fst x) (snd x) h) pairs.

  Definition follows_from (l : list curve) (h : curve) : bool :=
    existsb (fun g => multiple g h) l ||
    existsb (fun g => existsb (fun g' => follows false g g' h) l) l.

  Definition tight (vs : list point) (k : curve) : bool :=
    existsb (fun v => sign_at k v =? 0) vs.

  (** * Pieces *)

  (** What is at least 0 in the piece and nowhere else, and pairs from which everything follows that
      is at least 0 in the piece. *)
  Definition claimed (x : piece) : list curve * list (curve * curve) :=
    match vertices x, edges x with
    | [v], [] =>
        let l := [right_of (fst v); above (snd v); left_of (fst v); below (snd v)] in
        (l, combine l (next l))
    | [v; w], [e] =>
        let (a, a') := if less (fst v) (fst w) then (fst v, fst w) else (fst w, fst v) in
        let (b, b') := if less (snd v) (snd w) then (snd v, snd w) else (snd w, snd v) in
        let e := lifted e in
        let ends := [right_of a; left_of a'; above b; below b'] in
        (e :: opposite e :: ends,
         map (fun k => (e, k)) ends ++ map (fun k => (opposite e, k)) ends)
    | _, es => let l := map lifted es in (l, combine l (next l))
    end.

  (** In balanced coordinates the curve is straight; how it rises with them. *)
  Definition slope_a (k : curve) : Z := N * k_a k - (P - N) * k_1 k.
  Definition slope_b (k : curve) : Z := N * k_b k - (P - N) * k_1 k.
  Definition is_straight (k : curve) : bool :=
    N * N * k_ab k =? (P - N) * (P - N) * k_1 k + (P - N) * (slope_a k + slope_b k).

  (** The edge joins v to w, with its positive side on the left. *)
  Definition joins_b (x : curve * (point * point)) : bool :=
    let '(e, (v, w)) := x in
    let k := lifted e in
    is_straight k && in_tile v && in_tile w && (sign_at e v =? 0) && (sign_at e w =? 0) &&
    ((0 <? slope_b k) && less (fst v) (fst w) || (slope_b k <? 0) && less (fst w) (fst v) ||
     (0 <? slope_a k) && less (snd w) (snd v) || (slope_a k <? 0) && less (snd v) (snd w)).

  (** A point inside the triangle of the first three vertices. *)
  Definition middle (p : Q) (vs : list point) : point :=
    match vs with
    | u :: v :: w :: _ =>
        let mean f := Qred ((balanced p (f u) + balanced p (f v) + balanced p (f w)) / 3)%Q in
        (Qred (unbalanced p (mean fst)), Qred (unbalanced p (mean snd)))
    | _ => (0, 0)%Q
    end.

  Definition in_open_b (v : point) : bool :=
    less 0 (fst v) && less (fst v) 1 && less 0 (snd v) && less (snd v) 1.

  Definition formed (p : Q) (x : piece) : bool :=
    forallb (fun k => common_factor k =? 1) (edges x) && forallb in_tile (vertices x) &&
    match dimension x, vertices x, edges x with
    | 2, vs, es =>
        Nat.leb 3 (length vs) && Nat.eqb (length es) (length vs) && distinct vs &&
        forallb (fun v => forallb (fun e => 0 <=? sign_at e v) es) vs &&
        forallb joins_b (combine es (combine vs (next vs))) &&
        in_open_b (middle p vs) && forallb (fun e => 0 <? sign_at e (middle p vs)) es
    | 1, [v; w], [e] => negb (same_point_b v w) && joins_b (e, (v, w))
    | 0, [v], [] => true
    | _, _, _ => false
    end.

  Definition piece_ok (p : Q) (constraints : list curve) (x : piece) : bool :=
    let (l, pairs) := claimed x in
    let near := filter (tight (vertices x)) constraints in
    formed p x && forallb (follows_from near) l &&
    forallb (follows_from_pairs false pairs) constraints.

  (** * No zone

      Polygons shrink from constraint to constraint until nothing is left. Nothing about this is
      proved: it only says from which pairs the opposite of a constraint may follow. *)
  Definition linear (k : curve) : Z * Z * Z := (slope_a k, slope_b k, k_1 k).
  Definition at_corner (k v : Z * Z * Z) : Z :=
    let '(x, y, z) := k in let '(x', y', z') := v in x * x' + y * y' + z * z'.
  Definition between_corners (k v w : Z * Z * Z) : Z * Z * Z :=
    let s := Z.abs (at_corner k w) in let t := Z.abs (at_corner k v) in
    let '(x, y, z) := v in let '(x', y', z') := w in
    let x := s * x + t * x' in let y := s * y + t * y' in let z := s * z + t * z' in
    let g := Z.gcd (Z.gcd x y) z in (x / g, y / g, z / g).
  Definition clipped (k : Z * Z * Z) (vs : list (Z * Z * Z)) : list (Z * Z * Z) :=
    flat_map (fun vw => let '(v, w) := vw in
      (if 0 <=? at_corner k v then [v] else []) ++
      (if at_corner k v * at_corner k w <? 0 then [between_corners k v w] else []))
      (combine vs (next vs)).
  Fixpoint last_corners (vs : list (Z * Z * Z)) (ks : list curve)
    : option (curve * list (Z * Z * Z)) :=
    match ks with
    | [] => None
    | k :: rest =>
        match clipped (linear k) vs with
        | [] => Some (k, vs)
        | left_over => last_corners left_over rest
        end
    end.

  Definition is_empty (constraints : list curve) : bool :=
    match last_corners [(0, 0, 1); (1, 0, P); (1, 1, P); (0, 1, P)] constraints with
    | None => false
    | Some (k, vs) =>
        existsb (fun v =>
          let l := filter (fun g => at_corner (linear g) v =? 0) constraints in
          existsb (fun g => follows_from_pairs true (map (fun g' => (g, g')) l) (opposite k)) l) vs
    end.
End Totals.

(** * A whole result *)

Definition constraints (N P : Z) (all : list counts) (first others : list nat) : list curve :=
  sides N P ++
  flat_map (fun i => flat_map (fun j =>
    match nth_error all i, nth_error all j with
    | Some m, Some n => [frontier n m]
    | _, _ => []
    end) others) first.

Definition check_zone (given : list matrix) (asked : Q) (z : zone) : bool :=
  let p := zone_prior z in
  let N := Zpos (Qden p) - Qnum p in
  let P := Qnum p in
  let ks := constraints N P (map (fun m => integers (shift p m)) given) (first z) (others z) in
  Qeq_bool p asked && less 0 p && less p 1 && forallb valid_b given &&
  forallb (fun i => Nat.ltb i (length given)) (first z ++ others z) &&
  match zone_piece z with
  | Some x => piece_ok N P p ks x
  | None => is_empty N P ks
  end.
