report-bracket = Tableau
report-final = Finale
report-all-rounds = Tous les tours
report-second-match = Belle
report-cross-table = Tableau croisé
report-points-row-against-column-in = Points de la ligne contre la colonne, dans l’ordre du classement ; chacun ouvre la rencontre.
report-player = Joueur
report-parts-report = Parties du rapport
report-still-running = en cours
report-standings = Classement
report-ratings = Cotes
report-first-move = Premier coup
report-faults = Fautes
report-matches = Rencontres
report-close = Fermer
report-points = Points
report-decided-by = Départage
report-final-second-match = Finale, belle
report-maximum-likelihood-elo-over-all = Elo au maximum de vraisemblance sur toutes les parties, moyenne à 0, intervalles à 95 %.
report-interval = Intervalle
report-plot = Tracé
report-first-mover-won = gagnées par le premier
report-drawn = nulles
report-second-mover-won = gagnées par le second
report-nobody-committed-any = Personne n’en a commis.
report-evidence = Preuve
report-rank = Rang
report-matches-won = Rencontres gagnées
report-won = Gagnées
report-lost = Perdues
report-out-in-round = Sorti au tour
report-not-let-in = Refusés
report-points-word = { $count ->
    [one] point
   *[other] points
}
report-games-drawn = Nulles
report-rules-matches = Règles des rencontres :
report-made-with = Fait avec Joute { $version }
report-round = Tour { $number }
report-match-told = Rencontre { $number } : { $one } { $one_points }, { $two } { $two_points }
report-match-both-win = { $match }, les deux gagnent
report-match-won = { $match }, { $winner } gagne
report-fault-counts = { $overtime } temps dépassé, { $illegal } illégal, { $crash } plantage
report-rounds = Tours
report-rounds-told = Une colonne par tour : gagné (+), à égalité (=) ou perdu (−) contre le joueur de ce numéro ; un tiret pour un exempt.
report-met = { $own } – { $points } contre { $other }
report-forfeit = { $name } perd par forfait ({ $fault })
report-match-score = Score de rencontres
report-byes = Exemptions
report-remark = Remarque
report-swiss-ranks-by = Classés par score de rencontres (gagnée ou exempt 1, à égalité ½), puis Buchholz, puis points des parties.
report-changes = Changements
report-after-games = { $count ->
    [one] après { $count } partie
   *[other] après { $count } parties
}
report-annulled = Rencontres qui ne comptent plus
report-withdrawn = retiré
report-disqualified = disqualifié
ladder-of = Échelle du { $date }
ladder-source = Source
ladder-team = Équipe
ladder-version = Version
ladder-score = Score
ladder-crashes = Plantages
ladder-games = Parties
ladder-rating = Classement
ladder-interval = 95 %
ladder-set-aside = mis de côté : il plante sans cesse, et attend une autre version
ladder-score-counts = Le score compte les points des { $games } dernières parties de la version actuelle ; parties et plantages sont aussi ceux de la version actuelle. Les classements suivent Glicko-2 ; une nouvelle version hérite du classement, avec un doute ajouté.
ladder-history = Évolution des classements
ladder-chart-games = parties du joueur
