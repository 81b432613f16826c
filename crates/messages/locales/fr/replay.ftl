replay-page-page-to-embed = Page à intégrer
replay-page-computer-review = Analyse par l’ordinateur
replay-plays = { $side } : { $move }
replay-lost = { $side } perd son tour
replay-start = Début de la partie
replay-play = Lecture
replay-pause = Pause
replay-first = Première position
replay-previous = Coup précédent
replay-next = Coup suivant
replay-last = Dernière position
replay-speed = Vitesse
replay-position = Position dans la partie
replay-moves = Coups
replay-log = Ce que les joueurs ont écrit
replay-lead = Prochain changement de tête
replay-fault = Aller à la faute
replay-no-log = Rien à ce coup.
replay-tally = Le compte au fil du temps
replay-time = Temps de réflexion
replay-score = Ce que pensaient les joueurs
replay-game = Partie { $number }
replay-keys = Touches : ← → un coup, Début et Fin, espace lecture, F faute, L changement de tête, M et Maj+M erreur suivante et précédente, B meilleur coup
replay-lost-turn = tour perdu
replay-graph = Courbe de la partie ; cliquer pour y aller
review-title = Analyse par l’ordinateur
review-evaluation = L’évaluation au fil du temps
review-evaluation-help = Qui mène, selon l’ordinateur ; cliquer pour y aller
review-ahead = { $side } { $lead } { $unit }
review-even = Égalité
review-inaccuracy = Imprécision
review-mistake = Erreur
review-blunder = Gaffe
review-inaccuracies = Imprécisions
review-mistakes = Erreurs
review-blunders = Gaffes
review-average-loss = Perte moyenne
review-note = { $kind } : −{ $loss } { $unit }, mieux valait { $move }
review-expected = Suite attendue : { $line }
review-exact = exact
review-next-mistake = Erreur suivante
review-previous-mistake = Erreur précédente
review-better = Meilleur coup
review-before = Avant le coup { $ply } ; mieux valait { $move }
review-faultless = Aucune erreur trouvée
review-progress = Coup { $done } sur { $all }
review-failed = L’analyse s’est arrêtée ; essayez encore.
review-done = { $count ->
    [0] L’analyse est finie : aucune erreur trouvée.
    [one] L’analyse est finie : { $count } erreur.
   *[other] L’analyse est finie : { $count } erreurs.
}
replay-many-games = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
