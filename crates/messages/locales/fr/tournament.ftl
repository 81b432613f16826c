new-tournament-new-tournament = Nouveau tournoi
new-tournament-between-programs-that-come-with = Entre les programmes fournis avec Joute. Un tournoi à la fois se joue ici.
new-tournament-game-and-board = Jeu et plateau
new-tournament-games-match = Parties par rencontre
new-tournament-name = Nom
new-tournament-begin = Commencer
new-tournament-busy = Un tournoi se joue déjà ici ; attendez qu’il finisse.
new-tournament-full = Ce serveur n’accepte plus de tournoi.
tournament-tournaments = Tournois
tournament-this-server-shows-no-tournament = Ce serveur ne montre aucun tournoi.
tournament-play-one-here-or-follow = Pour en jouer un ici, ou en suivre un qui se joue ailleurs :
tournament-to-take-away = À emporter
tournament-the-whole-report = Le rapport entier
error-no-such-file = il n’y a pas de tel fichier
error-no-ladder = il n’y a pas encore d’échelle : un enseignant la lance
error-no-such-tournament-game = il n’y a pas de telle partie dans ce tournoi
tournament-being-played = En train de se jouer
tournament-last-positions = Dernières positions
tournament-games-played = Parties jouées
tournament-not-finished = pas terminé
tournament-running = en cours
tournament-ended = interrompu pour de bon
tournament-stopped = arrêté
tournament-finished-games = Parties finies
tournament-none-yet-they-appear-here = Aucune encore : elles apparaissent ici quand elles finissent.
tournament-latest-fifty-report-has-all = Les cinquante dernières ; le rapport les a toutes.
tournament-tournament = Tournoi
tournament-leader = En tête
error-no-such-tournament = il n’y a pas de tournoi de ce nom ici
new-tournament-games-a-match = { $count ->
    [one] { $count } partie par rencontre
   *[other] { $count } parties par rencontre
}
tournament-match-of-round = { $round }, rencontre { $number }
tournament-of-games = { $count ->
    [one] sur { $count } partie
   *[other] sur { $count } parties
}
tournament-time-left = environ { $time } restantes
tournament-game-of-two = Partie { $id } : { $first } – { $second }

workers-title = Machines de jeu
workers-none = Aucune machine de jeu ne s’est manifestée depuis une semaine.
workers-queue = La file
workers-nothing-waits = Aucune partie n’attend.
workers-waiting = { $event } : { $waiting } paires de parties attendent, { $taken } se jouent
workers-name = Nom
workers-machine = Ordinateur
workers-state = État
workers-doing = Activité
workers-plays = joue { $event }
workers-checks = vérifie un joueur
workers-reviews = analyse une partie
workers-waits = attend
workers-games = Parties
workers-rate = Parties par seconde
workers-heard = Dernier signe
workers-there = présente
workers-gone = partie
workers-seconds-ago = il y a { $count } s
workers-minutes-ago = il y a { $count } min
workers-hours-ago = il y a { $count } h
tournament-paused = en pause
