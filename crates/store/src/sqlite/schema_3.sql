-- Who plays games in progress: programs that say again and again that they are there. Times in milliseconds, the instant
-- since 1970 by the clock of this database.
CREATE TABLE owner (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  lease INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
-- Whose a game in progress is. The token grows each time it changes hands, so that whoever had it before cannot write it.
CREATE TABLE hold (
  game INTEGER PRIMARY KEY REFERENCES game,
  owner INTEGER,
  token INTEGER NOT NULL
) STRICT;
CREATE INDEX hold_by_owner ON hold (owner);
-- Games in progress are found without going through all.
CREATE INDEX game_in_progress ON game (id) WHERE outcome IS NULL;
-- Matches and verdicts follow from the results, and are no longer written; those of earlier programs stay.
