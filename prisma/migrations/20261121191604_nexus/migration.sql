-- AlterTable
ALTER TABLE "transactions" ADD COLUMN "customer_type" "CustomerType" NOT NULL DEFAULT 'RETAIL';

-- The type that the documents there are were calculated with.
UPDATE "transactions" SET "customer_type" = ("snapshot"->>'customerType')::"CustomerType"
WHERE "snapshot"->>'customerType' <> 'RETAIL';

-- CreateTable
CREATE TABLE "nexus" (
    "tenant_id" UUID NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL DEFAULT '',
    "physical_nexus" JSON NOT NULL,
    "economic_nexus" JSON NOT NULL,
    "registrations" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "nexus_pkey" PRIMARY KEY ("tenant_id","country","state")
);

-- CreateIndex
CREATE INDEX "transactions_nexus_idx" ON "transactions"("tenant_id", "country", "state", "tax_on", "transaction_type", "transaction_status", "customer_type", "currency", "final_transaction_amount", "tax_amount");

-- AddForeignKey
ALTER TABLE "nexus" ADD CONSTRAINT "nexus_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE CASCADE;
