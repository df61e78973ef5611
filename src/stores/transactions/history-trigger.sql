-- Stores a replaced calculation in the statement that replaces it, on the node of the document. Release 0.1.0 stores it
-- itself beforehand, and that row is kept.
CREATE FUNCTION keep_calculation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO calculations (tenant_id, transaction_id, calculation_number, document, snapshot, rate_book_version, replaced_at)
  VALUES (OLD.tenant_id, OLD.service_id, OLD.calculation_number, OLD.document, OLD.snapshot, OLD.rate_book_version,
    NEW.updated_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_calculation AFTER UPDATE OF calculation_number ON transactions
  FOR EACH ROW WHEN (OLD.calculation_number <> NEW.calculation_number) EXECUTE FUNCTION keep_calculation();
