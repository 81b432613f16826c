(* Likes corners, dislikes the squares beside them, and otherwise turns few discs. *)
let directions = [(-1, -1); (-1, 0); (-1, 1); (0, -1); (0, 1); (1, -1); (1, 0); (1, 1)]

(* How many discs a move would turn in one direction. *)
let turned plateau me row col (dr, dc) =
  let rec walk r c count =
    if r < 0 || r > 7 || c < 0 || c > 7 then 0
    else match plateau.(8 * r + c) with
      | 0 -> 0
      | disc when disc = me -> count
      | _ -> walk (r + dr) (c + dc) (count + 1)
  in walk (row + dr) (col + dc) 0

let gain plateau me square =
  if plateau.(square) <> 0 then 0
  else List.fold_left (fun sum d -> sum + turned plateau me (square / 8) (square mod 8) d) 0 directions

let worth square =
  let edge n = min n (7 - n) in
  match edge (square / 8), edge (square mod 8) with
  | 0, 0 -> 100
  | 1, 1 -> -50
  | 0, 1 | 1, 0 -> -20
  | 0, _ | _, 0 -> 10
  | _ -> 0

let strategie oth =
  let best = ref 0 and most = ref min_int in
  for square = 0 to 63 do
    let count = gain oth.plateau oth.joueur square in
    if count > 0 && worth square - count > !most then (best := square; most := worth square - count)
  done;
  !best
