new-tournament-new-tournament = New tournament
new-tournament-between-programs-that-come-with = Between the programs that come with Joute. One tournament at a time is played here.
new-tournament-game-and-board = Game and board
new-tournament-games-match = Games of a match
new-tournament-name = Name
new-tournament-begin = Begin
new-tournament-busy = A tournament is being played here already; please wait for its end.
new-tournament-full = No more tournaments are taken here.
tournament-tournaments = Tournaments
tournament-this-server-shows-no-tournament = This server shows no tournament.
tournament-play-one-here-or-follow = To play one here, or to follow one that runs elsewhere:
tournament-to-take-away = To take away
tournament-the-whole-report = The whole report
error-no-such-file = there is no such file
error-no-ladder = there is no ladder yet: a teacher begins it
error-no-such-tournament-game = there is no such game in this tournament
tournament-being-played = Being played
tournament-last-positions = Last positions
tournament-games-played = Games played
tournament-not-finished = not finished
tournament-running = running
tournament-ended = ended
tournament-stopped = stopped
tournament-finished-games = Finished games
tournament-none-yet-they-appear-here = None yet: they appear here as they end.
tournament-latest-fifty-report-has-all = The latest fifty; the report has all.
tournament-tournament = Tournament
tournament-leader = Leader
error-no-such-tournament = there is no tournament of this name here
new-tournament-games-a-match = { $count ->
    [one] { $count } game a match
   *[other] { $count } games a match
}
tournament-match-of-round = { $round }, match { $number }
tournament-of-games = { $count ->
    [one] of { $count } game
   *[other] of { $count } games
}
tournament-time-left = about { $time } left
tournament-game-of-two = Game { $id }: { $first } – { $second }

workers-title = Workers
workers-none = No worker was heard of in the last week.
workers-queue = The queue
workers-nothing-waits = No game waits.
workers-waiting = { $event }: { $waiting } pairs of games wait, { $taken } are played
workers-name = Worker
workers-machine = Machine
workers-state = State
workers-doing = Doing
workers-plays = plays { $event }
workers-checks = checks a player
workers-reviews = reviews a game
workers-waits = waits
workers-games = Games
workers-rate = Games a second
workers-heard = Heard of
workers-there = there
workers-gone = gone
workers-seconds-ago = { $count } s ago
workers-minutes-ago = { $count } min ago
workers-hours-ago = { $count } h ago
tournament-paused = paused
