(* Reads results and performances for the proved checker. Nothing about this file is proved: it has
   to be read. It refuses what it does not know, so that nothing is silently left out. *)

open Checker
open Json

(* Performances and results. *)
let pair where read j =
  match list where j with
  | [ x; y ] -> (read x, read y)
  | _ -> refuse "%s: two values should stand here" where

let matrix where members =
  let cell key = fraction where (text where (List.assoc key members)) in
  { tn = cell "tn"; fp = cell "fp"; fn = cell "fn"; tp = cell "tp" }

let performance where j =
  let found = members where ~needed:[ "name"; "tn"; "fp"; "fn"; "tp" ] ~may:[] j in
  (text where (List.assoc "name" found), matrix where found)

let performances where j = List.map (performance where) (list where j)

(* What results are made from: performances, and, of classifiers that were tested on the same
   samples, how many positives and negatives only the first, only the second of two has right. *)
type given = {
  all : (string * matrix) list;
  alone : (int * int, (int * int) * (int * int)) Hashtbl.t option }

let alone where j =
  let found = members where j ~needed:[ "positives"; "negatives" ] ~may:[ "first"; "second" ] in
  let class_ key = pair where (int_of where) (List.assoc key found) in
  (class_ "positives", class_ "negatives")

let given = function
  | List _ as j -> { all = performances "performances" j; alone = None }
  | j ->
      let found = members "performances" j ~needed:[ "performances"; "discordant" ] ~may:[] in
      let get key = List.assoc key found in
      let table = Hashtbl.create 64 in
      List.iter (function
        | Object entry as j ->
            let number key = match List.assoc_opt key entry with
              | Some n -> int_of "discordant" n
              | None -> refuse "discordant: no key %S" key in
            Hashtbl.replace table (number "first", number "second") (alone "discordant" j)
        | _ -> refuse "discordant: an object should stand here")
        (list "discordant" (get "discordant"));
      { all = performances "performances" (get "performances"); alone = Some table }

let curve where j =
  match List.map (fun x -> integer where (text where x)) (list where j) with
  | [ k_ab; k_a; k_b; k_1 ] -> { k_ab; k_a; k_b; k_1 }
  | _ -> refuse "%s: four coefficients should stand here" where

let outline where found =
  let get key = List.assoc key found in
  let point = pair where (fun x -> fraction where (text where x)) in
  ( small (int_of where (get "dimension")),
    List.map point (list where (get "vertices")),
    List.map (curve where) (list where (get "edges")) )

let piece indices n j =
  let where = Printf.sprintf "pieces[%d]" n in
  let found =
    members where j ~may:[ "area" ]
      ~needed:[ "classifier"; "dimension"; "rank"; "vertices"; "edges" ] in
  let get key = List.assoc key found in
  let number = int_of where (get "classifier") in
  if number >= Array.length indices then refuse "%s: there is no such classifier" where;
  let dimension, vertices, edges = outline where found in
  { classifier = indices.(number); dimension; vertices; edges;
    ranked = pair where (fun x -> small (int_of where x)) (get "rank") }

type document = { names : string list; result : result; areas : json list option }

(* What every result may have besides its statements. *)
let header = [ "provenance"; "positive"; "dropped_rows" ]

let result ~needed ?(may = []) j =
  members "result" j ~needed:("schema" :: needed) ~may:(may @ header)

(* The one prior of a result on the Tile. *)
let one_prior j =
  match j with
  | Object found when List.assoc_opt "prior_positive" found = Some Null ->
      refuse "the classifiers have different priors: only one prior is known here"
  | Object found when List.mem_assoc "prior_positive" found ->
      fraction "prior_positive" (text "prior_positive" (List.assoc "prior_positive" found))
  | _ -> refuse "result: no key \"prior_positive\""

(* What regions are restricted to. *)
let selection names = function
  | None -> { only_classifiers = None; only_ranks = None }
  | Some j ->
      let found = members "selection" j ~needed:[] ~may:[ "classifiers"; "ranks" ] in
      let all key read =
        Option.map (fun l -> List.map read (list key l)) (List.assoc_opt key found) in
      let position j =
        let name = text "selection" j in
        let rec go n = function
          | [] -> refuse "selection: there is no classifier %S" name
          | known :: rest -> if known = name then nat n else go (n + 1) rest in
        go 0 names in
      { only_classifiers = all "classifiers" position;
        only_ranks = all "ranks" (fun j -> small (int_of "selection" j)) }

let regions j =
  let prior = one_prior j in
  let found =
    result j ~needed:[ "prior_positive"; "classifiers"; "pieces" ] ~may:[ "selection" ] in
  let get key = List.assoc key found in
  let names, matrices = List.split (performances "classifiers" (get "classifiers")) in
  let indices = Array.init (List.length names) nat in
  let restricted = selection names (List.assoc_opt "selection" found) in
  let listed = list "pieces" (get "pieces") in
  (* Selected classifiers come in the order in which they were named. *)
  let listed =
    if restricted.only_classifiers = None then listed
    else
      let number = function
        | Object found when List.mem_assoc "classifier" found ->
            int_of "pieces" (List.assoc "classifier" found)
        | _ -> refuse "pieces: one has no classifier" in
      List.stable_sort (fun x y -> compare (number x) (number y)) listed in
  let area = function Object found -> List.assoc_opt "area" found | _ -> None in
  let areas =
    match List.filter_map area listed with
    | [] -> None
    | areas when List.length areas = List.length listed -> Some areas
    | _ -> refuse "pieces: some have no area" in
  let pieces = List.rev (snd (List.fold_left
    (fun (n, done_) j -> (n + 1, piece indices n j :: done_)) (0, []) listed)) in
  { names; areas;
    result = { prior_positive = prior; classifiers = matrices; restricted; pieces } }

(* A ranking: its point, its score, and each entry with its name. *)
type ranking = { at : (q * q) option; entries : (string * entry) list; by_score : string option }

let entry n j =
  let where = Printf.sprintf "ranking[%d]" n in
  let found =
    members where j ~may:[ "undefined" ] ~needed:[ "classifier"; "name"; "value"; "rank" ] in
  let get key = List.assoc key found in
  let unless_null read = function
    | Null -> None
    | Object _ -> refuse "%s: irrational values are not known here" where
    | j -> Some (read j) in
  ( text where (get "name"),
    { who = nat (int_of where (get "classifier"));
      value = unless_null (fun j -> fraction where (text where j)) (get "value");
      place = unless_null (pair where (fun x -> small (int_of where x))) (get "rank") } )

let ranking j =
  let found = result j ~needed:[ "at"; "ranking" ] ~may:[ "score" ] in
  let get key = List.assoc key found in
  let at = match get "at" with
    | Null -> None
    | j -> Some (pair "at" (fun x -> fraction "at" (text "at" x)) j) in
  { at; entries = List.mapi entry (list "ranking" (get "ranking"));
    by_score = Option.map (text "score") (List.assoc_opt "score" found) }

(* A zone, with the names of the classifiers. *)
type zoned = { prior : q; better : string list; than : string list;
  zone : (piece * json) option }

let zone j =
  let prior = one_prior j in
  let found = result j ~needed:[ "prior_positive"; "better"; "than"; "piece" ] in
  let get key = List.assoc key found in
  let names key = match List.map (text key) (list key (get key)) with
    | [] -> refuse "%s: no names" key
    | names -> names in
  let piece = function
    | Null -> None
    | j ->
        let found = members "piece" j ~may:[]
          ~needed:[ "dimension"; "vertices"; "edges"; "area" ] in
        let dimension, vertices, edges = outline "piece" found in
        Some ( { classifier = O; ranked = (Z0, Z0); dimension; vertices; edges },
               List.assoc "area" found ) in
  { prior; better = names "better"; than = names "than"; zone = piece (get "piece") }

(* The confluences of rankings, with the classifiers of the result. *)
type met = {
  tile_prior : q; known : string list; counts : matrix list; listed : confluence list }

let confluence indices n j =
  let where = Printf.sprintf "confluences[%d]" n in
  let found = members where j ~needed:[ "at"; "tied" ] ~may:[] in
  let position j =
    let n = int_of where j in
    if n >= Array.length indices then refuse "%s: there is no such classifier" where;
    indices.(n) in
  { meets_at = pair where (fun x -> fraction where (text where x)) (List.assoc "at" found);
    groups = List.map (fun g -> List.map position (list where g))
      (list where (List.assoc "tied" found)) }

let rankings j =
  let tile_prior = one_prior j in
  let numbers = [ "performances"; "frontiers"; "shared_frontiers"; "cells" ] in
  let found = result j ~needed:("prior_positive" :: "classifiers" :: "confluences" :: numbers) in
  let get key = List.assoc key found in
  let known, counts = List.split (performances "classifiers" (get "classifiers")) in
  let indices = Array.init (List.length known) nat in
  (* Nothing is proved about these numbers. *)
  List.iter (fun key -> ignore (int_of key (get key))) [ "performances"; "frontiers"; "cells" ];
  ignore (members "shared_frontiers" (get "shared_frontiers")
    ~needed:[ "count"; "largest" ] ~may:[]);
  let entry = members "confluences" (get "confluences")
    ~needed:[ "count"; "largest"; "by_frontiers" ] ~may:[ "list" ] in
  match List.assoc_opt "list" entry with
  | None -> refuse "no confluences are listed: --confluences lists them"
  | Some l ->
      let listed = List.rev (snd (List.fold_left
        (fun (n, before) j -> (n + 1, confluence indices n j :: before)) (0, [])
        (list "confluences" l))) in
      { tile_prior; known; counts; listed }
