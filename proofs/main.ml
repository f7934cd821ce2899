(* The program around the proved checker: RESULT.json PERFORMANCES.json [--target-prior P].

   RESULT.json, or standard input for -, is written with `--format json` by `exactile regions`,
   `rank`, `zone`, `rankings --confluences`, `compare` or `lattice confluence`. PERFORMANCES.json is
   a list of objects with the keys name, tn, fp, fn and tp, whose values are texts in lowest terms;
   or an object with such a list, `performances`, and with a list of pairs, `discordant`: the
   positions of two, and how many positives and negatives only one of them has right. Exit status
   0: what is printed after `proved` holds; 1: the result is false; 2: something cannot be read. *)

open Checker
open Json
open Reader
open Scored

let standard_input () =
  let buffer = Buffer.create 65536 and part = Bytes.create 65536 in
  set_binary_mode_in stdin true;
  let rec go () =
    let n = input stdin part 0 (Bytes.length part) in
    if n > 0 then (Buffer.add_subbytes buffer part 0 n; go ()) in
  go ();
  Buffer.contents buffer

let contents path =
  if path = "-" then standard_input () else
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let read path convert =
  try convert (parse (contents path)) with
  | Unreadable what -> refuse "%s%s" (if path = "-" then "" else path ^ ": ") what
  | Sys_error what -> refuse "%s" what

let false_ what =
  print_endline ("false       " ^ what);
  exit 1

(* Which part is false. The proved checker has decided before that something is. *)
let place_of_fault given asked r =
  let zs = List.map integers r.classifiers in
  if not (qeq_bool r.prior_positive asked) then
    "prior_positive: it is not that of the input, or not the one asked for"
  else if not (all_same r.classifiers (List.map (shift r.prior_positive) given)) then
    "classifiers: they are not those of the input"
  else
    let rec go n index rest pieces =
      match rest, pieces with
      | [], [] -> "the result"
      | [], _ -> Printf.sprintf "pieces[%d]: there is no such piece" n
      | z :: later, _ -> cells_at n index (selected_cells r.restricted zs index z) later pieces
    and cells_at n index cs later pieces =
      match cs, pieces with
      | [], _ -> go n (S index) later pieces
      | _, [] -> "pieces: some are missing"
      | c :: cs, p :: pieces ->
          if is_piece_of index c p then cells_at (n + 1) index cs later pieces
          else Printf.sprintf "pieces[%d]: another region or tie should stand here" n in
    go 0 O zs r.pieces

let counted n what = Printf.sprintf "%d %s%s" n what (if n = 1 then "" else "s")

let not_proved what = print_endline ("not proved  " ^ what)

(* Areas without logarithms: at the prior 1/2. *)
let half = { qnum = Zpos XH; qden = XO XH }
let rational where j = fraction where (text where j)

(* Sums of so many fractions as more classifiers have regions take minutes. *)
let most_summed = 100

let prove_areas p classifiers is_whole pieces areas =
  if not (qeq_bool p half) then not_proved "areas: at other priors than 1/2 they have logarithms"
  else begin
    let l = List.combine pieces (List.map (rational "area") areas) in
    List.iteri (fun n x ->
      if not (check_areas p [ x ]) then
        false_ (Printf.sprintf "pieces[%d].area: another area should stand here" n)) l;
    print_endline "proved      each area, by the shoelace formula";
    if not is_whole then ()
    else if classifiers > most_summed then not_proved "that the areas of a classifier add up to 1"
    else if check_whole O (nat classifiers) l then
      print_endline "proved      the areas of each classifier add up to 1"
    else false_ "pieces: the areas of a classifier do not add up to 1"
  end

let prove_regions names matrices asked document =
  let asked = match asked with Some p -> p | None -> prior (List.hd matrices) in
  if names <> document.names then false_ "classifiers: the names are not those of the input";
  if not (check matrices asked document.result) then
    false_ (place_of_fault matrices asked document.result);
  let { only_classifiers; only_ranks } = document.result.restricted in
  let is_whole = only_classifiers = None && only_ranks = None in
  Printf.printf "proved      %d regions and ties of %s: each point of the\n\
    \            open Tile%s is in exactly one of each%s classifier, with the rank there\n"
    (List.length document.result.pieces) (counted (List.length names) "classifier")
    (if only_ranks = None then "" else " with a selected rank")
    (if only_classifiers = None then "" else " selected");
  if not is_whole then not_proved "that this selection was asked for";
  Option.iter
    (prove_areas document.result.prior_positive (List.length names) is_whole document.result.pieces)
    document.areas

let prove_ranking names matrices found =
  let entries = List.map snd found.entries in
  let indices = List.mapi (fun n name -> (nat n, name)) names in
  List.iteri (fun n (name, e) ->
    if List.assoc_opt e.who indices <> Some name then
      false_ (Printf.sprintf "ranking[%d]: the classifier has another name" n)) found.entries;
  let holds, entry_holds, by =
    match found.by_score, found.at with
    | Some name, _ ->
        let s = readable_score "score" name in
        let merits = List.map (merit s) matrices in
        (check_scored s matrices entries, scored_entry_ok s matrices merits, "by " ^ name)
    | None, Some (a, b) ->
        (check_ranking matrices a b entries, entry_ok a b matrices, "at the point")
    | None, None -> refuse "the ranking has neither a point nor a score" in
  if not holds then begin
    List.iteri (fun n e ->
      if not (entry_holds e) then
        false_ (Printf.sprintf "ranking[%d]: another value or rank should stand here" n)) entries;
    false_ "ranking: a classifier is missing or stands twice, or the order is wrong"
  end;
  Printf.printf "proved      values, ranks and order of %s %s\n"
    (counted (List.length names) "classifier") by;
  if found.by_score <> None && found.at <> None then
    not_proved "that the score stands at this point of the Tile";
  if List.exists (fun e -> e.value = None) entries then not_proved "why values are undefined"

(* Larger tests take minutes. *)
let most_discordant = 1000
let most_matrices = 1_000_000

let prove_swaps names matrices alone (found : swaps) =
  if names <> found.compared then false_ "classifiers: the names are not those of the input";
  let alone = match alone with
    | Some table -> table
    | None -> refuse "the input does not say who is right on which sample" in
  let all = Array.of_list matrices in
  let compared n (p : listed_pair) =
    let exchanged ((a, b), (c, d)) = ((b, a), (d, c)) in
    let true_ = match Hashtbl.find_opt alone (p.first, p.second) with
      | Some counts -> Some counts
      | None -> Option.map exchanged (Hashtbl.find_opt alone (p.second, p.first)) in
    if true_ <> Some p.discordant then
      false_ (Printf.sprintf "pairs[%d].discordant: these are not the samples of the input" n);
    let (p1, p2), (n1, n2) = p.discordant in
    if max (p1 + p2) (n1 + n2) > most_discordant then
      refuse "pairs[%d]: more than %d samples of a class that only one has right" n most_discordant;
    { its_pair = { one = all.(p.first); two = all.(p.second); only_one_p = nat p1;
                   only_two_p = nat p2; only_one_n = nat n1; only_two_n = nat n2 };
      its_test = p.test; its_holm = p.corrected } in
  let l = List.mapi compared found.pairs in
  if not (check_comparison found.by l) then begin
    let ps = p_values l in
    List.iteri (fun n c ->
      if not (compared_ok found.by ps c) then
        false_ (Printf.sprintf "pairs[%d].swap_test: other p-values should stand here" n)) l
  end;
  Printf.printf "proved      the swap tests of %s by %s: each p-value is the share of all\n\
    \            exchanges with a difference as extreme; mid-p-values; Holm's correction\n"
    (counted (List.length l) "pair") found.title;
  not_proved "truly_better, values and their differences, the next test, and that these pairs were asked for"

let prove_lattice (found : valued) =
  if (found.positives + 1) * (found.negatives + 1) > most_matrices then
    refuse "more than %d confusion matrices" most_matrices;
  if List.length found.values_.entries <> found.distinct then
    false_ "distinct: this is not the number of values";
  if not (check_lattice found.on (nat found.positives) (nat found.negatives) found.values_) then
    false_ "values: these are not all values, or not as often as they are taken";
  Printf.printf "proved      %s, and how many of the matrices of %s and\n\
    \            %s take each of them or have none\n"
    (counted (List.length found.values_.entries) "value") (counted found.positives "positive")
    (counted found.negatives "negative");
  if found.has_points then not_proved "points"

let prove_confluences names matrices asked (found : met) =
  let asked = match asked with Some p -> p | None -> prior (List.hd matrices) in
  if names <> found.known then false_ "classifiers: the names are not those of the input";
  if not (check_confluences matrices asked found.tile_prior found.counts found.listed) then begin
    let zs = List.map integers found.counts and all_rates = List.map rates found.counts in
    List.iteri (fun n c ->
      if not (confluence_ok zs all_rates c) then
        false_ (Printf.sprintf "confluences[%d]: other classifiers tie here" n)) found.listed;
    false_ "prior_positive, classifiers: they are not those of the input"
  end;
  Printf.printf "proved      %s: at each point, those in a group tie, and nobody else\n\
    \            ties with them\n" (counted (List.length found.listed) "confluence");
  not_proved "that no confluence is missing, and numbers of performances, frontiers and cells"

let position names key name =
  let rec go n = function
    | [] -> false_ (Printf.sprintf "%s: there is no classifier %S" key name)
    | known :: _ when known = name -> nat n
    | _ :: rest -> go (n + 1) rest in
  go 0 names

let prove_zone names matrices asked (found : zoned) =
  let asked = match asked with Some p -> p | None -> prior (List.hd matrices) in
  let positions key = List.map (position names key) in
  let first = positions "better" found.better and others = positions "than" found.than in
  let z = { zone_prior = found.prior; first; others; zone_piece = Option.map fst found.zone } in
  if not (qeq_bool found.prior asked) then
    false_ "prior_positive: it is not that of the input, or not the one asked for";
  if not (check_zone matrices asked z) then false_ "piece: this is not the zone";
  print_endline (if found.zone = None then
    "proved      nowhere on the Tile is each of the first at least as good as each of the others"
  else
    "proved      at each point of the Tile, its border included: each of the first is at least as\n\
    \            good as each of the others if and only if the point is in the zone");
  Option.iter (fun (x, area) ->
    if not (qeq_bool found.prior half) then
      not_proved "the area: at other priors than 1/2 it has logarithms"
    else if check_areas found.prior [ (x, rational "piece.area" area) ] then
      print_endline "proved      its area, by the shoelace formula"
    else false_ "piece.area: another area should stand here") found.zone

let run result_path given_path asked =
  let claim = read result_path claim in
  let { all; alone } = read given_path given in
  let names, matrices = List.split all in
  let asked = Option.map (fraction "--target-prior") asked in
  (match claim with
  | Lattice_of _ -> ()
  | _ -> if matrices = [] then refuse "%s: no performances" given_path);
  (match claim, asked with
  | (Ranking _ | Swaps _ | Lattice_of _), Some _ ->
      refuse "--target-prior: this result is at the prior of the input"
  | _ -> ());
  (match claim with
  | Regions document -> prove_regions names matrices asked document
  | Confluences found -> prove_confluences names matrices asked found
  | Zone found -> prove_zone names matrices asked found
  | Swaps found -> prove_swaps names matrices alone found
  | Lattice_of found -> prove_lattice found
  | Ranking found -> prove_ranking names matrices found);
  not_proved "provenance, and which label is positive"

let () =
  try
    match Array.to_list Sys.argv with
    | [ _; result; given ] -> run result given None
    | [ _; result; given; "--target-prior"; p ] -> run result given (Some p)
    | _ -> refuse "usage: checker RESULT.json PERFORMANCES.json [--target-prior P]"
  with
  | Unreadable what -> prerr_endline ("error: " ^ what); exit 2
  | Stack_overflow | Out_of_memory -> prerr_endline "error: the result is too large"; exit 2
