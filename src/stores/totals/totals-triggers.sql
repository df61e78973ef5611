-- The totals of a document are kept only while they are known to be right. A statement that writes their inputs without
-- declaring the current form of the totals leaves them unknown, and they are calculated again. The same happens if a
-- replica of another release writes another form or none.
CREATE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 4 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- Every change in the totals is recorded in the unit of work of its write, whichever statement makes it. Rows are only
-- added, so writers to the same sums never wait for each other.
CREATE FUNCTION note_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.totals <> '{}' THEN
    INSERT INTO total_changes (tenant_id, sign, totals) VALUES (OLD.tenant_id, -1, OLD.totals);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.totals <> '{}' THEN
    INSERT INTO total_changes (tenant_id, sign, totals) VALUES (NEW.tenant_id, 1, NEW.totals);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER require_known_totals
  BEFORE INSERT OR UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form
  ON transactions FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION require_known_totals();

CREATE TRIGGER note_total_change AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_total_change();

-- Includes statements whose totals the first trigger may have made unknown.
CREATE TRIGGER note_total_change_of_update
  AFTER UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form
  ON transactions FOR EACH ROW WHEN (OLD.totals IS DISTINCT FROM NEW.totals) EXECUTE FUNCTION note_total_change();
