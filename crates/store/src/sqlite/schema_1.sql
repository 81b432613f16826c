-- Players, and what exactly played: other contents are another version.
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE player_version (
  id INTEGER PRIMARY KEY,
  player INTEGER NOT NULL REFERENCES player,
  locator TEXT NOT NULL,
  version TEXT NOT NULL,
  runtime TEXT NOT NULL,
  seen INTEGER NOT NULL,
  UNIQUE (player, locator, version, runtime)
) STRICT;

-- Texts that many games share, by a number made from their content.
CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE file (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- What a game is played under; files are the hashes of what the setup names.
CREATE TABLE terms (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  game TEXT NOT NULL,
  setup TEXT NOT NULL,
  rules TEXT NOT NULL,
  files TEXT NOT NULL
) STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  description TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE TABLE entry (
  event INTEGER NOT NULL REFERENCES event,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  locator TEXT NOT NULL,
  version TEXT,
  refused TEXT,
  PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE match (
  event INTEGER NOT NULL REFERENCES event,
  number INTEGER NOT NULL,
  round INTEGER NOT NULL,
  bracket TEXT,
  slot INTEGER NOT NULL,
  first INTEGER NOT NULL,
  second INTEGER NOT NULL,
  PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE verdict (
  event INTEGER NOT NULL,
  number INTEGER NOT NULL,
  winner INTEGER,
  decided_by TEXT NOT NULL,
  first_points REAL NOT NULL,
  second_points REAL NOT NULL,
  PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

-- Games in brief, so that all of them are counted quickly. Without an outcome a game is not finished.
--   outcome  0 first, 1 second, 2 draw
--   how      0 played, 1 forfeit, 2 adjudicated
--   reason   of a forfeit 3 * side + kind (overtime, illegal, crash); adjudicated: repetition, cap, resignation
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  event INTEGER REFERENCES event,
  match INTEGER,
  number INTEGER,
  swapped INTEGER,
  terms INTEGER NOT NULL REFERENCES terms,
  first INTEGER NOT NULL REFERENCES player_version,
  second INTEGER NOT NULL REFERENCES player_version,
  seed INTEGER NOT NULL,
  total INTEGER NOT NULL,
  outcome INTEGER,
  how INTEGER,
  reason INTEGER,
  first_tally INTEGER,
  second_tally INTEGER,
  ended INTEGER
) STRICT;
-- No game of an event counts twice.
CREATE UNIQUE INDEX game_counts_once ON game (event, match, number) WHERE outcome IS NOT NULL AND event IS NOT NULL;

-- How each game went.
CREATE TABLE course (
  game INTEGER PRIMARY KEY REFERENCES game,
  start INTEGER NOT NULL REFERENCES text,
  labels INTEGER REFERENCES text,
  moves TEXT,
  clock BLOB
) STRICT;
-- Plies of games in progress, as JSON.
CREATE TABLE ply (game INTEGER NOT NULL, ply INTEGER NOT NULL, played TEXT NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
CREATE TABLE log (game INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
CREATE TABLE fault (game INTEGER PRIMARY KEY, side INTEGER NOT NULL, kind INTEGER NOT NULL, evidence TEXT NOT NULL) STRICT;

-- Nothing that stands is ever changed.
CREATE TRIGGER finished_games_stay BEFORE UPDATE ON game WHEN OLD.outcome IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished game is never changed'); END;
CREATE TRIGGER games_stay BEFORE DELETE ON game
BEGIN SELECT RAISE(ABORT, 'a game is never deleted'); END;
CREATE TRIGGER courses_stay BEFORE UPDATE ON course WHEN OLD.moves IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished game is never changed'); END;
CREATE TRIGGER verdicts_stay BEFORE UPDATE ON verdict
BEGIN SELECT RAISE(ABORT, 'a verdict is never changed'); END;
CREATE TRIGGER versions_stay BEFORE UPDATE ON player_version
BEGIN SELECT RAISE(ABORT, 'a version is never changed'); END;
