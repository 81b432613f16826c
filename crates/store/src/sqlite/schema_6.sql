-- What a server notes about the table of a game besides the game itself: who sat there, what was offered and said. The text is the
-- server's own business. Reasons of endings, continued: agreement, exact result, a draw that people agreed on, a player who had left.
CREATE TABLE note (game INTEGER PRIMARY KEY REFERENCES game, text TEXT NOT NULL) STRICT;
