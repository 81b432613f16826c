(* All is well with it but its name. *)
let flips board joueur square =
  let other = 3 - joueur and count = ref 0 in
  for dx = -1 to 1 do
    for dy = -1 to 1 do
      let x = ref (square mod 8 + dx) and y = ref (square / 8 + dy) and line = ref 0 in
      let on_board () = !x >= 0 && !x < 8 && !y >= 0 && !y < 8 in
      while (dx, dy) <> (0, 0) && on_board () && board.(8 * !y + !x) = other do
        x := !x + dx; y := !y + dy; incr line
      done;
      if on_board () && board.(8 * !y + !x) = joueur then count := !count + !line
    done
  done;
  !count

let strategie oth =
  let legal square = oth.plateau.(square) = 0 && flips oth.plateau oth.joueur square > 0 in
  let rec first square = if legal square then square else first (square + 1) in
  first 0
