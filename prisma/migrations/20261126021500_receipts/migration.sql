-- What proves a filing; filings by earlier releases have neither.
ALTER TABLE return_filings ADD COLUMN rate_book_version varchar(64), ADD COLUMN receipt text;

-- Of a key outside the store only the public half is kept.
ALTER TABLE signing_keys ALTER COLUMN private_jwk DROP NOT NULL;

-- The documents of a filing and their digests, by the day that reports them: see src/stores/returns/filed-documents.ts.
CREATE TABLE filed_documents (
  tenant_id uuid NOT NULL,
  return_id uuid NOT NULL,
  number integer NOT NULL,
  reported_on date NOT NULL,
  documents bytea NOT NULL,
  CONSTRAINT filed_documents_pkey PRIMARY KEY (tenant_id, return_id, number, reported_on),
  CONSTRAINT filed_documents_tenant_id_return_id_fkey FOREIGN KEY (tenant_id, return_id)
    REFERENCES returns (tenant_id, service_id) ON DELETE CASCADE
);
-- So that a part of a long value is read without the rest; digests cannot be compressed.
ALTER TABLE filed_documents ALTER COLUMN documents SET STORAGE EXTERNAL;

-- Documents that were stored before get theirs with their next change; until then a filing calculates it.
ALTER TABLE transactions ADD COLUMN record_digest bytea;

-- src/stores/audit/digest-trigger.sql

-- The digest of a document is beside it as of its last write: the trail has it too, and a filing lists it without reading the
-- document. The columns are those of the trigger that enters the write in the trail, and so is the condition.
CREATE FUNCTION keep_record_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.record_digest := transaction_digest(jsonb_build_array(NEW.service_id, NEW.source, NEW.external_id, NEW.customer_id,
    NEW.transaction_type, NEW.transaction_status, NEW.tax_date, NEW.reported_on, NEW.country, NEW.state, NEW.currency,
    NEW.customer_type, NEW.created_from, NEW.final_transaction_amount::text, NEW.tax_amount::text,
    NEW.calculation_number, NEW.rate_book_version), NEW.document, NEW.snapshot);
  RETURN NEW;
END $$;

CREATE TRIGGER keep_record_digest BEFORE INSERT ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION keep_record_digest();

CREATE TRIGGER keep_record_digest_of_update
  BEFORE UPDATE OF service_id, source, external_id, customer_id, transaction_type, transaction_status, tax_date, reported_on, country,
    state, currency, customer_type, created_from, final_transaction_amount, tax_amount, calculation_number, rate_book_version,
    document, snapshot
  ON transactions FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION keep_record_digest();

-- src/stores/audit/audit-triggers.sql

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
    record_digest := NEW.record_digest;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text,
    NEW.source || '/' || NEW.external_id, NEW.version, NEW.changed_by, members, record_digest);
  RETURN NULL;
END $$;
