language-name = Français
number-decimal-mark = ,

unit-seeds = { $count ->
    [one] graine
   *[other] graines
}
label-board = Plateau
label-game = Jeu
label-move = Coup
label-value = Valeur
label-back = Retour
label-moves = Coups
label-played-games = Parties
label-number = N°
label-players = Joueurs
label-result = Résultat
label-analyse = Analyser
label-setup = Réglages
label-light-or-dark = Clair ou sombre
label-format = Formule
label-played-game = Partie
label-replay = Relecture
label-download-the-record = Télécharger la partie
label-event-setup = Réglage
label-scoring = Barème
label-seed = Graine
label-games-match = Parties de la rencontre
label-finished = terminé
label-round = Tour
label-fault = Faute
label-state = État
label-board-of = Plateau de { $game }
label-level = Niveau { $number }
offer-standard = Ordinaire
