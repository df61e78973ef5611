-- What a document adds to the totals is kept only as long as it is known to be true: a statement that writes what it is
-- worked out from, and does not say that it knows the totals in the form of today, leaves them unknown. Then they are
-- worked out again. So does a replica of another release, which writes another form or none.
CREATE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 1 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- What a write changes in the totals is noted in its own unit of work, whichever statement it is. Rows are only added:
-- writers that meet in the same sums never wait for each other.
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

-- For every statement whose totals the first trigger may have made unknown, too.
CREATE TRIGGER note_total_change_of_update
  AFTER UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form
  ON transactions FOR EACH ROW WHEN (OLD.totals IS DISTINCT FROM NEW.totals) EXECUTE FUNCTION note_total_change();
