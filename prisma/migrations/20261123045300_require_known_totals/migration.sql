-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "totals_form" SMALLINT;


-- What Prisma has no words for. What a document adds to the totals is kept only as long as it is known to be true: a
-- statement that writes what it is worked out from, and does not say that it knows the totals in the form of today,
-- leaves them unknown. Then they are worked out again. So does an older replica, which knows nothing of this column.
CREATE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 1 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER require_known_totals
  BEFORE INSERT OR UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION require_known_totals();

-- As before, and for the statements whose totals become unknown.
DROP TRIGGER note_total_change_of_update ON transactions;
CREATE TRIGGER note_total_change_of_update
  AFTER UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form ON transactions
  FOR EACH ROW WHEN (OLD.totals IS DISTINCT FROM NEW.totals) EXECUTE FUNCTION note_total_change();
