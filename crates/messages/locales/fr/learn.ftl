lesson-done = C’est fait !
lesson-not-yet = Pas encore.
learn-learn = Apprendre
learn-every-rule-with-small-task = Chaque règle avec un petit problème à résoudre, et chaque stratégie avec un plateau qui montre ce qu’elle regarde.
learn-there-no-such-game = Ce jeu n’existe pas.
learn-rules = Règles
learn-tasks = Exercices
learn-strategies = Stratégies
learn-play-it = Y jouer
learn-rules-in-short = Les règles en bref
learn-one-task-for-each-rule = Un exercice par règle
learn-solved = Résolus :
learn-not-legal-here = Illégal ici :
learn-again = Recommencer
learn-show-me = Montrez-moi
learn-strategies-and-what-they-look = Les stratégies, et ce qu’elles regardent
learn-let-it-play = Laisser jouer
learn-from-the-start = Depuis le début
learn-on-the-board = Sur le plateau
learn-strategy = Stratégie
learn-board-number = Numéro du plateau
learn-show = Montrer
learn-show-on-board = Montrer sur le plateau
feature-border = frontière : cases libres qui touchent la zone
feature-touched = cases adverses qui touchent la zone
feature-depth = ce qu’une couleur gagnerait, en profondeur
feature-contested-border = frontière contestée
feature-contested = contesté : atteignable par les deux
feature-own-reach = atteignable par le camp au trait
feature-their-reach = atteignable par l’adversaire
feature-own-first = le camp au trait y est d’abord, en tant de coups
feature-their-first = l’adversaire y est d’abord, en tant de coups
feature-own-moves = coups du camp au trait
feature-their-moves = coups qu’aurait l’adversaire
feature-own-frontier = cases vides voisines de ses pions : chances de l’adversaire
feature-their-frontier = cases vides voisines des pions adverses : ses chances
feature-worth = valeur d’une case, en pions
feature-stable = pions stables, jamais retournés
feature-weak = cases faibles : une graine de plus et elles sont prenables
feature-threatened = graines en danger : l’adversaire peut les prendre aussitôt
feature-prey = prenable tout de suite
feature-full = cases pleines : le semis fait tout le tour
learn-tally = { $tasks ->
    [one] { $tasks } exercice
   *[other] { $tasks } exercices
}, { $strategies ->
    [one] { $strategies } stratégie
   *[other] { $strategies } stratégies
}
lesson-gains = { $count ->
    [0] { $move } ne gagne rien.
   *[other] { $move } gagne { $count } { $unit }.
}
lesson-came-back = La position est revenue, et la partie est finie : { $first } { $first_tally }, { $second } { $second_tally }.
lesson-over = La partie est finie : { $first } { $first_tally }, { $second } { $second_tally }.
lesson-must-pass = { $side } doit passer.
lesson-moves-again = { $side } rejoue.
insight-changes = ce que son coup change
insight-over = La partie est finie.
insight-move = Son coup : { $move }.
insight-no-numbers = Il ne compare pas de nombres ici.
insight-counts = { $counts } : { $number }.
insight-certain = Le certain l’emporte sur le probable.
insight-only-one = C’est le seul qu’il considère.
insight-equals = { $count } coups reviennent au même, et c’est le premier d’entre eux.
insight-next = Le suivant a { $number }.
insight-expects = Il prévoit : { $line }.
