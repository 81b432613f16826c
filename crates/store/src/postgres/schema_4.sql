-- The last transaction of each connection that was committed: by it is known what became of one whose connection broke.
CREATE TABLE mark (link text PRIMARY KEY, number bigint NOT NULL, written timestamptz NOT NULL DEFAULT now());
ALTER TABLE mark SET (fillfactor = 50);
-- Whoever leaves frees its tasks from now on.
UPDATE task t SET owner = NULL, token = t.token + 1
  WHERE t.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM owner o WHERE o.id = t.owner);
-- How many processors a game needs, and how many a worker has.
ALTER TABLE task ADD COLUMN cores bigint NOT NULL DEFAULT 1;
ALTER TABLE worker ADD COLUMN cores bigint NOT NULL DEFAULT 1;
