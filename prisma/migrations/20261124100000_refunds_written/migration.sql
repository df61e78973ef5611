-- Refunds count themselves on their invoice, instead of raising its version: whoever holds the invoice still has its latest state.
ALTER TABLE transactions ADD COLUMN refunds_written integer NOT NULL DEFAULT 0;

-- src/stores/audit/audit-triggers.sql

-- Filing and reopening change two columns of many documents but not the documents themselves, which are then neither parsed nor
-- hashed. 0.1.0 kept the reason for reopening in the document.
CREATE OR REPLACE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
  has_changed boolean := true;
  record_digest bytea;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    has_changed := OLD.document::text <> NEW.document::text;
    IF has_changed THEN
      before := OLD.document::jsonb;
      after := NEW.document::jsonb;
    END IF;
    IF NOT has_changed AND OLD.transaction_filing_status <> NEW.transaction_filing_status
      AND (OLD.customer_id, OLD.transaction_type, OLD.transaction_status, OLD.rate_book_version, OLD.calculation_number)
        = (NEW.customer_id, NEW.transaction_type, NEW.transaction_status, NEW.rate_book_version, NEW.calculation_number)
    THEN
      members := jsonb_build_object('transactionFilingStatus',
        jsonb_build_array(OLD.transaction_filing_status, NEW.transaction_filing_status));
      IF OLD.reopening_reason IS DISTINCT FROM NEW.reopening_reason THEN
        members := members || jsonb_build_object('reopeningReason',
          jsonb_build_array(OLD.reopening_reason, NEW.reopening_reason));
      END IF;
    ELSE
      members := changed_members(
        before || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
          'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
          'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number,
          'reopeningReason', coalesce(OLD.reopening_reason, before ->> 'reopeningReason')),
        after || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
          'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
          'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number,
          'reopeningReason', coalesce(NEW.reopening_reason, after ->> 'reopeningReason')));
    END IF;
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
