-- Lists show the number of documents with equal values in these columns. Each change to such a number is recorded in the unit
-- of work of its write. Rows are only added, so writers never wait for each other.
CREATE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_count_changes (tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type,
      country, state, currency, source, is_overridden, subsidiary, documents)
    VALUES (NEW.tenant_id, NEW.transaction_type, NEW.transaction_status, NEW.transaction_filing_status, NEW.customer_type,
      NEW.country, NEW.state, NEW.currency, NEW.source, NEW.is_overridden, NEW.subsidiary, 1);
  ELSE
    INSERT INTO document_count_changes (tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type,
      country, state, currency, source, is_overridden, subsidiary, documents)
    VALUES (OLD.tenant_id, OLD.transaction_type, OLD.transaction_status, OLD.transaction_filing_status, OLD.customer_type,
      OLD.country, OLD.state, OLD.currency, OLD.source, OLD.is_overridden, OLD.subsidiary, -1);
  END IF;
  RETURN NULL;
END $$;

-- Runs once per statement, because filing marks many documents in the same way.
CREATE FUNCTION count_changed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed json;
BEGIN
  -- A distributed database cannot insert what is selected from these rows.
  SELECT json_agg(change) INTO changed FROM (
    SELECT tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state, currency, source,
      is_overridden, subsidiary, sum(sign) AS documents
    FROM (
      SELECT 1 AS sign, tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state,
        currency, source, is_overridden, subsidiary FROM new_rows
      UNION ALL
      SELECT -1, tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state,
        currency, source, is_overridden, subsidiary FROM old_rows
    ) AS both_sides
    GROUP BY tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state, currency, source,
      is_overridden, subsidiary
    HAVING sum(sign) <> 0
  ) AS change;
  IF changed IS NOT NULL THEN
    INSERT INTO document_count_changes (tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type,
      country, state, currency, source, is_overridden, subsidiary, documents)
    SELECT tenant_id, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state, currency, source,
      is_overridden, subsidiary, documents
    FROM json_populate_recordset(NULL::document_count_changes, changed);
  END IF;
  RETURN NULL;
END $$;

-- An import counts its documents at its end.
CREATE TRIGGER count_document AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION count_document();

CREATE TRIGGER count_changed_documents AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_documents();
