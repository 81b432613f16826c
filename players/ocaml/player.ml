(* A player for joute in OCaml, for every game. The referee writes lines to our standard input, we answer on standard
   output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore. *)

(* What the referee said last. *)
type turn = {
  mutable game : string;
  mutable setup : string;
  mutable position : string;
  mutable moves : string list;
  mutable gains : int list;
}

(* Othello: nobody can take a corner back, and a square beside it gives the corner away. *)
let square move size =
  let column = Char.code move.[0] - Char.code 'a' in
  let row = int_of_string (String.sub move 1 (String.length move - 1)) - 1 in
  let x = min column (size - 1 - column) and y = min row (size - 1 - row) in
  if x < 2 && y < 2 then if x = 0 && y = 0 then 100 else -30
  else if x = 0 || y = 0 then 10
  else 0

(* YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds. *)
let value turn move gain =
  if turn.game = "othello" then gain + square move (Scanf.sscanf turn.setup "size=%d" (fun size -> size))
  else gain

(* The best of the legal moves, the first one if several are. *)
let choose turn =
  let worth = List.map2 (value turn) turn.moves turn.gains in
  let better (best, most) (move, worth) = if worth > most then (move, worth) else (best, most) in
  fst (List.fold_left better ("", min_int) (List.combine turn.moves worth))

(* Sends one line; print_endline does not leave it in a buffer while our clock runs. *)
let say = print_endline

let hear turn word rest =
  match word with
  | "game" -> turn.game <- rest
  | "setup" -> turn.setup <- rest
  | "start" -> say "ready position moves gains" (* On each turn we want to hear these three. *)
  | "position" -> turn.position <- rest
  | "moves" -> turn.moves <- String.split_on_char ' ' rest
  | "gains" -> turn.gains <- List.map int_of_string (String.split_on_char ' ' rest)
  | "go" -> say ("move " ^ choose turn)
  | _ -> ()

let () =
  let turn = { game = ""; setup = ""; position = ""; moves = []; gains = [] } in
  try
    while true do
      let line = input_line stdin in
      match String.index_opt line ' ' with
      | None -> hear turn line ""
      | Some space -> hear turn (String.sub line 0 space) (String.sub line (space + 1) (String.length line - space - 1))
    done
  with End_of_file -> ()
