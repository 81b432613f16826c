-- The same tables as those of a file (sqlite/schema_*.sql), for a server with many who write. Whoever adds games takes the
-- counter first: so numbers are given one after the other without gaps, in the order in which games are committed.
CREATE TABLE counter (games bigint NOT NULL);
INSERT INTO counter VALUES (0);

CREATE TABLE player (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE player_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player bigint NOT NULL REFERENCES player,
  locator text NOT NULL,
  version text NOT NULL,
  runtime text NOT NULL,
  seen bigint NOT NULL,
  UNIQUE (player, locator, version, runtime)
);
-- Texts that many games share, by a number made from their content.
CREATE TABLE text (id bigint PRIMARY KEY, text text NOT NULL);
-- Labels apart, so that whoever looks for one need not go through boards.
CREATE TABLE labels (id bigint PRIMARY KEY, text text NOT NULL);
CREATE TABLE file (hash text PRIMARY KEY, text text NOT NULL);
CREATE TABLE terms (
  id bigint PRIMARY KEY,
  version bigint NOT NULL,
  game text NOT NULL,
  setup text NOT NULL,
  rules text NOT NULL,
  files text NOT NULL
);

CREATE TABLE event (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  format text NOT NULL,
  description text NOT NULL,
  created bigint NOT NULL
);
CREATE TABLE entry (
  event bigint NOT NULL REFERENCES event,
  number integer NOT NULL,
  name text NOT NULL,
  locator text NOT NULL,
  version text,
  refused text,
  PRIMARY KEY (event, number)
);

-- Games in brief; the numbers mean what they mean in a file. Nothing here refers to other tables by a constraint: looking each
-- one up would be half the cost of a game, and every finished game has a sum over all of it.
CREATE TABLE game (
  id bigint PRIMARY KEY,
  event bigint,
  match bigint,
  number bigint,
  swapped boolean,
  terms bigint NOT NULL,
  first bigint NOT NULL,
  second bigint NOT NULL,
  seed bigint NOT NULL,
  total bigint NOT NULL,
  outcome bigint,
  how bigint,
  reason bigint,
  first_tally bigint,
  second_tally bigint,
  ended bigint
);
CREATE UNIQUE INDEX game_counts_once ON game (event, match, number) WHERE outcome IS NOT NULL AND event IS NOT NULL;
CREATE INDEX game_in_progress ON game (id) WHERE outcome IS NULL;
-- What has come since somebody last looked.
CREATE INDEX game_of_event ON game (event, id) WHERE event IS NOT NULL;
CREATE TABLE course (
  game bigint PRIMARY KEY,
  start bigint NOT NULL,
  labels bigint,
  moves text,
  clock bytea
);
-- Who asks for a label finds it in the few texts that have it.
CREATE INDEX course_by_labels ON course (labels, game) WHERE labels IS NOT NULL;
CREATE TABLE ply (game bigint NOT NULL, ply bigint NOT NULL, played text NOT NULL, PRIMARY KEY (game, ply));
CREATE TABLE log (game bigint NOT NULL, ply bigint NOT NULL, text text NOT NULL, PRIMARY KEY (game, ply));
CREATE TABLE fault (game bigint PRIMARY KEY, side bigint NOT NULL, kind bigint NOT NULL, evidence text NOT NULL);
CREATE TABLE seal (game bigint PRIMARY KEY, sum bigint NOT NULL);
CREATE TABLE review (record text PRIMARY KEY, review text NOT NULL);
CREATE TABLE seat (game bigint NOT NULL, side bigint NOT NULL, holder text NOT NULL, PRIMARY KEY (game, side));
CREATE TABLE note (game bigint PRIMARY KEY, text text NOT NULL);

-- Leases in milliseconds, the instant since 1970 by the clock of this server.
CREATE TABLE owner (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  lease bigint NOT NULL,
  expires bigint NOT NULL
);
CREATE TABLE hold (game bigint PRIMARY KEY, owner bigint, token bigint NOT NULL);
CREATE INDEX hold_by_owner ON hold (owner);

-- Nothing that stands is ever changed.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
CREATE TRIGGER finished_games_stay BEFORE UPDATE ON game FOR EACH ROW WHEN (OLD.outcome IS NOT NULL)
  EXECUTE FUNCTION refuse('a finished game is never changed');
CREATE TRIGGER games_stay BEFORE DELETE ON game FOR EACH ROW EXECUTE FUNCTION refuse('a game is never deleted');
CREATE TRIGGER courses_stay BEFORE UPDATE ON course FOR EACH ROW WHEN (OLD.moves IS NOT NULL)
  EXECUTE FUNCTION refuse('a finished game is never changed');
CREATE TRIGGER seals_stay BEFORE UPDATE ON seal FOR EACH ROW EXECUTE FUNCTION refuse('a finished game is never changed');
CREATE TRIGGER versions_stay BEFORE UPDATE ON player_version FOR EACH ROW
  EXECUTE FUNCTION refuse('a version is never changed');
