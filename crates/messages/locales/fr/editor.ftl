editor-board-editor = Éditeur de plateau
editor-ready = Prêt à jouer.
editor-copied = Copié.
editor-undone = Annulé.
editor-redone = Rétabli.
editor-lost = Le serveur ne répond pas : votre dessin reste ici, réessayez.
editor-brush = Pinceau
editor-keys-1-9 = touches 1 à 9
editor-tools = Outils
editor-paint-whole-region-one-colour = Peindre toute une région d’une couleur (touche F)
editor-fill = Remplir
editor-to-move = Au trait
editor-settings = Réglages
editor-play-from-here = Jouer d’ici
editor-copy-the-link = Copier le lien
editor-as-text = En texte
editor-position = Position
editor-copy-the-position = Copier la position
editor-how-position-written = Comment s’écrit une position
editor-more-rules = Autres règles
editor-the-same = autant
editor-generate = Générer
editor-another-seed = Une autre graine
editor-undo = Annuler
editor-redo = Rétablir
editor-clear = Effacer
editor-restart = Recommencer
editor-painted = { $what } : { $brush }
editor-places = { $count ->
    [one] { $count } case
   *[other] { $count } cases
}
editor-over = La partie est finie ici : il n’y a plus rien à jouer.
editor-large = Ce plateau se dessine, mais ne se joue pas ici : il y faut au plus { $most } cases.
