-- CreateEnum
CREATE TYPE "ReturnStatus" AS ENUM ('DRAFT', 'FILING', 'FILED', 'AMENDED', 'REOPENING');

-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "reported_on" DATE;

-- CreateTable
CREATE TABLE "returns" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL DEFAULT '',
    "from_on" DATE NOT NULL,
    "to_on" DATE NOT NULL,
    "status" "ReturnStatus" NOT NULL,
    "filings" INTEGER NOT NULL DEFAULT 0,
    "reopened_because" TEXT,
    "reference_number" TEXT,
    "amount_paid" DECIMAL(30,12),
    "paid_currency" VARCHAR(3),
    "claim_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_by" JSONB,

    CONSTRAINT "returns_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "return_filings" (
    "tenant_id" UUID NOT NULL,
    "return_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "filed_at" TIMESTAMPTZ(3) NOT NULL,
    "filed_by" TEXT,
    "reference_number" TEXT,
    "amount_paid" DECIMAL(30,12),
    "paid_currency" VARCHAR(3),
    "document_count" INTEGER NOT NULL,
    "figures" JSON NOT NULL,

    CONSTRAINT "return_filings_pkey" PRIMARY KEY ("tenant_id","return_id","number")
);

-- CreateIndex
CREATE INDEX "returns_tenant_id_to_on_idx" ON "returns"("tenant_id", "to_on");

-- CreateIndex
CREATE INDEX "returns_tenant_id_created_at_service_id_idx" ON "returns"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "returns_tenant_id_country_state_from_on_to_on_key" ON "returns"("tenant_id", "country", "state", "from_on", "to_on");

-- AddForeignKey
ALTER TABLE "return_filings" ADD CONSTRAINT "return_filings_tenant_id_return_id_fkey" FOREIGN KEY ("tenant_id", "return_id") REFERENCES "returns"("tenant_id", "service_id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- What Prisma has no words for. The documents reported later than their tax date: few.
CREATE INDEX "transactions_reported_idx" ON "transactions"("tenant_id", "country", "state", "reported_on") WHERE "reported_on" IS NOT NULL;

CREATE FUNCTION note_change_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      jsonb_build_object('status', OLD.status, 'filings', OLD.filings, 'reopenedBecause', OLD.reopened_because,
        'referenceNumber', OLD.reference_number, 'amountPaid', trim_scale(OLD.amount_paid)::text,
        'paidCurrency', OLD.paid_currency),
      jsonb_build_object('status', NEW.status, 'filings', NEW.filings, 'reopenedBecause', NEW.reopened_because,
        'referenceNumber', NEW.reference_number, 'amountPaid', trim_scale(NEW.amount_paid)::text,
        'paidCurrency', NEW.paid_currency));
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'RETURN', NEW.service_id::text,
    concat_ws('/', NEW.country, nullif(NEW.state, ''), NEW.from_on, NEW.to_on), NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT ON returns FOR EACH ROW EXECUTE FUNCTION note_change_of_return();
-- Who files it renews the claim without a change of the record.
CREATE TRIGGER note_change_of_update AFTER UPDATE ON returns
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_return();
