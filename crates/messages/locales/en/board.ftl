move-pass = Pass
state-obstacle = obstacle
brush-obstacle = Obstacle
state-blocked = blocked
place-cell = row { $row }, column { $column }
place-vertex = vertex { $number }
unit-cells = { $count ->
    [one] cell
   *[other] cells
}
unit-discs = { $count ->
    [one] disc
   *[other] discs
}
board-name = Board
board-to-move = { $side } to move
board-over = Game over
board-legal = legal move
board-forbidden = Forbidden to { $side }:
board-gains = gains { $count }
board-moves = Moves
move-list-pass = pass
