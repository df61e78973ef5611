-- Filing and reopening mark many documents with one statement and change nothing else. Such a statement is recorded as a
-- whole, without reading the documents. Recording each document takes twice as long.

-- The number of documents that the statement has recorded individually, because it changes more than the mark.
CREATE FUNCTION changed_documents() RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('tollgate.changed_documents', true), ''), '0')::int
$$;

-- A statement changes documents or only marks them, depending on the columns that it sets, so it is recorded by
-- note_change_of_transaction or by this function. A statement that changes some documents and marks others is refused. A
-- session reuses the plan of its first statement. A plan made for one document would compare each old row of a part with each
-- new row, so nested loops are off.
CREATE FUNCTION note_filed_documents() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  changed int := changed_documents();
  number bigint;
  tenants uuid[];
  times timestamptz[];
  ids uuid[];
  keys text[];
  versions int[];
  authors jsonb[];
  marks jsonb[];
BEGIN
  IF changed > 0 THEN
    PERFORM set_config('tollgate.changed_documents', '', true);
    IF changed <> (SELECT count(*) FROM old_rows AS before JOIN new_rows AS after USING (tenant_id, service_id)
      WHERE before.version <> after.version)
    THEN
      RAISE EXCEPTION 'a statement changes documents and marks others';
    END IF;
    RETURN NULL;
  END IF;
  -- A distributed database can insert what is selected from these rows only by way of arrays.
  SELECT array_agg(tenant_id), array_agg(updated_at), array_agg(service_id), array_agg(source || '/' || external_id),
    array_agg(version), array_agg(changed_by), array_agg(members)
  INTO tenants, times, ids, keys, versions, authors, marks
  FROM (
    SELECT after.*, jsonb_strip_nulls(jsonb_build_object(
        'transactionFilingStatus', CASE WHEN before.transaction_filing_status <> after.transaction_filing_status
          THEN jsonb_build_array(before.transaction_filing_status, after.transaction_filing_status) END,
        'reopeningReason', CASE WHEN before.reopening_reason IS DISTINCT FROM after.reopening_reason
          THEN jsonb_build_array(before.reopening_reason, after.reopening_reason) END)) AS members
    FROM old_rows AS before JOIN new_rows AS after USING (tenant_id, service_id)
    WHERE before.version <> after.version
  ) AS marked
  WHERE members <> '{}';
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  number := coalesce(nullif(current_setting('tollgate.change_number', true), '')::bigint, take_change_number());
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id, request_id,
    members, digest)
  SELECT tenant, number, gen_random_uuid(), at, 'TRANSACTION', id::text, key, version, author ->> 'clientId',
    author ->> 'requestId', members, sha256(convert_to(members::text, 'UTF8'))
  FROM unnest(tenants, times, ids, keys, versions, authors, marks) AS marked (tenant, at, id, key, version, author, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_filed_documents AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_filed_documents();
