-- Lists filter by columns beside the document. Sets these columns from the document if a statement omits them, such as a
-- statement of another release or an import.
CREATE FUNCTION take_listed_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.subsidiary := NEW.document ->> 'subsidiary';
  NEW.is_overridden := (NEW.document ->> 'computedTaxAmount') IS NOT NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER take_listed_columns BEFORE INSERT ON transactions
  FOR EACH ROW WHEN (NEW.is_overridden IS NULL) EXECUTE FUNCTION take_listed_columns();

CREATE TRIGGER take_listed_columns_of_update BEFORE UPDATE OF document ON transactions
  FOR EACH ROW WHEN (
    OLD.document::text IS DISTINCT FROM NEW.document::text AND OLD.subsidiary IS NOT DISTINCT FROM NEW.subsidiary
      AND OLD.is_overridden IS NOT DISTINCT FROM NEW.is_overridden
  )
  EXECUTE FUNCTION take_listed_columns();
