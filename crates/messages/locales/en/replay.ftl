replay-page-page-to-embed = Page to embed
replay-page-computer-review = Computer review
replay-plays = { $side }: { $move }
replay-lost = { $side } loses the turn
replay-start = Start of the game
replay-play = Play
replay-pause = Pause
replay-first = First position
replay-previous = Previous move
replay-next = Next move
replay-last = Last position
replay-speed = Speed
replay-position = Position in the game
replay-moves = Moves
replay-log = What the players wrote
replay-lead = Next lead change
replay-fault = Go to the fault
replay-no-log = Nothing at this move.
replay-tally = Tally over time
replay-time = Thinking time
replay-score = What the players thought
replay-game = Game { $number }
replay-keys = Keys: ← → step, Home and End, space plays, F fault, L lead change, M and Shift+M next and previous mistake, B better move
replay-lost-turn = lost turn
replay-graph = Graph of the game; click to go there
review-title = Computer review
review-evaluation = Evaluation over time
review-evaluation-help = Who is ahead, as the computer sees it; click to go there
review-ahead = { $side } { $lead } { $unit }
review-even = Even
review-inaccuracy = Inaccuracy
review-mistake = Mistake
review-blunder = Blunder
review-inaccuracies = Inaccuracies
review-mistakes = Mistakes
review-blunders = Blunders
review-average-loss = Average loss
review-note = { $kind }: −{ $loss } { $unit }, better was { $move }
review-expected = Expected: { $line }
review-exact = exact
review-next-mistake = Next mistake
review-previous-mistake = Previous mistake
review-better = Better move
review-before = Before move { $ply }; better was { $move }
review-faultless = No mistakes found
review-progress = Move { $done } of { $all }
review-failed = The review stopped; please try again.
review-done = { $count ->
    [0] The review is done: no mistakes found.
    [one] The review is done: { $count } mistake.
   *[other] The review is done: { $count } mistakes.
}
replay-many-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
