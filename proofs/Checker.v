(** The checker for results of `regions`: a function that Coq runs, and that is extracted to OCaml.

    For each classifier it sorts the ratios at which it swaps places with a rival. They cut the
    positive numbers, and with them the Tile, into sectors, and the listed pieces must be these
    sectors and the ties between them, in this order. *)
From Coq Require Import ZArith QArith List Bool Orders Mergesort Lia.
From Exactile Require Import Definitions.
Import ListNotations.
Open Scope Z_scope.

(** * Curves *)

Definition curve_eqb (k l : curve) : bool :=
  (k_ab k =? k_ab l) && (k_a k =? k_a l) && (k_b k =? k_b l) && (k_1 k =? k_1 l).

Definition opposite (k : curve) : curve := Curve (- k_ab k) (- k_a k) (- k_b k) (- k_1 k).

Definition common_factor (k : curve) : Z :=
  Z.gcd (Z.gcd (k_ab k) (k_a k)) (Z.gcd (k_b k) (k_1 k)).

Definition primitive (k : curve) : curve :=
  let g := common_factor k in Curve (k_ab k / g) (k_a k / g) (k_b k / g) (k_1 k / g).

(** * Integers in place of counts, without common factor *)

Record counts := Counts { ztn : Z; zfp : Z; zfn : Z; ztp : Z }.

(** The counts over a common denominator; as a curve, since only the four numbers matter. *)
Definition on_common_denominator (m : matrix) : curve :=
  let d q := Zpos (Qden q) in
  Curve (Qnum (tn m) * d (fp m) * d (fn m) * d (tp m))
        (d (tn m) * Qnum (fp m) * d (fn m) * d (tp m))
        (d (tn m) * d (fp m) * Qnum (fn m) * d (tp m))
        (d (tn m) * d (fp m) * d (fn m) * Qnum (tp m)).

Definition integers (m : matrix) : counts :=
  let k := primitive (on_common_denominator m) in Counts (k_ab k) (k_a k) (k_b k) (k_1 k).

(** * Frontiers *)

(** Positive where j is better than i. *)
Definition frontier (i j : counts) : curve :=
  Curve ((ztp j - ztn j) * (zfn i - zfp i) - (ztp i - ztn i) * (zfn j - zfp j))
        ((ztp j - ztn j) * zfp i - (ztp i - ztn i) * zfp j)
        (ztn j * (zfn i - zfp i) - ztn i * (zfn j - zfp j))
        (ztn j * zfp i - ztn i * zfp j).

(** The sign of the curve's expression at a point, as an integer. *)
Definition sign_at (k : curve) (v : point) : Z :=
  let (a, b) := v in
  let na := Qnum a in let da := Zpos (Qden a) in
  let nb := Qnum b in let db := Zpos (Qden b) in
  k_ab k * (na * nb) + k_a k * (na * db) + k_b k * (da * nb) + k_1 k * (da * db).

(** * Rivals of a classifier *)

(** A rival that swaps places with the classifier at the ratio num/den. It is better above it if
    `up`, else below it. The curve is positive above the ratio. *)
Record event := Event { num : positive; den : positive; up : bool; low : curve }.

Inductive rival := Ahead | Behind | Equal | Swaps (e : event).

Definition rival_of (i j : counts) : rival :=
  let ni := ztn i + zfp i in
  let nj := ztn j + zfp j in
  match ni * ztn j - nj * ztn i, ni * ztp j - nj * ztp i with
  | Zpos d, Zneg n => Swaps (Event n d true (primitive (frontier i j)))
  | Zneg d, Zpos n => Swaps (Event n d false (primitive (opposite (frontier i j))))
  | Z0, Z0 => Equal
  | Zneg _, _ | _, Zneg _ => Behind
  | _, _ => Ahead
  end.

Definition is_ahead (r : rival) : bool := match r with Ahead => true | _ => false end.
Definition is_equal (r : rival) : bool := match r with Equal => true | _ => false end.
Definition events_of (rs : list rival) : list event :=
  flat_map (fun r => match r with Swaps e => [e] | _ => [] end) rs.

Module EventOrder <: TotalLeBool.
  Definition t := event.
  Definition leb (x y : event) : bool := Pos.leb (num x * den y) (num y * den x).
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof.
    intros x y. unfold leb. rewrite !Pos.leb_le. lia.
  Qed.
End EventOrder.
Module EventSort := Sort EventOrder.

(** * Sectors and the ties between them *)

Inductive cell :=
| Sector (from : option event) (to : option event) (interval : Z * Z)
| Tie (at_ratio : event) (interval : Z * Z).

Definition interval (c : cell) : Z * Z :=
  match c with Sector _ _ i => i | Tie _ i => i end.

Definition one_if (b : bool) : Z := if b then 1 else 0.

(** The cells from the ratio of the event `e` on. Of the rivals at this ratio, `ups` and `downs`
    have been counted. Below it `ahead` rivals are better; `equal` performances are equal. *)
Fixpoint cells_from (equal : Z) (e : event) (ups downs ahead : Z) (later : list event) : list cell
  :=
  let tie := Tie e (1 + (ahead - downs), ahead + equal + ups) in
  let above := ahead - downs + ups in
  let sector to := Sector (Some e) to (1 + above, above + equal) in
  match later with
  | [] => [tie; sector None]
  | f :: rest =>
      if EventOrder.leb f e
      then cells_from equal e (ups + one_if (up f)) (downs + one_if (negb (up f))) ahead rest
      else tie :: sector (Some f) ::
           cells_from equal f (one_if (up f)) (one_if (negb (up f))) above rest
  end.

Definition all_cells (equal ahead : Z) (events : list event) : list cell :=
  match events with
  | [] => [Sector None None (1 + ahead, ahead + equal)]
  | e :: rest => Sector None (Some e) (1 + ahead, ahead + equal) ::
      cells_from equal e (one_if (up e)) (one_if (negb (up e))) ahead rest
  end.

Definition cells (all : list counts) (i : counts) : list cell :=
  let rivals := map (rival_of i) all in
  let events := EventSort.sort (events_of rivals) in
  all_cells (count is_equal rivals)
    (count is_ahead rivals + count (fun e => negb (up e)) events) events.

(** * A piece is that of a cell *)

Definition bottom := Curve 0 0 1 0.
Definition right := Curve 0 (-1) 0 1.
Definition top := Curve 0 0 (-1) 1.
Definition left := Curve 0 1 0 0.

Definition is_low (from : option event) (k : curve) : bool :=
  match from with Some e => curve_eqb k (low e) | None => false end.
Definition is_high (to : option event) (k : curve) : bool :=
  match to with Some e => curve_eqb k (opposite (low e)) | None => false end.

Definition less (x y : Q) : bool := Qnum x * Zpos (Qden y) <? Qnum y * Zpos (Qden x).
Definition in_unit (x : Q) : bool := (0 <=? Qnum x) && (Qnum x <=? Zpos (Qden x)).
Definition in_tile (v : point) : bool := in_unit (fst v) && in_unit (snd v).

(** The edge is a side of the Tile or one of the two frontiers, and runs counter-clockwise. *)
Definition joined (from to : option event) (x : curve * (point * point)) : bool :=
  let '(k, (v, w)) := x in
  (sign_at k v =? 0) && (sign_at k w =? 0) &&
  ((is_low from k || curve_eqb k top) && less (fst w) (fst v) ||
   (is_high to k || curve_eqb k bottom) && less (fst v) (fst w) ||
   curve_eqb k right && less (snd v) (snd w) ||
   curve_eqb k left && less (snd w) (snd v)).

Definition not_outside (from to : option event) (v : point) : bool :=
  in_tile v &&
  match from with Some e => 0 <=? sign_at (low e) v | None => true end &&
  match to with Some e => sign_at (low e) v <=? 0 | None => true end.

Definition same_point_b (v w : point) : bool := Qeq_bool (fst v) (fst w) && Qeq_bool (snd v) (snd
  w).

Fixpoint distinct (l : list point) : bool :=
  match l with
  | [] => true
  | v :: rest => forallb (fun w => negb (same_point_b v w)) rest && distinct rest
  end.

Definition region_ok (from to : option event) (p : piece) : bool :=
  (dimension p =? 2) &&
  Nat.leb 3 (length (vertices p)) && Nat.eqb (length (edges p)) (length (vertices p)) &&
  forallb (not_outside from to) (vertices p) && distinct (vertices p) &&
  forallb (joined from to) (combine (edges p) (combine (vertices p) (next (vertices p)))) &&
  match from with Some e => existsb (is_low from) (edges p) | None => true end &&
  match to with Some e => existsb (is_high to) (edges p) | None => true end.

(** The two ends of a frontier: at the left or upper border, and at the right or lower one. *)
Definition upper_left (v : point) : bool :=
  (Qnum (fst v) =? 0) || (Qnum (snd v) =? Zpos (Qden (snd v))).
Definition lower_right (v : point) : bool :=
  (Qnum (fst v) =? Zpos (Qden (fst v))) || (Qnum (snd v) =? 0).

Definition tie_ok (e : event) (p : piece) : bool :=
  (dimension p =? 1) &&
  match vertices p, edges p with
  | [v; w], [k] =>
      (curve_eqb k (low e) || curve_eqb k (opposite (low e))) &&
      in_tile v && in_tile w && (sign_at k v =? 0) && (sign_at k w =? 0) &&
      (upper_left v && lower_right w || upper_left w && lower_right v)
  | _, _ => false
  end.

Definition interval_eqb (x y : Z * Z) : bool := (fst x =? fst y) && (snd x =? snd y).

Definition is_piece_of (i : nat) (c : cell) (p : piece) : bool :=
  Nat.eqb (classifier p) i &&
  match c with
  | Sector from to interval => interval_eqb (ranked p) interval && region_ok from to p
  | Tie e interval => interval_eqb (ranked p) interval && tie_ok e p
  end.

(** * A whole result *)

(** What is left of the pieces after those of the given cells. *)
Fixpoint after_cells (i : nat) (cs : list cell) (ps : list piece) : option (list piece) :=
  match cs, ps with
  | [], _ => Some ps
  | c :: cs', p :: ps' => if is_piece_of i c p then after_cells i cs' ps' else None
  | _ :: _, [] => None
  end.

Definition selected_cells (s : selection) (all : list counts) (i : nat) (m : counts) : list cell :=
  filter (fun c => selects s i (interval c)) (cells all m).

Fixpoint pieces_ok (s : selection) (all : list counts) (i : nat) (rest : list counts)
  (ps : list piece) : bool :=
  match rest with
  | [] => match ps with [] => true | _ => false end
  | m :: rest' =>
      match after_cells i (selected_cells s all i m) ps with
      | Some ps' => pieces_ok s all (S i) rest' ps'
      | None => false
      end
  end.

Definition positive_b (x : Q) : bool := 0 <? Qnum x.
Definition valid_b (m : matrix) : bool :=
  (0 <=? Qnum (tn m)) && (0 <=? Qnum (fp m)) && (0 <=? Qnum (fn m)) && (0 <=? Qnum (tp m)) &&
  positive_b (negatives m) && positive_b (positives m).

Definition same_matrix_b (m n : matrix) : bool :=
  Qeq_bool (tn m) (tn n) && Qeq_bool (fp m) (fp n) &&
  Qeq_bool (fn m) (fn n) && Qeq_bool (tp m) (tp n).

Fixpoint all_same (l l' : list matrix) : bool :=
  match l, l' with
  | [], [] => true
  | m :: rest, n :: rest' => same_matrix_b m n && all_same rest rest'
  | _, _ => false
  end.

(** Whether the result is the right one for the given performances, moved to the asked prior. *)
Definition check (given : list matrix) (asked : Q) (r : result) : bool :=
  let p := prior_positive r in
  let zs := map integers (classifiers r) in
  Qeq_bool p asked && less 0 p && less p 1 && forallb valid_b given &&
  all_same (classifiers r) (map (shift p) given) &&
  pieces_ok (restricted r) zs 0 zs (pieces r).
