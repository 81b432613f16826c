-- Whether everything is still there. A finished game has a sum over all that was stored of it; games up to `unsealed` were
-- stored by earlier programs and have none.
CREATE TABLE seal (game INTEGER PRIMARY KEY REFERENCES game, sum INTEGER NOT NULL) STRICT;
CREATE TABLE integrity (unsealed INTEGER NOT NULL) STRICT;
INSERT INTO integrity SELECT coalesce(max(id), 0) FROM game;
-- Games that could not be saved when the store was made anew: they are known to be gone.
CREATE TABLE lost (game INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER seals_stay BEFORE UPDATE ON seal
BEGIN SELECT RAISE(ABORT, 'a finished game is never changed'); END;
