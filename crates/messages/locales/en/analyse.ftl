analyse-analysis-board = Analysis board
analyse-analysis = Analysis
analyse-expected-play = Expected play
analyse-forward = Forward
analysis-about = Depth { $depth } · { $nodes } positions
