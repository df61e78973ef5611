-- AlterTable
ALTER TABLE "change_seals" ADD COLUMN     "xid_offset" BIGINT NOT NULL DEFAULT 0;

-- All seals so far hashed their changes in the order of numbers as texts, and are verified in the same.
ALTER TABLE "change_seals" ADD COLUMN     "is_in_text_order" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "change_seals" ALTER COLUMN "is_in_text_order" SET DEFAULT false;


-- What Prisma has no words for. Records that are moved here bring their changes and totals with them: what is noted of
-- every other write is not noted of them. Only the unit of work that says so is an import.
CREATE FUNCTION is_importing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('tollgate.importing', true), '') = 'on'
$$;

DROP TRIGGER note_transaction_change ON transactions;
CREATE TRIGGER note_transaction_change AFTER INSERT OR UPDATE ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_transaction_change();

DROP TRIGGER note_total_change ON transactions;
CREATE TRIGGER note_total_change AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_total_change();

DROP TRIGGER note_change ON transactions;
CREATE TRIGGER note_change AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_transaction();

DROP TRIGGER note_change ON customers;
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON customers
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('CUSTOMER');

DROP TRIGGER note_change ON exemptions;
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON exemptions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('EXEMPTION');

DROP TRIGGER note_change ON nexus;
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON nexus
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('NEXUS');

DROP TRIGGER note_change ON tenants;
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON tenants
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('ACCOUNT');

DROP TRIGGER note_change ON returns;
CREATE TRIGGER note_change AFTER INSERT ON returns
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_return();

DROP TRIGGER note_change ON webhook_endpoints;
CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_webhook_endpoint();
