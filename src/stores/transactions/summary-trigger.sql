-- What lists show of a document is known only while the document is the one that it was taken from: a statement that writes
-- the document alone, such as one of another release, clears it. Then lists read the document.
CREATE FUNCTION clear_summary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.summary := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER clear_summary BEFORE UPDATE OF document ON transactions
  FOR EACH ROW WHEN (
    OLD.document::text IS DISTINCT FROM NEW.document::text AND OLD.summary::text IS NOT DISTINCT FROM NEW.summary::text
  )
  EXECUTE FUNCTION clear_summary();
