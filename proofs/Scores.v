(** Scores whose values are rational: their definitions, for swap tests and for lattices. *)
From Coq Require Import ZArith QArith.
From Exactile Require Import Definitions.
Open Scope Q_scope.

Inductive score :=
| Accuracy | Error_rate | Tnr | Tpr | Fpr | Fnr | Ppv | Npv | Fdr | For_
| Balanced_accuracy | Informedness | Markedness | F1 | F_beta (beta : Q) | Threat_score | Kappa
| Canonical (a b : Q).

(** No value where the denominator is 0. *)
Definition quotient (x y : Q) : option Q := if Qeq_bool y 0 then None else Some (x / y).

(** No value where one of the two has none. *)
Definition both (f : Q -> Q -> Q) (x y : option Q) : option Q :=
  match x, y with Some v, Some w => Some (f v w) | _, _ => None end.

Definition value_of (s : score) (m : matrix) : option Q :=
  let all := tn m + fp m + fn m + tp m in
  let tnr := quotient (tn m) (tn m + fp m) in
  let tpr := quotient (tp m) (tp m + fn m) in
  let ppv := quotient (tp m) (tp m + fp m) in
  let npv := quotient (tn m) (tn m + fn m) in
  match s with
  | Accuracy => quotient (tn m + tp m) all
  | Error_rate => quotient (fp m + fn m) all
  | Tnr => tnr
  | Tpr => tpr
  | Fpr => quotient (fp m) (tn m + fp m)
  | Fnr => quotient (fn m) (tp m + fn m)
  | Ppv => ppv
  | Npv => npv
  | Fdr => quotient (fp m) (tp m + fp m)
  | For_ => quotient (fn m) (tn m + fn m)
  | Balanced_accuracy => both (fun x y => (x + y) / 2) tnr tpr
  | Informedness => both (fun x y => x + y - 1) tnr tpr
  | Markedness => both (fun x y => x + y - 1) ppv npv
  | F1 => quotient (2 * tp m) (2 * tp m + fp m + fn m)
  | F_beta beta => quotient ((1 + beta * beta) * tp m)
                     ((1 + beta * beta) * tp m + fp m + beta * beta * fn m)
  | Threat_score => quotient (tp m) (tp m + fp m + fn m)
  | Kappa => quotient (2 * (tp m * tn m - fp m * fn m))
               ((tp m + fp m) * (fp m + tn m) + (tp m + fn m) * (fn m + tn m))
  | Canonical a b => quotient (satisfied a b m) (satisfied a b m + unsatisfied a b m)
  end.

Definition lower_is_better (s : score) : bool :=
  match s with Error_rate | Fpr | Fnr | Fdr | For_ => true | _ => false end.

(** How far the first is ahead of the second. *)
Definition difference (s : score) (m n : matrix) : option Q :=
  both (fun x y => if lower_is_better s then y - x else x - y) (value_of s m) (value_of s n).
