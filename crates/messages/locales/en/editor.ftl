editor-board-editor = Board editor
editor-ready = Ready to play.
editor-copied = Copied.
editor-undone = Undone.
editor-redone = Done again.
editor-lost = The server does not answer: what you draw stays here, try again.
editor-brush = Brush
editor-keys-1-9 = keys 1 to 9
editor-tools = Tools
editor-paint-whole-region-one-colour = Paint a whole region of one colour (key F)
editor-fill = Fill
editor-to-move = To move
editor-settings = Settings
editor-play-from-here = Play from here
editor-copy-the-link = Copy the link
editor-as-text = As text
editor-position = Position
editor-copy-the-position = Copy the position
editor-how-position-written = How a position is written
editor-more-rules = More rules
editor-the-same = the same
editor-generate = Generate
editor-another-seed = Another seed
editor-undo = Undo
editor-redo = Redo
editor-clear = Clear
editor-restart = Start again
editor-painted = { $what }: { $brush }
editor-places = { $count ->
    [one] { $count } place
   *[other] { $count } places
}
editor-over = The game is over here: there is nothing left to play.
editor-large = This board can be drawn, but not played on here: that takes at most { $most } cells.
