language-name = English
number-decimal-mark = .

unit-seeds = { $count ->
    [one] seed
   *[other] seeds
}
label-board = Board
label-game = Game
label-move = Move
label-value = Value
label-back = Back
label-moves = Moves
label-played-games = Games
label-number = No.
label-players = Players
label-result = Result
label-analyse = Analyse
label-setup = Setup
label-light-or-dark = Light or dark
label-format = Format
label-played-game = Game
label-replay = Replay
label-download-the-record = Download the record
label-event-setup = Setup
label-scoring = Scoring
label-seed = Seed
label-games-match = Games of the match
label-finished = finished
label-round = Round
label-fault = Fault
label-state = State
label-board-of = Board of { $game }
label-level = Level { $number }
offer-standard = Standard
