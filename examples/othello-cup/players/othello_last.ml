(* Plays the last legal square. *)
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

let strategie oth =
  let rec last square = if gain oth.plateau oth.joueur square > 0 then square else last (square - 1) in
  last 63
