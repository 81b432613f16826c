-- The queue: pairs of games that wait for workers. A row is deleted in the transaction that keeps its games.
CREATE TABLE task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event bigint NOT NULL,
  match bigint NOT NULL,
  first bigint NOT NULL,
  body text NOT NULL,
  needs text[] NOT NULL,
  players text[] NOT NULL,
  owner bigint,
  token bigint NOT NULL DEFAULT 0,
  UNIQUE (event, match, first)
);
-- What is free is found without going through what is taken.
CREATE INDEX task_free ON task (id) WHERE owner IS NULL;
CREATE INDEX task_taken ON task (owner) WHERE owner IS NOT NULL;
-- Rows come and go all the time.
ALTER TABLE task SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, fillfactor = 70);

-- What workers must know about an event, and who schedules its games.
CREATE TABLE lead (event bigint PRIMARY KEY, owner bigint, token bigint NOT NULL, charter text NOT NULL);
-- Files of players by their hashes.
CREATE TABLE blob (hash text PRIMARY KEY, bytes bytea NOT NULL);

CREATE TABLE worker (
  owner bigint PRIMARY KEY,
  name text NOT NULL,
  machine text NOT NULL,
  abilities text[] NOT NULL,
  jobs bigint NOT NULL,
  version text NOT NULL,
  joined bigint NOT NULL,
  heard bigint NOT NULL,
  games bigint NOT NULL DEFAULT 0,
  rate double precision NOT NULL DEFAULT 0,
  doing text NOT NULL DEFAULT ''
);
