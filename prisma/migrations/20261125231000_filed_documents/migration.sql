-- src/stores/audit/filed-documents-trigger.sql

-- Filing and reopening mark many documents with one statement, which changes nothing else of them. Such statements are recorded at
-- once, without reading the documents: record by record it takes twice as long.

-- How many documents of the statement have been recorded one by one, because it changes more of them than the mark.
CREATE FUNCTION changed_documents() RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('tollgate.changed_documents', true), ''), '0')::int
$$;

-- A statement changes documents or only marks them, depending on the columns that it sets, so it is recorded by
-- note_change_of_transaction or by this function. One that does both to different documents is refused.
CREATE FUNCTION note_filed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- src/stores/audit/audit-triggers.sql

-- 0.1.0 kept the reason for reopening in the document. What only marks documents is in filed-documents-trigger.sql.
CREATE OR REPLACE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
  has_changed boolean := true;
  record_digest bytea;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM set_config('tollgate.changed_documents', (changed_documents() + 1)::text, true);
    has_changed := OLD.document::text <> NEW.document::text;
    IF has_changed THEN
      before := OLD.document::jsonb;
      after := NEW.document::jsonb;
    END IF;
    members := changed_members(
      before || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
        'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
        'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number,
        'reopeningReason', coalesce(OLD.reopening_reason, before ->> 'reopeningReason')),
      after || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
        'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
        'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number,
        'reopeningReason', coalesce(NEW.reopening_reason, after ->> 'reopeningReason')));
    -- A refund by 0.1.0 raises the version of its invoice and changes nothing else.
    IF members = '{}' AND OLD.snapshot::text = NEW.snapshot::text AND OLD.reported_on IS NOT DISTINCT FROM NEW.reported_on
    THEN
      RETURN NULL;
    END IF;
    has_changed := has_changed OR OLD.transaction_filing_status = NEW.transaction_filing_status;
  END IF;
  IF has_changed THEN
    record_digest := transaction_digest(jsonb_build_array(NEW.service_id, NEW.source, NEW.external_id, NEW.customer_id,
      NEW.transaction_type, NEW.transaction_status, NEW.tax_date, NEW.reported_on, NEW.country, NEW.state, NEW.currency,
      NEW.customer_type, NEW.created_from, NEW.final_transaction_amount::text, NEW.tax_amount::text,
      NEW.calculation_number, NEW.rate_book_version), NEW.document, NEW.snapshot);
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text,
    NEW.source || '/' || NEW.external_id, NEW.version, NEW.changed_by, members, record_digest);
  RETURN NULL;
END $$;

DROP TRIGGER note_change_of_update ON transactions;

-- Updates that keep the version only complete a stored document, which is not a change of it. The columns are all of what the trail
-- has the digest of.
CREATE TRIGGER note_change_of_update
  AFTER UPDATE OF service_id, source, external_id, customer_id, transaction_type, transaction_status, tax_date, reported_on, country,
    state, currency, customer_type, created_from, final_transaction_amount, tax_amount, calculation_number, rate_book_version,
    document, snapshot
  ON transactions FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_transaction();
