-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "changed_by" JSONB;

-- AlterTable
ALTER TABLE "exemptions" ADD COLUMN     "changed_by" JSONB;

-- AlterTable
ALTER TABLE "nexus" ADD COLUMN     "changed_by" JSONB;

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "changed_by" JSONB;

-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "changed_by" JSONB;

-- CreateTable
CREATE TABLE "changes" (
    "tenant_id" UUID NOT NULL,
    "xid" BIGINT NOT NULL,
    "change_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "record_type" VARCHAR(20) NOT NULL,
    "record_id" VARCHAR(36) NOT NULL,
    "record_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "client_id" TEXT,
    "request_id" TEXT,
    "members" JSONB,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("tenant_id","xid","change_id")
);

-- CreateTable
CREATE TABLE "change_seals" (
    "tenant_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "below_xid" BIGINT NOT NULL,
    "changes" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "change_seals_pkey" PRIMARY KEY ("tenant_id","number")
);

-- CreateIndex
CREATE INDEX "changes_tenant_id_at_change_id_idx" ON "changes"("tenant_id", "at" DESC, "change_id" DESC);

-- CreateIndex
CREATE INDEX "changes_tenant_id_record_id_at_idx" ON "changes"("tenant_id", "record_id", "at");


-- What Prisma has no words for. Every write of a record is noted in its own unit of work, whichever statement it is.

CREATE FUNCTION changed_members(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)), '{}')
  FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after)) AS keys (key)
  WHERE nullif(before -> key, 'null') IS DISTINCT FROM nullif(after -> key, 'null')
$$;

CREATE FUNCTION insert_change(tenant uuid, at timestamptz, type text, id text, key text, version int, changed_by jsonb,
  members jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id,
    request_id, members, digest)
  VALUES (tenant, pg_current_xact_id()::text::bigint, gen_random_uuid(), at, type, id, key, version,
    changed_by ->> 'clientId', changed_by ->> 'requestId', members,
    sha256(convert_to(coalesce(members::text, ''), 'UTF8')))
$$;

-- For tables whose columns are the members of their records; columns of JSON objects are taken apart.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unshown text[] := '{tenant_id,version,created_at,updated_at,changed_by,external_created_at,external_updated_at,details,settings}';
  after jsonb := to_jsonb(NEW);
  before jsonb;
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := to_jsonb(OLD);
    members := changed_members(
      (before - unshown) || coalesce(before -> 'details', before -> 'settings', '{}'),
      (after - unshown) || coalesce(after -> 'details', after -> 'settings', '{}'));
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, TG_ARGV[0], coalesce(after ->> 'service_id', ''),
    CASE TG_ARGV[0]
      WHEN 'CUSTOMER' THEN (after ->> 'source') || '/' || (after ->> 'external_id')
      WHEN 'EXEMPTION' THEN concat_ws('/', after ->> 'customer_id', after ->> 'country', nullif(after ->> 'state', ''),
        nullif(after ->> 'certificate_id', ''))
      WHEN 'NEXUS' THEN concat_ws('/', after ->> 'country', nullif(after ->> 'state', ''))
      ELSE ''
    END,
    coalesce((after ->> 'version')::int, 0), NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      OLD.document::jsonb || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
        'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
        'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number),
      NEW.document::jsonb || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
        'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
        'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number));
    -- A refund raises the version of its invoice and changes nothing else.
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text, NEW.source || '/' || NEW.external_id,
    NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION note_change('CUSTOMER');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON exemptions FOR EACH ROW EXECUTE FUNCTION note_change('EXEMPTION');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON nexus FOR EACH ROW EXECUTE FUNCTION note_change('NEXUS');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON tenants FOR EACH ROW EXECUTE FUNCTION note_change('ACCOUNT');
CREATE TRIGGER note_change AFTER INSERT ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_change_of_transaction();
-- Updates that leave the version as it is complete a stored document and are no change of it.
CREATE TRIGGER note_change_of_update AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_transaction();
