-- Made by the program before version 3 of the schema, killed while it played; dumped as text.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1246713172;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE course (
  game INTEGER PRIMARY KEY REFERENCES game,
  start INTEGER NOT NULL REFERENCES text,
  labels INTEGER REFERENCES text,
  moves TEXT,
  clock BLOB
) STRICT;
INSERT INTO "course" VALUES(1,7091498654736944940,NULL,NULL,NULL);
INSERT INTO "course" VALUES(2,7091498654736944940,NULL,NULL,NULL);
INSERT INTO "course" VALUES(3,5834642890924507852,NULL,'',X'');
INSERT INTO "course" VALUES(4,7091498654736944940,NULL,NULL,NULL);
INSERT INTO "course" VALUES(5,7091498654736944940,6913661505927619193,NULL,NULL);
CREATE TABLE entry (
  event INTEGER NOT NULL REFERENCES event,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  locator TEXT NOT NULL,
  version TEXT,
  refused TEXT,
  PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  description TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE TABLE fault (game INTEGER PRIMARY KEY, side INTEGER NOT NULL, kind INTEGER NOT NULL, evidence TEXT NOT NULL) STRICT;
CREATE TABLE file (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
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
INSERT INTO "game" VALUES(1,NULL,NULL,NULL,NULL,160357410366155454,1,2,3047371326,64,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(2,NULL,NULL,NULL,NULL,160357410366155454,3,4,997687123,64,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(3,NULL,NULL,NULL,NULL,8724898022519038563,1,2,2986199498,48,1,2,2,0,0,1794808381);
INSERT INTO "game" VALUES(4,NULL,NULL,NULL,NULL,160357410366155454,3,4,1609598591,64,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "game" VALUES(5,NULL,NULL,NULL,NULL,160357410366155454,3,4,1609598591,64,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE log (game INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
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
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "player" VALUES(1,'Host');
INSERT INTO "player" VALUES(2,'Friend');
INSERT INTO "player" VALUES(3,'You');
INSERT INTO "player" VALUES(4,'Level 1');
CREATE TABLE player_version (
  id INTEGER PRIMARY KEY,
  player INTEGER NOT NULL REFERENCES player,
  locator TEXT NOT NULL,
  version TEXT NOT NULL,
  runtime TEXT NOT NULL,
  seen INTEGER NOT NULL,
  UNIQUE (player, locator, version, runtime)
) STRICT;
INSERT INTO "player_version" VALUES(1,1,'human','','',1794808367);
INSERT INTO "player_version" VALUES(2,2,'human','','',1794808367);
INSERT INTO "player_version" VALUES(3,3,'human','','',1794808379);
INSERT INTO "player_version" VALUES(4,4,'random','joute 0.1.0','',1794808379);
CREATE TABLE ply (game INTEGER NOT NULL, ply INTEGER NOT NULL, played TEXT NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
INSERT INTO "ply" VALUES(2,0,'{"side":"first","move":"d3","wall_ns":424262595}');
INSERT INTO "ply" VALUES(2,1,'{"side":"second","move":"e3","wall_ns":4827}');
INSERT INTO "ply" VALUES(4,0,'{"side":"first","move":"d3","wall_ns":551983385}');
INSERT INTO "ply" VALUES(4,1,'{"side":"second","move":"c3","wall_ns":5127}');
CREATE TABLE review (record TEXT PRIMARY KEY, review TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE terms (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  game TEXT NOT NULL,
  setup TEXT NOT NULL,
  rules TEXT NOT NULL,
  files TEXT NOT NULL
) STRICT;
INSERT INTO "terms" VALUES(160357410366155454,1,'othello','size=8','time=-,move_time=-,increment=0,clock=wall,fuel=-,on_overtime=forfeit,cap=-,order=paired,opening=6,load=10s','[]');
INSERT INTO "terms" VALUES(8724898022519038563,1,'awale','rules=abapa','time=300s,move_time=-,increment=0,clock=wall,fuel=-,on_overtime=forfeit,cap=-,order=paired,opening=6,load=10s','[]');
CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO "text" VALUES(5834642890924507852,'4-4-4-4-4-4-4-4-4-4-4-4-0-0-S');
INSERT INTO "text" VALUES(6913661505927619193,'{"continues":"4"}');
INSERT INTO "text" VALUES(7091498654736944940,'---------------------------OX------XO--------------------------- X');
CREATE TABLE verdict (
  event INTEGER NOT NULL,
  number INTEGER NOT NULL,
  winner INTEGER,
  decided_by TEXT NOT NULL,
  first_points REAL NOT NULL,
  second_points REAL NOT NULL,
  PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX game_counts_once ON game (event, match, number) WHERE outcome IS NOT NULL AND event IS NOT NULL;
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
COMMIT;
