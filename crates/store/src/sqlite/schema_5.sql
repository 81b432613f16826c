-- Who holds the seats of people: the hash of a secret that only the holder's browser knows. A seat without a row is free.
CREATE TABLE seat (
  game INTEGER NOT NULL REFERENCES game,
  side INTEGER NOT NULL,
  holder TEXT NOT NULL,
  PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
