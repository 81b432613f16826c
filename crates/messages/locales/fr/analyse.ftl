analyse-analysis-board = Plateau d’analyse
analyse-analysis = Analyse
analyse-expected-play = Suite prévue
analyse-forward = Suite
analysis-about = Profondeur { $depth } · { $nodes } positions
