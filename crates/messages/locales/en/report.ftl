report-bracket = Bracket
report-final = Final
report-all-rounds = All rounds
report-second-match = Second match
report-cross-table = Cross table
report-points-row-against-column-in = Points of the row against the column, in the order of the standings; each opens the match.
report-player = Player
report-parts-report = Parts of the report
report-still-running = still running
report-standings = Standings
report-ratings = Ratings
report-first-move = First move
report-faults = Faults
report-matches = Matches
report-close = Close
report-points = Points
report-decided-by = Decided by
report-final-second-match = Final, second match
report-maximum-likelihood-elo-over-all = Maximum-likelihood Elo over all games of the event, its mean at 0, with 95 % intervals.
report-interval = Interval
report-plot = Plot
report-first-mover-won = first mover won
report-drawn = drawn
report-second-mover-won = second mover won
report-nobody-committed-any = Nobody committed any.
report-evidence = Evidence
report-rank = Rank
report-matches-won = Matches won
report-won = Won
report-lost = Lost
report-out-in-round = Out in round
report-not-let-in = Not let in
report-points-word = { $count ->
    [one] point
   *[other] points
}
report-games-drawn = Drawn
report-rules-matches = Rules of the matches:
report-made-with = Made with Joute { $version }
report-round = Round { $number }
report-match-told = Match { $number }: { $one } { $one_points }, { $two } { $two_points }
report-match-both-win = { $match }, both win
report-match-won = { $match }, { $winner } wins
report-fault-counts = { $overtime } overtime, { $illegal } illegal, { $crash } crash
report-rounds = Rounds
report-rounds-told = Every round in one column: won (+), tied (=) or lost (−) against the player of that number; a dash is a bye.
report-met = { $own } – { $points } against { $other }
report-forfeit = { $name } forfeits ({ $fault })
report-match-score = Match score
report-byes = Byes
report-remark = Remark
report-swiss-ranks-by = Ranked by match score (a match won or a bye 1, tied ½), then by Buchholz, then by points of the games.
report-changes = Changes
report-after-games = { $count ->
    [one] after { $count } game
   *[other] after { $count } games
}
report-annulled = Matches that no longer count
report-withdrawn = withdrawn
report-disqualified = disqualified
ladder-of = Ladder of { $date }
ladder-source = Source
ladder-team = Team
ladder-version = Version
ladder-score = Score
ladder-crashes = Crashes
ladder-games = Games
ladder-rating = Rating
ladder-interval = 95 %
ladder-set-aside = set aside: it keeps crashing, and waits for another version
ladder-score-counts = The score counts the points of the latest { $games } games of the present version; games and crashes are those of the present version, too. Ratings are by Glicko-2; a newer version inherits its rating with doubt added.
ladder-history = How ratings have changed
ladder-chart-games = games of the player
