-- src/stores/audit/change-numbers.sql

-- Units of work that took their number in the old way end first: those that the next release would not see as writers.
LOCK TABLE changes IN SHARE MODE;

-- Changes with smaller numbers are complete: a statement that begins after this one ends sees all of them that there will ever be.
-- Units of work that write no changes, or only in another database, do not count.
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
