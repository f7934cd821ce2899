(* Reads JSON, and the numbers of Coq in it. Nothing about this file is proved: it has to be
   read. *)

open Checker

exception Unreadable of string

let refuse form = Printf.ksprintf (fun what -> raise (Unreadable what)) form

(* JSON. Numbers keep their text. *)
type json =
  | Null
  | Bool of bool
  | Number of string
  | Text of string
  | List of json list
  | Object of (string * json) list

let utf8 buffer code =
  if code < 0x80 then Buffer.add_char buffer (Char.chr code)
  else
    let rest n = Buffer.add_char buffer (Char.chr (0x80 lor ((code lsr (6 * n)) land 0x3f))) in
    if code < 0x800 then (Buffer.add_char buffer (Char.chr (0xc0 lor (code lsr 6))); rest 0)
    else if code < 0x10000 then
      (Buffer.add_char buffer (Char.chr (0xe0 lor (code lsr 12))); rest 1; rest 0)
    else (Buffer.add_char buffer (Char.chr (0xf0 lor (code lsr 18))); rest 2; rest 1; rest 0)

let parse (s : string) : json =
  let at = ref 0 in
  let stop what = refuse "byte %d: %s" !at what in
  let peek () = if !at < String.length s then s.[!at] else '\000' in
  let rec blank () =
    match peek () with ' ' | '\n' | '\r' | '\t' -> incr at; blank () | _ -> () in
  let expect c = if peek () = c then incr at else stop (Printf.sprintf "%C should stand here" c) in
  let word w value =
    let n = String.length w in
    if !at + n <= String.length s && String.sub s !at n = w then (at := !at + n; value)
    else stop "this is no JSON" in
  let hex () =
    let digit c =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | 'A' .. 'F' -> Char.code c - 55
      | _ -> stop "a hexadecimal digit should stand here" in
    let code = ref 0 in
    for _ = 1 to 4 do code := (!code * 16) + digit (peek ()); incr at done;
    !code in
  let text () =
    expect '"';
    let buffer = Buffer.create 16 in
    let add c = Buffer.add_char buffer c in
    let escaped () =
      let c = peek () in
      incr at;
      match c with
      | '"' | '\\' | '/' -> add c
      | 'n' -> add '\n' | 't' -> add '\t' | 'r' -> add '\r' | 'b' -> add '\b' | 'f' -> add '\012'
      | 'u' ->
          let high = hex () in
          if high < 0xd800 || high > 0xdfff then utf8 buffer high
          else begin
            expect '\\'; expect 'u';
            let low = hex () in
            if high > 0xdbff || low < 0xdc00 || low > 0xdfff then stop "half of a pair";
            utf8 buffer (0x10000 + ((high - 0xd800) * 0x400) + (low - 0xdc00))
          end
      | _ -> stop "unknown escape" in
    let rec go () =
      match peek () with
      | '"' -> incr at
      | '\\' -> incr at; escaped (); go ()
      | c when Char.code c < 32 -> stop "a text does not end here"
      | c -> add c; incr at; go () in
    go ();
    Buffer.contents buffer in
  let number () =
    let start = !at in
    let rec go () =
      match peek () with
      | '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> incr at; go ()
      | _ -> () in
    go ();
    Number (String.sub s start (!at - start)) in
  let rec value depth =
    if depth > 100 then stop "nested too deeply";
    blank ();
    match peek () with
    | '{' -> incr at; Object (members depth '}' (fun () -> blank (); member depth))
    | '[' -> incr at; List (members depth ']' (fun () -> value depth))
    | '"' -> Text (text ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | '-' | '0' .. '9' -> number ()
    | _ -> stop "this is no JSON"
  and members : 'a. int -> char -> (unit -> 'a) -> 'a list = fun _ last one ->
    blank ();
    if peek () = last then (incr at; [])
    else
      let rec go found =
        let found = one () :: found in
        blank ();
        if peek () = ',' then (incr at; go found) else (expect last; List.rev found) in
      go []
  and member depth =
    let key = text () in
    blank (); expect ':';
    (key, value (depth + 1)) in
  let whole = value 0 in
  blank ();
  if !at < String.length s then stop "something stands after the end";
  whole

(* The members of an object: each key once, each one known, and all that are needed. *)
let members where ~needed ~may = function
  | Object found ->
      let keys = List.map fst found in
      let unknown k = not (List.mem k (needed @ may)) and missing k = not (List.mem k keys) in
      List.iter (fun k -> if unknown k then refuse "%s: unknown key %S" where k) keys;
      List.iter (fun k -> if missing k then refuse "%s: no key %S" where k) needed;
      if List.length (List.sort_uniq compare keys) < List.length keys then
        refuse "%s: a key stands twice" where;
      found
  | _ -> refuse "%s: an object should stand here" where

let list where = function List l -> l | _ -> refuse "%s: a list should stand here" where
let text where = function Text t -> t | _ -> refuse "%s: a text should stand here" where

(* Numbers of Coq. *)
let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))

let small n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let digits where s =
  let n = String.length s in
  if n = 0 || (n > 1 && s.[0] = '0') then refuse "%s: %S is no number in lowest terms" where s;
  String.iter (fun c -> if c < '0' || c > '9' then refuse "%s: %S is no number" where s) s;
  let rec go value from =
    if from = n then value
    else
      let k = min 15 (n - from) in
      let power = int_of_string ("1" ^ String.make k '0') in
      let part = small (int_of_string ("0u" ^ String.sub s from k)) in
      go (Z.add (Z.mul value (small power)) part) (from + k) in
  go Z0 0

let integer where s =
  if s <> "" && s.[0] = '-' then
    match digits where (String.sub s 1 (String.length s - 1)) with
    | Zpos p -> Zneg p
    | _ -> refuse "%s: %S is no number in lowest terms" where s
  else digits where s

let fraction where s =
  match String.index_opt s '/' with
  | None -> { qnum = integer where s; qden = XH }
  | Some i -> (
      let numerator = integer where (String.sub s 0 i) in
      match digits where (String.sub s (i + 1) (String.length s - i - 1)) with
      | Zpos d when d <> XH && Z.gcd numerator (Zpos d) = Zpos XH -> { qnum = numerator; qden = d }
      | _ -> refuse "%s: %S is not in lowest terms" where s)

let int_of where = function
  | Number n when n <> "" && String.length n < 10 && n.[0] <> '-' -> (
      match digits where n with _ -> int_of_string ("0u" ^ n))
  | _ -> refuse "%s: a small integer should stand here" where

let rec nat n = if n = 0 then O else S (nat (n - 1))
