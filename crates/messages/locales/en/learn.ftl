lesson-done = Done!
lesson-not-yet = Not yet.
learn-learn = Learn
learn-every-rule-with-small-task = Every rule with a small task to solve, and every strategy with a board that shows what it looks at.
learn-there-no-such-game = There is no such game.
learn-rules = Rules
learn-tasks = Tasks
learn-strategies = Strategies
learn-play-it = Play it
learn-rules-in-short = The rules in short
learn-one-task-for-each-rule = One task for each rule
learn-solved = Solved:
learn-not-legal-here = Not legal here:
learn-again = Again
learn-show-me = Show me
learn-strategies-and-what-they-look = Strategies, and what they look at
learn-let-it-play = Let it play
learn-from-the-start = From the start
learn-on-the-board = On the board
learn-strategy = Strategy
learn-board-number = Board number
learn-show = Show
learn-show-on-board = Show on the board
feature-border = border: free cells that touch the zone
feature-touched = opponent's cells that touch the zone
feature-depth = what one colour would gain, in depth
feature-contested-border = contested border
feature-contested = contested: both can reach it
feature-own-reach = reachable by the side to move
feature-their-reach = reachable by the opponent
feature-own-first = the side to move is there first, after so many moves
feature-their-first = the opponent is there first, after so many moves
feature-own-moves = moves of the side to move
feature-their-moves = moves the opponent would have
feature-own-frontier = empty squares beside own discs: chances of the opponent
feature-their-frontier = empty squares beside the opponent's discs: own chances
feature-worth = worth of a square, in discs
feature-stable = stable discs, never to be turned again
feature-weak = weak pits: one seed more and they can be taken
feature-threatened = seeds at risk: the opponent could take them at once
feature-prey = can be taken now
feature-full = full houses: a sowing goes all the way round
learn-tally = { $tasks ->
    [one] { $tasks } task
   *[other] { $tasks } tasks
}, { $strategies ->
    [one] { $strategies } strategy
   *[other] { $strategies } strategies
}
lesson-gains = { $count ->
    [0] { $move } gains nothing.
   *[other] { $move } gains { $count } { $unit }.
}
lesson-came-back = The position has come back, and the game is over: { $first } { $first_tally }, { $second } { $second_tally }.
lesson-over = The game is over: { $first } { $first_tally }, { $second } { $second_tally }.
lesson-must-pass = { $side } must pass.
lesson-moves-again = { $side } moves again.
insight-changes = what its move changes
insight-over = The game is over.
insight-move = Its move: { $move }.
insight-no-numbers = It compares no numbers here.
insight-counts = { $counts }: { $number }.
insight-certain = What is certain counts more than what is guessed.
insight-only-one = It is the only one it considers.
insight-equals = { $count } moves come to the same, and this is the first of them.
insight-next = The next best has { $number }.
insight-expects = It expects: { $line }.
