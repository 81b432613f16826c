marks-rank = rank
marks-name = name
marks-team = team
marks-file = file
marks-points = points
marks-score = match score
marks-matches-won = matches won
marks-matches-tied = matches tied
marks-matches-lost = matches lost
marks-games = games
marks-overtime = overtime
marks-illegal = illegal moves
marks-crash = crashes
marks-out-in = out in
marks-copies = like the work of
marks-notes = notes
marks-nothing = handed in nothing that takes part
marks-refused = not let in: { $why }
marks-annulled = { $count ->
    [one] { $count } match no longer counts
   *[other] { $count } matches no longer count
}
sheet-rank-of = { $rank } of { $count }
sheet-to-mend = What to mend
sheet-nothing-to-mend = Nothing: your player committed no fault.
sheet-mend-overtime = It thinks too long: look at the clock before each step, stop early, and keep a margin.
sheet-mend-illegal = It answers with what is no legal move: choose among the moves it is told, and write the answer exactly as the protocol has it.
sheet-mend-crash = It crashes: read its last words below, and play the same position again by hand.
sheet-check = Try it yourself before you hand it in again:
sheet-board = The board when the game ended
sheet-games = Your games
sheet-game = Game { $number }
sheet-against = Against
sheet-outcome = Outcome
sheet-won = won
sheet-lost = lost
sheet-tied = tied
sheet-not-counted = not counted
