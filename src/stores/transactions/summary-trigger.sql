-- A summary is valid only for the document from which it was computed. If a statement writes only the document, such as a
-- statement of another release, the summary is cleared, and lists read the document.
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
