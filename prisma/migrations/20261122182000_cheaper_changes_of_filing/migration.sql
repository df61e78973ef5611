-- Filing changes a column of many documents and leaves the documents themselves as they are: then these are not taken apart.
CREATE OR REPLACE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.document::text <> NEW.document::text THEN
      before := OLD.document::jsonb;
      after := NEW.document::jsonb;
    END IF;
    members := changed_members(
      before || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
        'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
        'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number),
      after || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
        'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
        'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number));
    -- A refund raises the version of its invoice and changes nothing else.
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text, NEW.source || '/' || NEW.external_id,
    NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;
