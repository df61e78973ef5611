-- DropIndex
DROP INDEX "transactions_nexus_idx";

-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "totals" JSONB;

-- CreateTable
CREATE TABLE "total_changes" (
    "tenant_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "sign" SMALLINT NOT NULL,
    "totals" JSONB NOT NULL,

    CONSTRAINT "total_changes_pkey" PRIMARY KEY ("tenant_id","number")
);

-- CreateTable
CREATE TABLE "sales_totals" (
    "tenant_id" UUID NOT NULL,
    "reported_on" DATE NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL,
    "digest" UUID NOT NULL,
    "tax_on" DATE NOT NULL,
    "tax_code" TEXT NOT NULL,
    "reason" VARCHAR(30) NOT NULL,
    "transaction_type" "TransactionType" NOT NULL,
    "currency" VARCHAR(3) NOT NULL,
    "customer_type" "CustomerType" NOT NULL,
    "subsidiary" TEXT NOT NULL,
    "gross_amount" DECIMAL(65,12) NOT NULL,
    "taxable_amount" DECIMAL(65,12) NOT NULL,
    "tax_amount" DECIMAL(65,12) NOT NULL,
    "fee_amount" DECIMAL(65,12) NOT NULL,
    "documents" INTEGER NOT NULL,
    "of_tax_code" INTEGER NOT NULL,
    "of_reason" INTEGER NOT NULL,
    "of_both" INTEGER NOT NULL,

    CONSTRAINT "sales_totals_pkey" PRIMARY KEY ("tenant_id","reported_on","country","state","digest")
);

-- CreateTable
CREATE TABLE "jurisdiction_totals" (
    "tenant_id" UUID NOT NULL,
    "reported_on" DATE NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL,
    "digest" UUID NOT NULL,
    "jurisdiction_id" TEXT NOT NULL,
    "level" VARCHAR(10) NOT NULL,
    "name" TEXT NOT NULL,
    "tax_code" TEXT NOT NULL,
    "reason" VARCHAR(30) NOT NULL,
    "transaction_type" "TransactionType" NOT NULL,
    "currency" VARCHAR(3) NOT NULL,
    "customer_type" "CustomerType" NOT NULL,
    "subsidiary" TEXT NOT NULL,
    "gross_amount" DECIMAL(65,12) NOT NULL,
    "taxable_amount" DECIMAL(65,12) NOT NULL,
    "tax_amount" DECIMAL(65,12) NOT NULL,
    "documents" INTEGER NOT NULL,
    "of_tax_code" INTEGER NOT NULL,
    "of_reason" INTEGER NOT NULL,
    "of_both" INTEGER NOT NULL,

    CONSTRAINT "jurisdiction_totals_pkey" PRIMARY KEY ("tenant_id","reported_on","country","state","digest")
);

-- CreateIndex
CREATE INDEX "transactions_place_idx" ON "transactions"("tenant_id", "country", "state", "tax_on", "created_at", "service_id");




-- What Prisma has no words for. The documents whose totals are still to be worked out: none, soon after the start.
CREATE INDEX "transactions_without_totals_idx" ON "transactions"("tenant_id", "service_id") WHERE "totals" IS NULL;

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

CREATE TRIGGER note_total_change AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_total_change();

CREATE TRIGGER note_total_change_of_update AFTER UPDATE OF totals ON transactions
  FOR EACH ROW WHEN (OLD.totals IS DISTINCT FROM NEW.totals) EXECUTE FUNCTION note_total_change();

-- As before, but for updates that leave the version as it is: they complete a stored document and are no change of it.
CREATE OR REPLACE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := 'CREATED';
BEGIN
  IF NOT EXISTS (SELECT FROM change_watches WHERE tenant_id = NEW.tenant_id AND until > clock_timestamp()) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.version = OLD.version THEN
      RETURN NULL;
    END IF;
    kind := CASE
      WHEN NEW.transaction_status = 'CANCELLED' AND OLD.transaction_status <> 'CANCELLED' THEN 'CANCELLED'
      WHEN NEW.updated_at = OLD.updated_at AND NEW.input_digest = OLD.input_digest THEN 'REFUNDED'
      ELSE 'REPLACED'
    END;
  END IF;
  INSERT INTO transaction_changes (tenant_id, xid, service_id, version, kind, customer_id, source, transaction_type,
    country, state, at)
  VALUES (NEW.tenant_id, pg_current_xact_id()::text::bigint, NEW.service_id, NEW.version, kind, NEW.customer_id,
    NEW.source, NEW.transaction_type, NEW.country, NEW.state, clock_timestamp())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
