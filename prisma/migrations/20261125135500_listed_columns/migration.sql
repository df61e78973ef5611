-- What lists filter by, in columns beside the document. Nearly all documents have neither, and get the value of the default
-- without being written.
ALTER TABLE transactions ADD COLUMN subsidiary text;
ALTER TABLE transactions ADD COLUMN is_overridden boolean DEFAULT false;
ALTER TABLE transactions ALTER COLUMN is_overridden DROP DEFAULT;

-- src/stores/transactions/listed-columns-trigger.sql

-- What lists filter by is in columns beside the document. A statement that writes the document without them, such as one of
-- another release or an import, gets them from the document.
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
