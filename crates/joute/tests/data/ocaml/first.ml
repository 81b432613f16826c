(* Le premier coup possible. *)
let directions = [(-1,-1);(-1,0);(-1,1);(0,-1);(0,1);(1,-1);(1,0);(1,1)]
let prises oth case =
  let l = case / 8 and c = case mod 8 and j = oth.joueur in
  if oth.plateau.(case) <> 0 then 0 else
  let dans l c = l >= 0 && l < 8 && c >= 0 && c < 8 in
  let compte (dl, dc) =
    let rec suit l c n =
      if not (dans l c) then 0
      else let p = oth.plateau.(8 * l + c) in
        if p = 0 then 0 else if p = j then n else suit (l + dl) (c + dc) (n + 1) in
    suit (l + dl) (c + dc) 0 in
  List.fold_left (fun s d -> s + compte d) 0 directions
let strategie (oth : othello) : int =
  let rec cherche case = if prises oth case > 0 then case else cherche (case + 1) in
  cherche 0
