marks-rank = rang
marks-name = nom
marks-team = équipe
marks-file = fichier
marks-points = total des points
marks-score = score de rencontres
marks-matches-won = rencontres gagnées
marks-matches-tied = rencontres à égalité
marks-matches-lost = rencontres perdues
marks-games = parties
marks-overtime = temps dépassés
marks-illegal = coups illégaux
marks-crash = plantages
marks-out-in = sorti au tour
marks-copies = ressemble au travail de
marks-notes = remarques
marks-nothing = n’a rien rendu qui participe
marks-refused = refusé : { $why }
marks-annulled = { $count ->
    [one] { $count } rencontre ne compte plus
   *[other] { $count } rencontres ne comptent plus
}
sheet-rank-of = { $rank } sur { $count }
sheet-to-mend = À corriger
sheet-nothing-to-mend = Rien : votre joueur n’a commis aucune faute.
sheet-mend-overtime = Il réfléchit trop longtemps : regardez l’horloge à chaque étape, arrêtez-vous tôt et gardez une marge.
sheet-mend-illegal = Il répond par un coup qui n’est pas légal : choisissez parmi les coups qu’on lui donne et écrivez la réponse exactement comme le veut le protocole.
sheet-mend-crash = Il plante : lisez ses derniers mots ci-dessous et rejouez la même position à la main.
sheet-check = Essayez-le vous-même avant de le rendre à nouveau :
sheet-board = Le plateau à la fin de la partie
sheet-games = Vos parties
sheet-game = Partie { $number }
sheet-against = Contre
sheet-outcome = Résultat
sheet-won = gagné
sheet-lost = perdu
sheet-tied = à égalité
sheet-not-counted = ne compte pas
