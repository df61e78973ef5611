-- src/stores/audit/change-numbers.sql and audit-triggers.sql

-- The number of a unit of work in the trail, taken with its first change and kept until it ends. The unit of work says that it
-- writes changes before it takes the number, so whoever finds no such writer afterwards knows of all smaller numbers. PostgreSQL's
-- own number alone would not do: a unit of work may have had it for hours before its first change.
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

-- In plpgsql, which keeps the plan of its statement: in SQL it takes twice as long.
CREATE OR REPLACE FUNCTION insert_change(tenant uuid, at timestamptz, type text, id text, key text, version int, changed_by jsonb,
  members jsonb, record_digest bytea DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number bigint := nullif(current_setting('tollgate.change_number', true), '')::bigint;
BEGIN
  -- A return notes its key itself, not with each of its documents.
  IF changed_by ? 'claim' AND NOT coalesce(members ? 'transactionFilingStatus', false) THEN
    PERFORM note_outcome(tenant, changed_by, id);
  END IF;
  IF number IS NULL THEN
    number := take_change_number();
  END IF;
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id,
    request_id, members, digest, record_digest)
  VALUES (tenant, number, gen_random_uuid(), at, type, id, key, version,
    changed_by ->> 'clientId', changed_by ->> 'requestId', members,
    sha256(convert_to(coalesce(members::text, ''), 'UTF8')), record_digest);
END $$;
