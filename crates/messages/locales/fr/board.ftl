move-pass = Passer
state-obstacle = obstacle
brush-obstacle = Obstacle
state-blocked = bloqué
place-cell = ligne { $row }, colonne { $column }
place-vertex = sommet { $number }
unit-cells = { $count ->
    [one] case
   *[other] cases
}
unit-discs = { $count ->
    [one] pion
   *[other] pions
}
board-name = Plateau
board-to-move = Trait : { $side }
board-over = Partie finie
board-legal = coup légal
board-forbidden = Interdit à { $side } :
board-gains = gagne { $count }
board-moves = Coups
move-list-pass = passer
