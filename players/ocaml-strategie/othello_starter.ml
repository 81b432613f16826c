(* A player for Othello: joute calls `strategie` on each turn and plays the square it gives. *)

type othello = {plateau : int array; mutable joueur : int}

let directions = [-1, -1; 0, -1; 1, -1; -1, 0; 1, 0; -1, 1; 0, 1; 1, 1]

(* What stands on a square: 0 nothing, 1 black, 2 white, -1 outside of the board. *)
let at oth x y = if x < 0 || x > 7 || y < 0 || y > 7 then -1 else oth.plateau.(8 * y + x)

(* The discs turned over in one direction: a line of the opponent's with one of ours behind it. *)
let rec line oth x y (dx, dy) count =
  let disc = at oth (x + dx) (y + dy) in
  if disc = 3 - oth.joueur then line oth (x + dx) (y + dy) (dx, dy) (count + 1)
  else if disc = oth.joueur then count
  else 0

(* The discs turned over by a move; a square that turns nothing over is no legal move. *)
let flips oth case =
  if oth.plateau.(case) <> 0 then 0
  else List.fold_left (fun sum direction -> sum + line oth (case mod 8) (case / 8) direction 0) 0 directions

(* Nobody can take a corner back, and a square beside it gives the corner away. *)
let square case =
  let x = min (case mod 8) (7 - case mod 8) and y = min (case / 8) (7 - case / 8) in
  if x < 2 && y < 2 then if x = 0 && y = 0 then 100 else -30
  else if x = 0 || y = 0 then 10
  else 0

(* YOUR IDEAS GO HERE: what a move is worth. *)
let value oth case = flips oth case + square case

(* The best of the legal squares, the first one if several are. *)
let strategie (oth : othello) : int =
  let legal = List.filter (fun case -> flips oth case > 0) (List.init 64 (fun case -> case)) in
  let better best case = if value oth case > value oth best then case else best in
  List.fold_left better (List.hd legal) legal
