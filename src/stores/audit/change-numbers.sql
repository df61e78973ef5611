-- The number of a unit of work in the trail, taken with its first change and kept until it ends. The unit of work announces
-- itself as a writer, with a shared lock, before it takes the number, so a reader that finds no writer knows all smaller
-- numbers. PostgreSQL's own number is not enough: a unit of work may have had it for hours before its first change.
CREATE FUNCTION take_change_number() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  number bigint;
BEGIN
  -- Otherwise the snapshot would be that of the first statement, and the number too small.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'Records can only be written at the isolation level READ COMMITTED.';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(71005, 0);
  number := greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint);
  PERFORM set_config('tollgate.change_number', number::text, true);
  RETURN number;
END $$;

-- Changes with smaller numbers are complete: a statement that begins after this one ends sees all of them, and none will be
-- added. Units of work that write no changes, or write only in another database, are ignored.
CREATE FUNCTION change_horizon() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  -- Before the writers are read: who begins to write later takes a number that is not smaller.
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  oldest bigint;
BEGIN
  -- PostgreSQL's own number of a writer, of which the view has the last 32 bits, is never greater than the one that it took.
  WITH locks AS MATERIALIZED (
    SELECT virtualtransaction, transactionid,
      locktype = 'advisory' AND classid = 71005 AND objid = 0 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AS is_writer
    FROM pg_locks WHERE granted
      AND (locktype = 'advisory' OR locktype = 'transactionid' AND mode = 'ExclusiveLock')
  )
  SELECT min(next + ((own.transactionid::text::bigint - next + 2147483648) & 4294967295) - 2147483648) INTO oldest
  FROM locks AS writer JOIN locks AS own USING (virtualtransaction)
  WHERE writer.is_writer AND own.transactionid IS NOT NULL;
  RETURN least(next, oldest);
END $$;
