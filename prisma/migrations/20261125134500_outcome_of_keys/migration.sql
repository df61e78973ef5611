-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN "outcome" VARCHAR(36);

-- src/stores/audit/audit-triggers.sql

-- A request with an idempotency key notes under the key what it did, in the same unit of work: after a crash, the repeated request
-- finds it there. An attempt that was held up for so long that another took its key writes nothing.
CREATE FUNCTION note_outcome(tenant uuid, changed_by jsonb, id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys SET outcome = coalesce(outcome, id)
  WHERE tenant_id = tenant AND client_id = changed_by ->> 'clientId' AND key = changed_by #>> '{claim,key}'
    AND claim_id = (changed_by #>> '{claim,claimId}')::uuid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another attempt has the idempotency key' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- In plpgsql, which keeps the plan of its statement: in SQL it takes twice as long.
CREATE OR REPLACE FUNCTION insert_change(tenant uuid, at timestamptz, type text, id text, key text, version int, changed_by jsonb,
  members jsonb, record_digest bytea DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A return notes its key itself, not with each of its documents.
  IF changed_by ? 'claim' AND NOT coalesce(members ? 'transactionFilingStatus', false) THEN
    PERFORM note_outcome(tenant, changed_by, id);
  END IF;
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id,
    request_id, members, digest, record_digest)
  VALUES (tenant, pg_current_xact_id()::text::bigint, gen_random_uuid(), at, type, id, key, version,
    changed_by ->> 'clientId', changed_by ->> 'requestId', members,
    sha256(convert_to(coalesce(members::text, ''), 'UTF8')), record_digest);
END $$;
