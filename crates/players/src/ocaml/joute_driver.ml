(* What Joute puts around a player's file. It is evaluated before the file, so that nothing the file defines can
   change what it means. Questions come on descriptor 3 and answers go to descriptor 4: whatever the file prints
   stays apart from them. *)

type othello = {plateau : int array; mutable joueur : int}

external questions_on : int -> in_channel = "caml_ml_open_descriptor_in"
external answers_on : int -> out_channel = "caml_ml_open_descriptor_out"

let () = Printexc.record_backtrace true

(* A text on one line: line breaks travel as tabs. *)
let on_one_line text =
  let kept = if String.length text > 1500 then String.sub text 0 1500 else text in
  String.map (fun letter -> if letter = '\n' then '\t' else letter) kept

(* A question is 65 digits: the player, then the 64 squares row by row. *)
let digit question index = Char.code question.[index] - Char.code '0'

(* The function gets a copy of the board; [make] builds the file's own type of argument. *)
let ask strategie make question answer =
  let joueur = digit question 0 in
  let plateau = Array.init 64 (fun square -> digit question (square + 1)) in
  let argument = make (Array.copy plateau) joueur in
  match strategie argument with
  | square ->
    flush_all ();
    if compare argument (make plateau joueur) <> 0 then answer "changed";
    answer ("move " ^ string_of_int square)
  | exception error ->
    let trace = Printexc.get_raw_backtrace () in
    flush_all ();
    answer ("raised " ^ on_one_line (Printexc.to_string error));
    (* The toplevel takes half a second to find its lines, so they come after the answer. *)
    answer ("trace " ^ on_one_line (Printexc.raw_backtrace_to_string trace))

let play (strategie : 'argument -> int) (make : int array -> int -> 'argument) : unit =
  let questions = questions_on 3 and answers = answers_on 4 in
  let answer text =
    output_string answers text;
    output_char answers '\n';
    flush answers in
  answer "ready";
  let rec serve () =
    match input_line questions with
    | question -> ask strategie make question answer; serve ()
    | exception End_of_file -> () in
  serve ()
