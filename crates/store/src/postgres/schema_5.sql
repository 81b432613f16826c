-- What workers do again and again is one call each. Plans are made once and must not depend on how full a table happened to be
-- at that instant: so only such as follow an index are allowed.

-- A transaction whose connection broke is asked for by whoever began it. One that has not come by then never comes (`burnt`); one that
-- has is known by what it answered.
ALTER TABLE mark ADD COLUMN answer bigint[], ADD COLUMN burnt bigint NOT NULL DEFAULT 0;

CREATE FUNCTION leave_mark(text, bigint, bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF $2 = 1 THEN
    DELETE FROM mark WHERE link IN (SELECT link FROM mark WHERE written < now() - interval '1 day' FOR UPDATE SKIP LOCKED);
  END IF;
  INSERT INTO mark AS m (link, number, answer) VALUES ($1, $2, $3) ON CONFLICT (link) DO UPDATE
    SET number = excluded.number, answer = excluded.answer, written = excluded.written WHERE m.burnt < excluded.number;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nobody waits for this any more' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- Texts by their numbers; the numbers that belong to other texts.
CREATE FUNCTION keep_texts(ids bigint[], texts text[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO text (id, text) SELECT * FROM unnest(ids, texts) ON CONFLICT DO NOTHING;
  RETURN ARRAY(SELECT n.id FROM unnest(ids, texts) n (id, text) JOIN text t USING (id) WHERE t.text <> n.text);
END $$;
CREATE FUNCTION keep_labels(ids bigint[], texts text[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO labels (id, text) SELECT * FROM unnest(ids, texts) ON CONFLICT DO NOTHING;
  RETURN ARRAY(SELECT n.id FROM unnest(ids, texts) n (id, text) JOIN labels t USING (id) WHERE t.text <> n.text);
END $$;

-- Games, a column an array. Each has the number `base` plus its own; those without one are left out.
CREATE FUNCTION add_games(
  base bigint, numbers bigint[],
  events bigint[], matches bigint[], games bigint[], swaps boolean[],
  under bigint[], firsts bigint[], seconds bigint[], seeds bigint[], totals bigint[],
  outcomes bigint[], ways bigint[], reasons bigint[], first_tallies bigint[], second_tallies bigint[],
  sums bigint[], starts bigint[], label_texts bigint[], courses text[], clocks bytea[],
  log_games bigint[], log_plies bigint[], log_texts text[],
  fault_games bigint[], fault_sides bigint[], fault_kinds bigint[], fault_texts text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH sealed AS (
    INSERT INTO seal (game, sum) SELECT base + n, s FROM unnest(numbers, sums) v (n, s) WHERE n IS NOT NULL AND s IS NOT NULL
  ), went AS (
    INSERT INTO course (game, start, labels, moves, clock)
    SELECT base + n, s, l, m, c FROM unnest(numbers, starts, label_texts, courses, clocks) v (n, s, l, m, c) WHERE n IS NOT NULL
  ), logged AS (
    INSERT INTO log (game, ply, text) SELECT base + numbers[g], p, t FROM unnest(log_games, log_plies, log_texts) v (g, p, t)
    WHERE numbers[g] IS NOT NULL
  ), failed AS (
    INSERT INTO fault (game, side, kind, evidence)
    SELECT base + numbers[g], s, k, t FROM unnest(fault_games, fault_sides, fault_kinds, fault_texts) v (g, s, k, t)
    WHERE numbers[g] IS NOT NULL
  )
  INSERT INTO game (id, event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason,
                    first_tally, second_tally, ended)
  SELECT base + n, e, m, g, w, t, a, b, s, l, o, h, r, x, y, CASE WHEN o IS NOT NULL THEN extract(epoch FROM now())::bigint END
  FROM unnest(numbers, events, matches, games, swaps, under, firsts, seconds, seeds, totals, outcomes, ways, reasons,
              first_tallies, second_tallies) v (n, e, m, g, w, t, a, b, s, l, o, h, r, x, y)
  WHERE n IS NOT NULL;
END $$;

-- The last number after so many were taken. Whoever has taken some is the only one to add games until they are there. Hundreds who
-- wait for a row wake each other; those who wait for this lock stand in line.
CREATE FUNCTION take_numbers(amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || ' counter', 0));
  UPDATE counter SET games = games + amount RETURNING games INTO last;
  RETURN last;
END $$;

-- Events take turns, so that a large one does not keep those from playing who came later.
DROP INDEX task_free;
CREATE INDEX task_free ON task (event, id) WHERE owner IS NULL;

-- The oldest free tasks of the next event after `before` that has some for whoever has these abilities and so many processors.
CREATE FUNCTION choose_tasks(
  able text[], room bigint, not_players text[], not_events bigint[], not_tasks bigint[],
  before bigint, known bigint[], shares bigint[], usual bigint
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  place bigint := before;
  again boolean := false;
  found_event bigint;
  chosen bigint[];
BEGIN
  LOOP
    SELECT min(f.event) INTO found_event FROM task f WHERE f.owner IS NULL AND f.event > place;
    IF found_event IS NULL OR again AND found_event > before THEN
      EXIT WHEN again;
      again := true;
      place := -1;
      CONTINUE;
    END IF;
    place := found_event;
    CONTINUE WHEN found_event = ANY (not_events);
    chosen := ARRAY(
      SELECT f.id FROM task f WHERE f.event = found_event AND f.owner IS NULL AND f.needs <@ able AND f.cores <= room
      AND NOT f.players && not_players AND f.id <> ALL (not_tasks)
      ORDER BY f.id LIMIT coalesce(shares[array_position(known, found_event)], usual) FOR UPDATE SKIP LOCKED);
    IF chosen <> '{}' THEN
      RETURN chosen;
    END IF;
  END LOOP;
  RETURN '{}';
END $$;

-- Frees what belongs to workers that were silent for too long; whether there was something. Begins with them, who are few: at the end of
-- an event everybody asks this again and again while much is taken and nothing is free.
CREATE FUNCTION free_of_silent(instant bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  silent bigint[] := ARRAY(SELECT o.id FROM owner o WHERE o.expires <= instant);
BEGIN
  IF silent = '{}' THEN
    RETURN false;
  END IF;
  UPDATE task t SET owner = NULL, token = t.token + 1 WHERE t.id = ANY (ARRAY(
    SELECT f.id FROM task f WHERE f.owner IS NOT NULL AND f.owner = ANY (silent) FOR UPDATE SKIP LOCKED));
  RETURN FOUND;
END $$;

-- A worker takes tasks. Its answer is the token, and their numbers. Nobody waits for the disk: what that means stands where it is called.
CREATE FUNCTION take_tasks(
  link text, turn bigint, worker_id bigint, not_players text[], not_events bigint[], not_tasks bigint[],
  before bigint, known bigint[], shares bigint[], usual bigint
) RETURNS TABLE (id bigint, token bigint, event bigint, body text, cores bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_sort = off SET enable_seqscan = off
SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  instant bigint := extract(epoch FROM clock_timestamp()) * 1000;
  able text[];
  room bigint;
  is_due boolean;
  chosen bigint[];
  claim bigint := hashtextextended(gen_random_uuid()::text, 0);
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  -- Whoever takes this name away waits for the lock.
  SELECT w.abilities, w.cores, o.expires < instant + o.lease / 3 * 2 INTO able, room, is_due
    FROM owner o JOIN worker w ON w.owner = o.id WHERE o.id = worker_id FOR KEY SHARE OF o;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'owner % any more', worker_id USING ERRCODE = 'JT001';
  END IF;
  -- Were it written whenever somebody asks, the few rows of owners would have thousands of dead versions.
  IF is_due THEN
    UPDATE owner SET expires = instant + lease WHERE id = worker_id;
  END IF;
  chosen := choose_tasks(able, room, not_players, not_events, not_tasks, before, known, shares, usual);
  IF chosen = '{}' AND free_of_silent(instant) THEN
    chosen := choose_tasks(able, room, not_players, not_events, not_tasks, before, known, shares, usual);
  END IF;
  IF chosen = '{}' THEN
    RETURN;
  END IF;
  PERFORM leave_mark(link, turn, claim || chosen);
  RETURN QUERY UPDATE task t SET owner = worker_id, token = claim WHERE t.id = ANY (chosen)
    RETURNING t.id, t.token, t.event, t.body, t.cores;
END $$;

-- A worker has played tasks. Answers which of them count. When it returns all is safe; others may see it before, so that nobody waits
-- in line while a disk works for somebody else, and many who come at once share one wait.
CREATE PROCEDURE settle_tasks(
  link text, turn bigint, worker_id bigint, channel text, teller text, tasks bigint[], tokens bigint[], task_of_games bigint[],
  events bigint[], matches bigint[], games bigint[], swaps boolean[],
  under bigint[], firsts bigint[], seconds bigint[], seeds bigint[], totals bigint[],
  outcomes bigint[], ways bigint[], reasons bigint[], first_tallies bigint[], second_tallies bigint[],
  sums bigint[], starts bigint[], label_texts bigint[], courses text[], clocks bytea[],
  log_games bigint[], log_plies bigint[], log_texts text[],
  fault_games bigint[], fault_sides bigint[], fault_kinds bigint[], fault_texts text[],
  INOUT counted bigint[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  amount bigint := cardinality(task_of_games);
  numbers bigint[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  -- A pair that is kept already is played out, whoever left it in the queue: what comes now counts for nothing.
  WITH over AS (
    DELETE FROM task t USING unnest(tasks, tokens) WITH ORDINALITY p (id, token, nth) WHERE t.id = p.id AND t.token = p.token
    RETURNING p.nth, t.event, t.match, t.first
  )
  SELECT coalesce(array_agg(o.nth), '{}') INTO counted FROM over o WHERE NOT EXISTS (
    SELECT 1 FROM game g WHERE g.event = o.event AND g.match = o.match AND g.number = o.first AND g.outcome IS NOT NULL);
  IF cardinality(counted) = cardinality(tasks) THEN
    numbers := ARRAY(SELECT generate_series(1, amount));
  ELSE
    amount := (SELECT count(*) FROM unnest(task_of_games) t WHERE t = ANY (counted));
    numbers := ARRAY(
      SELECT CASE WHEN t = ANY (counted) THEN count(*) FILTER (WHERE t = ANY (counted)) OVER (ORDER BY nth) END
      FROM unnest(task_of_games) WITH ORDINALITY g (t, nth) ORDER BY nth);
  END IF;
  UPDATE worker SET games = games + amount, heard = extract(epoch FROM clock_timestamp()) * 1000 WHERE owner = worker_id;
  PERFORM leave_mark(link, turn, counted);
  -- What could be done before one's turn was done before it: others wait for it.
  IF amount > 0 THEN
    PERFORM add_games(take_numbers(amount) - amount, numbers, events, matches, games, swaps, under, firsts, seconds, seeds, totals,
      outcomes, ways, reasons, first_tallies, second_tallies, sums, starts, label_texts, courses, clocks,
      log_games, log_plies, log_texts, fault_games, fault_sides, fault_kinds, fault_texts);
    PERFORM pg_notify(channel, teller);
  END IF;
  COMMIT;
  PERFORM pg_logical_emit_message(true, 'joute', '');
END $$;
