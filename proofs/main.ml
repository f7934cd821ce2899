(* The program around the proved checker: RESULT.json PERFORMANCES.json [--target-prior P].

   RESULT.json, or standard input for -, is written by `exactile regions --format json` or
   `exactile rank --format json`. PERFORMANCES.json is a list of objects with the keys name, tn, fp,
   fn and tp, whose values are texts in lowest terms. Exit status 0: what is printed after `proved`
   holds; 1: the result is false; 2: something cannot be read. *)

open Checker
open Reader

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
      | z :: later, _ -> cells_at n index (cells zs z) later pieces
    and cells_at n index cs later pieces =
      match cs, pieces with
      | [], _ -> go n (S index) later pieces
      | _, [] -> "pieces: some are missing"
      | c :: cs, p :: pieces ->
          if is_piece_of index c p then cells_at (n + 1) index cs later pieces
          else Printf.sprintf "pieces[%d]: another region or tie should stand here" n in
    go 0 O zs r.pieces

let not_proved what = print_endline ("not proved  " ^ what)

let prove_regions names matrices asked document =
  let asked = match asked with Some p -> p | None -> prior (List.hd matrices) in
  if names <> document.names then false_ "classifiers: the names are not those of the input";
  if not (check matrices asked document.result) then
    false_ (place_of_fault matrices asked document.result);
  Printf.printf "proved      %d regions and ties of %d classifiers: each point of the\n\
    \            open Tile is in exactly one of each classifier, with the rank there\n"
    (List.length document.result.pieces) (List.length names);
  if document.has_areas then not_proved "areas"

let prove_ranking names matrices found =
  let a, b = found.at in
  let entries = List.map snd found.entries in
  let indices = List.mapi (fun n name -> (nat n, name)) names in
  List.iteri (fun n (name, e) ->
    if List.assoc_opt e.who indices <> Some name then
      false_ (Printf.sprintf "ranking[%d]: the classifier has another name" n)) found.entries;
  if not (check_ranking matrices a b entries) then begin
    List.iteri (fun n e ->
      if not (entry_ok a b matrices e) then
        false_ (Printf.sprintf "ranking[%d]: another value or rank should stand here" n)) entries;
    false_ "ranking: a classifier is missing or stands twice, or the order is wrong"
  end;
  Printf.printf "proved      values, ranks and order of %d classifiers at the point\n"
    (List.length names);
  if found.has_score then not_proved "that the score stands at this point";
  if List.exists (fun e -> e.value = None) entries then not_proved "why values are undefined"

let run result_path given_path asked =
  let claim = read result_path claim in
  let names, matrices = List.split (read given_path (performances "performances")) in
  if matrices = [] then refuse "%s: no performances" given_path;
  let asked = Option.map (fraction "--target-prior") asked in
  (match claim, asked with
  | Regions document, _ -> prove_regions names matrices asked document
  | Ranking found, None -> prove_ranking names matrices found
  | Ranking _, Some _ -> refuse "--target-prior: a ranking is at the prior of the input");
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
