-- Stores the digest of a document beside it with each write. The trail contains the same digest, and a filing lists it
-- without reading the document. The columns and the condition match the trigger that records the write in the trail.
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

-- Documents last written by release 0.1.0 have no digest until `tollgate migrate --back-fill` adds it. The trail records the
-- digest as a separate change, which is not sent to endpoints or subscribers.
CREATE FUNCTION note_added_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM insert_change(NEW.tenant_id, now(), 'TRANSACTION', NEW.service_id::text, NEW.source || '/' || NEW.external_id,
    NEW.version, '{}', jsonb_build_object('recordDigest', jsonb_build_array(NULL, encode(NEW.record_digest, 'hex'))),
    NEW.record_digest);
  RETURN NULL;
END $$;

CREATE TRIGGER note_added_digest AFTER UPDATE OF record_digest ON transactions FOR EACH ROW
  WHEN (OLD.version = NEW.version AND OLD.record_digest IS NULL AND NEW.record_digest IS NOT NULL)
  EXECUTE FUNCTION note_added_digest();
