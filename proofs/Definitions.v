(** What is proved about: performances, ranking scores, ranks, and the pieces of the Tile.
    Everything that a theorem of this folder states is stated in these words. *)
From Coq Require Import ZArith QArith List Bool.
Import ListNotations.
Open Scope Q_scope.

(** * Performances

    Counts, weights or probabilities of the four outcomes. They need not add up to 1. *)
Record matrix := Matrix { tn : Q; fp : Q; fn : Q; tp : Q }.

Definition negatives (m : matrix) : Q := tn m + fp m.
Definition positives (m : matrix) : Q := fn m + tp m.
Definition prior (m : matrix) : Q := positives m / (negatives m + positives m).
Definition tnr (m : matrix) : Q := tn m / negatives m.
Definition tpr (m : matrix) : Q := tp m / positives m.

(** No count is negative, and both classes occur. *)
Definition valid (m : matrix) : Prop :=
  0 <= tn m /\ 0 <= fp m /\ 0 <= fn m /\ 0 <= tp m /\ 0 < negatives m /\ 0 < positives m.

(** * Ranking scores (The Tile, Equation 3, with the canonical importances)

    At the point (a, b) the importances are 1-a for tn, 1-b for fp, b for fn and a for tp. *)
Definition satisfied (a b : Q) (m : matrix) : Q := (1 - a) * tn m + a * tp m.
Definition unsatisfied (a b : Q) (m : matrix) : Q := (1 - b) * fp m + b * fn m.
Definition R (a b : Q) (m : matrix) : Q :=
  satisfied a b m / (satisfied a b m + unsatisfied a b m).

(** The open Tile: all four importances are positive. *)
Definition in_open_tile (a b : Q) : Prop := 0 < a < 1 /\ 0 < b < 1.
Definition in_closed_tile (a b : Q) : Prop := 0 <= a <= 1 /\ 0 <= b <= 1.

(** * Ranks

    Rank 1 is best. With ties a rank is an interval: 1 + how many are better, and how many are at
    least as good, the classifier itself included. *)
Definition count {T : Type} (p : T -> bool) (l : list T) : Z := Z.of_nat (length (filter p l)).
Definition at_least (x y : Q) : bool := Qle_bool y x.
Definition better (x y : Q) : bool := negb (Qle_bool x y).

Definition rank (a b : Q) (all : list matrix) (m : matrix) : Z * Z :=
  (1 + count (fun other => better (R a b other) (R a b m)) all,
   count (fun other => at_least (R a b other) (R a b m)) all)%Z.

(** * Prior shift (The Tile, Section 3.2)

    The same rates at another positive prior, with the same total. *)
Definition shift (p : Q) (m : matrix) : matrix :=
  let to_negatives := (1 - p) / (1 - prior m) in
  let to_positives := p / prior m in
  Matrix (to_negatives * tn m) (to_negatives * fp m) (to_positives * fn m) (to_positives * tp m).

(** A coordinate of the Tile of the positive prior p, moved to the Tile of the prior 1/2, where
    every frontier is straight (the inverse of Equations 4 and 5). *)
Definition balanced (p z : Q) : Q := z * p / ((1 - z) * (1 - p) + z * p).

(** * Curves and pieces

    The curve k_ab ab + k_a a + k_b b + k_1 = 0. *)
Record curve := Curve { k_ab : Z; k_a : Z; k_b : Z; k_1 : Z }.

Definition eval (k : curve) (a b : Q) : Q :=
  inject_Z (k_ab k) * (a * b) + inject_Z (k_a k) * a + inject_Z (k_b k) * b + inject_Z (k_1 k).

Definition point : Type := Q * Q.

(** A piece as the program writes it. Edge k joins vertex k to vertex k+1, the last to the first. *)
Record piece := Piece {
  classifier : nat;
  dimension : Z;
  ranked : Z * Z;
  vertices : list point;
  edges : list curve
}.

(** x is strictly between y and z. *)
Definition between (x y z : Q) : Prop := y < x < z \/ z < x < y.

(** The point (a, b) of the open Tile is in the piece. A region (dimension 2) is where the
    expressions of all edges are positive. A tie (dimension 1) is the part of its curve between its
    two vertices. *)
Definition contains (p : piece) (a b : Q) : Prop :=
  if Z.eqb (dimension p) 2 then Forall (fun e => 0 < eval e a b) (edges p)
  else match vertices p, edges p with
       | [v; w], [e] => eval e a b == 0 /\ between a (fst v) (fst w) /\ between b (snd v) (snd w)
       | _, _ => False
       end.

(** Exactly one entry of a list has a property. *)
Inductive exactly_one {T : Type} (P : T -> Prop) : list T -> Prop :=
| this_one x l : P x -> Forall (fun y => ~ P y) l -> exactly_one P (x :: l)
| a_later_one x l : ~ P x -> exactly_one P l -> exactly_one P (x :: l).

(** * Outlines

    Positive if and only if the third point is on the left of the way from the first to the
    second. *)
Definition turn (v w x : point) : Q :=
  (fst w - fst v) * (snd x - snd v) - (snd w - snd v) * (fst x - fst v).

Definition straightened (p : Q) (v : point) : point := (balanced p (fst v), balanced p (snd v)).

(** The edge e joins v to w and has its positive side on the left. Left and right are those of the
    Tile of the prior 1/2, where the edge is straight; moving a point there keeps the order of each
    coordinate. *)
Definition joins (p : Q) (e : curve) (v w : point) : Prop :=
  eval e (fst v) (snd v) == 0 /\ eval e (fst w) (snd w) == 0 /\
  (forall a b, in_closed_tile a b ->
     (0 < eval e a b <->
      0 < turn (straightened p v) (straightened p w) (straightened p (a, b)))).

Definition same_point (v w : point) : Prop := fst v == fst w /\ snd v == snd w.

Inductive pairwise_distinct : list point -> Prop :=
| no_points : pairwise_distinct []
| one_more v l : Forall (fun w => ~ same_point v w) l -> pairwise_distinct l ->
    pairwise_distinct (v :: l).

(** The vertices moved one place forward, the first to the end. *)
Definition next {T : Type} (l : list T) : list T :=
  match l with [] => [] | x :: rest => rest ++ [x] end.

(** The vertices of a region are those of a convex polygon, counter-clockwise, each once: every
    edge joins its vertices with the inside on its left, and no vertex is on the right of an
    edge. *)
Definition outlined (p : Q) (region : piece) : Prop :=
  (3 <= length (vertices region))%nat /\
  length (edges region) = length (vertices region) /\
  pairwise_distinct (vertices region) /\
  Forall (fun v => in_closed_tile (fst v) (snd v)) (vertices region) /\
  Forall (fun v => Forall (fun e => 0 <= eval e (fst v) (snd v)) (edges region))
    (vertices region) /\
  Forall (fun x => joins p (fst x) (fst (snd x)) (snd (snd x)))
    (combine (edges region) (combine (vertices region) (next (vertices region)))).

(** No integer but 1 and -1 divides all four coefficients. *)
Definition no_common_factor (k : curve) : Prop :=
  forall d, (d | k_ab k)%Z -> (d | k_a k)%Z -> (d | k_b k)%Z -> (d | k_1 k)%Z -> (d | 1)%Z.

(** * A result of `regions` for classifiers with one prior. *)

(** Which classifiers and ranks a result is restricted to; without a list, to none. *)
Record selection := Selection {
  only_classifiers : option (list nat);
  only_ranks : option (list Z)
}.

(** The classifier i with this rank is selected: the rank interval contains one of the ranks. *)
Definition selects (s : selection) (i : nat) (k : Z * Z) : bool :=
  match only_classifiers s with Some l => existsb (Nat.eqb i) l | None => true end &&
  match only_ranks s with
  | Some l => existsb (fun r => Z.leb (fst k) r && Z.leb r (snd k)) l
  | None => true
  end.

Record result := Result {
  prior_positive : Q;
  classifiers : list matrix;
  restricted : selection;
  pieces : list piece
}.

Definition same_matrix (m n : matrix) : Prop :=
  tn m == tn n /\ fp m == fp n /\ fn m == fn n /\ tp m == tp n.

(** The result is about the given performances, moved to its prior. *)
Definition about (given : list matrix) (r : result) : Prop :=
  0 < prior_positive r < 1 /\ Forall valid given /\
  Forall2 same_matrix (classifiers r) (map (shift (prior_positive r)) given).

(** Each piece is in good form. *)
Definition well_formed (p : Q) (x : piece) : Prop :=
  (dimension x = 1 \/ dimension x = 2 /\ outlined p x)%Z /\
  Forall no_common_factor (edges x) /\
  exists a b, in_open_tile a b /\ contains x a b.

(** The result is true: for every classifier, each rational point of the open Tile where it has a
    selected rank is in exactly one of its pieces, and the rank of this piece is the rank there.
    Other points are in none. Without a restriction everything is selected. *)
Definition true_regions (r : result) : Prop :=
  Forall (fun x => (classifier x < length (classifiers r))%nat /\
                   well_formed (prior_positive r) x) (pieces r) /\
  forall a b, in_open_tile a b ->
  forall i m, nth_error (classifiers r) i = Some m ->
    if selects (restricted r) i (rank a b (classifiers r) m)
    then
      exactly_one (fun x => classifier x = i /\ contains x a b) (pieces r) /\
      Forall (fun x => classifier x = i -> contains x a b ->
                       ranked x = rank a b (classifiers r) m) (pieces r)
    else Forall (fun x => ~ (classifier x = i /\ contains x a b)) (pieces r).
