(* Reads results of scores, with swap tests or on a lattice, for the proved checker. Nothing about
   this file is proved: it has to be read. *)

open Checker
open Json
open Reader

(* A score by its name in results. *)
let score where name =
  let arguments prefix =
    let n = String.length prefix and m = String.length name in
    if m > n && String.sub name 0 n = prefix && name.[m - 1] = ')' then
      Some (List.map (fraction where) (String.split_on_char ',' (String.sub name n (m - n - 1))))
    else None in
  match name with
  | "accuracy" -> Accuracy
  | "error-rate" -> Error_rate
  | "tnr" -> Tnr
  | "tpr" -> Tpr
  | "fpr" -> Fpr
  | "fnr" -> Fnr
  | "ppv" -> Ppv
  | "npv" -> Npv
  | "fdr" -> Fdr
  | "for" -> For_
  | "ba" -> Balanced_accuracy
  | "informedness" -> Informedness
  | "markedness" -> Markedness
  | "f1" -> F1
  | "ts" -> Threat_score
  | "kappa" -> Kappa
  | _ -> (
      match arguments "r(", arguments "f-beta(" with
      | Some [ a; b ], _ -> Canonical (a, b)
      | _, Some [ beta ] -> F_beta beta
      | _ -> refuse "%s: the score %S is not known here" where name)

(* A decimal, or a fraction. *)
let decimal where s =
  match String.index_opt s '.' with
  | None -> fraction where s
  | Some i ->
      let whole = String.sub s 0 i and rest = String.sub s (i + 1) (String.length s - i - 1) in
      String.iter (fun c -> if c < '0' || c > '9' then refuse "%s: %S is no number" where s) rest;
      let power = integer where ("1" ^ String.make (String.length rest) '0') in
      let rec digits_from n =
        if n < String.length rest && rest.[n] = '0' then digits_from (n + 1)
        else String.sub rest n (String.length rest - n) in
      let tail = match digits_from 0 with "" -> Z0 | digits -> integer where digits in
      let qden = match power with Zpos p -> p | _ -> XH in
      { qnum = Z.add (Z.mul (integer where whole) power) tail; qden }

(* A score by the name that people read, in rankings. *)
let readable_score where name =
  let n = String.length name in
  match name with
  | "TNR" | "TPR" | "PPV" | "NPV" -> score where (String.lowercase_ascii name)
  | "balanced accuracy" -> Balanced_accuracy
  | "threat score" -> Threat_score
  | _ when n > 2 && String.sub name 0 2 = "R(" ->
      score where ("r" ^ String.concat "" (String.split_on_char ' ' (String.sub name 1 (n - 1))))
  | _ when n > 1 && name.[0] = 'F' && name.[1] >= '0' && name.[1] <= '9' ->
      F_beta (decimal where (String.sub name 1 (n - 1)))
  | _ -> score where name

(* The swap tests of pairs. *)
type listed_pair = {
  first : int; second : int; discordant : (int * int) * (int * int);
  test : swap_test option; corrected : q option }

type swaps = { by : score; title : string; compared : string list; pairs : listed_pair list }

let swap_test where = function
  | Null -> (None, None)
  | j ->
      let keys = [ "one_sided"; "two_sided"; "two_sided_mid"; "holm" ] in
      let found = members where j ~needed:keys ~may:[] in
      let get key = fraction where (text where (List.assoc key found)) in
      ( Some { one_sided = get "one_sided"; two_sided = get "two_sided";
               two_sided_mid = get "two_sided_mid" },
        Some (get "holm") )

let listed_pair n j =
  let where = Printf.sprintf "pairs[%d]" n in
  let found = members where j
    ~needed:[ "first"; "second"; "values"; "difference"; "discordant"; "next"; "truly_better"; "swap_test" ]
    ~may:[ "not_worse"; "equivalent"; "e_value"; "e_value_either"; "next_undefined"; "swap_test_undefined" ] in
  let get key = List.assoc key found in
  let test, corrected = swap_test where (get "swap_test") in
  { first = int_of where (get "first"); second = int_of where (get "second");
    discordant = alone where (get "discordant"); test; corrected }

let swaps j =
  let found = result j ~may:[ "margin"; "require" ]
    ~needed:[ "paired"; "metric"; "pattern_mass"; "positives"; "negatives"; "assumption";
              "caveat"; "classifiers"; "pairs" ] in
  let get key = List.assoc key found in
  if get "paired" <> Bool true then refuse "swap tests need classifiers tested on the same samples";
  let name j = text "classifiers"
    (List.assoc "name" (members "classifiers" j ~needed:[ "name" ] ~may:[])) in
  let title = text "metric" (get "metric") in
  { by = score "metric" title; title;
    compared = List.map name (list "classifiers" (get "classifiers"));
    pairs = List.mapi listed_pair (list "pairs" (get "pairs")) }

(* The values of a score on all confusion matrices. *)
type valued = { on : score; positives : int; negatives : int; distinct : int; values_ : lattice;
  has_points : bool }

let lattice j =
  let found = result j
    ~needed:[ "metric"; "positives"; "negatives"; "distinct"; "undefined"; "values" ] in
  let get key = List.assoc key found in
  let number key = int_of key (get key) in
  let has_points = ref false in
  let entry n j =
    let where = Printf.sprintf "values[%d]" n in
    let found = members where j ~needed:[ "value"; "count" ] ~may:[ "points" ] in
    if List.mem_assoc "points" found then has_points := true;
    ( fraction where (text where (List.assoc "value" found)),
      small (int_of where (List.assoc "count" found)) ) in
  let on = score "metric" (text "metric" (get "metric")) in
  let entries = List.mapi entry (list "values" (get "values")) in
  { on; positives = number "positives"; negatives = number "negatives";
    distinct = number "distinct";
    values_ = { entries; without_value = small (number "undefined") }; has_points = !has_points }

type claim = Regions of document | Ranking of ranking | Zone of zoned | Confluences of met
  | Swaps of swaps | Lattice_of of valued

let claim j =
  match j with
  | Object found -> (
      match List.assoc_opt "schema" found with
      | Some (Text "exactile.regions.v1") -> Regions (regions j)
      | Some (Text "exactile.rank.v1") -> Ranking (ranking j)
      | Some (Text "exactile.zone.v1") -> Zone (zone j)
      | Some (Text "exactile.rankings.v1") -> Confluences (rankings j)
      | Some (Text "exactile.compare.v1") -> Swaps (swaps j)
      | Some (Text "exactile.lattice-confluence.v1") -> Lattice_of (lattice j)
      | _ -> refuse "results of this kind are not known here")
  | _ -> refuse "an object should stand here"
